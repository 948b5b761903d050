// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.diagnosis.Cause.BitFlip;
import io.chunksum.verify.diagnosis.Cause.Burst;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BurstSearchTest {

  private static Stream<ChecksumType> crcs() {
    return Stream.of(ChecksumType.CRC32, ChecksumType.CRC32C);
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
        assertThat(diagnosis.certain()).isTrue();
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

  private static void flip(byte[] data, int firstBit, int pattern) {
    for (int i = 0; i < Integer.SIZE; i++) {
      if ((pattern & (1 << i)) != 0) {
        data[(firstBit + i) / 8] ^= (byte) (1 << (firstBit + i) % 8);
      }
    }
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
    byte[] packed = new byte[8];
    chunk.sums.packed().get(packed);
    int stored = chunk.sums.crc(1) ^ (int) (zeros.getValue() ^ error.getValue());
    ByteBuffer.wrap(packed).putInt(4, stored);
    chunk.sums = ChecksumData.of(ChecksumType.CRC32, 512, packed);
    assertThat(chunk.diagnose(1)).hasToString("unknown");
  }

  /** The lengths follow from bits × 2^(b−1) ≤ 2^32 / 100. */
  @ParameterizedTest
  @CsvSource({
    "512, 14",
    "4096, 11",
    "16384, 9",
    "1048576, 3",
    "4194304, 1",
    "67108864, 1",
    "1, 23"
  })
  void longestBurstsThatTheSumCanTell(int windowBytes, int longest) {
    assertThat(BurstSearch.longest(windowBytes)).isEqualTo(longest);
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
  void digestsTellNothingOfTheirBits() {
    BadChunk chunk = new BadChunk(ChecksumType.MD5, 512, 1024);
    chunk.data[600] ^= 1;
    assertThat(chunk.diagnose()).hasToString("unknown");
  }
}
