// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An algorithm gets each frame of a view in big-endian order, and may change it. */
class FrameOrderTest {

  private final List<ByteOrder> orders = new ArrayList<>();

  /** Takes no bytes but those of frames without data, whose CRC is 0. */
  private final class OfNothing implements StreamingChecksum {

    @Override
    public ChecksumType type() {
      return ChecksumType.CRC32C;
    }

    @Override
    public void reset() {}

    @Override
    public void update(byte[] source, int offset, int length) {
      assertThat(length).isZero();
    }

    @Override
    public boolean updateInPlace(ByteBuffer view) {
      assertThat(view.remaining()).isZero();
      orders.add(view.order());
      view.order(ByteOrder.LITTLE_ENDIAN);
      return true;
    }

    @Override
    public void finish(byte[] target, int offset) {
      ByteBuffer.wrap(target).putInt(offset, 0);
    }
  }

  @Test
  void theOrderIsTheSameForEveryFrame() {
    ByteBuffer frames = ByteBuffer.allocateDirect(2 * FrameHeader.LENGTH);
    frames.order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < frames.capacity(); at += FrameHeader.LENGTH) {
      frames.putInt(at, FrameHeader.LENGTH).putShort(at + 6, (short) 1).putInt(at + 8, at);
    }
    FrameWalk walk = new FrameWalk(new OwnCrc32c(OfNothing::new));
    assertThat(walk.takeFrames(ChunkBuffer.wrap(frames), 0, frames.capacity()))
        .isEqualTo(frames.capacity());
    assertThat(orders).containsExactly(ByteOrder.BIG_ENDIAN, ByteOrder.BIG_ENDIAN);
  }
}
