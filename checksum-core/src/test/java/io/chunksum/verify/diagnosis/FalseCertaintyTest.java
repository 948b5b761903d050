// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyResult;
import io.chunksum.verify.diagnosis.Cause.BitFlip;
import io.chunksum.verify.diagnosis.Cause.OtherWindow;
import io.chunksum.verify.diagnosis.Cause.Shifted;
import io.chunksum.verify.diagnosis.Cause.WrongWindowSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fits and is not what happened must not be certain, unlike what nothing else explains. */
class FalseCertaintyTest {

  private static final int WINDOW = 16;

  private static BadChunk chunk(int length) {
    return new BadChunk(ChecksumType.CRC32C, WINDOW, length);
  }

  /** Replaces the stored checksums by some of them, in this order. */
  private static void keepSums(BadChunk chunk, int... windows) {
    byte[] packed = chunk.packed();
    byte[] kept = new byte[4 * windows.length];
    for (int i = 0; i < windows.length; i++) {
      System.arraycopy(packed, 4 * windows[i], kept, 4 * i, 4);
    }
    chunk.sums = ChecksumData.of(chunk.sums.type(), WINDOW, kept);
  }

  private static void assertNotCertain(BadChunk chunk, long window) {
    Diagnosis diagnosis = chunk.diagnose(window);
    assertThat(diagnosis.certain()).as("window %d: %s", window, diagnosis).isFalse();
  }

  /** The last window is short, and has no neighbour after it. */
  @Test
  void aLostChecksumIsNotTakenForDataOfAnotherWindowAtTheEndOfTheList() {
    BadChunk chunk = chunk(59);
    keepSums(chunk, 0, 2, 3);
    assertNotCertain(chunk, 2);
  }

  /** Of a range, only the neighbours in it can be looked at. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLostOrRepeatedChecksumIsNotTakenForDataOfAnotherWindowAtTheEndOfARange(boolean lost) {
    BadChunk chunk = chunk(160);
    if (lost) {
      keepSums(chunk, 0, 1, 2, 4, 5, 6, 7, 8, 9);
    } else {
      keepSums(chunk, 0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9);
    }
    int first = lost ? 3 : 5;
    ChunkBuffer run = ChunkBuffer.wrap(chunk.data, first * WINDOW, 2 * WINDOW);
    VerifyResult result = ChunkChecksum.like(chunk.sums).verifyWindows(run, chunk.sums, first, 2);
    assertThat(result.mismatches()).isNotEmpty();
    Diagnostician diagnostician = Diagnostician.ofWindows(run, chunk.sums, first);
    for (Mismatch mismatch : result.mismatches()) {
      assertThat(diagnostician.diagnose(mismatch).certain()).isFalse();
    }
  }

  @Test
  void dataThatSeveralWindowsHaveIsNotCertainlyThatOfTheNearest() {
    BadChunk chunk = chunk(96);
    for (int window : new int[] {1, 2, 4}) {
      Arrays.fill(chunk.data, window * WINDOW, (window + 1) * WINDOW, (byte) 0xFF);
    }
    chunk.storeAnew();
    byte[] packed = chunk.packed();
    packed[4] ^= 5;
    chunk.sums = ChecksumData.of(chunk.sums.type(), WINDOW, packed);
    chunk.data[33] = chunk.data[40] = chunk.data[47] = 1;
    assertThat(chunk.diagnose(1).cause()).isEqualTo(new OtherWindow(2));
    assertNotCertain(chunk, 1);
  }

  @Test
  void whatIsLeftOfAWindowIsNotThatOfAnotherWindow() {
    BadChunk chunk = new BadChunk(ChecksumType.CRC32C, 8, 25);
    chunk.data = "aaaaaaa\nbbbbbbb\ncccccccc\n".getBytes(StandardCharsets.US_ASCII);
    chunk.storeAnew();
    chunk.data = "aaaaaaa\n\n".getBytes(StandardCharsets.US_ASCII);
    assertNotCertain(chunk, 1);
  }

  /** The initial value of a CRC cancels bytes of all ones, so that their number hardly shows. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  void aLastWindowOfAnotherLengthIsNotCertainlyABurst(int change) {
    BadChunk chunk = new BadChunk(ChecksumType.CRC32C, 64, 84);
    Arrays.fill(chunk.data, 64, 84, (byte) 0xFF);
    chunk.storeAnew();
    chunk.data = Arrays.copyOf(chunk.data, 84 + change);
    Arrays.fill(chunk.data, 64, 84 + change, (byte) 0xFF);
    assertNotCertain(chunk, 1);
  }

  /** Such a CRC of zeros is 0 whatever their number. */
  @Test
  void zerosAreNotCertainlyAWindowOfAnotherSize() throws IOException {
    CrcModel ecma = AnyCrc.ECMA.model();
    byte[] data = new byte[256];
    new Random(1).nextBytes(data);
    Arrays.fill(data, 0, 64, (byte) 0);
    Arrays.fill(data, 128, 256, (byte) 0);
    CrcAlgorithm algorithm = new CrcAlgorithm("ECMA", ecma);
    ChecksumData sums = ChunkChecksum.of(algorithm, 64).compute(ChunkBuffer.wrap(data));
    new Random(5).ints(6, 0, 256).forEach(value -> data[133] += (byte) value);
    data[135] ^= 0x55;
    data[200] ^= 1; // A window that could confirm another size.
    assertThat(BadChunk.search(OtherSumSearch::new, algorithm, sums, data))
        .isNotEmpty()
        .noneMatch(Finding::isCertain);
  }

  /**
   * An arbitrary checksum is that of one of 21,846 sizes in one of 200,000 cases; where all windows
   * are alike, that the second has it as well is no further evidence.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 'x'})
  void aSizeOfWindowsThatAreAlikeSaysWhatOneChecksumDoes(int value) {
    BadChunk chunk = new BadChunk(ChecksumType.CRC32C, 1 << 16, 1 << 18);
    Arrays.fill(chunk.data, (byte) value);
    chunk.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, 70_000));
    Finding size = finding(chunk.diagnose(1), CauseKind.WRONG_WINDOW_SIZE);
    assertThat(size.cause()).isEqualTo(new WrongWindowSize(70_000));
    // From 65,536 to 87,381 there are four checksums.
    assertThat(size.probability()).isEqualTo((87_381 - 65_535) / 0x1p32);
    assertThat(finding(chunk.diagnose(3), CauseKind.WRONG_WINDOW_SIZE).probability())
        .as("the last, which is shorter")
        .isLessThan(1e-12);
  }

  private static Finding finding(Diagnosis diagnosis, CauseKind kind) {
    return Stream.concat(Stream.of(diagnosis.best()), diagnosis.alternatives().stream())
        .filter(finding -> finding.cause().kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  /** Errors at two distances that the generator x^64 + x^4 + x^3 + x + 1 hardly tells apart. */
  @Test
  void aBurstUnderASparseGeneratorIsNotCertain() throws IOException {
    CrcAlgorithm iso = AnyCrc.goIso();
    byte[] data = new byte[64];
    new Random(1).nextBytes(data);
    ChecksumData sums = ChunkChecksum.of(iso, 64).compute(ChunkBuffer.wrap(data));
    byte[] error = {0x77, 0x02, (byte) 0x8f, (byte) 0xbd, (byte) 0xfc};
    IntStream.range(0, error.length).forEach(i -> data[20 + i] ^= error[i]);
    assertThat(BadChunk.search(BurstSearch::new, iso, sums, data))
        .isNotEmpty()
        .noneMatch(Finding::isCertain);
  }

  /** The data of window 5 is new and good, but its checksum went to where that of 9 belongs. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void dataWhoseChecksumIsMisplacedIsNotCertainlyThatOfAnotherWindow(boolean zeroed) {
    BadChunk chunk = chunk(320);
    byte[] packed = chunk.packed();
    byte[] written = new byte[WINDOW];
    new Random(2).nextBytes(written);
    System.arraycopy(written, 0, chunk.data, 5 * WINDOW, WINDOW);
    chunk.storeAnew();
    System.arraycopy(chunk.packed(), 4 * 5, packed, 4 * 9, 4);
    if (zeroed) {
      Arrays.fill(packed, 4 * 5, 4 * 6, (byte) 0);
    }
    chunk.sums = ChecksumData.of(chunk.sums.type(), WINDOW, packed);
    assertThat(chunk.diagnose(5).cause()).isEqualTo(new OtherWindow(9));
    assertNotCertain(chunk, 5);
  }

  /** The checksum of the trailing window, which is good, was stored for the one before it, too. */
  @Test
  void aGoodWindowConfirmsNoOtherSize() {
    BadChunk alike = new BadChunk(ChecksumType.MD5, 1024, 9 * 1024 + 64);
    Arrays.fill(alike.data, (byte) 'x');
    alike.storeAnew();
    byte[] packed = alike.packed();
    System.arraycopy(packed, 9 * 16, packed, 8 * 16, 16);
    alike.sums = ChecksumData.of(ChecksumType.MD5, 1024, packed);
    assertThat(alike.diagnose(8)).hasToString("probably: the data is that of window 7");
  }

  /** A CRC whose initial value is 0 says of zeros what they are, and not how many there are. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 65_535, 65_536, 99_999})
  void oneByteAmongZerosThatAreNotCountedMakesTheWindowSizeCertain(int other) throws IOException {
    ChecksumAlgorithm crc = AnyCrc.ECMA.algorithm();
    int size = 1 << 18;
    byte[] data = new BadChunk(ChecksumType.CRC32C, size, 2 * size + 100_000).data;
    Arrays.fill(data, 2 * size, data.length, (byte) 0);
    if (other >= 0) {
      data[2 * size + other] = 1;
    }
    byte[] packed = ChunkChecksum.of(crc, size).compute(ChunkBuffer.wrap(data)).toByteArray();
    ChecksumData sums = ChecksumData.of(crc.type(), size / 2, packed);
    assertThat(BadChunk.search(OtherSumSearch::new, crc, sums, data, 2))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.cause()).isEqualTo(new WrongWindowSize(size));
          assertThat(finding.isCertain()).isEqualTo(other >= 0);
        });
  }

  /** It has not grown: all there is has that checksum. */
  @Test
  void theOnlyChecksumIsCertainlyThatOfAllTheData() {
    BadChunk one = new BadChunk(ChecksumType.CRC32C, 1024, 1500);
    one.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, 1500));
    Diagnosis diagnosis = one.diagnose(0);
    assertThat(diagnosis.cause()).isEqualTo(new WrongWindowSize(1500));
    assertThat(diagnosis.certain()).isTrue();
  }

  /** Sizes from 767 to 1533 give two checksums, and one byte is right once in 256 times. */
  @Test
  void aSecondWindowSaysNoMoreThanItHolds() {
    BadChunk two = new BadChunk(ChecksumType.CRC32C, 1024, 1534);
    two.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, 1533));
    assertThat(two.diagnose(0).cause()).isEqualTo(new WrongWindowSize(1533));
    assertThat(two.diagnose(0).probability()).isEqualTo(767 / 0x1p40);
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 128, 4096})
  void aFileThatGrewInItsOnlyWindowIsNotCertainlyOneOfAnotherSize(int length) {
    BadChunk chunk = new BadChunk(ChecksumType.CRC32C, 16 * 1024, length);
    chunk.data = Arrays.copyOf(chunk.data, length + 13);
    assertNotCertain(chunk, 0);
  }

  @Test
  void aByteAppendedAfterAllOnesIsNotCertainlyAFlippedBitOfIt() {
    BadChunk chunk = new BadChunk(ChecksumType.CRC32C, 64, 68);
    Arrays.fill(chunk.data, 64, 68, (byte) 0xFF);
    chunk.storeAnew();
    chunk.data = Arrays.copyOf(chunk.data, 69);
    chunk.data[68] = '@';
    assertNotCertain(chunk, 1);
  }

  /** 70,000 bytes were inserted; the nearest repetition is 30,000 bytes before the right place. */
  @Test
  void dataThatRepeatsItselfFarAwayHasNotCertainlyMovedByTheShortestWay() {
    BadChunk chunk = new BadChunk(ChecksumType.CRC32C, 512, 1 << 19);
    for (int i = 100_000; i < chunk.data.length; i++) {
      chunk.data[i] = chunk.data[i - 100_000];
    }
    chunk.storeAnew();
    byte[] before = chunk.data.clone();
    System.arraycopy(before, 200_000, chunk.data, 270_000, before.length - 270_000);
    byte[] inserted = new byte[70_000];
    new Random(6).nextBytes(inserted);
    System.arraycopy(inserted, 0, chunk.data, 200_000, inserted.length);
    assertNotCertain(chunk, 600);
    // Of the places where the data is, this range has only the wrong one.
    ChunkBuffer run = ChunkBuffer.wrap(chunk.data, 528 * 512, 97 * 512);
    Diagnosis ofRange =
        ChunkChecksum.like(chunk.sums).verifyWindows(run, chunk.sums, 528, 97).mismatches().stream()
            .filter(mismatch -> mismatch.window() == 600)
            .map(Diagnostician.ofWindows(run, chunk.sums, 528)::diagnose)
            .findFirst()
            .orElseThrow();
    assertThat(ofRange.cause()).isEqualTo(new Shifted(-30_000));
    assertThat(ofRange.certain()).isFalse();
  }

  /** x^1024 is x^64 + x^48 + x^16 + 1 under this generator: four bits wrong look like one. */
  @Test
  void aBitThatStuckInSeveralWordsIsNotCertainlyOneElsewhere() throws IOException {
    CrcAlgorithm iso = AnyCrc.goIso();
    byte[] data = new byte[1024];
    new Random(9).nextBytes(data);
    ChecksumData sums = ChunkChecksum.of(iso, 512).compute(ChunkBuffer.wrap(data));
    for (int at : new int[] {200, 202, 206, 208}) {
      data[at] ^= 8;
    }
    List<Finding> findings = BadChunk.search(BurstSearch::new, iso, sums, data);
    assertThat(findings).extracting(Finding::cause).contains(new BitFlip(80, 3));
    assertThat(findings).noneMatch(Finding::isCertain);
  }

  /** So many checksums that another one is often the same by chance, and that of a good window. */
  @Test
  void theChanceOfAnotherWindowIsAtLeastThatOfItsChecksum() {
    BadChunk chunk = new BadChunk(ChecksumType.ADLER32, 16, 600 * 16);
    System.arraycopy(chunk.data, 7 * 16, chunk.data, 5 * 16, 16);
    Diagnosis diagnosis = chunk.diagnose();
    assertThat(diagnosis.cause()).isEqualTo(new OtherWindow(7));
    assertThat(diagnosis.probability()).isCloseTo(599 / 65536.0, within(1e-9));
  }

  /** A generator of degree 8 has 255 places for the same error, or fewer, over and over. */
  @Test
  void ofVeryManyPlacesOnlySomeAreNamed() throws IOException {
    CrcAlgorithm crc8 = new CrcAlgorithm("CRC-8", new CrcModel(8, 7, 0, false, 0, 0xF4));
    byte[] data = new byte[4096];
    ChecksumData sums = ChunkChecksum.of(crc8, 4096).compute(ChunkBuffer.wrap(data));
    data[1000] = 4;
    List<Finding> findings = BadChunk.search(BurstSearch::new, crc8, sums, data);
    assertThat(findings).hasSize(8).noneMatch(Finding::isCertain);
  }

  @Test
  void windowsOfWhichARangeHasNothingAreUnknown() {
    BadChunk chunk = chunk(64);
    ChunkBuffer run = ChunkBuffer.wrap(chunk.data, 0, WINDOW);
    List<Mismatch> mismatches =
        ChunkChecksum.like(chunk.sums).verifyWindows(run, chunk.sums, 0, 2).mismatches();
    assertThat(mismatches).hasSize(1);
    assertThat(Diagnostician.ofWindows(run, chunk.sums, 0).diagnose(mismatches.get(0)))
        .hasToString("unknown");
  }
}
