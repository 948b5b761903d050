// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static io.chunksum.verify.ChunkVerifierTest.CONTENT;
import static io.chunksum.verify.ChunkVerifierTest.CRC32C;
import static io.chunksum.verify.ChunkVerifierTest.INFO;
import static io.chunksum.verify.ChunkVerifierTest.LENGTH;
import static io.chunksum.verify.ChunkVerifierTest.SUMS;
import static io.chunksum.verify.ChunkVerifierTest.WINDOW;
import static io.chunksum.verify.ChunkVerifierTest.first;
import static io.chunksum.verify.ChunkVerifierTest.windows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs of windows, and bytes that arrive in parts, with the chunk of {@link ChunkVerifierTest}. */
class ChunkVerifierRunTest {

  private final ChunkVerifier verifier = CRC32C.newVerifier();

  @Test
  void everyRunOfWindowsIsVerifiedAtItsPlace() {
    for (int from = 0; from <= 4; from++) {
      for (int to = from; to <= 4; to++) {
        byte[] run =
            Arrays.copyOfRange(
                CONTENT, Math.min(from * WINDOW, LENGTH), Math.min(to * WINDOW, LENGTH));
        for (VerifyResult clean :
            List.of(
                CRC32C.verifyWindows(ChunkBuffer.wrap(run), SUMS, from, to - from),
                CRC32C.verifyWindows(ChunkBuffer.wrap(run), INFO, from, to - from),
                verifier.verifyWindows(ChunkBuffer.wrap(run), INFO, from, to - from))) {
          assertThat(clean.ok()).as("windows %d to %d", from, to).isTrue();
          assertThat(clean.windows()).as("windows %d to %d", from, to).isEqualTo(to - from);
        }
        if (from < to) {
          run[run.length - 1] ^= 1;
          VerifyResult bad = verifier.verifyWindows(ChunkBuffer.wrap(run), SUMS, from, to - from);
          assertThat(windows(bad)).as("windows %d to %d", from, to).containsExactly(to - 1L);
          assertThat(bad.mismatches().get(0).offset()).isEqualTo((to - 1L) * WINDOW);
        }
      }
    }
  }

  /** With a checksum that is always the same, only the length can give a cut away. */
  @Test
  void aRunOfARecordedChunkKnowsTheLengthOfItsLastWindow() {
    ChunkChecksum constant = ChunkChecksum.of(ConstantAlgorithm.INSTANCE, WINDOW);
    ChecksumData sums = constant.compute(ChunkBuffer.wrap(CONTENT));
    ChunkInfo info = new ChunkInfo("chunk_1", 0, LENGTH, sums);
    ChunkBuffer cut = ChunkBuffer.wrap(CONTENT, 2 * WINDOW, WINDOW + 4);
    assertThat(constant.verifyWindows(cut, sums, 2, 2).ok()).isTrue();
    assertThat(windows(constant.verifyWindows(cut, info, 2, 2))).containsExactly(3L);
  }

  @Test
  void aRunThatIsCutOrTooLongIsReported() {
    byte[] two = Arrays.copyOfRange(CONTENT, WINDOW, 3 * WINDOW);
    ChunkBuffer cutOnBoundary = ChunkBuffer.wrap(two, 0, WINDOW);
    assertThat(windows(verifier.verifyWindows(cutOnBoundary, SUMS, 1, 2))).containsExactly(2L);
    ChunkBuffer cutInside = ChunkBuffer.wrap(two, 0, WINDOW + 3);
    assertThat(windows(verifier.verifyWindows(cutInside, SUMS, 1, 2))).containsExactly(2L);
    VerifyResult tooLong = verifier.verifyWindows(ChunkBuffer.wrap(two), SUMS, 1, 1);
    assertThat(windows(tooLong)).containsExactly(2L);
    assertThat(tooLong.mismatches().get(0).offset()).isEqualTo(2 * WINDOW);
    assertThat(tooLong.mismatches().get(0).length()).isEqualTo(WINDOW);
    assertThat(windows(verifier.verifyWindows(first(0), SUMS, 1, 2))).containsExactly(1L, 2L);
  }

  /** With a record, they begin where the short last window ends; without one, nobody knows that. */
  @Test
  void bytesAfterTheLastWindowAreSurplusFromTheEndOfTheChunkOn() {
    ChunkBuffer more = ChunkBuffer.wrap(new byte[5]);
    for (VerifyResult result :
        List.of(verifier.verifyWindows(more, INFO, 4, 0), begun(INFO, more).finish())) {
      assertThat(windows(result)).containsExactly(4L);
      assertThat(result.mismatches().get(0).offset()).isEqualTo(LENGTH);
      assertThat(result.mismatches().get(0).length()).isEqualTo(5);
      assertThat(result.goodRanges()).isEmpty();
      assertThat(result.badRanges()).isEmpty();
    }
    VerifyResult located = verifier.verifyWindows(more, INFO, 4, 0);
    assertThat(located.mismatches().get(0).pieces()).isEqualTo(more.span(0, 5));
    VerifyResult unrecorded = verifier.verifyWindows(more, SUMS, 4, 0);
    assertThat(unrecorded.mismatches().get(0).offset()).isEqualTo(4L * WINDOW);
  }

  private ChunkVerifier begun(ChunkInfo info, ChunkBuffer bytes) {
    verifier.begin(info, 4, 0);
    verifier.update(bytes);
    return verifier;
  }

  @Test
  void runsThatAreNotThereAreRefused() {
    int[][] runs = {{-1, 1}, {-1, 0}, {0, 5}, {4, 1}, {5, 0}, {1, -1}, {1, Integer.MAX_VALUE}};
    for (int[] run : runs) {
      for (Runnable call :
          List.<Runnable>of(
              () -> verifier.verifyWindows(first(8), SUMS, run[0], run[1]),
              () -> verifier.begin(SUMS, run[0], run[1]),
              () -> verifier.begin(INFO, run[0], run[1]))) {
        assertThatThrownBy(call::run).isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  @Test
  void bytesMayArriveInAnyParts() {
    for (int step = 1; step <= LENGTH; step++) {
      byte[] damaged = CONTENT.clone();
      damaged[WINDOW] ^= 64;
      verifier.begin(INFO, 0, 4);
      for (int at = 0; at < LENGTH; at += step) {
        verifier.update(ChunkBuffer.wrap(damaged, at, Math.min(step, LENGTH - at)));
      }
      assertThat(windows(verifier.finish())).as("steps of %d", step).containsExactly(1L);
    }
  }

  @Test
  void bytesMayArriveAsRangesOfOneBuffer() {
    byte[] reused = new byte[LENGTH + 5];
    System.arraycopy(CONTENT, 0, reused, 3, LENGTH);
    reused[3 + WINDOW] ^= 64;
    ChunkBuffer buffer = ChunkBuffer.wrap(reused);
    for (int step = 1; step <= LENGTH; step++) {
      verifier.begin(INFO, 0, 4);
      for (int at = 0; at < LENGTH; at += step) {
        verifier.update(buffer, 3 + at, Math.min(step, LENGTH - at));
      }
      assertThat(windows(verifier.finish())).as("steps of %d", step).containsExactly(1L);
    }
  }

  /** Also where no byte would be read: of surplus, of another type, and without checksums. */
  @Test
  void rangesThatAreNotThereAreRefusedAndTheRunContinues() {
    ChecksumData crc32 = ChunkChecksum.of(ChecksumType.CRC32, WINDOW).compute(first(LENGTH));
    for (ChecksumData sums : List.of(SUMS, crc32)) {
      verifier.begin(new ChunkInfo("c", 0, LENGTH, sums), 0, 4);
      verifier.update(first(LENGTH), 0, LENGTH);
      assertThatRangesAreRefused(verifier);
      assertThat(verifier.finish().mismatchCount()).isZero();
    }
    ChunkVerifier none = ChunkChecksum.like(ChecksumData.none(0)).newVerifier();
    none.begin(ChecksumData.none(0), 0, 0);
    assertThatRangesAreRefused(none);
    assertThat(none.finish().verdict()).isEqualTo(Verdict.NOT_CHECKED);
  }

  private static void assertThatRangesAreRefused(ChunkVerifier begun) {
    for (long[] range : new long[][] {{-1, 1}, {0, 9}, {8, 1}, {1, -1}, {1, Long.MAX_VALUE}}) {
      assertThatThrownBy(() -> begun.update(first(8), range[0], range[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void surplusMayArriveInAnyParts() {
    verifier.begin(INFO, 0, 4);
    verifier.update(first(LENGTH));
    verifier.update(first(3));
    verifier.update(first(4));
    VerifyResult result = verifier.finish();
    assertThat(result.mismatchCount()).isEqualTo(1);
    assertThat(result.mismatches().get(0).length()).isEqualTo(7);
  }

  @Test
  void anAbandonedRunLeavesNothingBehind() {
    verifier.begin(SUMS, 0, 4);
    verifier.update(first(3));
    assertThat(verifier.verify(first(LENGTH), SUMS).ok()).isTrue();
    verifier.begin(INFO, 0, 4);
    verifier.update(ChunkBuffer.wrap(new byte[WINDOW]));
    assertThat(verifier.verify(first(LENGTH), INFO).ok()).isTrue();
  }

  @Test
  void withoutBeginThereIsNothingToContinue() {
    assertThatThrownBy(() -> verifier.update(first(1))).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(verifier::finish).isInstanceOf(IllegalStateException.class);
    assertThat(verifier.verify(first(LENGTH), SUMS).ok()).isTrue();
    assertThatThrownBy(verifier::finish).isInstanceOf(IllegalStateException.class);
  }
}
