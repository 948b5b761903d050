// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.ProviderException;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An algorithm whose device is gone for a while: before a frame, or in the middle of one. It cannot
 * read views, either.
 */
class FrameFaultTest {

  private static final int FRAME = 2 * FrameHeader.LENGTH;

  private boolean resetFails;
  private boolean updateFails;
  private boolean finishFails;

  private final class Crc implements StreamingChecksum {

    private final CRC32C crc = new CRC32C();

    @Override
    public ChecksumType type() {
      return ChecksumType.CRC32C;
    }

    @Override
    public void reset() {
      failIf(resetFails);
      crc.reset();
    }

    @Override
    public void update(byte[] source, int offset, int length) {
      crc.update(source, offset, length);
      failIf(updateFails);
    }

    @Override
    public void finish(byte[] target, int offset) {
      failIf(finishFails);
      ByteBuffer.wrap(target).putInt(offset, (int) crc.getValue());
      crc.reset();
    }

    private static void failIf(boolean gone) {
      if (gone) {
        throw new ProviderException("no device");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void leavesTheFrameUnverifiedUntilTheNextCall(boolean resetting) {
    ByteBuffer frame = ByteBuffer.allocate(FRAME).order(ByteOrder.LITTLE_ENDIAN);
    CRC32C crc = new CRC32C();
    crc.update(new byte[FRAME - FrameHeader.LENGTH]);
    frame.putInt(0, FRAME).putShort(6, (short) 1).putInt(12, (int) crc.getValue());
    FrameWalk walk = new FrameWalk(new OwnCrc32c(Crc::new));
    assertGood(walk, frame);
    resetFails = resetting;
    finishFails = !resetting;
    assertThatThrownBy(() -> walk(walk, frame)).isInstanceOf(ProviderException.class);
    assertThat(walk.outcome()).isEqualTo(FrameOutcome.INCOMPLETE);
    assertThat(walk.goodEnd()).isZero();
    assertThat(walk.dataFrames()).isZero();
    resetFails = false;
    finishFails = false;
    assertGood(walk, frame);
  }

  /** Its checksum would be good if the bytes that were taken before the failure were part of it. */
  @Test
  void bytesOfAFrameThatFailedAreNotPartOfTheNext() {
    ByteBuffer frame = ByteBuffer.allocate(FRAME).order(ByteOrder.LITTLE_ENDIAN);
    CRC32C crc = new CRC32C();
    crc.update(new byte[2 * (FRAME - FrameHeader.LENGTH)]);
    frame.putInt(0, FRAME).putShort(6, (short) 1).putInt(12, (int) crc.getValue());
    FrameWalk walk = new FrameWalk(new OwnCrc32c(Crc::new));
    updateFails = true;
    assertThatThrownBy(() -> walk(walk, frame)).isInstanceOf(ProviderException.class);
    updateFails = false;
    assertThat(walk(walk, frame)).isZero();
    assertThat(walk.outcome()).isEqualTo(FrameOutcome.MISMATCH);
  }

  /** It reads only arrays: what it gives after a view that it has not read is of no bytes. */
  @Test
  void aViewThatIsNotTakenIsNoGoodFrame() {
    ByteBuffer frame = ByteBuffer.allocateDirect(FRAME).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(0, FRAME).putShort(6, (short) 1);
    FrameWalk walk = new FrameWalk(new OwnCrc32c(Crc::new));
    assertThat(walk(walk, frame)).isZero();
    assertThat(walk.outcome()).isEqualTo(FrameOutcome.MISMATCH);
  }

  private static long walk(FrameWalk walk, ByteBuffer frame) {
    walk.place().forget();
    return walk.takeFrames(ChunkBuffer.wrap(frame), 0, FRAME);
  }

  private static void assertGood(FrameWalk walk, ByteBuffer frame) {
    assertThat(walk(walk, frame)).isEqualTo(FRAME);
    assertThat(walk.outcome()).isEqualTo(FrameOutcome.GOOD);
    assertThat(walk.dataFrames()).isOne();
  }
}
