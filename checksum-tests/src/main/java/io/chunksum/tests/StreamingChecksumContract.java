// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.StreamingChecksum;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every {@link StreamingChecksum} must do. A test of an algorithm extends this and names the
 * algorithm and an independent way to compute the same:
 *
 * <pre>{@code
 * class MyChecksumTest extends StreamingChecksumContract {
 *   @Override
 *   protected ChecksumAlgorithm algorithm() {
 *     return new MyAlgorithm();
 *   }
 *
 *   @Override
 *   protected byte[] reference(byte[] content) {
 *     return OtherLibrary.myChecksum(content);
 *   }
 * }
 * }</pre>
 */
public abstract class StreamingChecksumContract {

  /** Beyond three blocks of 64 bytes, the block of MD5 and SHA-256. */
  private static final int LONGEST = 3 * 64 + 2;

  private static final byte[] CONTENT = TestBytes.random(20_01, LONGEST);

  /** For subclasses. */
  protected StreamingChecksumContract() {}

  /**
   * Names the algorithm under test.
   *
   * @return the algorithm
   */
  protected abstract ChecksumAlgorithm algorithm();

  /**
   * Computes the checksum of some bytes independently of the algorithm under test.
   *
   * @param content the bytes
   * @return their checksum
   */
  protected abstract byte[] reference(byte[] content);

  private static byte[] first(int length) {
    return Arrays.copyOf(CONTENT, length);
  }

  private static byte[] finish(StreamingChecksum checksum) {
    byte[] result = new byte[checksum.type().checksumLength()];
    checksum.finish(result, 0);
    return result;
  }

  @Test
  void typeAndResultLengthAgree() {
    StreamingChecksum checksum = algorithm().newChecksum();
    assertThat(checksum.type()).isEqualTo(algorithm().type());
    assertThat(reference(CONTENT)).hasSize(algorithm().type().checksumLength());
  }

  @Test
  void everyLengthGivesTheReferenceValue() {
    StreamingChecksum checksum = algorithm().newChecksum();
    for (int length = 0; length <= LONGEST; length++) {
      checksum.update(CONTENT, 0, length);
      assertThat(finish(checksum)).as("length %d", length).isEqualTo(reference(first(length)));
    }
  }

  @Test
  void twoUpdatesEqualOne() {
    StreamingChecksum checksum = algorithm().newChecksum();
    byte[] expected = reference(CONTENT);
    for (int split = 0; split <= LONGEST; split++) {
      checksum.update(CONTENT, 0, split);
      checksum.update(CONTENT, split, LONGEST - split);
      assertThat(finish(checksum)).as("split at %d", split).isEqualTo(expected);
    }
  }

  @Test
  void stepsOfEveryLengthEqualOneUpdate() {
    StreamingChecksum checksum = algorithm().newChecksum();
    byte[] expected = reference(CONTENT);
    for (int step = 1; step <= LONGEST; step++) {
      for (int at = 0; at < LONGEST; at += step) {
        checksum.update(CONTENT, at, Math.min(step, LONGEST - at));
      }
      assertThat(finish(checksum)).as("steps of %d", step).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void everyKindOfBufferGivesTheReferenceValueAndIsNotMoved(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    for (int length = 0; length <= LONGEST; length++) {
      ByteBuffer buffer = kind.of(first(length));
      int position = buffer.position();
      int limit = buffer.limit();
      checksum.update(buffer);
      assertThat(finish(checksum)).as("length %d", length).isEqualTo(reference(first(length)));
      assertThat(buffer.position()).isEqualTo(position);
      assertThat(buffer.limit()).isEqualTo(limit);
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void aViewIsTakenWholeOrNotAtAll(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    ByteBuffer view = kind.of(CONTENT);
    int position = view.position();
    boolean taken = checksum.updateInPlace(view);
    if (!taken) {
      assertThat(view.position()).isEqualTo(position);
      assertThat(view.remaining()).isEqualTo(LONGEST);
    }
    assertThat(finish(checksum)).isEqualTo(reference(taken ? CONTENT : new byte[0]));
  }

  @Test
  void finishForgetsWhatWasTaken() {
    StreamingChecksum checksum = algorithm().newChecksum();
    checksum.update(CONTENT, 0, 100);
    byte[] unused = finish(checksum);
    assertThat(unused).isEqualTo(reference(first(100)));
    checksum.update(CONTENT, 0, 7);
    assertThat(finish(checksum)).isEqualTo(reference(first(7)));
  }

  @Test
  void resetForgetsWhatWasTaken() {
    StreamingChecksum checksum = algorithm().newChecksum();
    checksum.update(CONTENT, 0, 100);
    checksum.reset();
    assertThat(finish(checksum)).isEqualTo(reference(new byte[0]));
    checksum.update(CONTENT, 0, 65);
    checksum.reset();
    checksum.update(CONTENT, 0, 7);
    assertThat(finish(checksum)).isEqualTo(reference(first(7)));
  }

  @Test
  void finishWritesAtTheOffsetAndNowhereElse() {
    StreamingChecksum checksum = algorithm().newChecksum();
    int length = checksum.type().checksumLength();
    byte[] target = new byte[length + 5];
    Arrays.fill(target, (byte) 0x5A);
    checksum.update(CONTENT, 0, 10);
    checksum.finish(target, 3);
    assertThat(Arrays.copyOfRange(target, 3, 3 + length)).isEqualTo(reference(first(10)));
    assertThat(Arrays.copyOf(target, 3)).containsOnly(0x5A);
    assertThat(Arrays.copyOfRange(target, 3 + length, target.length)).containsOnly(0x5A);
  }

  @Test
  void rangesThatDoNotFitAreRefusedAndChangeNothing() {
    StreamingChecksum checksum = algorithm().newChecksum();
    checksum.update(CONTENT, 0, 10);
    for (int[] range : new int[][] {{-1, 1}, {0, -1}, {0, LONGEST + 1}, {LONGEST, 1}, {1, MAX}}) {
      assertThatThrownBy(() -> checksum.update(CONTENT, range[0], range[1]))
          .as("range %s", Arrays.toString(range))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    byte[] tooSmall = new byte[checksum.type().checksumLength()];
    for (int offset : new int[] {-1, 1, MAX}) {
      assertThatThrownBy(() -> checksum.finish(tooSmall, offset))
          .as("offset %d", offset)
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(finish(checksum)).isEqualTo(reference(first(10)));
  }

  private static final int MAX = Integer.MAX_VALUE;

  @Test
  void peekShowsWhatFinishWouldGiveAndChangesNothing() {
    StreamingChecksum checksum = algorithm().newChecksum();
    int resultLength = checksum.type().checksumLength();
    boolean able = checksum.peek(new byte[resultLength], 0);
    byte[] target = new byte[resultLength + 5];
    for (int length = 0; length < LONGEST; length++) {
      Arrays.fill(target, (byte) 0x5A);
      assertThat(checksum.peek(target, 3)).isEqualTo(able);
      byte[] shown = Arrays.copyOfRange(target, 3, 3 + resultLength);
      if (able) {
        assertThat(shown).as("length %d", length).isEqualTo(reference(first(length)));
      } else {
        assertThat(shown).containsOnly(0x5A);
      }
      assertThat(Arrays.copyOf(target, 3)).containsOnly(0x5A);
      assertThat(Arrays.copyOfRange(target, 3 + resultLength, target.length)).containsOnly(0x5A);
      checksum.update(CONTENT, length, 1);
    }
    if (able) {
      assertThatThrownBy(() -> checksum.peek(target, 6))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(finish(checksum)).isEqualTo(reference(CONTENT));
  }

  @Test
  void finishEachIsUpdateAndFinishForEachRun() {
    StreamingChecksum checksum = algorithm().newChecksum();
    int entry = checksum.type().checksumLength();
    for (int length = 0; length <= LONGEST / 2; length++) {
      int count = length == 0 ? 3 : (LONGEST - 1) / length;
      byte[] target = new byte[count * entry + 5];
      Arrays.fill(target, (byte) 0x5A);
      checksum.finishEach(CONTENT, 1, length, count, target, 3);
      assertRuns(target, 3, 1, length, count);
      assertThat(Arrays.copyOf(target, 3)).containsOnly(0x5A);
      assertThat(Arrays.copyOfRange(target, 3 + count * entry, target.length)).containsOnly(0x5A);
    }
    checksum.update(CONTENT, 0, 10);
    checksum.finishEach(CONTENT, 10, 7, 0, new byte[0], 0);
    byte[] target = new byte[2 * entry];
    checksum.finishEach(CONTENT, 10, 7, 2, target, 0);
    assertThat(Arrays.copyOf(target, entry)).isEqualTo(reference(first(17)));
    assertRuns(Arrays.copyOfRange(target, entry, 2 * entry), 0, 17, 7, 1);
  }

  private void assertRuns(byte[] sums, int sumsOffset, int from, int length, int count) {
    int entry = algorithm().type().checksumLength();
    for (int i = 0; i < count; i++) {
      byte[] run = Arrays.copyOfRange(CONTENT, from + i * length, from + (i + 1) * length);
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
      byte[] target = new byte[count * entry];
      if (checksum.finishEachInPlace(view, length, count, target, 0)) {
        assertRuns(target, 0, 0, length, count);
      } else {
        assertThat(view.position()).isEqualTo(position);
        assertThat(view.remaining()).isEqualTo(length * count);
        assertThat(target).isEqualTo(new byte[count * entry]);
      }
      checksum.update(CONTENT, 0, 7);
      assertThat(finish(checksum)).isEqualTo(reference(first(7)));
    }
  }

  @Test
  void runsThatDoNotFitAreRefusedAndChangeNothing() {
    StreamingChecksum checksum = algorithm().newChecksum();
    int entry = checksum.type().checksumLength();
    checksum.update(CONTENT, 0, 10);
    byte[] target = new byte[2 * entry];
    for (int[] runs :
        new int[][] {
          {-1, 1, 2}, {LONGEST - 13, 7, 2}, {0, -1, 2}, {0, 1, -1}, {0, MAX, 2}, {0, 1 << 30, 4}
        }) {
      assertThatThrownBy(() -> checksum.finishEach(CONTENT, runs[0], runs[1], runs[2], target, 0))
          .as("runs %s", Arrays.toString(runs))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    for (int offset : new int[] {-1, 1, MAX}) {
      assertThatThrownBy(() -> checksum.finishEach(CONTENT, 0, 7, 2, target, offset))
          .as("offset %d", offset)
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(finish(checksum)).isEqualTo(reference(first(10)));
  }

  @Test
  void checksumsOfOneAlgorithmDoNotShareState() {
    StreamingChecksum one = algorithm().newChecksum();
    StreamingChecksum other = algorithm().newChecksum();
    one.update(CONTENT, 0, 50);
    other.update(CONTENT, 0, 7);
    one.update(CONTENT, 50, 50);
    assertThat(finish(one)).isEqualTo(reference(first(100)));
    assertThat(finish(other)).isEqualTo(reference(first(7)));
  }
}
