// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.window.ByteRange;
import org.junit.jupiter.api.Test;

class MismatchTallyTest {

  private static final int WINDOW = 8;
  private static final ChunkChecksum CRC32C = ChunkChecksum.of(ChecksumType.CRC32C, WINDOW);
  private static final ChecksumData SUMS = CRC32C.compute(ChunkBuffer.wrap(new byte[10 * WINDOW]));

  /** Of the windows from an index on, with one that is bad. */
  private static VerifyResult part(int first, int count, int bad) {
    byte[] content = new byte[count * WINDOW];
    content[(bad - first) * WINDOW] = 1;
    return CRC32C.verifyWindows(ChunkBuffer.wrap(content), SUMS, first, count);
  }

  @Test
  void partsAreMarkedWhereTheyAreWhereverTheTallyBegins() {
    for (int begin = 0; begin <= 3; begin++) {
      MismatchTally tally = new MismatchTally(VerifyOptions.DEFAULT);
      long start = (long) begin * WINDOW;
      tally.clear(begin);
      tally.addAll(part(3, 2, 4));
      tally.addAll(part(5, 4, 7));
      CheckedWindows windows = tally.windows(9 - begin, WINDOW, 9 * WINDOW);
      assertThat(windows.bad())
          .as("from window %d", begin)
          .containsExactly(new ByteRange(32, 8), new ByteRange(56, 8));
      assertThat(windows.good())
          .as("from window %d", begin)
          .containsExactly(
              new ByteRange(start, 32 - start), new ByteRange(40, 16), new ByteRange(64, 8));
      assertThat(tally.kept()).extracting(Mismatch::window).containsExactly(4L, 7L);
    }
  }
}
