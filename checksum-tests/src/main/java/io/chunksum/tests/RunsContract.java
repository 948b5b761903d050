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

  /** More than this library hands on in one call, which is 64. */
  private static final int MOST_RUNS = 70;

  /** Lengths and numbers: whole blocks, sectors, and lengths that are no multiple of anything. */
  private static final int[][] LONG_RUNS = {
    {128, MOST_RUNS}, {512, MOST_RUNS}, {4096, MOST_RUNS}, {4097, MOST_RUNS}, {16_385, 2}
  };

  /** Lengths and numbers: there may be other loops for long runs than for short, and for many. */
  private static final int[][] RUNS = {
    {7, 1}, {7, 2}, {64, MOST_RUNS}, {512, MOST_RUNS}, {4097, 2}
  };

  /** So many that the length of their checksums, as an int, is 0: that of CRC32, for example. */
  private static final int MANY = 1 << 30;

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
      assertRunsAndNothingElse(target, sample, 1, length, count);
    }
  }

  @Test
  void theFirstRunBeginsWithWhatWasTakenBefore() {
    StreamingChecksum checksum = algorithm().newChecksum();
    checksum.update(sample, 0, 10);
    checksum.finishEach(sample, 10, 7, 0, new byte[0], 0);
    assertThat(finish(checksum)).as("no runs").isEqualTo(reference(first(10)));
    for (int[] runs : RUNS) {
      int length = runs[0];
      int count = runs[1];
      byte[] content = TestBytes.random(length, 10 + count * length);
      byte[] target = new byte[count * checksum.type().checksumLength()];
      checksum.update(content, 0, 10);
      checksum.finishEach(content, 10, length, count, target, 0);
      assertFirstRunIsLonger(target, content, length, count);
      assertThat(finish(checksum))
          .as("after %d runs of %d bytes", count, length)
          .isEqualTo(reference(first(0)));
    }
  }

  /** The first run has the 10 bytes before it, too. */
  private void assertFirstRunIsLonger(byte[] target, byte[] content, int length, int count) {
    int entry = algorithm().type().checksumLength();
    assertThat(Arrays.copyOf(target, entry))
        .as("first of %d runs of %d bytes, after 10", count, length)
        .isEqualTo(reference(Arrays.copyOf(content, 10 + length)));
    assertRuns(target, entry, content, 10 + length, length, count - 1);
  }

  @Test
  void longRunsAreTakenLikeShortOnes() {
    StreamingChecksum checksum = algorithm().newChecksum();
    int entry = checksum.type().checksumLength();
    for (int[] runs : LONG_RUNS) {
      int length = runs[0];
      int count = runs[1];
      byte[] content = TestBytes.random(length, 1 + count * length);
      byte[] target = filled(count * entry + 5);
      checksum.finishEach(content, 1, length, count, target, 3);
      assertRunsAndNothingElse(target, content, 1, length, count);
    }
  }

  /** Views are of one kind only, because references may be slow. */
  @Test
  void runsOfManyBytesAreTakenLikeShortOnes() {
    StreamingChecksum checksum = algorithm().newChecksum();
    byte[] content = TestBytes.random(20_07, 1 + 2 * LONG);
    byte[] target = filled(2 * checksum.type().checksumLength() + 5);
    checksum.finishEach(content, 1, LONG, 2, target, 3);
    assertRunsAndNothingElse(target, content, 1, LONG, 2);
    assertTakenAllOrNotAtAll(BufferKind.DIRECT, content, LONG, 2);
  }

  private static byte[] filled(int length) {
    byte[] target = new byte[length];
    Arrays.fill(target, (byte) 0x5A);
    return target;
  }

  /** The checksums are in the target from index 3 on. */
  private void assertRunsAndNothingElse(
      byte[] target, byte[] content, int from, int length, int count) {
    assertRuns(target, 3, content, from, length, count);
    int end = 3 + count * algorithm().type().checksumLength();
    assertThat(Arrays.copyOf(target, 3))
        .as("target before the checksums of %d runs of %d bytes", count, length)
        .containsOnly(0x5A);
    assertThat(Arrays.copyOfRange(target, end, target.length))
        .as("target behind the checksums of %d runs of %d bytes", count, length)
        .containsOnly(0x5A);
  }

  private void assertRuns(
      byte[] target, int offset, byte[] content, int from, int length, int count) {
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
    assertTakenAllOrNotAtAll(kind, sample, 0, 3);
    for (int length : new int[] {1, 2, 7, 63, 64, 65}) {
      assertTakenAllOrNotAtAll(kind, sample, length, LONGEST / length);
    }
    byte[] content = longContent();
    for (int[] runs : LONG_RUNS) {
      int length = runs[0];
      assertTakenAllOrNotAtAll(kind, content, length, Math.min(runs[1], content.length / length));
    }
  }

  private void assertTakenAllOrNotAtAll(BufferKind kind, byte[] content, int length, int count) {
    StreamingChecksum checksum = algorithm().newChecksum();
    ByteBuffer view = kind.of(Arrays.copyOf(content, length * count));
    int position = view.position();
    byte[] target = filled(count * checksum.type().checksumLength() + 5);
    if (checksum.finishEachInPlace(view, length, count, target, 3)) {
      assertRunsAndNothingElse(target, content, 0, length, count);
    } else {
      assertThat(view.position()).as("%s, runs of %d", kind, length).isEqualTo(position);
      assertThat(view.remaining()).as("%s, runs of %d", kind, length).isEqualTo(length * count);
      assertThat(target).containsOnly(0x5A);
    }
    checksum.update(sample, 0, 7);
    assertThat(finish(checksum)).as("after %s", kind).isEqualTo(reference(first(7)));
  }

  @Test
  void runsAreOnlyRead() {
    StreamingChecksum checksum = algorithm().newChecksum();
    for (int[] runs : RUNS) {
      int length = runs[0];
      int count = runs[1];
      byte[] content = TestBytes.random(length, 2 + count * length);
      byte[] before = content.clone();
      byte[] target = new byte[count * checksum.type().checksumLength()];
      checksum.finishEach(content, 1, length, count, target, 0);
      assertThat(content)
          .as("%d runs of %d bytes, and a byte on each side", count, length)
          .isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void runsInAViewAreOnlyRead(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    for (int[] runs : RUNS) {
      int length = runs[0];
      int count = runs[1];
      byte[] content = TestBytes.random(length, count * length);
      byte[] target = new byte[count * checksum.type().checksumLength()];
      ByteBuffer view = kind.of(content);
      ByteBuffer read = view.duplicate();
      checksum.finishEachInPlace(view, length, count, target, 0);
      assertThat(read)
          .as("%s, %d runs of %d bytes", kind, count, length)
          .isEqualTo(ByteBuffer.wrap(content));
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void theFirstRunInAViewBeginsWithWhatWasTakenBefore(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    checksum.update(sample, 0, 10);
    checksum.finishEachInPlace(kind.of(new byte[0]), 7, 0, new byte[0], 0);
    assertThat(finish(checksum)).as("%s, no runs", kind).isEqualTo(reference(first(10)));
    for (int[] runs : RUNS) {
      int length = runs[0];
      int count = runs[1];
      byte[] content = TestBytes.random(length, 10 + count * length);
      byte[] target = new byte[count * checksum.type().checksumLength()];
      checksum.update(content, 0, 10);
      ByteBuffer view = kind.of(Arrays.copyOfRange(content, 10, content.length));
      boolean taken = checksum.finishEachInPlace(view, length, count, target, 0);
      if (taken) {
        assertFirstRunIsLonger(target, content, length, count);
      }
      assertThat(finish(checksum))
          .as("after %s with %d runs of %d bytes, taken: %s", kind, count, length, taken)
          .isEqualTo(reference(Arrays.copyOf(content, taken ? 0 : 10)));
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
      if (target.length > 0) {
        ByteBuffer none = kind.of(first(0));
        assertThatThrownBy(() -> checksum.finishEachInPlace(none, 0, MANY, target, 0))
            .as("%s, %d runs of no bytes", kind, MANY)
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
    if (entry > 0) {
      assertThatThrownBy(() -> checksum.finishEach(sample, 0, 0, MANY, target, 0))
          .as("%d runs of no bytes", MANY)
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
