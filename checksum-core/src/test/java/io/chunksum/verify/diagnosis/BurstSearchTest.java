// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.diagnosis.Cause.BitFlip;
import io.chunksum.verify.diagnosis.Cause.Burst;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BurstSearchTest {

  private static Stream<ChecksumType> crcs() {
    return Stream.of(ChecksumType.CRC32, ChecksumType.CRC32C, ChecksumType.CRC64NVME);
  }

  @ParameterizedTest
  @MethodSource("crcs")
  void everyBitOfAChunkIsFound(ChecksumType type) {
    BadChunk chunk = new BadChunk(type, 48, 200);
    for (int i = 0; i < chunk.data.length; i++) {
      for (int bit = 0; bit < 8; bit++) {
        chunk.data[i] ^= (byte) (1 << bit);
        Diagnosis diagnosis = chunk.diagnose();
        assertThat(diagnosis.cause()).isEqualTo(new BitFlip(i, bit));
        // Of the last window, which begins at 192, it is not known where it ended.
        assertThat(diagnosis.certain())
            .as("byte %d", i)
            .isEqualTo(i < 192 || i > 192 + type.checksumLength());
        chunk.data[i] ^= (byte) (1 << bit);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("crcs")
  void everyBurstOfAWindowIsFound(ChecksumType type) {
    BadChunk chunk = new BadChunk(type, 512, 1024);
    SplittableRandom random = new SplittableRandom(7);
    int wrong = 0;
    int trials = 0;
    for (int length = 2; length <= 14; length++) {
      for (int first = 0; first <= 4096 - length; first += 5) {
        int inner = random.nextInt(1 << (length - 2));
        int pattern = 1 | inner << 1 | 1 << (length - 1);
        flip(chunk.data, 4096 + first, pattern);
        Burst planted = new Burst(512 + first / 8, first % 8, length);
        wrong += chunk.diagnose().cause().equals(planted) ? 0 : 1;
        trials++;
        flip(chunk.data, 4096 + first, pattern);
      }
    }
    // The most that shorter ones can fit by chance.
    assertThat(wrong).isLessThan(trials / 100);
  }

  private static void flip(byte[] data, int firstBit, long pattern) {
    for (int i = 0; i < Long.SIZE; i++) {
      if ((pattern & (1L << i)) != 0) {
        data[(firstBit + i) / 8] ^= (byte) (1 << (firstBit + i) % 8);
      }
    }
  }

  /** Longer than a CRC of 32 bits can identify. */
  @Test
  void aLongCrcIdentifiesLongBursts() {
    BadChunk chunk = new BadChunk(ChecksumType.CRC64NVME, 512, 1536);
    SplittableRandom random = new SplittableRandom(8);
    for (int length = 15; length <= 36; length++) {
      for (int first = 0; first <= 4096 - length; first += 31) {
        long pattern = 1 | random.nextLong(1L << (length - 1)) << 1 | 1L << (length - 1);
        flip(chunk.data, 4096 + first, pattern);
        Diagnosis diagnosis = chunk.diagnose();
        assertThat(diagnosis.cause()).isEqualTo(new Burst(512 + first / 8, first % 8, length));
        assertThat(diagnosis.probability()).isLessThan(1e-5);
        flip(chunk.data, 4096 + first, pattern);
      }
    }
  }

  /** Some that are not reflected, or of which the CRC of no bytes is not 0. */
  @ParameterizedTest
  @EnumSource
  void anyCrcOfWholeBytesIdentifiesItsBits(AnyCrc crc) throws IOException {
    byte[] data = new byte[64];
    new SplittableRandom(9).nextBytes(data);
    int longest = BurstSearch.longest(data.length, crc.model().width());
    for (int length = 1; length <= longest; length++) {
      for (int first = 0; first <= data.length * 8 - length; first++) {
        byte[] bad = data.clone();
        crc.flip(bad, first);
        if (length > 1) {
          crc.flip(bad, first + length - 1);
        }
        int bit = crc.bit(first);
        Cause planted =
            length == 1 ? new BitFlip(first / 8, bit) : new Burst(first / 8, bit, length);
        assertThat(findings(crc.algorithm(), data, bad))
            .extracting(Finding::cause)
            .contains(planted);
      }
    }
  }

  /** What is found in a window, which is all the data. */
  private static List<Finding> findings(ChecksumAlgorithm algorithm, byte[] good, byte[] bad)
      throws IOException {
    int length = good.length;
    byte[] expected = Evidence.checksum(algorithm, good, 0, length);
    byte[] actual = Evidence.checksum(algorithm, bad, 0, length);
    ChecksumData sums = ChecksumData.of(algorithm.type(), length, expected);
    Evidence evidence =
        new Evidence(algorithm, sums, 0, length, ChunkBuffer.wrap(bad)::read, Surroundings.NONE);
    BadWindow window = BadWindow.read(evidence, 0, 0, length, expected, actual);
    List<Finding> findings = new ArrayList<>();
    new BurstSearch(evidence).search(window, findings);
    return findings;
  }

  /** Of the many errors that look alike under such a generator, the shortest are named. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void ofMoreErrorsThanAreNamedTheShortestAre(int bytes) throws IOException {
    SplittableRandom random = new SplittableRandom(39);
    byte[] data = new byte[4096];
    random.nextBytes(data);
    int best = 0;
    for (int trial = 0; trial < 200; trial++) {
      byte[] bad = data.clone();
      int first = random.nextInt(8 * data.length - 8 * bytes);
      int length = 8 * bytes - random.nextInt(8);
      flip(bad, first, 1 | random.nextLong(1L << length) | 1L << (length - 1));
      List<Finding> findings = findings(AnyCrc.goIso(), data, bad);
      assertThat(findings).hasSizeLessThanOrEqualTo(8);
      Diagnosis diagnosis = Diagnosis.of(findings);
      int bit = first % 8;
      Cause planted = length == 1 ? new BitFlip(first / 8, bit) : new Burst(first / 8, bit, length);
      best += diagnosis.cause().equals(planted) ? 1 : 0;
      assertThat(Stream.concat(Stream.of(diagnosis.best()), diagnosis.alternatives().stream()))
          .as("trial %d", trial)
          .extracting(Finding::cause)
          .contains(planted);
    }
    assertThat(best).isGreaterThan(180);
  }

  @Test
  void aCrcThatLeavesBitsOfItsChecksumOutSaysNothingAboutItsBits() {
    CrcModel dect = new CrcModel(12, 0x80F, 0, false, 0, 0xF5B);
    assertThat(CrcArithmetic.find(new CrcAlgorithm("CRC-12", dect))).isEmpty();
  }

  /** The sums differ as if the last bit before the window and the first of it were wrong. */
  @Test
  void aBurstThatWouldBeginBeforeTheWindowIsNone() {
    BadChunk chunk = new BadChunk(ChecksumType.CRC32, 512, 1024);
    CRC32 zeros = new CRC32();
    zeros.update(new byte[513]);
    byte[] bits = new byte[513];
    bits[0] = (byte) 0x80;
    bits[1] = 1;
    CRC32 error = new CRC32();
    error.update(bits);
    byte[] packed = chunk.packed();
    int stored = chunk.sums.crc(1) ^ (int) (zeros.getValue() ^ error.getValue());
    ByteBuffer.wrap(packed).putInt(4, stored);
    chunk.sums = ChecksumData.of(ChecksumType.CRC32, 512, packed);
    assertThat(chunk.diagnose(1)).hasToString("unknown");
  }

  /** The sums differ as if a bit were wrong, but one of them is of fewer bytes. */
  @Test
  void theBitsOfAWindowThatIsCutAreNotLookedAt() throws IOException {
    BadChunk chunk = new BadChunk(ChecksumType.CRC32, 512, 1536);
    byte[] cut = Arrays.copyOf(chunk.data, 924);
    CRC32 flipped = new CRC32();
    cut[600] ^= 1;
    flipped.update(cut, 512, 412);
    cut[600] ^= 1;
    byte[] packed = chunk.packed();
    ByteBuffer.wrap(packed).putInt(4, (int) flipped.getValue());
    ChecksumData sums = ChecksumData.of(ChecksumType.CRC32, 512, packed);
    ChecksumAlgorithm crc32 = ChecksumAlgorithms.of(ChecksumType.CRC32);
    assertThat(BadChunk.search(BurstSearch::new, crc32, sums, cut)).isEmpty();
  }

  /** The lengths follow from bits × 2^(b−1) ≤ 2^32 / 100, and ≤ 2^64 / 100,000. */
  @ParameterizedTest
  @CsvSource({
    "512, 32, 14",
    "4096, 32, 11",
    "16384, 32, 9",
    "1048576, 32, 3",
    "4194304, 32, 1",
    "67108864, 32, 1",
    "1, 32, 23",
    "512, 64, 36",
    "67108864, 64, 19",
    "1, 64, 45",
    "1, 8, 1"
  })
  void longestBurstsThatTheSumCanIdentify(int windowBytes, int crcBits, int longest) {
    assertThat(BurstSearch.longest(windowBytes, crcBits)).isEqualTo(longest);
  }

  @Test
  void theProbabilityIsTheShareOfTheSumsThatSuchErrorsHave() {
    BadChunk chunk = new BadChunk(ChecksumType.CRC32C, 16 * 1024, 64 * 1024);
    chunk.data[20_000] ^= 0x10;
    Diagnosis flip = chunk.diagnose();
    assertThat(flip.probability()).isEqualTo(16 * 1024 * 8 / 0x1p32, within(1e-15));
    assertThat(flip.certain()).isFalse();
    assertThat(flip).hasToString("probably: bit 4 of byte 20000 is flipped");
    chunk.data[20_000] ^= 0x40;
    Diagnosis burst = chunk.diagnose();
    assertThat(burst.cause()).isEqualTo(new Burst(20_000, 4, 3));
    assertThat(burst.probability()).isEqualTo(16 * 1024 * 8 * 4 / 0x1p32, within(1e-15));
  }

  @Test
  void aBitOfAVeryLargeWindowIsFoundAndNotClaimedForCertain() {
    int window = Diagnostician.MAX_WINDOW_BYTES;
    BadChunk chunk = new BadChunk(ChecksumType.CRC32, window, window);
    chunk.data[1] ^= 1;
    Diagnosis diagnosis = chunk.diagnose();
    assertThat(diagnosis.cause()).isEqualTo(new BitFlip(1, 0));
    assertThat(diagnosis.probability()).isEqualTo(0.125);
    assertThat(diagnosis).hasToString("possibly: bit 0 of byte 1 is flipped");
  }

  @Test
  void digestsSayNothingAboutTheirBits() {
    BadChunk chunk = new BadChunk(ChecksumType.MD5, 512, 1024);
    chunk.data[600] ^= 1;
    assertThat(chunk.diagnose()).hasToString("unknown");
  }
}
