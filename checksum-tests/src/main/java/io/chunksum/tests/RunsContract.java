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

  /** Of whole blocks and of sectors, and one that is no multiple of anything. */
  private static final int[] LONG_RUNS = {128, 512, 4096, 4097};

  /** More than this library hands on in one call, which is 64. */
  private static final int MOST_RUNS = 70;

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
      assertRunsAndNothingElse(target, 1, sample, length, count);
    }
    checksum.update(sample, 0, 10);
    checksum.finishEach(sample, 10, 7, 0, new byte[0], 0);
    byte[] target = new byte[2 * entry];
    checksum.finishEach(sample, 10, 7, 2, target, 0);
    assertThat(Arrays.copyOf(target, entry)).isEqualTo(reference(first(17)));
    assertRuns(target, entry, 17, sample, 7, 1);
  }

  @Test
  void longRunsAreTakenLikeShortOnes() {
    StreamingChecksum checksum = algorithm().newChecksum();
    int entry = checksum.type().checksumLength();
    for (int length : LONG_RUNS) {
      byte[] content = TestBytes.random(length, 1 + MOST_RUNS * length);
      byte[] target = filled(MOST_RUNS * entry + 5);
      checksum.finishEach(content, 1, length, MOST_RUNS, target, 3);
      assertRunsAndNothingElse(target, 1, content, length, MOST_RUNS);
    }
  }

  private static byte[] filled(int length) {
    byte[] target = new byte[length];
    Arrays.fill(target, (byte) 0x5A);
    return target;
  }

  /** The checksums are in the target from index 3 on. */
  private void assertRunsAndNothingElse(
      byte[] target, int from, byte[] content, int length, int count) {
    assertRuns(target, 3, from, content, length, count);
    int end = 3 + count * algorithm().type().checksumLength();
    assertThat(Arrays.copyOf(target, 3)).containsOnly(0x5A);
    assertThat(Arrays.copyOfRange(target, end, target.length)).containsOnly(0x5A);
  }

  private void assertRuns(
      byte[] target, int offset, int from, byte[] content, int length, int count) {
    int entry = algorithm().type().checksumLength();
    for (int i = 0; i < count; i++) {
      byte[] run = Arrays.copyOfRange(content, from + i * length, from + (i + 1) * length);
      int at = offset + i * entry;
      assertThat(Arrays.copyOfRange(target, at, at + entry))
          .as("run %d of %d bytes", i, length)
          .isEqualTo(reference(run));
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void runsInAViewAreTakenAllOrNotAtAll(BufferKind kind) {
    for (int length : new int[] {1, 2, 7, 63, 64, 65}) {
      assertTakenAllOrNotAtAll(kind, sample, length, LONGEST / length);
    }
    byte[] content = longContent();
    for (int length : LONG_RUNS) {
      assertTakenAllOrNotAtAll(kind, content, length, Math.min(MOST_RUNS, LONG / length));
    }
  }

  private void assertTakenAllOrNotAtAll(BufferKind kind, byte[] content, int length, int count) {
    StreamingChecksum checksum = algorithm().newChecksum();
    ByteBuffer view = kind.of(Arrays.copyOf(content, length * count));
    int position = view.position();
    byte[] target = filled(count * checksum.type().checksumLength() + 5);
    if (checksum.finishEachInPlace(view, length, count, target, 3)) {
      assertRunsAndNothingElse(target, 0, content, length, count);
    } else {
      assertThat(view.position()).as("%s, runs of %d", kind, length).isEqualTo(position);
      assertThat(view.remaining()).as("%s, runs of %d", kind, length).isEqualTo(length * count);
      assertThat(target).containsOnly(0x5A);
    }
    checksum.update(sample, 0, 7);
    assertThat(finish(checksum)).as("after %s", kind).isEqualTo(reference(first(7)));
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
      assertThat(Arrays.copyOf(target, entry)).as("%s", kind).isEqualTo(reference(first(17)));
      assertRuns(target, entry, 17, sample, 7, 1);
      assertThat(finish(checksum)).as("after %s", kind).isEqualTo(reference(first(0)));
    } else {
      assertThat(finish(checksum)).as("%s, not taken", kind).isEqualTo(reference(first(10)));
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
            .as("%s, offset %d", kind, offset)
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
    assertThat(finish(checksum)).as("%s", kind).isEqualTo(reference(first(10)));
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
