// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.crc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CrcComposer;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** CRCs of long windows from those of short ones are those of the data. */
class CrcComposerTest {

  private static final byte[] CONTENT = TestBytes.random(20_55, 300);

  static List<ChecksumAlgorithm> algorithms() {
    return List.of(
        ChecksumAlgorithms.of(ChecksumType.CRC32),
        ChecksumAlgorithms.of(ChecksumType.CRC32C),
        ChecksumAlgorithms.of(ChecksumType.CRC64NVME),
        CrcCatalogue.CRC_16_IBM_3740.algorithm(),
        CrcCatalogue.CRC_24_OPENPGP.algorithm(),
        CrcCatalogue.CRC_32_BZIP2.algorithm());
  }

  private static ChecksumData sums(ChecksumAlgorithm algorithm, int bytesPerChecksum, int length) {
    return ChunkChecksum.of(algorithm, bytesPerChecksum)
        .compute(ChunkBuffer.wrap(Arrays.copyOf(CONTENT, length)));
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void everyLengthAndMultiple(ChecksumAlgorithm algorithm) {
    CrcComposer composer = new CrcComposer(algorithm);
    for (int length = 0; length <= 90; length++) {
      for (int from : new int[] {1, 7, 16}) {
        ChecksumData sums = sums(algorithm, from, length);
        for (int times : new int[] {1, 2, 3, 5, 100}) {
          assertThat(composer.rewindow(sums, length, from * times))
              .as("%d bytes, windows of %d, %d times", length, from, times)
              .isEqualTo(sums(algorithm, from * times, length));
        }
        CrcValue whole = composer.crcValue(sums, length);
        assertThat(whole.length()).isEqualTo(length);
        assertThat(whole.crc()).isEqualTo(composer.compose(sums, length));
        if (length > 0) {
          assertThat(whole.crc()).isEqualTo(sums(algorithm, length, length).value(0));
        } else {
          assertThat(whole).isEqualTo(CrcValue.empty(algorithm));
        }
      }
    }
  }

  @Test
  void longestWindowsAreLongEnoughForEverything() {
    ChecksumAlgorithm crc32c = ChecksumAlgorithms.of(ChecksumType.CRC32C);
    ChecksumData sums = sums(crc32c, 1, 300);
    assertThat(new CrcComposer(crc32c).rewindow(sums, 300, Integer.MAX_VALUE))
        .isEqualTo(sums(crc32c, Integer.MAX_VALUE, 300));
    assertThat(new CrcComposer(crc32c).rewindow(sums, 300, 130)).isEqualTo(sums(crc32c, 130, 300));
  }

  /** One of a single byte, after 143 windows of two bytes that made 13 longer ones. */
  @Test
  void aShortWindowByItselfIsKeptAlsoAfterManyWindowsOfASize() {
    ChecksumAlgorithm crc32c = ChecksumAlgorithms.of(ChecksumType.CRC32C);
    assertThat(new CrcComposer(crc32c).rewindow(sums(crc32c, 2, 287), 287, 22))
        .isEqualTo(sums(crc32c, 22, 287));
  }

  @Test
  void lengthsBeyond31BitsAreNoDifferent() {
    ChecksumAlgorithm crc32c = ChecksumAlgorithms.of(ChecksumType.CRC32C);
    CrcCombiner combiner = crc32c.combiner().orElseThrow();
    int window = 1 << 30;
    int count = 170; // More than it takes for the operators to be made.
    ChecksumData sums = ChecksumData.of(crc32c.type(), window, TestBytes.random(31, 4 * count));
    long length = (count - 1L) * window + 5;
    long expected = combiner.crcOfNothing();
    for (int i = 0; i < count; i++) {
      expected = combiner.combine(expected, sums.value(i), i < count - 1 ? window : 5);
    }
    assertThat(new CrcComposer(crc32c).crcValue(sums, length))
        .isEqualTo(CrcValue.of(crc32c, expected, length));
  }

  @Test
  void bufferIsWrittenFromItsPositionAndNotMoved() {
    ChecksumAlgorithm crc32c = ChecksumAlgorithms.of(ChecksumType.CRC32C);
    ChecksumData sums = sums(crc32c, 16, 300);
    CrcComposer composer = new CrcComposer(crc32c);
    byte[] array = new byte[40];
    Arrays.fill(array, (byte) 0x5A);
    ByteBuffer out = ByteBuffer.wrap(array).position(5).limit(5 + 20);
    assertThat(composer.rewindow(sums, 300, 64, out)).isEqualTo(20);
    assertThat(out.position()).isEqualTo(5);
    assertThat(out.limit()).isEqualTo(25);
    assertThat(Arrays.copyOfRange(array, 5, 25)).isEqualTo(sums(crc32c, 64, 300).toByteArray());
    assertThat(Arrays.copyOf(array, 5)).containsOnly(0x5A);
    assertThat(Arrays.copyOfRange(array, 25, 40)).containsOnly(0x5A);

    Arrays.fill(array, (byte) 0x5A);
    assertRefused(
        () -> composer.rewindow(sums, 300, 64, out.limit(24)),
        "the checksums take 20 writable bytes, the buffer has 19");
    assertThat(array).containsOnly(0x5A);
  }

  @Test
  void crcsWithMoreBitsThanTheyHaveAreRefused() {
    ChecksumAlgorithm crc12 = CrcCatalogue.CRC_12_DECT.algorithm();
    ChecksumData good = sums(crc12, 16, 100);
    byte[] packed = good.toByteArray();
    packed[4] |= 0x10;
    ChecksumData sums = ChecksumData.of(crc12.type(), 16, packed);
    CrcComposer composer = new CrcComposer(crc12);
    assertThat(composer.rewindow(good, 100, 32)).isEqualTo(sums(crc12, 32, 100));
    String what = ", of window 2, has more than the 12 bits of crc-12-dect";
    assertRefused(() -> composer.compose(sums, 100), what);
    assertRefused(() -> composer.crcValue(sums, 100), what);
    assertRefused(() -> composer.rewindow(sums, 100, 32), what);
    assertRefused(() -> composer.rewindow(sums, 100, 16, ByteBuffer.allocate(100)), what);
  }

  @Test
  void whatDoesNotFitTogetherIsRefused() {
    ChecksumAlgorithm crc32c = ChecksumAlgorithms.of(ChecksumType.CRC32C);
    ChecksumData sums = sums(crc32c, 16, 300);
    CrcComposer composer = new CrcComposer(crc32c);
    assertRefused(() -> composer.rewindow(sums, 300, 40), "not a multiple");
    assertRefused(() -> composer.rewindow(sums, 300, 8), "not a multiple");
    assertRefused(
        () -> composer.rewindow(sums, 300, 40, ByteBuffer.allocate(300)), "not a multiple");
    assertRefused(
        () -> composer.rewindow(sums, 300, 32, ByteBuffer.allocate(300).asReadOnlyBuffer()),
        "the buffer for the checksums is read-only");
    assertRefused(() -> composer.rewindow(sums, 300, 0), "not a multiple");
    assertRefused(() -> composer.rewindow(sums, 305, 32), "needs 20 checksums, and has 19");
    assertRefused(() -> composer.rewindow(sums, 288, 32), "needs 18 checksums, and has 19");
    assertRefused(() -> composer.compose(sums, -1), "must not be negative: -1");
    assertRefused(() -> composer.compose(sums(crc32c, 16, 0), -17), "must not be negative: -17");
    assertRefused(
        () -> composer.compose(sums(ChecksumAlgorithms.of(ChecksumType.CRC32), 16, 300), 300),
        "of type CRC32, not CRC32C");
    assertRefused(
        () -> new CrcComposer(ChecksumAlgorithms.of(ChecksumType.SHA256)), "cannot be combined");
  }

  private static void assertRefused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
