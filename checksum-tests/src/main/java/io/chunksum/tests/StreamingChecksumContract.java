// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.StreamingChecksum;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * What every {@link StreamingChecksum} must do. A test of an algorithm extends this and provides
 * the algorithm and an independent way to compute the same checksum:
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
public abstract class StreamingChecksumContract extends BuffersContract {

  /** Long enough for a thread to be interrupted by the other if there is one processor for both. */
  private static final long LEAST_NANOS = 300_000_000;

  /** Each way to hand bytes over twice, also if the algorithm is slow. */
  private static final int LEAST_TIMES = 8;

  /** Enough for a loop that takes several at the same time. */
  private static final int RUNS = 8;

  private static final int RUN_LENGTH = 10_000;

  /** For subclasses. */
  protected StreamingChecksumContract() {}

  @Test
  void typeAndResultLengthAgree() {
    StreamingChecksum checksum = algorithm().newChecksum();
    assertThat(checksum.type()).isEqualTo(algorithm().type());
    assertThat(reference(sample)).hasSize(algorithm().type().checksumLength());
  }

  @Test
  void everyLengthGivesTheReferenceValue() {
    StreamingChecksum checksum = algorithm().newChecksum();
    for (int length = 0; length <= LONGEST; length++) {
      checksum.update(sample, 0, length);
      assertThat(finish(checksum)).as("length %d", length).isEqualTo(reference(first(length)));
    }
  }

  @Test
  void longContentGivesTheReferenceValue() {
    byte[] high = new byte[LONG];
    Arrays.fill(high, (byte) 0xFF);
    StreamingChecksum checksum = algorithm().newChecksum();
    for (byte[] content : List.of(longContent(), high, new byte[LONG])) {
      byte[] expected = reference(content);
      checksum.update(content, 0, LONG);
      assertThat(finish(checksum)).isEqualTo(expected);
      for (BufferKind kind : BufferKind.values()) {
        checksum.update(kind.of(content));
        assertThat(finish(checksum)).as("%s of %d bytes", kind, LONG).isEqualTo(expected);
      }
    }
  }

  /** The vectors are those that {@link GoldenVector} has for an algorithm of the same name. */
  @Test
  void publishedVectorsAreGiven() {
    StreamingChecksum checksum = algorithm().newChecksum();
    for (GoldenVector vector : GoldenVector.values()) {
      if (vector.type().name().equals(algorithm().type().name())) {
        byte[] content = vector.content();
        checksum.update(content, 0, content.length);
        assertThat(finish(checksum)).as("%s", vector).isEqualTo(vector.checksum());
      }
    }
  }

  @Test
  void twoUpdatesEqualOne() {
    StreamingChecksum checksum = algorithm().newChecksum();
    byte[] expected = reference(sample);
    for (int split = 0; split <= LONGEST; split++) {
      checksum.update(sample, 0, split);
      checksum.update(sample, split, LONGEST - split);
      assertThat(finish(checksum)).as("split at %d", split).isEqualTo(expected);
    }
  }

  @Test
  void stepsOfEveryLengthEqualOneUpdate() {
    StreamingChecksum checksum = algorithm().newChecksum();
    byte[] expected = reference(sample);
    for (int step = 1; step <= LONGEST; step++) {
      for (int at = 0; at < LONGEST; at += step) {
        checksum.update(sample, at, Math.min(step, LONGEST - at));
      }
      assertThat(finish(checksum)).as("steps of %d", step).isEqualTo(expected);
    }
  }

  @Test
  void longStepsEqualOneUpdate() {
    StreamingChecksum checksum = algorithm().newChecksum();
    byte[] content = longContent();
    byte[] expected = reference(content);
    for (int step : new int[] {97, 1000, 1023, 1025, 4095}) {
      for (int at = 0; at < LONG; at += step) {
        checksum.update(content, at, Math.min(step, LONG - at));
      }
      assertThat(finish(checksum)).as("steps of %d", step).isEqualTo(expected);
      for (BufferKind kind : BufferKind.values()) {
        ByteBuffer buffer = kind.of(content);
        for (int at = 0; at < LONG; at += step) {
          take(checksum, buffer, at, Math.min(at + step, LONG));
        }
        assertThat(finish(checksum)).as("%s in steps of %d", kind, step).isEqualTo(expected);
      }
    }
  }

  @Test
  void finishForgetsWhatWasTaken() {
    StreamingChecksum checksum = algorithm().newChecksum();
    checksum.update(sample, 0, 100);
    byte[] unused = finish(checksum);
    assertThat(unused).isEqualTo(reference(first(100)));
    checksum.update(sample, 0, 7);
    assertThat(finish(checksum)).isEqualTo(reference(first(7)));
  }

  @Test
  void resetForgetsWhatWasTaken() {
    StreamingChecksum checksum = algorithm().newChecksum();
    checksum.update(sample, 0, 100);
    checksum.reset();
    assertThat(finish(checksum)).isEqualTo(reference(new byte[0]));
    for (byte[] content : List.of(first(65), longContent())) {
      checksum.update(content, 0, content.length);
      checksum.reset();
      checksum.update(sample, 0, 7);
      assertThat(finish(checksum))
          .as("after %d bytes", content.length)
          .isEqualTo(reference(first(7)));
    }
  }

  @Test
  void resetForgetsWhatWasShown() {
    StreamingChecksum checksum = algorithm().newChecksum();
    checksum.update(sample, 0, 65);
    checksum.peek(new byte[checksum.type().checksumLength()], 0);
    checksum.reset();
    checksum.update(sample, 0, 7);
    assertThat(finish(checksum)).isEqualTo(reference(first(7)));
  }

  @Test
  void finishWritesAtTheOffsetAndNowhereElse() {
    StreamingChecksum checksum = algorithm().newChecksum();
    int length = checksum.type().checksumLength();
    byte[] target = new byte[length + 5];
    Arrays.fill(target, (byte) 0x5A);
    checksum.update(sample, 0, 10);
    checksum.finish(target, 3);
    assertThat(Arrays.copyOfRange(target, 3, 3 + length)).isEqualTo(reference(first(10)));
    assertThat(Arrays.copyOf(target, 3)).containsOnly(0x5A);
    assertThat(Arrays.copyOfRange(target, 3 + length, target.length)).containsOnly(0x5A);
  }

  @Test
  void rangesThatDoNotFitAreRefusedAndChangeNothing() {
    StreamingChecksum checksum = algorithm().newChecksum();
    checksum.update(sample, 0, 10);
    int[][] ranges = {
      {-1, 1}, {0, -1}, {0, LONGEST + 1}, {LONGEST, 1}, {1, MAX}, {-1, 0}, {LONGEST + 1, 0}
    };
    for (int[] range : ranges) {
      assertThatThrownBy(() -> checksum.update(sample, range[0], range[1]))
          .as("range %s", Arrays.toString(range))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    // So long that the part that fits is worth a separate call.
    byte[] longer = new byte[200_000];
    assertThatThrownBy(() -> checksum.update(longer, 1, longer.length))
        .isInstanceOf(IndexOutOfBoundsException.class);
    byte[] tooSmall = new byte[checksum.type().checksumLength()];
    for (int offset : new int[] {-1, 1, MAX}) {
      assertThatThrownBy(() -> checksum.finish(tooSmall, offset))
          .as("offset %d", offset)
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(finish(checksum)).isEqualTo(reference(first(10)));
  }

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
      checksum.update(sample, length, 1);
    }
    if (able) {
      for (int offset : new int[] {-1, 6, MAX}) {
        assertThatThrownBy(() -> checksum.peek(target, offset))
            .as("offset %d", offset)
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
    assertThat(finish(checksum)).isEqualTo(reference(sample));
  }

  @Test
  void checksumsOfOneAlgorithmDoNotShareState() {
    ChecksumAlgorithm algorithm = algorithm();
    StreamingChecksum one = algorithm.newChecksum();
    StreamingChecksum other = algorithm.newChecksum();
    one.update(sample, 0, 50);
    other.update(sample, 0, 7);
    one.update(sample, 50, 50);
    assertThat(finish(one)).isEqualTo(reference(first(100)));
    assertThat(finish(other)).isEqualTo(reference(first(7)));
  }

  /**
   * What they share for the time of one call, such as a static array, shows only at the same time.
   * Two threads compute until a result is wrong, or both have computed for 0.3 seconds and have
   * taken 640 KB.
   */
  @Test
  void checksumsInTwoThreadsDoNotDisturbEachOther() throws Exception {
    byte[] content = Arrays.copyOf(longContent(), RUNS * RUN_LENGTH);
    byte[] ofContent = referenceOfRuns(content);
    byte[] zeros = new byte[RUNS * RUN_LENGTH];
    byte[] ofZeros = referenceOfRuns(zeros);
    ChecksumAlgorithm algorithm = algorithm();
    AtomicBoolean oneHasDone = new AtomicBoolean();
    AtomicBoolean otherHasDone = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<byte[]> one =
          threads.submit(() -> computed(algorithm, content, ofContent, oneHasDone, otherHasDone));
      Future<byte[]> other =
          threads.submit(() -> computed(algorithm, zeros, ofZeros, otherHasDone, oneHasDone));
      assertThat(one.get(1, TimeUnit.MINUTES))
          .as("random bytes, while another thread computes zeros")
          .isEqualTo(ofContent);
      assertThat(other.get(1, TimeUnit.MINUTES))
          .as("zeros, while another thread computes random bytes")
          .isEqualTo(ofZeros);
    } finally {
      threads.shutdownNow();
      // A thread that still computes would disturb later cases.
      assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).as("both have ended").isTrue();
    }
  }

  private byte[] referenceOfRuns(byte[] content) {
    ByteBuffer checksums = ByteBuffer.allocate(RUNS * algorithm().type().checksumLength());
    for (int at = 0; at < content.length; at += RUN_LENGTH) {
      checksums.put(reference(Arrays.copyOfRange(content, at, at + RUN_LENGTH)));
    }
    return checksums.array();
  }

  /**
   * Computes again and again, up to the first result that is not the expected one, or until the
   * other thread has done its share, too: it may begin late. Ends early if it is interrupted.
   */
  private static byte[] computed(
      ChecksumAlgorithm algorithm,
      byte[] content,
      byte[] expected,
      AtomicBoolean done,
      AtomicBoolean otherDone) {
    try {
      ByteBuffer direct = BufferKind.DIRECT.of(content);
      StreamingChecksum checksum = algorithm.newChecksum();
      byte[] result = expected;
      long begin = System.nanoTime();
      for (int i = 1; Arrays.equals(result, expected) && !(done.get() && otherDone.get()); i++) {
        if (Thread.interrupted()) {
          return expected; // The other thread has failed, and that is what is told.
        }
        result = new byte[expected.length];
        computeRuns(checksum, content, direct, i % 4, result);
        if (i >= LEAST_TIMES && System.nanoTime() - begin >= LEAST_NANOS) {
          done.set(true);
        }
      }
      return result;
    } finally {
      done.set(true);
    }
  }

  /** The ways are those for many runs and those for one, from an array and from a view. */
  private static void computeRuns(
      StreamingChecksum checksum, byte[] content, ByteBuffer direct, int way, byte[] target) {
    if (way == 0) {
      checksum.finishEach(content, 0, RUN_LENGTH, RUNS, target, 0);
      return;
    }
    if (way == 1 && checksum.finishEachInPlace(direct.duplicate(), RUN_LENGTH, RUNS, target, 0)) {
      return;
    }
    for (int i = 0; i < RUNS; i++) {
      int at = i * RUN_LENGTH;
      switch (way) {
        case 1 -> take(checksum, direct, at, at + RUN_LENGTH);
        case 2 -> checksum.update(content, at, RUN_LENGTH);
        default -> checksum.update(direct.slice(direct.position() + at, RUN_LENGTH));
      }
      checksum.finish(target, i * checksum.type().checksumLength());
    }
  }

  /** Does nothing if the algorithm has no combiner. */
  @Test
  void combinedChecksumsAreThoseOfTheWhole() {
    algorithm()
        .combiner()
        .ifPresent(combiner -> {
          for (int split = 0; split <= LONGEST; split++) {
            byte[] tail = Arrays.copyOfRange(sample, split, LONGEST);
            long whole = combiner.combine(crcOf(first(split)), crcOf(tail), tail.length);
            assertThat(whole).as("split at %d", split).isEqualTo(crcOf(sample));
          }
        });
  }

  private long crcOf(byte[] content) {
    return new BigInteger(1, reference(content)).longValue();
  }
}
