// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Runs of windows whose bytes cannot be read to the end. */
class BrokenOffRunTest {

  private static final int WINDOW = 8;
  private static final int LENGTH = 10 * WINDOW + 5;
  private static final byte[] CONTENT = new byte[LENGTH];

  static {
    new Random(22).nextBytes(CONTENT);
  }

  private static final ChunkChecksum CRC32C = ChunkChecksum.of(ChecksumType.CRC32C, WINDOW);
  private static final ChecksumData SUMS = CRC32C.compute(ChunkBuffer.wrap(CONTENT));
  private static final ChunkInfo INFO = new ChunkInfo("chunk_1", 0, LENGTH, SUMS);

  private static byte[] damaged(int at) {
    byte[] content = CONTENT.clone();
    content[at] ^= 0x10;
    return content;
  }

  private static ByteRange range(long from, long to) {
    return new ByteRange(from, to - from);
  }

  @Test
  void aRunThatIsBrokenOffJudgesItsWholeWindowsOnly() {
    IOException cause = new IOException("disk");
    ChunkVerifier verifier = CRC32C.newVerifier();
    for (int length = 0; length <= LENGTH; length++) {
      verifier.begin(INFO, 0, SUMS.count());
      verifier.update(ChunkBuffer.wrap(damaged(17), 0, length));
      IOException thrown = verifier.breakOff(cause);
      if (length < 24) {
        assertThat(thrown).as("length %d", length).isSameAs(cause);
      } else {
        VerifyResult result = ((ChecksumMismatchException) thrown).result();
        assertThat(thrown).hasSuppressedException(cause);
        boolean all = length == LENGTH;
        int end = all ? LENGTH : length - length % WINDOW;
        assertThat(result.windows()).isEqualTo(all ? SUMS.count() : length / WINDOW);
        assertThat(result.mismatchCount()).isEqualTo(1);
        assertThat(result.badRanges()).containsExactly(range(16, 24));
        List<ByteRange> good = new ArrayList<>(List.of(range(0, 16)));
        if (end > 24) {
          good.add(range(24, end));
        }
        assertThat(result.goodRanges()).as("length %d", length).isEqualTo(good);
      }
    }
    assertThatIllegalStateException().isThrownBy(() -> verifier.breakOff(cause));
  }

  /** If the record says that a short window is the last, its bytes can be all there are. */
  @Test
  void aRunThatIsBrokenOffJudgesAShortWindowOfWhichAllWasTaken() {
    IOException cause = new IOException("disk");
    ChunkVerifier verifier = CRC32C.newVerifier();
    verifier.begin(INFO, 1, SUMS.count() - 1);
    verifier.update(ChunkBuffer.wrap(damaged(LENGTH - 1), WINDOW, LENGTH - WINDOW));
    VerifyResult bad = ((ChecksumMismatchException) verifier.breakOff(cause)).result();
    int last = (SUMS.count() - 1) * WINDOW;
    assertThat(bad.badRanges()).containsExactly(range(last, LENGTH));
    assertThat(bad.goodRanges()).containsExactly(range(WINDOW, last));
    assertThat(bad.windows()).isEqualTo(SUMS.count() - 1);
    verifier.begin(SUMS, 1, SUMS.count() - 1);
    verifier.update(ChunkBuffer.wrap(damaged(LENGTH - 1), WINDOW, LENGTH - WINDOW));
    assertThat(verifier.breakOff(cause)).as("more bytes may follow").isSameAs(cause);
  }
}
