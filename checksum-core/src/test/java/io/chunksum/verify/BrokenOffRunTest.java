// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.nio.ByteBuffer;
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
        assertThat(thrown).as("length %d", length).hasSuppressedException(cause);
        boolean all = length == LENGTH;
        int end = all ? LENGTH : length - length % WINDOW;
        assertThat(result.windows())
            .as("length %d", length)
            .isEqualTo(all ? SUMS.count() : length / WINDOW);
        assertThat(result.mismatchCount()).as("length %d", length).isEqualTo(1);
        assertThat(result.badRanges()).as("length %d", length).containsExactly(range(16, 24));
        List<ByteRange> good = new ArrayList<>(List.of(range(0, 16)));
        if (end > 24) {
          good.add(range(24, end));
        }
        assertThat(result.goodRanges()).as("length %d", length).isEqualTo(good);
      }
    }
    assertThatIllegalStateException().isThrownBy(() -> verifier.breakOff(cause));
  }

  @Test
  void aRunThatIsBrokenOffEndsWhereItDoesInTheChunk() {
    for (int first = 1; first < SUMS.count() - 3; first++) {
      int from = first * WINDOW;
      int bad = from + WINDOW;
      int next = bad + WINDOW;
      int end = next + WINDOW;
      assertThat(brokenOff(CONTENT, first, end).goodRanges()).containsExactly(range(from, end));
      VerifyResult result = brokenOff(damaged(bad), first, end);
      assertThat(result.badRanges()).containsExactly(range(bad, next));
      assertThat(result.goodRanges()).containsExactly(range(from, bad), range(next, end));
    }
  }

  /** The run has one byte more, which is that of a window that was not taken whole. */
  private static VerifyResult brokenOff(byte[] content, int first, int end) {
    ChunkVerifier verifier = CRC32C.newVerifier();
    int from = first * WINDOW;
    verifier.begin(INFO, first, SUMS.count() - first);
    verifier.update(ChunkBuffer.wrap(content, from, end + 1 - from));
    return verifier.breakOff();
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

  @Test
  void aRunThatIsBrokenOffIsNoMatchIfAnyWindowWasNotTaken() {
    ChunkVerifier verifier = CRC32C.newVerifier();
    ReadPolicy policy = ReadPolicy.firstTime(2);
    for (int length = 0; length <= LENGTH; length++) {
      verifier.begin(INFO, 0, SUMS.count());
      verifier.update(ChunkBuffer.wrap(CONTENT, 0, length));
      VerifyResult result = verifier.breakOff();
      boolean all = length == LENGTH;
      String what = "length " + length;
      assertThat(result.verdict()).as(what).isEqualTo(all ? Verdict.MATCH : Verdict.INCOMPLETE);
      assertThat(result.ok()).as(what).isTrue();
      assertThat(result.checked()).as(what).isEqualTo(all);
      assertThat(result.windows()).as(what).isEqualTo(all ? SUMS.count() : length / WINDOW);
      int end = all ? LENGTH : length - length % WINDOW;
      assertThat(result.goodRanges())
          .as(what)
          .isEqualTo(end == 0 ? List.of() : List.of(range(0, end)));
      assertThat(result.badRanges()).as(what).isEmpty();
      policy.verified("chunk_1", result);
      assertThat(policy.skipReason("chunk_1", LENGTH) != null).as(what).isEqualTo(all);
    }
  }

  @Test
  void theMessageOfACleanRunThatIsBrokenOffSaysSo() {
    ChunkVerifier verifier = CRC32C.newVerifier();
    verifier.begin(INFO, 0, SUMS.count());
    assertThat(verifier.breakOff()).hasToString("broken off: no window was checked");
    verifier.begin(INFO, 0, SUMS.count());
    verifier.update(ChunkBuffer.wrap(CONTENT, 0, 20));
    assertThat(verifier.breakOff())
        .hasToString("broken off: windows checked and matching: 2, the others were not checked");
  }

  /** Bytes that are known to be too many are as bad as in a run that is finished. */
  @Test
  void aRunThatIsBrokenOffBehindItsEndHasSurplus() {
    ChunkVerifier verifier = CRC32C.newVerifier();
    verifier.begin(INFO, 0, SUMS.count());
    verifier.update(ChunkBuffer.wrap(List.of(ByteBuffer.wrap(CONTENT), ByteBuffer.allocate(3))));
    VerifyResult result = verifier.breakOff();
    assertThat(result.verdict()).isEqualTo(Verdict.MISMATCH);
    assertThat(result.mismatches()).containsExactly(Mismatch.surplus(SUMS.count(), LENGTH, 3));
  }

  @Test
  void aRunWithNothingToCompareEndsAlikeHoweverItEnds() {
    List<ChunkChecksum> others =
        List.of(
            ChunkChecksum.of(ChecksumType.NONE, WINDOW),
            ChunkChecksum.of(ChecksumType.MD5, WINDOW),
            ChunkChecksum.of(ChecksumType.CRC32C, WINDOW + 1));
    List<Verdict> verdicts =
        List.of(Verdict.NOT_CHECKED, Verdict.WRONG_TYPE, Verdict.WRONG_BYTES_PER_CHECKSUM);
    for (int i = 0; i < others.size(); i++) {
      ChecksumCounters counters = new ChecksumCounters();
      ChunkVerifier verifier = others.get(i).countingInto(counters).newVerifier();
      for (int length : new int[] {0, 20, LENGTH}) {
        verifier.begin(INFO, 0, SUMS.count());
        verifier.update(ChunkBuffer.wrap(CONTENT, 0, length));
        VerifyResult finished = verifier.finish();
        ChecksumCounters.Count before = counters.snapshot().unchecked();
        verifier.begin(INFO, 0, SUMS.count());
        verifier.update(ChunkBuffer.wrap(CONTENT, 0, length));
        VerifyResult brokenOff = verifier.breakOff();
        assertThat(brokenOff.verdict()).isEqualTo(verdicts.get(i)).isEqualTo(finished.verdict());
        assertThat(brokenOff).hasToString(finished.toString());
        assertThat(counters.snapshot().unchecked().bytes()).isEqualTo(before.bytes() + length);
        assertThat(counters.snapshot().verified().calls()).isZero();
      }
    }
  }

  @Test
  void checksumsOfAnotherTypeAreReportedWithTheFailure() {
    IOException cause = new IOException("disk");
    ChunkVerifier verifier = ChunkChecksum.of(ChecksumType.MD5, WINDOW).newVerifier();
    verifier.begin(INFO, 0, SUMS.count());
    assertThat(verifier.breakOff(cause))
        .isInstanceOf(ChecksumMismatchException.class)
        .hasMessageContaining("chunk_1 are CRC32C, not MD5")
        .hasSuppressedException(cause);
  }
}
