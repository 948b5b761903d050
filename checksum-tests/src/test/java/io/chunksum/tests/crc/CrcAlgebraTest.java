// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.crc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.TestBytes;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Combining: the CRC of a whole from those of its parts, for CRCs of every kind. */
class CrcAlgebraTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final byte[] CONTENT = TestBytes.random(20_54, 60);

  @ParameterizedTest
  @EnumSource
  void everySplitCombinesToTheCrcOfTheWhole(CrcCatalogue crc) {
    CrcCombiner combiner = CrcCombiner.of(crc.model());
    assertThat(combiner.model()).isEqualTo(crc.model());
    assertThat(combiner.crcOfNothing()).isEqualTo(crc.reference(CONTENT, 0, 0));
    long whole = crc.reference(CONTENT, 0, CONTENT.length);
    for (int split = 0; split <= CONTENT.length; split++) {
      long a = crc.reference(CONTENT, 0, split);
      long b = crc.reference(CONTENT, split, CONTENT.length);
      int lengthOfB = CONTENT.length - split;
      assertThat(combiner.combine(a, b, lengthOfB)).as("split at %d", split).isEqualTo(whole);
      CrcCombiner.FixedLength append = combiner.forLength(lengthOfB);
      assertThat(append.length()).isEqualTo(lengthOfB);
      assertThat(append.combine(a, b)).as("split at %d", split).isEqualTo(whole);
      if (crc.model().width() <= 32) {
        assertThat(combiner.combine((int) a, (int) b, lengthOfB)).isEqualTo((int) whole);
        assertThat(append.combine((int) a, (int) b)).isEqualTo((int) whole);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void combiningIsAssociativeAndHasAnIdentity(CrcCatalogue crc) {
    Random random = new Random(SEED);
    CrcCombiner combiner = CrcCombiner.of(crc.model());
    for (int i = 0; i < 50; i++) {
      long a = value(random, crc);
      long b = value(random, crc);
      long c = value(random, crc);
      long lengthB = random.nextLong() >>> 2;
      long lengthC = random.nextLong() >>> 2;
      long left = combiner.combine(combiner.combine(a, b, lengthB), c, lengthC);
      long right = combiner.combine(a, combiner.combine(b, c, lengthC), lengthB + lengthC);
      assertThat(left).as("seed %d", SEED).isEqualTo(right);
      assertThat(combiner.combine(a, combiner.crcOfNothing(), 0)).isEqualTo(a);
      assertThat(combiner.combine(combiner.crcOfNothing(), a, lengthB)).isEqualTo(a);
      assertThat(combiner.forLength(lengthB).combine(a, b))
          .as("seed %d", SEED)
          .isEqualTo(combiner.combine(a, b, lengthB));
    }
  }

  private static long value(Random random, CrcCatalogue crc) {
    return random.nextLong() >>> (64 - crc.model().width());
  }

  @ParameterizedTest
  @MethodSource("few")
  void valuesAreReducedInAnyGrouping(CrcCatalogue crc) {
    ChecksumAlgorithm algorithm = crc.algorithm();
    CrcValue a = part(crc, algorithm, 0, 7);
    CrcValue b = part(crc, algorithm, 7, 7);
    CrcValue c = part(crc, algorithm, 7, 40);
    CrcValue d = part(crc, algorithm, 40, 60);
    CrcValue whole = part(crc, algorithm, 0, 60);
    assertThat(a.append(b).append(c).append(d)).isEqualTo(whole).hasSameHashCodeAs(whole);
    assertThat(a.append(b.append(c.append(d)))).isEqualTo(whole);
    assertThat(a.append(b).append(c.append(d))).isEqualTo(whole);
    assertThat(b).isEqualTo(CrcValue.empty(algorithm));
    assertThat(whole.length()).isEqualTo(60);
    assertThat(whole.crc()).isEqualTo(crc.reference(CONTENT, 0, 60));
    assertThat(whole.type()).isEqualTo(algorithm.type());
    assertThat(whole).isNotEqualTo(a).isNotEqualTo(CrcValue.of(algorithm, whole.crc(), 61));
  }

  static Iterable<CrcCatalogue> few() {
    return CrcCatalogue.few();
  }

  private static CrcValue part(CrcCatalogue crc, ChecksumAlgorithm algorithm, int from, int to) {
    return CrcValue.of(algorithm, crc.reference(CONTENT, from, to), to - from);
  }

  @Test
  void valuesThatDoNotBelongTogetherAreRefused() {
    ChecksumAlgorithm crc32 = ChecksumAlgorithms.of(ChecksumType.CRC32);
    CrcValue value = CrcValue.of(crc32, 0xCBF43926L, 9);
    CrcValue other = CrcValue.of(ChecksumAlgorithms.of(ChecksumType.CRC32C), 0xE3069283L, 9);
    assertThatThrownBy(() -> value.append(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a CRC32C of width 32 cannot be appended to a CRC32 of width 32");
    // Two models with the same name: the model matters as well.
    CrcValue one = CrcValue.empty(new CrcAlgorithm("X", CrcCatalogue.CRC_16_ARC.model()));
    CrcValue two = CrcValue.empty(new CrcAlgorithm("X", CrcCatalogue.CRC_16_XMODEM.model()));
    assertThat(one).isNotEqualTo(two);
    assertThatThrownBy(() -> one.append(two)).isInstanceOf(IllegalArgumentException.class);
    CrcValue endless = CrcValue.of(crc32, 1, Long.MAX_VALUE);
    assertThatThrownBy(() -> endless.append(value)).isInstanceOf(ArithmeticException.class);
    assertThat(value).hasToString("CRC32 0xcbf43926 of 9 bytes");
    assertThat(CrcValue.of(crc32, 5, 1)).hasToString("CRC32 0x00000005 of 1 byte");
  }

  @Test
  void valuesThatCannotBeAreRefused() {
    ChecksumAlgorithm crc32 = ChecksumAlgorithms.of(ChecksumType.CRC32);
    assertThat(CrcValue.of(crc32, 0xFFFFFFFFL, 1).crc()).isEqualTo(0xFFFFFFFFL);
    assertThat(CrcValue.of(ChecksumAlgorithms.of(ChecksumType.CRC64NVME), -1L, 1).crc())
        .isEqualTo(-1);
    assertRefused(crc32, 0x1_0000_0000L, 1, "0x100000000 has more than the 32 bits of CRC32");
    assertRefused(crc32, -1, 1, "0xffffffffffffffff has more than the 32 bits of CRC32");
    assertRefused(crc32, 1, -1, "length must not be negative: -1");
    assertRefused(crc32, 1, 0, "0x1 is not the CRC32 of no bytes");
    for (ChecksumType type : new ChecksumType[] {ChecksumType.MD5, ChecksumType.ADLER32}) {
      String advice = type.equals(ChecksumType.ADLER32) ? " as CRCs are: see Adler32Combiner" : "";
      String message = type + " checksums cannot be combined" + advice;
      assertRefused(ChecksumAlgorithms.of(type), 1, 1, message);
      assertThatThrownBy(() -> CrcValue.empty(ChecksumAlgorithms.of(type)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
    }
  }

  /** Half of them are negative, and would be widened with their sign. */
  @Test
  void aCrcMayBeAnInt() {
    ChecksumAlgorithm crc32 = ChecksumAlgorithms.of(ChecksumType.CRC32);
    byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
    ChecksumData sums = ChunkChecksum.of(crc32, 9).compute(ChunkBuffer.wrap(digits));
    assertThat(sums.crc(0)).isNegative();
    assertThat(CrcValue.of(crc32, sums.crc(0), 9))
        .isEqualTo(CrcValue.of(crc32, sums.value(0), 9))
        .hasToString("CRC32 0xcbf43926 of 9 bytes");
    ChecksumAlgorithm crc16 = CrcCatalogue.CRC_16_ARC.algorithm();
    assertThat(CrcValue.of(crc16, 0xBB3D, 9)).isEqualTo(CrcValue.of(crc16, 0xBB3DL, 9));
    assertThatThrownBy(() -> CrcValue.of(crc16, (short) 0xBB3D, 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("0xffffbb3d has more than the 16 bits of crc-16-arc");
    assertThatThrownBy(() -> CrcValue.of(ChecksumAlgorithms.of(ChecksumType.CRC64NVME), 1, 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an int has no room for the 64 bits of CRC64NVME");
    assertThatThrownBy(() -> CrcValue.of(ChecksumAlgorithms.of(ChecksumType.MD5), 1, 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("MD5 checksums cannot be combined");
  }

  private static void assertRefused(
      ChecksumAlgorithm algorithm, long crc, long length, String message) {
    assertThatThrownBy(() -> CrcValue.of(algorithm, crc, length))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void combinerIsThatOfTheType() {
    assertThat(CrcCombiner.find(ChecksumType.CRC32)).contains(CrcCombiner.CRC32);
    assertThat(CrcCombiner.find(ChecksumType.CRC64NVME).orElseThrow().model())
        .isEqualTo(CrcModel.CRC64_NVME);
    assertThat(CrcCombiner.find(ChecksumType.ADLER32)).isEmpty();
    assertThat(CrcCombiner.find(ChecksumType.of("CRC-NOBODY-HAS", 4))).isEmpty();
    assertThat(CrcCombiner.of(ChecksumAlgorithms.of(ChecksumType.CRC32)))
        .isSameAs(CrcCombiner.CRC32);
    assertThatThrownBy(() -> CrcCombiner.of(ChecksumAlgorithms.of(ChecksumType.ADLER32)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ADLER32 checksums cannot be combined as CRCs are: see Adler32Combiner");
  }
}
