// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.diagnosis.Cause.BitFlip;
import io.chunksum.verify.diagnosis.Cause.OtherWindow;
import io.chunksum.verify.diagnosis.Cause.Shifted;
import io.chunksum.verify.diagnosis.Cause.WrongAlgorithm;
import io.chunksum.verify.diagnosis.Cause.ZeroFilled;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Data of which one part is like another, as in sparse files, tables and logs: what lies elsewhere
 * may be there by right, and the checksum may be what was damaged.
 */
class RepeatingDataTest {

  private static final int WINDOW = 4096;
  private static final int WINDOWS = 32;

  private static BadChunk chunk(String type) {
    ChecksumType found = ChecksumAlgorithms.find(type).orElseThrow().type();
    return new BadChunk(found, WINDOW, WINDOWS * WINDOW);
  }

  private static BadChunk zeros(String type) {
    BadChunk chunk = chunk(type);
    Arrays.fill(chunk.data, (byte) 0);
    chunk.storeAnew();
    return chunk;
  }

  private static void copyWindow(BadChunk chunk, int from, int to) {
    System.arraycopy(chunk.data, from * WINDOW, chunk.data, to * WINDOW, WINDOW);
  }

  private static void zeroWindow(BadChunk chunk, int window) {
    Arrays.fill(chunk.data, window * WINDOW, (window + 1) * WINDOW, (byte) 0);
  }

  private static void damageChecksum(BadChunk chunk, int window) {
    byte[] packed = chunk.packed();
    int length = chunk.sums.type().checksumLength();
    byte[] other = new byte[length];
    new Random(window).nextBytes(other);
    System.arraycopy(other, 0, packed, window * length, length);
    chunk.sums = ChecksumData.of(chunk.sums.type(), WINDOW, packed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SHA256", "MD5"})
  void damageAmongZerosIsNoShiftOfZeros(String type) {
    BadChunk flipped = zeros(type);
    flipped.data[10 * WINDOW + 77] ^= 8;
    assertThat(flipped.diagnose(10).cause().kind()).isEqualTo(CauseKind.UNKNOWN);

    BadChunk stale = zeros(type);
    new Random(1).nextBytes(stale.data);
    Arrays.fill(stale.data, 0, 10 * WINDOW, (byte) 0);
    Arrays.fill(stale.data, 11 * WINDOW, stale.data.length, (byte) 0);
    assertThat(stale.diagnose(10)).hasToString("unknown");
  }

  @Test
  void aFlippedBitAmongZerosIsCertain() {
    BadChunk chunk = zeros("CRC32C");
    chunk.data[10 * WINDOW + 77] ^= 8;
    Diagnosis diagnosis = chunk.diagnose(10);
    assertThat(diagnosis.cause()).isEqualTo(new BitFlip(10 * WINDOW + 77, 3));
    assertThat(diagnosis.certain()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"SHA256, 9", "CRC32C, 9", "SHA256, 31", "CRC32, 31"})
  void whatIsInItsPlaceElsewhereHasNotMoved(String type, int twin) {
    BadChunk chunk = chunk(type);
    copyWindow(chunk, 5, twin);
    chunk.storeAnew();
    Arrays.fill(chunk.data, 5 * WINDOW + 100, 5 * WINDOW + 300, (byte) 'x');
    assertThat(chunk.diagnose(5)).hasToString("unknown");
  }

  /** The bytes are where they belong in neither place, and a neighbour shows which is theirs. */
  @Test
  void ofSeveralPlacesTheOneThatANeighbourConfirmsCounts() {
    BadChunk chunk = chunk("CRC32C");
    copyWindow(chunk, 5, 9);
    chunk.storeAnew();
    byte[] before = chunk.data.clone();
    System.arraycopy(before, 0, chunk.data, 100, before.length - 100);
    Arrays.fill(chunk.data, 6 * WINDOW + 100, 9 * WINDOW + 100, (byte) 'x');
    Arrays.fill(chunk.data, 10 * WINDOW + 100, chunk.data.length, (byte) 'x');
    assertThat(chunk.diagnose(5).cause()).isEqualTo(new Shifted(100));
  }

  @ParameterizedTest
  @CsvSource({"CRC32, 64", "SHA256, 64", "CRC32C, 20000"})
  void howFarDataHasMovedThatRepeatsItselfIsUnknown(String type, int period) {
    BadChunk chunk = chunk(type);
    for (int i = period; i < chunk.data.length; i++) {
      chunk.data[i] = chunk.data[i - period];
    }
    chunk.storeAnew();
    System.arraycopy(chunk.data.clone(), 1110, chunk.data, 0, chunk.data.length - 1110);
    assertThat(chunk.diagnose(12).cause().kind()).isEqualTo(CauseKind.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CRC32C", "SHA256"})
  void zerosThatMayBeThereByRightAreNotCertain(String type) {
    BadChunk chunk = chunk(type);
    zeroWindow(chunk, 10);
    chunk.storeAnew();
    damageChecksum(chunk, 10);
    Diagnosis diagnosis = chunk.diagnose(10);
    assertThat(diagnosis.cause()).isEqualTo(new ZeroFilled(10 * WINDOW, WINDOW));
    assertThat(diagnosis.probability()).isEqualTo(1e-4);
    assertThat(diagnosis.certain()).isFalse();

    BadChunk all = zeros(type);
    damageChecksum(all, 10);
    assertThat(all.diagnose(10).probability()).isEqualTo(0.005);
  }

  @Test
  void zerosOfALostWriteStayProbableWhereOthersAreZeroByRight() {
    BadChunk chunk = chunk("CRC32C");
    zeroWindow(chunk, 20);
    chunk.storeAnew();
    zeroWindow(chunk, 5);
    assertThat(chunk.diagnose(5))
        .hasToString(
            "probably: 4096 bytes starting at byte 20480 are zero; or: the data is that of window"
                + " 20");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CRC32C", "SHA256"})
  void dataOfAWindowThatIsGoodIsNotCertain(String type) {
    BadChunk chunk = chunk(type);
    copyWindow(chunk, 9, 3);
    chunk.storeAnew();
    damageChecksum(chunk, 3);
    Diagnosis diagnosis = chunk.diagnose(3);
    assertThat(diagnosis.cause()).isEqualTo(new OtherWindow(9));
    assertThat(diagnosis.probability()).isEqualTo(0.01 / WINDOWS);
    assertThat(diagnosis.certain()).isFalse();
  }

  @Test
  void ofSwappedWindowsItMayBeTheChecksumsThatWereSwapped() {
    BadChunk chunk = chunk("SHA256");
    byte[] before = chunk.data.clone();
    System.arraycopy(before, 3 * WINDOW, chunk.data, 9 * WINDOW, WINDOW);
    System.arraycopy(before, 9 * WINDOW, chunk.data, 3 * WINDOW, WINDOW);
    Diagnosis diagnosis = chunk.diagnose(3);
    assertThat(diagnosis.cause()).isEqualTo(new OtherWindow(9));
    assertThat(diagnosis.probability()).isEqualTo(1e-4);
    System.arraycopy(new byte[WINDOW], 0, chunk.data, 9 * WINDOW, WINDOW);
    assertThat(chunk.diagnose(3).cause()).isEqualTo(new OtherWindow(9));
    assertThat(chunk.diagnose(3).probability()).isEqualTo(1e-4);
  }

  @Test
  void anotherAlgorithmExplainsMoreThanZeros() {
    BadChunk chunk = chunk("CRC32C");
    zeroWindow(chunk, 10);
    chunk.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32, WINDOW));
    Diagnosis diagnosis = chunk.diagnose(10);
    assertThat(diagnosis.cause()).isEqualTo(new WrongAlgorithm(ChecksumType.CRC32));
  }

  /** There is a checksum more than windows, so that the last one ought to be full. */
  @Test
  void aWindowThatIsTooShortIsNotItsOwnOther() {
    BadChunk chunk = new BadChunk(ChecksumType.CRC32C, WINDOW, 3 * WINDOW + 100);
    byte[] packed = new byte[5 * 4];
    chunk.sums.packed().get(packed, 0, 4 * 4);
    chunk.sums = ChecksumData.of(ChecksumType.CRC32C, WINDOW, packed);
    assertThat(chunk.mismatches())
        .first()
        .satisfies(each -> assertThat(each.actual()).isEqualTo(each.expected()));
    assertThat(chunk.diagnose(3).cause().kind()).isEqualTo(CauseKind.UNKNOWN);
  }

  /** One byte has 256 values, whatever the length of its checksum. */
  @Test
  void checksumsSayNoMoreThanTheirWindowHolds() {
    ChecksumType sha = ChecksumType.SHA256;
    BadChunk chunk = new BadChunk(sha, 1, 200);
    byte[] data = chunk.data;
    for (int i = 0; i < 3; i++) {
      data[i] = data[100 + i];
    }
    Diagnosis diagnosis = chunk.diagnose();
    assertThat(diagnosis.certain()).isFalse();
    assertThat(diagnosis.cause().kind()).isEqualTo(CauseKind.UNKNOWN);
  }

  /** Two neighbouring bytes in each other's place change one half of an Adler-32 by a little. */
  @Test
  void anAdlerThatDiffersByOneBitIsNotCertainlyDamaged() {
    BadChunk chunk = new BadChunk(ChecksumType.ADLER32, 512, 8 * 512);
    chunk.data[700] = 7;
    chunk.data[701] = 8;
    storeAnewOfWindow(chunk, 512);
    chunk.data[700] = 8;
    chunk.data[701] = 7;
    Diagnosis diagnosis = chunk.diagnose(1);
    assertThat(diagnosis.certain()).isFalse();
  }

  private static void storeAnewOfWindow(BadChunk chunk, int window) {
    chunk.sums = ChunkChecksum.of(chunk.sums.type(), window).compute(ChunkBuffer.wrap(chunk.data));
  }
}
