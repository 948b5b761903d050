// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.window.ByteRange;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Places in chunks that an int cannot number. Few bytes are read, and all pieces are the same. */
class BeyondTwoGiBTest {

  private static final int MIB = 1 << 20;
  private static final int WINDOW = 1 << 30;
  private static final ChunkBuffer NOTHING = ChunkBuffer.wrap(new byte[0]);

  private static ChecksumData sums(int bytesPerChecksum, int count) {
    return ChecksumData.of(ChecksumType.CRC32C, bytesPerChecksum, new byte[count * Integer.BYTES]);
  }

  private static ChunkBuffer mebibytes(int count) {
    return ChunkBuffer.wrap(Collections.nCopies(count, ByteBuffer.allocate(MIB)));
  }

  @Test
  void windowsThatAreMissingHaveTheirPlacesAndLengths() {
    ChunkInfo recorded = new ChunkInfo("c", 0, 3L * WINDOW + 5, sums(WINDOW, 4));
    VerifyResult result = ChunkChecksum.of(ChecksumType.CRC32C, WINDOW).verify(NOTHING, recorded);
    assertThat(result.mismatches())
        .extracting(Mismatch::offset)
        .containsExactly(0L, 1L * WINDOW, 2L * WINDOW, 3L * WINDOW);
    assertThat(result.mismatches())
        .extracting(Mismatch::length)
        .containsExactly(1L * WINDOW, 1L * WINDOW, 1L * WINDOW, 5L);
    assertThat(result.badRanges()).containsExactly(new ByteRange(0, recorded.length()));
  }

  /** If only the checksums are known, the last window may have any length. */
  @Test
  void windowsThatAreMissingHaveTheirPlacesWithoutARecordedLengthToo() {
    VerifyResult result =
        ChunkChecksum.of(ChecksumType.CRC32C, WINDOW).verify(NOTHING, sums(WINDOW, 4));
    assertThat(result.badRanges()).containsExactly(new ByteRange(0, 4L * WINDOW));
  }

  @Test
  void aReceiverFindsTheWindowThatIsChosen() {
    int window = 4 * MIB;
    int last = 600;
    long seed =
        LongStream.range(0, Long.MAX_VALUE)
            .filter(candidate -> {
              ReceivePolicy policy = ReceivePolicy.sample(0.001, candidate);
              return LongStream.range(0, last)
                      .noneMatch(w -> policy.verifies(policy.share(0, 1), 0, w))
                  && policy.verifies(policy.share(0, 1), 0, last);
            })
            .findFirst()
            .orElseThrow();
    ChunkInfo recorded = new ChunkInfo("c", 0, (last + 1L) * window, sums(window, last + 1));
    VerifyResult result =
        new ChunkReceiver(ReceivePolicy.sample(0.001, seed), 0, 1)
            .receive(mebibytes(4 * (last + 1)), recorded);
    assertThat(result.windows()).isEqualTo(1);
    assertThat(result.badRanges()).containsExactly(new ByteRange((long) last * window, window));
  }

  @Test
  void aReadIsKnownToBeWhole() {
    int window = 4 * MIB;
    ChunkInfo recorded = new ChunkInfo("c", 0, 601L * window, sums(window, 601));
    ReadVerifier verifier = new ReadVerifier(ReadPolicy.never(), VerifyOptions.DEFAULT);
    assertThat(verifier.verifyWindows("key", mebibytes(4), recorded, 600, 1).verdict())
        .isEqualTo(Verdict.TRUSTED);
    assertThat(verifier.verify("key", mebibytes(4 * 601), recorded).verdict())
        .isEqualTo(Verdict.TRUSTED);
  }
}
