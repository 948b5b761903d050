// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.StreamingChecksum;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a {@link StreamingChecksum} must do for several runs of bytes in one call. */
abstract class RunsContract extends ChecksumContract {

  /** For the contracts of this package. */
  RunsContract() {}

  @Test
  void finishEachIsUpdateAndFinishForEachRun() {
    StreamingChecksum checksum = algorithm().newChecksum();
    int entry = checksum.type().checksumLength();
    for (int length = 0; length <= LONGEST / 2; length++) {
      int count = length == 0 ? 3 : (LONGEST - 1) / length;
      byte[] target = filled(count * entry + 5);
      checksum.finishEach(sample, 1, length, count, target, 3);
      assertRunsAndNothingElse(target, 3, 1, length, count);
    }
    checksum.update(sample, 0, 10);
    checksum.finishEach(sample, 10, 7, 0, new byte[0], 0);
    byte[] target = new byte[2 * entry];
    checksum.finishEach(sample, 10, 7, 2, target, 0);
    assertThat(Arrays.copyOf(target, entry)).isEqualTo(reference(first(17)));
    assertRuns(Arrays.copyOfRange(target, entry, 2 * entry), 0, 17, 7, 1);
  }

  private static byte[] filled(int length) {
    byte[] target = new byte[length];
    Arrays.fill(target, (byte) 0x5A);
    return target;
  }

  private void assertRunsAndNothingElse(
      byte[] sums, int sumsOffset, int from, int length, int count) {
    assertRuns(sums, sumsOffset, from, length, count);
    int end = sumsOffset + count * algorithm().type().checksumLength();
    assertThat(Arrays.copyOf(sums, sumsOffset)).containsOnly(0x5A);
    assertThat(Arrays.copyOfRange(sums, end, sums.length)).containsOnly(0x5A);
  }

  private void assertRuns(byte[] sums, int sumsOffset, int from, int length, int count) {
    int entry = algorithm().type().checksumLength();
    for (int i = 0; i < count; i++) {
      byte[] run = Arrays.copyOfRange(sample, from + i * length, from + (i + 1) * length);
      int at = sumsOffset + i * entry;
      assertThat(Arrays.copyOfRange(sums, at, at + entry))
          .as("run %d of length %d", i, length)
          .isEqualTo(reference(run));
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void runsInAViewAreTakenAllOrNotAtAll(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    int entry = checksum.type().checksumLength();
    for (int length : new int[] {1, 2, 7, 63, 64, 65}) {
      int count = LONGEST / length;
      ByteBuffer view = kind.of(first(length * count));
      int position = view.position();
      byte[] target = filled(count * entry + 5);
      if (checksum.finishEachInPlace(view, length, count, target, 3)) {
        assertRunsAndNothingElse(target, 3, 0, length, count);
      } else {
        assertThat(view.position()).isEqualTo(position);
        assertThat(view.remaining()).isEqualTo(length * count);
        assertThat(target).containsOnly(0x5A);
      }
      checksum.update(sample, 0, 7);
      assertThat(finish(checksum)).isEqualTo(reference(first(7)));
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void theFirstRunInAViewBeginsWithWhatWasTakenBefore(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    int entry = checksum.type().checksumLength();
    checksum.update(sample, 0, 10);
    checksum.finishEachInPlace(kind.of(new byte[0]), 7, 0, new byte[0], 0);
    byte[] target = new byte[2 * entry];
    ByteBuffer view = kind.of(Arrays.copyOfRange(sample, 10, 24));
    if (checksum.finishEachInPlace(view, 7, 2, target, 0)) {
      assertThat(Arrays.copyOf(target, entry)).isEqualTo(reference(first(17)));
      assertRuns(Arrays.copyOfRange(target, entry, 2 * entry), 0, 17, 7, 1);
      assertThat(finish(checksum)).isEqualTo(reference(first(0)));
    } else {
      assertThat(finish(checksum)).isEqualTo(reference(first(10)));
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void runsInAViewWhoseChecksumsDoNotFitAreRefusedAndChangeNothing(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    byte[] target = new byte[2 * checksum.type().checksumLength()];
    boolean takesViews = checksum.finishEachInPlace(kind.of(first(14)), 7, 2, target, 0);
    checksum.update(sample, 0, 10);
    if (takesViews) {
      for (int offset : new int[] {-1, 1, MAX}) {
        ByteBuffer view = kind.of(first(14));
        assertThatThrownBy(() -> checksum.finishEachInPlace(view, 7, 2, target, offset))
            .as("offset %d", offset)
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
    assertThat(finish(checksum)).isEqualTo(reference(first(10)));
  }

  @Test
  void runsThatDoNotFitAreRefusedAndChangeNothing() {
    StreamingChecksum checksum = algorithm().newChecksum();
    int entry = checksum.type().checksumLength();
    checksum.update(sample, 0, 10);
    byte[] target = new byte[2 * entry];
    for (int[] runs :
        new int[][] {
          {-1, 1, 2}, {LONGEST - 13, 7, 2}, {0, -1, 2}, {0, 1, -1}, {0, MAX, 2}, {0, 1 << 30, 4}
        }) {
      assertThatThrownBy(() -> checksum.finishEach(sample, runs[0], runs[1], runs[2], target, 0))
          .as("runs %s", Arrays.toString(runs))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    for (int offset : new int[] {-1, 1, MAX}) {
      assertThatThrownBy(() -> checksum.finishEach(sample, 0, 7, 2, target, offset))
          .as("offset %d", offset)
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(finish(checksum)).isEqualTo(reference(first(10)));
  }
}
