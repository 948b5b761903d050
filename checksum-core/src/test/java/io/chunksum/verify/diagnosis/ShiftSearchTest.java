// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.Cause.OtherWindow;
import io.chunksum.verify.diagnosis.Cause.Shifted;
import io.chunksum.verify.diagnosis.Cause.WrongWindowSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Windows behind bytes that were inserted or lost. Long, because each layout is a case of its own,
 * and all change the same chunk.
 */
class ShiftSearchTest {

  private static final int WINDOW = 1000;

  private static BadChunk chunk(String type) {
    return new BadChunk(ChecksumAlgorithms.find(type).orElseThrow().type(), WINDOW, 10 * WINDOW);
  }

  private static void insert(BadChunk chunk, int offset, int count) {
    byte[] before = chunk.data.clone();
    System.arraycopy(before, offset, chunk.data, offset + count, before.length - offset - count);
    Arrays.fill(chunk.data, offset, offset + count, (byte) 'j');
  }

  private static void lose(BadChunk chunk, int offset, int count) {
    byte[] before = chunk.data;
    chunk.data = new byte[before.length - count];
    System.arraycopy(before, 0, chunk.data, 0, offset);
    System.arraycopy(before, offset + count, chunk.data, offset, chunk.data.length - offset);
  }

  @ParameterizedTest
  @CsvSource({
    "CRC32C, 3000, 1",
    "CRC32C, 3500, 7",
    "CRC32, 3999, 999",
    "CRC64NVME, 3100, 513",
    "CRC32, 0, 300",
    "SHA256, 3000, 20",
    "MD5, 3100, 512",
    "CRC32C, 3001, 1001"
  })
  void insertedBytesAreFoundInEveryWindowFromThereOn(String type, int offset, int count) {
    BadChunk chunk = chunk(type);
    insert(chunk, offset, count);
    for (int window = offset / WINDOW; window < 8; window++) {
      assertThat(chunk.diagnose(window).cause())
          .as("window %d", window)
          .isEqualTo(new Shifted(count));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CRC32C, 3000, 1",
    "CRC32C, 3500, 7",
    "CRC32, 3001, 999",
    "CRC64NVME, 3100, 513",
    "CRC32, 0, 300",
    "SHA256, 3000, 20",
    "MD5, 3100, 512",
    "CRC32C, 3900, 1200"
  })
  void lostBytesAreFoundInEveryWindowFromThereOn(String type, int offset, int count) {
    BadChunk chunk = chunk(type);
    lose(chunk, offset, count);
    for (int window = offset / WINDOW; window < 10; window++) {
      assertThat(chunk.diagnose(window).cause())
          .as("window %d", window)
          .isEqualTo(new Shifted(-count));
    }
  }

  /** It is so short that not all of what follows it is read with it. */
  @Test
  void aShortLastWindowIsFoundAsFarAwayAsTheLongOneBeforeIt() {
    int window = 200_000;
    int count = 150_000;
    BadChunk chunk = new BadChunk(ChecksumType.CRC32C, window, 4 * window + 100);
    chunk.data = Arrays.copyOf(chunk.data, chunk.data.length + count);
    insert(chunk, window + 7, count);
    Mismatch last =
        ChunkChecksum.like(chunk.sums)
            .verify(
                ChunkBuffer.wrap(chunk.data),
                new ChunkInfo("chunk", 0, chunk.data.length - count, chunk.sums))
            .mismatches()
            .get(3);
    assertThat(last.length()).isEqualTo(100);
    assertThat(chunk.diagnostician().diagnose(last).cause()).isEqualTo(new Shifted(count));
    chunk.data[chunk.data.length - 1] ^= 0x55;
    assertThat(chunk.diagnostician().diagnose(last)).as("damaged there").hasToString("unknown");
  }

  /** No checksum can confirm it, but the window before it says where it begins. */
  @ParameterizedTest
  @CsvSource({"CRC32C, 3500, 1, 9", "SHA256, 3000, 999, 9", "CRC32, 3500, 1001, 8"})
  void theWindowOfWhichTheEndWasPushedOutHasMovedAsWell(
      String type, int offset, int count, int cut) {
    BadChunk chunk = chunk(type);
    insert(chunk, offset, count);
    Diagnosis diagnosis = chunk.diagnose(cut);
    assertThat(diagnosis.cause()).isEqualTo(new Shifted(count));
    assertThat(diagnosis.probability()).isEqualTo(0.01);
    for (int window = cut + 1; window < 10; window++) {
      assertThat(chunk.diagnose(window)).hasToString("unknown");
    }
  }

  /** All of it was, and its checksum, 0, is that of no bytes, which says nothing. */
  @Test
  void theShortWindowAfterOneOfTheLargestSizeIsFound() {
    int window = Diagnostician.MAX_WINDOW_BYTES;
    BadChunk large = new BadChunk(ChecksumType.CRC32C, window, window + 1000);
    ChunkInfo recorded = new ChunkInfo("chunk", 0, large.data.length, large.sums);
    large.data = Arrays.copyOf(large.data, window + 1100);
    insert(large, window, 100);
    Mismatch last =
        ChunkChecksum.like(large.sums)
            .verify(ChunkBuffer.wrap(large.data), recorded)
            .mismatches()
            .get(0);
    assertThat(last.window()).isEqualTo(1);
    assertThat(large.diagnostician().diagnose(last).cause()).isEqualTo(new Shifted(100));
  }

  @Test
  void theWindowThatWasPushedOutHasMovedWhateverItsChecksum() {
    BadChunk chunk = chunk("CRC32C");
    insert(chunk, 3500, 7);
    chunk.data = Arrays.copyOf(chunk.data, 9 * WINDOW + 7);
    byte[] packed = chunk.packed();
    Arrays.fill(packed, 4 * 9, 4 * 10, (byte) 0);
    chunk.sums = ChecksumData.of(ChecksumType.CRC32C, WINDOW, packed);
    Diagnosis diagnosis = chunk.diagnose(9);
    assertThat(diagnosis.cause()).isEqualTo(new Shifted(7));
    assertThat(diagnosis.probability()).isEqualTo(0.01);
  }

  /** Only 16 bits of an Adler-32 count, and the window before is in one of 2,000 other places. */
  @Test
  void theWindowOfWhichTheEndWasPushedOutIsNoSurerThanTheOneBeforeIt() {
    BadChunk chunk = new BadChunk(ChecksumType.ADLER32, WINDOW, 3 * WINDOW);
    System.arraycopy(chunk.data.clone(), WINDOW, chunk.data, WINDOW + 500, WINDOW);
    Diagnosis diagnosis = chunk.diagnose(2);
    assertThat(diagnosis.cause()).isEqualTo(new Shifted(500));
    assertThat(diagnosis.probability()).isEqualTo(2000 / 65536.0);
  }

  /** Window 4 could be in 20 places, which were tried nonetheless, and window 5 is in one. */
  @Test
  void theChanceOfABreakCountsTheWindowsOfWhichTheDataRepeatsItself() throws IOException {
    ChecksumAlgorithm crc16 = AnyCrc.ARC.algorithm();
    BadChunk chunk = new BadChunk(ChecksumType.CRC32C, 64, 40 * 64);
    Arrays.fill(chunk.data, 4 * 64, 4 * 64 + 84, (byte) 0);
    ChecksumData sums = ChunkChecksum.of(crc16, 64).compute(ChunkBuffer.wrap(chunk.data));
    insert(chunk, 200, 30);
    chunk.data[4 * 64 + 30] = 1; // So window 4 does not confirm what is found of window 5,
    chunk.data[6 * 64 + 40] ^= 1; // and neither does window 6.
    assertThat(BadChunk.search(ShiftSearch::new, crc16, sums, chunk.data))
        .containsExactly(new Finding(new Shifted(30), 3 * 39 * 64 / 0x1p16));
  }

  @Test
  void aSecondBreakIsInAWindowAfterOneThatHasMoved() {
    BadChunk chunk = chunk("CRC32C");
    insert(chunk, 6500, 5);
    insert(chunk, 3500, 7);
    assertThat(chunk.diagnose(5).cause()).isEqualTo(new Shifted(7));
    assertThat(chunk.diagnose(6).cause()).isEqualTo(new Shifted(12));
    Arrays.fill(chunk.data, 5300, 5400, (byte) 'x');
    assertThat(chunk.diagnose(5).cause()).as("by the window after it").isEqualTo(new Shifted(12));
  }

  /** Its length is not recorded, and the window before it says where it begins. */
  @ParameterizedTest
  @CsvSource({"CRC32C, 9001, 5", "SHA256, 9400, 7", "CRC32, 9999, 900"})
  void theLastWindowIsFoundWhereItEndsWithTheData(String type, int length, int count) {
    ChecksumType found = ChecksumAlgorithms.find(type).orElseThrow().type();
    BadChunk grown = new BadChunk(found, WINDOW, length);
    grown.data = Arrays.copyOf(grown.data, length + count);
    insert(grown, 7100, count);
    BadChunk lost = new BadChunk(found, WINDOW, length);
    lose(lost, 7100, count);
    assertThat(grown.diagnose(9).cause()).isEqualTo(new Shifted(count));
    assertThat(lost.diagnose(9).cause()).isEqualTo(new Shifted(-count));
    assertThat(lost.diagnose(9).certain()).isFalse();
    lost.data[lost.data.length - 1] ^= 0x55;
    assertThat(lost.diagnose(9)).hasToString("unknown");
  }

  /** 10,000 bytes have 9,001 places, of which one is the window's own; either neighbour will do. */
  @Test
  void aNeighbourThatIsShiftedAsMuchIsASecondWitness() {
    BadChunk chunk = chunk("CRC32C");
    insert(chunk, 3000, 3);
    Diagnosis diagnosis = chunk.diagnose(4);
    assertThat(diagnosis.probability()).isEqualTo(2 * 9000 / 0x1p64, within(1e-25));
    assertThat(diagnosis.certain()).isTrue();
  }

  /** Of the last window it is not known whether it was full. */
  @Test
  void theNeighbourMayBeTheOneBefore() {
    BadChunk chunk = chunk("CRC32C");
    insert(chunk, 3000, 3);
    assertThat(chunk.diagnose(8).probability()).isEqualTo(2 * 9000 / 0x1p64, within(1e-25));
    insert(chunk, 8500, 3);
    assertThat(chunk.diagnose(8)).hasToString("unknown");
  }

  @Test
  void theNeighbourMayBeTheOneAfterWhereTheOneBeforeIsInItsPlace() {
    BadChunk chunk = chunk("CRC32C");
    insert(chunk, 3000, 3);
    Diagnosis first = chunk.diagnose(3);
    assertThat(first.probability()).isEqualTo(2 * 9000 / 0x1p64, within(1e-25));
    assertThat(first).hasToString("the data is shifted: it starts 3 bytes too late");
    lose(chunk, 3000, 5);
    Diagnosis lost = chunk.diagnose(4);
    assertThat(lost).hasToString("the data is shifted: it starts 2 bytes too early");
  }

  /** As far as the search looks for what was shifted after inserted bytes, and one window more. */
  @ParameterizedTest
  @CsvSource({"16384, 4", "4096, 16"})
  void theWindowAfterTheBreakMayBeSoFarAway(int bytesPerChecksum, int apart) {
    BadChunk chunk = new BadChunk(ChecksumType.CRC32C, bytesPerChecksum, 24 * bytesPerChecksum);
    insert(chunk, bytesPerChecksum + 100, 3);
    byte[] shifted = chunk.data.clone();
    Arrays.fill(chunk.data, bytesPerChecksum + 200, (apart + 1) * bytesPerChecksum + 3, (byte) 'x');
    assertThat(chunk.diagnose(1).cause()).isEqualTo(new Shifted(3));
    chunk.data = shifted;
    Arrays.fill(chunk.data, bytesPerChecksum + 200, (apart + 2) * bytesPerChecksum + 3, (byte) 'x');
    assertThat(chunk.diagnose(1)).hasToString("unknown");
  }

  /** The trailing window of 4 times the size is as long as a full one, and so is its copy. */
  @Test
  void aWindowOfAnotherSizeIsNotTheOnlyCauseIfItsBytesAreNearerAsWell() {
    int window = 1024;
    BadChunk chunk = new BadChunk(ChecksumType.CRC32C, window, 5 * window);
    System.arraycopy(chunk.data, 4 * window, chunk.data, window + 300, window);
    chunk.storeAnew();
    byte[] packed = chunk.packed();
    System.arraycopy(packed, 4 * 4, packed, 4, 4);
    ChecksumData larger =
        ChunkChecksum.of(ChecksumType.CRC32C, 4 * window).compute(ChunkBuffer.wrap(chunk.data));
    ByteBuffer.wrap(packed).putInt(0, larger.crc(0));
    // The window that the copy reaches into is bad, or the copy would be there by right.
    packed[2 * 4]++;
    chunk.sums = ChecksumData.of(ChecksumType.CRC32C, window, packed);
    Diagnosis diagnosis = chunk.diagnose(1);
    assertThat(diagnosis.cause()).isEqualTo(new WrongWindowSize(4L * window));
    assertThat(diagnosis.alternatives())
        .extracting(Finding::cause)
        .containsExactly(new Shifted(300));
    assertThat(diagnosis.certain()).isFalse();
  }

  /**
   * The data is in a second place as well, and the other neighbour has been overwritten, so that
   * there is but one to say which of the two it is.
   */
  @Test
  void aWitnessMayBeTheFirstWindowOrLieAtEitherEndOfTheData() {
    BadChunk first = chunk("CRC32C");
    byte[] copy = Arrays.copyOfRange(first.data, WINDOW, 2 * WINDOW);
    insert(first, 0, 3);
    Arrays.fill(first.data, 2 * WINDOW + 100, 3 * WINDOW, (byte) 'x');
    append(first, copy);
    assertThat(findings(first.diagnose(1)).map(Finding::cause)).contains(new Shifted(3));

    BadChunk atStart = chunk("CRC32C");
    copy = Arrays.copyOfRange(atStart.data, 2 * WINDOW, 3 * WINDOW);
    lose(atStart, 0, WINDOW);
    Arrays.fill(atStart.data, 2 * WINDOW, 3 * WINDOW, (byte) 'x');
    append(atStart, copy);
    assertThat(findings(atStart.diagnose(2)).map(Finding::cause)).contains(new Shifted(-WINDOW));

    BadChunk atEnd = chunk("CRC32C");
    lose(atEnd, 0, WINDOW);
    atEnd.data = Arrays.copyOf(atEnd.data, 8 * WINDOW);
    System.arraycopy(atEnd.data, 6 * WINDOW, atEnd.data, 5 * WINDOW, WINDOW);
    assertThat(findings(atEnd.diagnose(7)).map(Finding::cause)).contains(new Shifted(-WINDOW));
  }

  private static void append(BadChunk chunk, byte[] bytes) {
    int length = chunk.data.length;
    chunk.data = Arrays.copyOf(chunk.data, length + 11 + bytes.length);
    System.arraycopy(bytes, 0, chunk.data, length + 11, bytes.length);
  }

  private static Stream<Finding> findings(Diagnosis diagnosis) {
    return Stream.concat(
        Stream.of(new Finding(diagnosis.cause(), diagnosis.probability())),
        diagnosis.alternatives().stream());
  }

  @Test
  void aWindowMayLieAtTheVeryStartOfTheData() {
    BadChunk chunk = chunk("CRC32C");
    lose(chunk, 0, WINDOW);
    assertThat(findings(chunk.diagnose(1)).map(Finding::cause)).contains(new Shifted(-WINDOW));
  }

  @Test
  void allRunsWithACrcAreFoundUpToTheLimit() {
    byte[] bytes = new byte[100];
    byte[] run = {1, 2, 3, 4};
    for (int at : new int[] {0, 20, 96}) {
      System.arraycopy(run, 0, bytes, at, run.length);
    }
    CRC32 crc = new CRC32();
    crc.update(run);
    byte[] wanted = ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
    RollingCrc rolling = rolling(ChecksumAlgorithms.of(ChecksumType.CRC32), run.length);
    assertThat(rolling.runs(bytes, wanted, 3)).containsExactly(0, 20, 96);
    assertThat(rolling.runs(bytes, wanted, 2)).containsExactly(0, 20);
    wanted[3]++;
    assertThat(rolling.runs(bytes, wanted, 3)).isEmpty();
  }

  @Test
  void aNeighbourThatIsInItsPlaceAsWellIsNoWitness() {
    BadChunk chunk = chunk("CRC32C");
    Arrays.fill(chunk.data, 5000, 6000, (byte) 'a');
    chunk.storeAnew();
    System.arraycopy(chunk.data.clone(), 4000, chunk.data, 3993, WINDOW);
    Arrays.fill(chunk.data, 4993, 5000, (byte) 'a');
    Diagnosis diagnosis = chunk.diagnose(4);
    assertThat(diagnosis.cause()).isEqualTo(new Shifted(-7));
    assertThat(diagnosis.certain()).isFalse();
  }

  @Test
  void theBreakOfLargeWindowsIsBetweenNeighbours() {
    int window = 128 * 1024;
    BadChunk chunk = new BadChunk(ChecksumType.CRC32, window, 6 * window);
    insert(chunk, 2 * window + 100, 11);
    assertThat(chunk.diagnose(2).cause()).isEqualTo(new Shifted(11));
    Arrays.fill(chunk.data, 3 * window, 3 * window + 100, (byte) 'x');
    assertThat(chunk.diagnose(2)).hasToString("unknown");
  }

  /** Windows 1 to 20 are damaged, and in window 21 bytes are inserted. */
  @Test
  void theBreakIsNotLookedForFarAway() {
    BadChunk chunk = new BadChunk(ChecksumType.CRC32, WINDOW, 40 * WINDOW);
    insert(chunk, 21 * WINDOW + 400, 9);
    for (int window = 1; window <= 20; window++) {
      Arrays.fill(chunk.data, window * WINDOW + 100, window * WINDOW + 200, (byte) 'x');
    }
    assertThat(chunk.diagnose(21)).as("the last good window is 21 away").hasToString("unknown");
    assertThat(chunk.diagnose(5)).as("the next shifted is 17 away").hasToString("unknown");
    assertThat(chunk.diagnose(6).cause()).isEqualTo(new Shifted(9));
    assertThat(chunk.diagnose(16).cause()).isEqualTo(new Shifted(9));
    assertThat(chunk.diagnose(17)).hasToString("unknown");
  }

  /** Also where it is in the place of the next, and where none after it can have moved. */
  @ParameterizedTest
  @CsvSource({"4, 7", "4, 1000", "8, 7"})
  void oneWindowAloneIsOneWitness(int window, int by) {
    BadChunk chunk = chunk("CRC32C");
    byte[] before = chunk.data.clone();
    int from = window * WINDOW;
    Arrays.fill(chunk.data, from, from + WINDOW, (byte) 'x');
    System.arraycopy(before, from, chunk.data, from + by, WINDOW);
    Diagnosis diagnosis = chunk.diagnose(window);
    assertThat(diagnosis.cause()).isEqualTo(new Shifted(by));
    assertThat(diagnosis.probability()).isEqualTo(1e-4);
    assertThat(diagnosis.certain()).isFalse();
  }

  @Test
  void windowsThatWereSwappedAreNotTakenForAShiftOfTheOneBeforeThem() {
    BadChunk chunk = chunk("CRC32C");
    byte[] before = chunk.data.clone();
    System.arraycopy(before, 4000, chunk.data, 5000, WINDOW);
    System.arraycopy(before, 5000, chunk.data, 4000, WINDOW);
    Arrays.fill(chunk.data, 3100, 3200, (byte) 'x');
    assertThat(chunk.diagnose(3)).hasToString("unknown");
    assertThat(chunk.diagnose(4).cause()).isEqualTo(new OtherWindow(5));
  }

  @Test
  void aWindowInThePlaceOfTheLastDoesNotMeanThatTheLastHasMoved() {
    BadChunk chunk = chunk("CRC32C");
    System.arraycopy(chunk.data, 8000, chunk.data, 9000, WINDOW);
    Arrays.fill(chunk.data, 8000, 9000, (byte) 'x');
    assertThat(chunk.diagnose(8).cause()).isEqualTo(new Shifted(WINDOW));
    assertThat(chunk.diagnose(9)).hasToString("probably: the data is that of window 8");
  }

  /** The data repeats itself every 7 bytes there, once more than the window is long. */
  @Test
  void bytesThatEndInAWindowInItsPlaceHaveNotMoved() {
    BadChunk chunk = chunk("MD5");
    for (int at = 4007; at < 5007; at++) {
      chunk.data[at] = chunk.data[at - 7];
    }
    chunk.storeAnew();
    Arrays.fill(chunk.data, 4000, 4007, (byte) 'x');
    assertThat(chunk.diagnose(4)).hasToString("unknown");
  }

  @Test
  void itIsProvenByTheNextThreeWindowsIfAllHaveMovedAsFar() {
    BadChunk chunk = chunk("CRC32C");
    insert(chunk, 2500, 3);
    assertThat(chunk.diagnose(3).certain()).isTrue();
    chunk.data[7500] ^= 1;
    assertThat(chunk.diagnose(3).certain()).as("the fourth").isTrue();
    chunk.data[6500] ^= 1;
    assertThat(chunk.diagnose(3).certain()).as("the third").isFalse();
  }

  @Test
  void damageBeforeAShiftThatLaterWindowsDoNotShareIsUnknown() {
    BadChunk chunk = chunk("CRC32C");
    Arrays.fill(chunk.data, 3100, 3200, (byte) 'x');
    Arrays.fill(chunk.data, 4100, 4200, (byte) 'x');
    assertThat(chunk.diagnose(3)).hasToString("unknown");
  }

  /** What is not at hand may have the same bytes. */
  @Test
  void inAPartOfAWholeItIsNeverCertain() {
    BadChunk chunk = chunk("CRC32C");
    insert(chunk, 2500, 3);
    Mismatch bad = chunk.mismatches().get(1);
    Diagnostician whole = chunk.diagnostician();
    Diagnosis ofWhole = whole.diagnose(bad);
    assertThat(ofWhole.certain()).isTrue();
    for (Diagnosis diagnosis :
        List.of(
            whole.within(0, 0, 1).diagnose(bad),
            whole.within(1, WINDOW, 0).diagnose(bad.offsetBy(1, WINDOW)))) {
      assertThat(diagnosis.cause()).isEqualTo(ofWhole.cause());
      assertThat(diagnosis.certain()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void rollingOnGivesTheCrcOfEveryPlace(AnyCrc crc) {
    byte[] bytes = new BadChunk(ChecksumType.CRC32, 64, 600).data;
    for (int length = 9; length <= 600; length += 37) {
      RollingCrc rolling = rolling(crc.algorithm(), length);
      for (int at = 0; at + length <= 600; at++) {
        List<Integer> runs = rolling.runs(bytes, crc.sum(bytes, at, length), 600);
        if (crc.model().width() < 32) {
          assertThat(runs).contains(at);
        } else {
          assertThat(runs).containsExactly(at);
        }
      }
    }
  }

  private static RollingCrc rolling(ChecksumAlgorithm algorithm, int length) {
    return new RollingCrc(algorithm, CrcArithmetic.find(algorithm).orElseThrow(), length);
  }
}
