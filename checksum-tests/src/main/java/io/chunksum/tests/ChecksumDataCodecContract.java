// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.MalformedChecksumDataException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every codec of {@link ChecksumData} must do, whatever its format. A test of a codec extends
 * this and implements both directions. For codecs that store the type or the window size elsewhere,
 * the test supplies them from its own fields.
 */
public abstract class ChecksumDataCodecContract {

  /** Allowance for what an exception and a JVM's first call of a method allocate. */
  private static final long SPARE_BYTES = 1 << 20;

  private static final int[] COUNTS = {0, 1, 2, 3, 127, 128, 300};

  /** Checksums of more than 1 GiB in windows of 16 KiB: a count that needs three bytes. */
  private static final int MANY = 70_000;

  private static final int[] WINDOW_SIZES = {1, 127, 128, 512, 16 * 1024, Integer.MAX_VALUE};

  /** For subclasses. */
  protected ChecksumDataCodecContract() {}

  /**
   * Encodes with the codec under test.
   *
   * @param sums the checksums to encode, of one of the {@link #types()}
   * @return the encoded form
   */
  protected abstract byte[] encode(ChecksumData sums);

  /**
   * Decodes with the codec under test.
   *
   * @param encoded what {@link #encode} returned, or a damaged form of it
   * @return the decoded checksums
   * @throws MalformedChecksumDataException if it cannot be decoded; any other exception fails the
   *     test
   */
  protected abstract ChecksumData decode(byte[] encoded) throws MalformedChecksumDataException;

  /**
   * Returns the types that the codec knows.
   *
   * @return by default, the types of Apache Ozone
   */
  protected List<ChecksumType> types() {
    return List.of(
        ChecksumType.NONE,
        ChecksumType.CRC32,
        ChecksumType.CRC32C,
        ChecksumType.SHA256,
        ChecksumType.MD5);
  }

  /** The memory of classes and lambdas, taken on first use, must not count for an input. */
  @BeforeEach
  void loadWhatTheCodecUses() {
    for (ChecksumType type : types()) {
      byte[] encoded = encode(sums(type, 16 * 1024, 1));
      decodedOrRefused(encoded);
      decodedOrRefused(Arrays.copyOf(encoded, encoded.length / 2));
    }
  }

  private static ChecksumData sums(ChecksumType type, int windowSize, int count) {
    byte[] packed = TestBytes.random(20_04 + count, count * type.checksumLength());
    return ChecksumData.of(type, windowSize, packed);
  }

  private List<ChecksumData> samples() {
    List<ChecksumData> samples = new ArrayList<>();
    for (ChecksumType type : types()) {
      for (int count : COUNTS) {
        samples.add(sums(type, 16 * 1024, count));
      }
      for (int windowSize : WINDOW_SIZES) {
        samples.add(sums(type, windowSize, 2));
      }
    }
    assertThat(samples).as("types that the codec knows").isNotEmpty();
    return samples;
  }

  @Test
  void whatIsEncodedDecodesToTheSame() throws MalformedChecksumDataException {
    byte[] last = {};
    byte[] lastBefore = {};
    for (ChecksumData sums : samples()) {
      byte[] encoded = encode(sums);
      byte[] before = encoded.clone();
      assertThat(last).as("is not overwritten by what is encoded next").isEqualTo(lastBefore);
      last = encoded;
      lastBefore = before;
      assertThat(decode(encoded)).isEqualTo(sums);
      assertThat(encoded).as("is only read").isEqualTo(before);
      assertThat(encode(sums)).as("is the same at every call").isEqualTo(before);
    }
  }

  @Test
  void manyChecksumsDecodeToTheSame() throws MalformedChecksumDataException {
    for (ChecksumType type : types()) {
      ChecksumData sums = sums(type, 16 * 1024, MANY);
      assertThat(decode(encode(sums)).equals(sums)).as("%s", sums).isTrue();
    }
  }

  @Test
  void truncatedInputIsRefusedByTheNamedExceptionOrMeansLess() {
    for (ChecksumData sums : samples()) {
      byte[] encoded = encode(sums);
      int step = Math.max(1, encoded.length / 300);
      for (int length = 0; length < encoded.length; length += step) {
        assertThat(attempt(Arrays.copyOf(encoded, length)))
            .as("%d of %d bytes of %s", length, encoded.length, sums)
            .isNotEqualTo(sums);
      }
    }
  }

  @Test
  void everyFlippedBitIsAnotherValueOrTheNamedException() {
    for (ChecksumType type : types()) {
      ChecksumData sums = sums(type, 16 * 1024, 3);
      byte[] encoded = encode(sums);
      for (int bit = 0; bit < 8 * encoded.length; bit++) {
        byte[] damaged = encoded.clone();
        damaged[bit / 8] ^= (byte) (1 << bit % 8);
        assertThat(attempt(damaged)).as("bit %d of %s", bit, sums).isNotEqualTo(sums);
      }
    }
  }

  @Test
  void bytesSetToAnExtremeAreAValueOrTheNamedException() {
    for (ChecksumType type : types()) {
      byte[] encoded = encode(sums(type, 16 * 1024, 3));
      for (int from = 0; from < encoded.length; from++) {
        for (int count = 1; count <= 8; count++) {
          for (int value : new int[] {0x00, 0x7F, 0x80, 0xFF}) {
            byte[] damaged = encoded.clone();
            Arrays.fill(damaged, from, Math.min(from + count, damaged.length), (byte) value);
            attempt(damaged);
          }
        }
      }
    }
  }

  @Test
  void noiseIsAValueOrTheNamedException() {
    for (int length = 0; length < 200; length++) {
      for (int seed = 0; seed < 20; seed++) {
        attempt(TestBytes.random(seed, length));
      }
    }
  }

  /** Decodes, and checks that the memory this takes is in proportion to the length of the input. */
  private Object attempt(byte[] encoded) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Object result = decodedOrRefused(encoded);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated)
        .as("bytes allocated for an input of %d", encoded.length)
        .isLessThan(16L * encoded.length + SPARE_BYTES);
    return result;
  }

  private Object decodedOrRefused(byte[] encoded) {
    try {
      return decode(encoded);
    } catch (MalformedChecksumDataException e) {
      assertThat(e.offset())
          .as("offset of: %s", e.getMessage())
          .isBetween(0L, (long) encoded.length);
      return e;
    }
  }
}
