// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.verify.ChunkReceiver;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.ReceivePolicy;
import io.chunksum.verify.VerifyResult;
import io.chunksum.verify.diagnosis.Cause.BitFlip;
import io.chunksum.verify.diagnosis.Cause.Burst;
import io.chunksum.verify.diagnosis.Cause.ChecksumBitFlip;
import io.chunksum.verify.diagnosis.Cause.OtherWindow;
import io.chunksum.verify.diagnosis.Cause.Shifted;
import io.chunksum.verify.diagnosis.Cause.WrongAlgorithm;
import io.chunksum.verify.diagnosis.Cause.WrongWindowSize;
import io.chunksum.verify.diagnosis.Cause.ZeroFilled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiagnosticianTest {

  private static final int WINDOW = 1024;

  private final BadChunk chunk = new BadChunk(ChecksumType.CRC32C, WINDOW, 10 * WINDOW + 100);

  @Test
  void aMismatchOfAnotherTypeIsRefused() {
    chunk.data[7] ^= 1;
    Diagnostician other =
        new Diagnostician(
            ChunkBuffer.wrap(chunk.data),
            ChunkChecksum.of(ChecksumType.SHA256, WINDOW).compute(ChunkBuffer.wrap(chunk.data)));
    Mismatch mismatch = chunk.mismatches().get(0);
    assertThatThrownBy(() -> other.diagnose(mismatch))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a mismatch of type SHA256: window 0, ");
    ByteBuffer expected = chunk.sums.checksum(0);
    ByteBuffer cut = ByteBuffer.allocate(2);
    assertThatThrownBy(
            () -> chunk.diagnostician().diagnose(Mismatch.of(0, 0, WINDOW, expected, cut)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a mismatch of type CRC32");
  }

  @Test
  void whatFitsLessOftenByChanceGoesBeforeWhatFitsOften() {
    Arrays.fill(chunk.data, 0, 512, (byte) 0);
    chunk.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32, WINDOW));
    Diagnosis diagnosis = chunk.diagnose();
    assertThat(diagnosis.cause()).isEqualTo(new WrongAlgorithm(ChecksumType.CRC32));
    assertThat(diagnosis.alternatives())
        .extracting(Finding::cause)
        .containsExactly(new ZeroFilled(0, 512));
    assertThat(diagnosis.certain()).isTrue();
  }

  @Test
  void ofThoseThatRarelyFitByChanceTheFirstKindIsTakenAndNothingIsCertain() {
    byte[] twin = Arrays.copyOf(chunk.data, WINDOW);
    twin[70] ^= 8;
    System.arraycopy(twin, 0, chunk.data, 5 * WINDOW, WINDOW);
    chunk.storeAnew();
    chunk.data[70] ^= 8;
    Diagnosis diagnosis = chunk.diagnose();
    assertThat(diagnosis.cause()).isEqualTo(new BitFlip(70, 3));
    assertThat(diagnosis.alternatives())
        .extracting(Finding::cause)
        .containsExactly(new OtherWindow(5));
    assertThat(diagnosis.certain()).isFalse();
    assertThat(diagnosis)
        .hasToString("probably: bit 3 of byte 70 is flipped; or: the data is that of window 5");
  }

  @Test
  void missingAndSurplusDataIsUnknown() {
    ChunkInfo recorded = new ChunkInfo("chunk", 0, chunk.data.length, chunk.sums);
    byte[] cut = Arrays.copyOf(chunk.data, 8 * WINDOW + 10);
    VerifyResult tooShort = ChunkChecksum.like(chunk.sums).verify(ChunkBuffer.wrap(cut), recorded);
    Diagnostician diagnostician = new Diagnostician(ChunkBuffer.wrap(cut), chunk.sums);
    assertThat(tooShort.mismatches())
        .hasSize(3)
        .allSatisfy(each -> assertThat(diagnostician.diagnose(each)).hasToString("unknown"));
    chunk.data = Arrays.copyOf(chunk.data, 11 * WINDOW + 1);
    assertThat(chunk.diagnose(11)).hasToString("unknown");
  }

  /** What is stored is the very difference that a flipped bit makes. */
  @Test
  void dataThatWasMissingAndIsThereAgainHasNoFlippedBit() {
    byte[] bit = new byte[2 * WINDOW];
    bit[WINDOW + 1] = 4;
    ChecksumData both = ChunkChecksum.like(chunk.sums).compute(ChunkBuffer.wrap(bit));
    byte[] packed = chunk.packed();
    ByteBuffer.wrap(packed).putInt(9 * Integer.BYTES, both.crc(0) ^ both.crc(1));
    ChecksumData sums = ChecksumData.of(chunk.sums.type(), WINDOW, packed);
    ChunkBuffer cut = ChunkBuffer.wrap(Arrays.copyOf(chunk.data, 9 * WINDOW));
    ChunkInfo recorded = new ChunkInfo("chunk", 0, chunk.data.length, sums);
    Mismatch missing =
        ChunkChecksum.like(sums).verify(cut, recorded).mismatches().stream()
            .filter(each -> each.window() == 9)
            .findFirst()
            .orElseThrow();
    assertThat(missing.actual()).isNull();
    assertThat(new Diagnostician(ChunkBuffer.wrap(chunk.data), sums).diagnose(missing))
        .hasToString("unknown");
  }

  @Test
  void missingDataOfTypeNoneIsUnknown() {
    ChunkInfo recorded = new ChunkInfo("chunk", 0, 10, ChecksumData.none(WINDOW));
    ChunkBuffer cut = ChunkBuffer.wrap(new byte[9]);
    VerifyResult result = new ChunkReceiver(ReceivePolicy.always(), 0, 1).receive(cut, recorded);
    Diagnostician diagnostician = new Diagnostician(cut, recorded.checksums());
    assertThat(result.mismatches())
        .singleElement()
        .satisfies(each -> assertThat(diagnostician.diagnose(each)).hasToString("unknown"));
  }

  @Test
  void windowsThatAreTooLargeAreUnknown() {
    int window = Diagnostician.MAX_WINDOW_BYTES + 1;
    byte[] data = new byte[window];
    ChecksumData sums =
        ChunkChecksum.of(ChecksumType.CRC32C, window).compute(ChunkBuffer.wrap(data));
    data[5] = 1;
    ChunkBuffer bad = ChunkBuffer.wrap(data);
    Mismatch mismatch = ChunkChecksum.like(sums).verify(bad, sums).mismatches().get(0);
    assertThat(new Diagnostician(bad, sums).diagnose(mismatch)).hasToString("unknown");
  }

  @Test
  void windowsOfTheLargestSizeAreDiagnosed() {
    byte[] data = new byte[Diagnostician.MAX_WINDOW_BYTES];
    ChecksumData sums =
        ChunkChecksum.of(ChecksumType.CRC32C, data.length).compute(ChunkBuffer.wrap(data));
    data[data.length / 2] = 1;
    ChunkBuffer bad = ChunkBuffer.wrap(data);
    Mismatch mismatch = ChunkChecksum.like(sums).verify(bad, sums).mismatches().get(0);
    assertThat(new Diagnostician(bad, sums).diagnose(mismatch).cause())
        .isEqualTo(new BitFlip(data.length / 2, 0));
  }

  /** The window before it is larger than an array can be. */
  @Test
  void ofAShortWindowAfterOneThatIsTooLargeOnlyItsOwnBytesAreRead() {
    byte[] zeros = new byte[1 << 24];
    ChunkBuffer.Builder builder = ChunkBuffer.builder();
    for (int i = 0; i < 128; i++) {
      builder.add(zeros, 0, zeros.length);
    }
    ChunkBuffer data = builder.add(new byte[1000], 0, 1000).build();
    ChecksumData sums =
        ChecksumData.of(
            ChecksumType.CRC32C, Integer.MAX_VALUE, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    List<Mismatch> mismatches = ChunkChecksum.like(sums).verify(data, sums).mismatches();
    assertThat(mismatches).extracting(Mismatch::length).containsExactly(2147483647L, 1001L);
    Diagnostician diagnostician = new Diagnostician(data, sums);
    assertThat(diagnostician.diagnose(mismatches.get(0))).hasToString("unknown");
    assertThat(diagnostician.diagnose(mismatches.get(1)).certain()).isFalse();
  }

  @Test
  void dataIsReadFromWhereverItIsAndCountsFromItsStart() {
    // The chunk is windows 100 to 110 of a file.
    long before = 100L * WINDOW;
    long length = before + chunk.data.length;
    DataReader reader =
        (offset, target, targetOffset, count) -> {
          assertThat(offset).isNotNegative();
          assertThat(offset + count).isLessThanOrEqualTo(length);
          for (int i = 0; i < count; i++) {
            long at = offset + i - before;
            target[targetOffset + i] = at < 0 ? (byte) 'f' : chunk.data[(int) at];
          }
        };
    System.arraycopy(chunk.data, 2 * WINDOW, chunk.data, 9 * WINDOW, WINDOW);
    chunk.storeAnew();
    chunk.data[3 * WINDOW + 7] ^= 2;
    System.arraycopy(chunk.data, 2 * WINDOW, chunk.data, 5 * WINDOW, WINDOW);
    System.arraycopy(chunk.data, 6 * WINDOW + 9, chunk.data, 6 * WINDOW + 12, 4 * WINDOW);
    Diagnostician diagnostician = new Diagnostician(chunk.sums, 100, length, reader);
    List<Cause> causes =
        chunk.mismatches().stream()
            .map(mismatch -> diagnostician.diagnose(mismatch.offsetBy(100, before)).cause())
            .toList();
    assertThat(causes)
        .startsWith(
            new BitFlip(before + 3 * WINDOW + 7, 1),
            new OtherWindow(102),
            new Shifted(3),
            new Shifted(3),
            new Shifted(3));
  }

  @Test
  void aRunOfWindowsIsCountedFromTheStartOfItsChunk() {
    int first = 4;
    int offset = first * WINDOW;
    byte[] run = Arrays.copyOfRange(chunk.data, offset, offset + 3 * WINDOW);
    run[WINDOW + 7] ^= 2;
    System.arraycopy(run, 0, run, 2 * WINDOW, WINDOW);
    ChunkBuffer windows = ChunkBuffer.wrap(run);
    ChunkInfo info = new ChunkInfo("chunk", 0, chunk.data.length, chunk.sums);
    List<Mismatch> mismatches =
        ChunkChecksum.like(chunk.sums)
            .newVerifier()
            .verifyWindows(windows, info, first, 3)
            .mismatches();
    Diagnostician diagnostician = Diagnostician.ofWindows(windows, chunk.sums, first);
    assertThat(mismatches)
        .extracting(mismatch -> diagnostician.diagnose(mismatch).cause())
        .containsExactly(new BitFlip(offset + WINDOW + 7, 1), new OtherWindow(4));
    Diagnostician another = Diagnostician.ofWindows(windows, chunk.sums, 6);
    assertThatThrownBy(() -> another.diagnose(mismatches.get(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("checksums were given for 3 windows starting at 6, not for window 5");
    ByteBuffer sum = chunk.sums.checksum(0);
    for (int after : new int[] {7, 10}) {
      assertThat(diagnostician.diagnose(Mismatch.of(after, (long) after * WINDOW, 100, sum, null)))
          .hasToString("unknown");
    }
    assertThatThrownBy(() -> diagnostician.diagnose(Mismatch.of(11, 11 * WINDOW, 100, sum, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("checksums were given for 3 windows starting at 4, not for window 11");
    assertThatThrownBy(() -> Diagnostician.ofWindows(windows, chunk.sums, 11))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aRunMayBeLongerThanTheRestOfItsChunk() {
    chunk.data = Arrays.copyOf(chunk.data, 20 * WINDOW);
    chunk.data[9 * WINDOW + 7] ^= 2;
    ChunkBuffer run = ChunkBuffer.wrap(chunk.data, 8 * WINDOW, 12 * WINDOW);
    assertThat(Diagnostician.ofWindows(run, chunk.sums, 8).diagnose(chunk.mismatches().get(0)))
        .isEqualTo(chunk.diagnose());
  }

  @Test
  void whatIsWithinAWholeCountsFromItsStart() {
    System.arraycopy(chunk.data, 2 * WINDOW, chunk.data, 9 * WINDOW, WINDOW);
    chunk.storeAnew();
    System.arraycopy(chunk.data, 2 * WINDOW, chunk.data, 5 * WINDOW, WINDOW);
    chunk.data[7 * WINDOW + 7] ^= 2;
    Diagnostician part = chunk.diagnostician().within(100, 1 << 20, 3);
    assertThat(chunk.mismatches())
        .extracting(bad -> part.diagnose(bad.offsetBy(100, 1 << 20)).cause())
        .containsExactly(new OtherWindow(102), new BitFlip((1 << 20) + 7 * WINDOW + 7, 1));
    assertThat(part.within(0, 0, 0).diagnose(chunk.mismatches().get(0)))
        .isEqualTo(chunk.diagnose());
  }

  @Test
  void aWindowWhoseChecksumWasNotGivenIsRefused() {
    chunk.data[5 * WINDOW] ^= 2;
    Mismatch mismatch = chunk.mismatches().get(0);
    Diagnostician others = new Diagnostician(ChunkBuffer.wrap(chunk.data), chunk.sums.range(0, 5));
    assertThatThrownBy(() -> others.diagnose(mismatch))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("checksums were given for 5 windows starting at 0, not for window 5");
  }

  /** As for an empty file that is recorded with a digest. */
  @Test
  void aWindowWithoutBytesIsUnknown() {
    ChecksumData sums = ChecksumData.of(ChecksumType.MD5, WINDOW, new byte[16]);
    Mismatch empty = Mismatch.of(0, 0, 0, sums.checksum(0), ByteBuffer.allocate(16));
    assertThat(new Diagnostician(ChunkBuffer.wrap(new byte[0]), sums).diagnose(empty))
        .hasToString("unknown");
  }

  @Test
  void dataThatCannotBeReadIsAnError() {
    chunk.data[7] ^= 1;
    Mismatch mismatch = chunk.mismatches().get(0);
    Diagnostician diagnostician =
        new Diagnostician(
            chunk.sums,
            0,
            chunk.data.length,
            (offset, target, targetOffset, count) -> {
              throw new IOException("disk gone");
            });
    assertThatThrownBy(() -> diagnostician.diagnose(mismatch))
        .isInstanceOf(UncheckedIOException.class)
        .hasRootCauseMessage("disk gone");
  }

  /** The bit was flipped on the way, when the data was verified, and is not flipped in the data. */
  @Test
  void aFaultOfOneReadingIsNotTakenForOneOfTheData() {
    chunk.data[3 * WINDOW + 7] ^= 2;
    List<Mismatch> mismatches = chunk.mismatches();
    chunk.data[3 * WINDOW + 7] ^= 2;
    assertThatThrownBy(() -> chunk.diagnostician().diagnose(mismatches.get(0)))
        .isInstanceOf(UncheckedIOException.class)
        .hasRootCauseMessage("window 3 reads differently the second time");
    chunk.data = Arrays.copyOf(chunk.data, 2 * WINDOW); // It has become shorter.
    assertThatThrownBy(() -> chunk.diagnostician().diagnose(mismatches.get(0)))
        .hasRootCauseMessage("window 3 reads differently the second time");
  }

  @Test
  void placesCanBeCountedFromTheStartOfTheFile() {
    Map<Cause, Cause> inFile =
        Map.of(
            new BitFlip(1, 2), new BitFlip(1001, 2),
            new ZeroFilled(512, 7), new ZeroFilled(1512, 7),
            new Burst(3, 4, 5), new Burst(1003, 4, 5),
            new OtherWindow(6), new OtherWindow(16),
            new Shifted(8), new Shifted(8),
            new ChecksumBitFlip(1, 2), new ChecksumBitFlip(1, 2),
            new WrongWindowSize(9), new WrongWindowSize(9));
    inFile.forEach((inChunk, expected) -> {
      Finding other = new Finding(new OtherWindow(0), 0.25);
      Diagnosis found = new Diagnosis(new Finding(inChunk, 0.5), List.of(other));
      assertThat(found.offsetBy(10, 1000))
          .isEqualTo(
              new Diagnosis(
                  new Finding(expected, 0.5), List.of(new Finding(new OtherWindow(10), 0.25))));
    });
  }

  @ParameterizedTest
  @CsvSource({"2, -1000, 500", "2, 1999, 500", "2, 2000, 1001", "2, 2000, -5", "2, 3000, 1000"})
  void bytesOutsideTheWindowAreRefused(long window, long offset, long length) {
    BadChunk thousands = new BadChunk(ChecksumType.CRC32C, 1000, 10_000);
    ByteBuffer sum = thousands.sums.checksum(0);
    Mismatch mismatch = Mismatch.of(window, offset, length, sum, sum);
    assertThatThrownBy(() -> thousands.diagnostician().diagnose(mismatch))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not in a window of 1000 bytes: window 2, ");
  }

  @Test
  void sizesMustNotBeNegative() {
    DataReader reader = (offset, target, targetOffset, count) -> {};
    assertThatThrownBy(() -> new Diagnostician(chunk.sums, -1, 0, reader))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Diagnostician(chunk.sums, 0, -1, reader))
        .isInstanceOf(IllegalArgumentException.class);
    for (int[] bad : new int[][] {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}) {
      assertThatThrownBy(
              () -> new Diagnostician(chunk.sums, 0, 0, reader).within(bad[0], bad[1], bad[2]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "windowsBefore, bytesBefore and windowsAfter must not be negative: %d, %d, %d",
              bad[0], bad[1], bad[2]);
    }
  }

  @Test
  void neitherDataNorChecksumsChange() {
    chunk.data[7] ^= 1;
    byte[] data = chunk.data.clone();
    ChecksumData sums = ChecksumData.of(ChecksumType.CRC32C, WINDOW, chunk.packed());
    chunk.diagnose();
    assertThat(chunk.data).isEqualTo(data);
    assertThat(chunk.sums).isEqualTo(sums);
  }
}
