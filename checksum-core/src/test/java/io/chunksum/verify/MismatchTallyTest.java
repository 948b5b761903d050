// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
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

  /** Cut anywhere, the whole chunk and runs of it, with and without a recorded length. */
  @Test
  void missingWindowsThatAreNotKeptCountLikeThoseThatAre() {
    int length = 9 * WINDOW + 5;
    ChecksumData sums = CRC32C.compute(ChunkBuffer.wrap(new byte[length]));
    ChunkInfo info = new ChunkInfo("chunk", 0, length, sums);
    for (int cut = 0; cut <= 3 * WINDOW; cut++) {
      ChunkBuffer bytes = ChunkBuffer.wrap(new byte[cut]);
      for (int[] run : new int[][] {{0, 10}, {3, 7}, {3, 6}}) {
        for (int kept = 1; kept <= 9; kept++) {
          String what = "%d bytes of %d windows, %d kept".formatted(cut, run[1], kept);
          ChunkVerifier few = verifier(kept);
          ChunkVerifier all = verifier(1_000);
          assertSameButKept(
              few.verifyWindows(bytes, sums, run[0], run[1]),
              all.verifyWindows(bytes, sums, run[0], run[1]),
              kept,
              what);
          assertSameButKept(
              few.verifyWindows(bytes, info, run[0], run[1]),
              all.verifyWindows(bytes, info, run[0], run[1]),
              kept,
              what);
        }
      }
    }
  }

  @Test
  void badWindowsThatAreNotKeptCountLikeThoseThatAre() {
    for (int first = 0; first <= 3; first++) {
      byte[] content = new byte[(10 - first) * WINDOW];
      for (int bad : new int[] {3, 4, 6, 8}) {
        content[(bad - first) * WINDOW] = 1;
      }
      ChunkBuffer bytes = ChunkBuffer.wrap(content);
      VerifyResult all = verifier(1_000).verifyWindows(bytes, SUMS, first, 10 - first);
      assertThat(all.badRanges())
          .containsExactly(new ByteRange(24, 16), new ByteRange(48, 8), new ByteRange(64, 8));
      for (int kept = 1; kept <= 4; kept++) {
        assertSameButKept(
            verifier(kept).verifyWindows(bytes, SUMS, first, 10 - first),
            all,
            kept,
            "from window %d, %d kept".formatted(first, kept));
      }
    }
  }

  private static ChunkVerifier verifier(int kept) {
    return new ChunkVerifier(
        ChecksumAlgorithms.of(ChecksumType.CRC32C),
        WINDOW,
        VerifyOptions.DEFAULT.keepingMismatches(kept));
  }

  private static void assertSameButKept(
      VerifyResult actual, VerifyResult expected, int kept, String what) {
    assertThat(actual.verdict()).as(what).isEqualTo(expected.verdict());
    assertThat(actual.mismatchCount()).as(what).isEqualTo(expected.mismatchCount());
    assertThat(actual.mismatchBytes()).as(what).isEqualTo(expected.mismatchBytes());
    assertThat(actual.badRanges()).as(what).isEqualTo(expected.badRanges().toList());
    assertThat(actual.goodRanges()).as(what).isEqualTo(expected.goodRanges().toList());
    assertThat(actual.mismatches()).as(what).hasSize((int) Math.min(kept, actual.mismatchCount()));
  }
}
