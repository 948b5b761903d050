// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.Cause.ChecksumBitFlip;
import io.chunksum.verify.diagnosis.Cause.OtherWindow;
import io.chunksum.verify.diagnosis.Cause.WrongByteOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredSumSearchTest {

  private static final int WINDOW = 1024;

  private final BadChunk chunk = new BadChunk(ChecksumType.CRC32C, WINDOW, 10 * WINDOW + 100);

  @Test
  void aFlippedBitOfTheStoredChecksumIsFound() {
    byte[] packed = chunk.packed();
    packed[4 * 3 + 2] ^= 0x20;
    chunk.sums = ChecksumData.of(ChecksumType.CRC32C, WINDOW, packed);
    Diagnosis diagnosis = chunk.diagnose();
    assertThat(diagnosis.cause()).isEqualTo(new ChecksumBitFlip(2, 5));
    assertThat(diagnosis.probability()).isEqualTo(32 / 0x1p32);
    assertThat(diagnosis).hasToString("bit 5 of byte 2 of the stored checksum is flipped");
  }

  @Test
  void twoFlippedBitsOfTheStoredChecksumAreNotOne() {
    byte[] packed = chunk.packed();
    packed[4 * 3 + 2] ^= 0x20;
    packed[4 * 3 + 1] ^= 0x20;
    chunk.sums = ChecksumData.of(ChecksumType.CRC32C, WINDOW, packed);
    assertThat(chunk.diagnose().cause().kind()).isNotEqualTo(CauseKind.CHECKSUM_BIT_FLIP);
  }

  @Test
  void checksumsInReverseOrderAreFound() {
    byte[] packed = chunk.packed();
    for (int i = 0; i < packed.length; i += 4) {
      ByteBuffer.wrap(packed).putInt(i, Integer.reverseBytes(chunk.sums.crc(i / 4)));
    }
    chunk.sums = ChecksumData.of(ChecksumType.CRC32C, WINDOW, packed);
    assertThat(chunk.diagnose(10).cause()).isEqualTo(new WrongByteOrder());
    assertThat(chunk.diagnose(10))
        .hasToString("the stored checksum has its bytes in reverse order");
  }

  /** Of two that are equally near, the one before. */
  @ParameterizedTest
  @CsvSource({"6, 2, 4, 9, 4", "3, 0, 7, 9, 0", "6, 2, 4, 8, 4"})
  void dataOfAnotherWindowIsFoundAndTheNearestIsNamed(
      int bad, int first, int second, int third, int nearest) {
    byte[] good = Arrays.copyOfRange(chunk.data, first * WINDOW, (first + 1) * WINDOW);
    System.arraycopy(good, 0, chunk.data, second * WINDOW, WINDOW);
    System.arraycopy(good, 0, chunk.data, third * WINDOW, WINDOW);
    chunk.storeAnew();
    System.arraycopy(good, 0, chunk.data, bad * WINDOW, WINDOW);
    Diagnosis diagnosis = chunk.diagnose();
    assertThat(diagnosis.cause()).isEqualTo(new OtherWindow(nearest));
    assertThat(diagnosis.probability()).as("three of 11").isEqualTo(0.01 * (3.0 / 11));
    assertThat(diagnosis).hasToString("probably: the data is that of window " + nearest);
  }

  /** Neither is in its place, so that the data is not there by right. */
  @Test
  void ofSwappedWindowsTheOtherMayBeAnyOfTheRest() throws IOException {
    ChecksumAlgorithm crc16 = AnyCrc.ARC.algorithm();
    byte[] good = chunk.data.clone();
    ChecksumData sums = ChunkChecksum.of(crc16, WINDOW).compute(ChunkBuffer.wrap(good));
    System.arraycopy(good, 2 * WINDOW, chunk.data, 5 * WINDOW, WINDOW);
    System.arraycopy(good, 5 * WINDOW, chunk.data, 2 * WINDOW, WINDOW);
    assertThat(BadChunk.search(StoredSumSearch::new, crc16, sums, chunk.data))
        .containsExactly(new Finding(new OtherWindow(5), 10 / 0x1p16));
  }

  /** The bytes that are left have a checksum that is one bit away from the stored one. */
  @Test
  void aWindowThatIsCutShortHasNoFlippedBits() {
    byte[] packed = chunk.packed();
    byte[] cut = Arrays.copyOf(chunk.data, 10 * WINDOW + 50);
    ChecksumData ofCut = ChunkChecksum.like(chunk.sums).compute(ChunkBuffer.wrap(cut));
    ByteBuffer.wrap(packed).putInt(40, ofCut.crc(10) ^ 4);
    ChunkInfo recorded =
        new ChunkInfo(
            "chunk", 0, chunk.data.length, ChecksumData.of(ChecksumType.CRC32C, WINDOW, packed));
    ChunkBuffer found = ChunkBuffer.wrap(cut);
    Mismatch mismatch = ChunkChecksum.like(chunk.sums).verify(found, recorded).mismatches().get(0);
    assertThat(new Diagnostician(found, recorded.checksums()).diagnose(mismatch))
        .hasToString("unknown");
  }
}
