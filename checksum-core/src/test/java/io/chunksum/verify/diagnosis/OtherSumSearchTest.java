// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.Cause.Shifted;
import io.chunksum.verify.diagnosis.Cause.WrongAlgorithm;
import io.chunksum.verify.diagnosis.Cause.WrongWindowSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Windows whose stored checksums are those of another algorithm or window size. Long, because what
 * is found and what must not be taken for it are variations of the same chunk.
 */
class OtherSumSearchTest {

  private static final int WINDOW = 1024;

  private final BadChunk chunk = new BadChunk(ChecksumType.CRC32C, WINDOW, 10 * WINDOW + 100);

  @Test
  void theAlgorithmThatWasUsedInsteadIsFound() {
    chunk.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32, WINDOW));
    for (long window = 0; window <= 10; window++) {
      assertThat(chunk.diagnose(window).cause()).isEqualTo(new WrongAlgorithm(ChecksumType.CRC32));
    }
    assertThat(chunk.diagnose()).hasToString("the stored checksum is a CRC32");
  }

  /** Sizes from 4,000 to 4,666 give seven checksums. */
  @ParameterizedTest
  @ValueSource(ints = {4001, 4400, 4666})
  void allSizesThatGiveTheNumberOfChecksumsAreTried(int size) {
    BadChunk long28 = new BadChunk(ChecksumType.CRC32C, WINDOW / 2, 28_000);
    long28.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, size));
    assertThat(long28.diagnose(3).cause()).isEqualTo(new WrongWindowSize(size));
  }

  /** Two checksums of a million bytes each, say, where windows have a mebibyte. */
  @ParameterizedTest
  @ValueSource(ints = {767, 768, 1000, 1025, 1535})
  void sizesThatGiveTheRightNumberOfChecksumsAreTriedToo(int size) {
    for (ChecksumType type :
        List.of(ChecksumType.CRC32C, ChecksumType.CRC64NVME, ChecksumType.MD5)) {
      BadChunk two = new BadChunk(type, WINDOW, 1534);
      two.storeSumsOf(ChunkChecksum.of(type, size));
      int found = Math.min(size, 1534);
      for (int window = 0; window < two.sums.count(); window++) {
        assertThat(two.diagnose(window).cause())
            .as("window %d", window)
            .isEqualTo(new WrongWindowSize(found));
      }
    }
  }

  /** All 260,000 sizes from 1,048,577 up give four checksums; all are found in one pass. */
  @ParameterizedTest
  @ValueSource(ints = {1_048_577, 1_100_000, 1_308_500})
  void manySizesAreTriedInOnePass(int size) {
    int window = 1 << 20;
    BadChunk large = new BadChunk(ChecksumType.CRC32C, window, 3 * 1_308_500 + 1);
    large.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, size));
    AtomicLong read = new AtomicLong();
    Diagnostician diagnostician = counting(large, read);
    for (Mismatch mismatch : large.mismatches()) {
      Diagnosis diagnosis = diagnostician.diagnose(mismatch);
      assertThat(diagnosis.cause()).isEqualTo(new WrongWindowSize(size));
      assertThat(diagnosis.probability()).isLessThan(1e-6); // The last may be a byte.
    }
    assertThat(read).hasValueLessThan(100L << 20);
  }

  /** Under a CRC whose initial value is 0, zeros have the checksum 0, however many there are. */
  @Test
  void aFirstChecksumThatFitsManySizesSaysNothing() throws IOException {
    ChecksumAlgorithm crc = AnyCrc.ECMA.algorithm();
    ChecksumData sums = ChecksumData.of(crc.type(), WINDOW, new byte[16]);
    byte[] data = new byte[1500]; // Sizes from 750 to 1499 give two checksums.
    new Random(1).nextBytes(data);
    Arrays.fill(data, 0, 752, (byte) 0);
    assertThat(FirstWindowSizes.of(evidence(crc, sums, data)))
        .isEqualTo(new FirstWindowSizes(List.of(750L, 751L, 752L), 750));
    Arrays.fill(data, 0, 765, (byte) 0);
    assertThat(FirstWindowSizes.of(evidence(crc, sums, data)).found()).hasSize(16);
    data[765] = 0;
    assertThat(FirstWindowSizes.of(evidence(crc, sums, data)))
        .isEqualTo(new FirstWindowSizes(List.of(), 0));
    byte[] few = new byte[34]; // Sizes from 17 to 33.
    few[33] = 1;
    assertThat(FirstWindowSizes.of(evidence(crc, sums, few)))
        .isEqualTo(new FirstWindowSizes(List.of(), 0));
  }

  /** Sizes from 250 to 333 give four checksums of 1000 bytes. */
  @ParameterizedTest
  @CsvSource({"249, 0", "250, 1", "333, 1", "334, 0", "335, 0"})
  void sizesThatGiveMoreOrFewerChecksumsAreNotTried(int size, int found) throws IOException {
    byte[] data = new byte[1000];
    new Random(1).nextBytes(data);
    ChecksumAlgorithm crc = ChecksumAlgorithms.of(ChecksumType.CRC32C);
    byte[] four = Arrays.copyOf(Evidence.checksum(crc, data, 0, size), 16);
    ChecksumData sums = ChecksumData.of(crc.type(), WINDOW, four);
    assertThat(FirstWindowSizes.of(evidence(crc, sums, data)))
        .isEqualTo(new FirstWindowSizes(Collections.nCopies(found, (long) size), 84));
  }

  /** Sizes from just above 20 MiB to 40 MiB give two checksums, from 60 MiB to 120 MiB likewise. */
  @ParameterizedTest
  @CsvSource({
    "MD5, 40, 1048576",
    "CRC32C, 40, 16777216",
    "CRC64NVME, 40, 16777216",
    "CRC32C, 120, 4194305", // As far as 64 MiB.
    "CRC32C, 130, 0",
  })
  void noMoreSizesAreTriedThanTakeATenthOfASecond(String name, int mebibytes, int tried)
      throws IOException {
    ChecksumAlgorithm algorithm = ChecksumAlgorithms.find(name).orElseThrow();
    byte[] two = new byte[2 * algorithm.type().checksumLength()];
    Arrays.fill(two, (byte) 1);
    ChecksumData sums = ChecksumData.of(algorithm.type(), 100 << 20, two);
    Evidence zeros =
        new Evidence(
            algorithm,
            sums,
            0,
            (long) mebibytes << 20,
            (at, target, offset, count) -> {},
            Surroundings.NONE);
    assertThat(FirstWindowSizes.of(zeros).tried()).isEqualTo(tried);
  }

  private static Evidence evidence(ChecksumAlgorithm crc, ChecksumData sums, byte[] data) {
    return new Evidence(crc, sums, 0, data.length, ChunkBuffer.wrap(data)::read, Surroundings.NONE);
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 512, 2048, 4096, 1 << 26, 900, 517, 5200})
  void theWindowSizeThatWasUsedInsteadIsFound(int size) {
    chunk.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, size));
    // One over the whole chunk is the same for every size from that on.
    long found = Math.min(size, chunk.data.length);
    int last = Math.min(chunk.sums.count() - 1, 5);
    for (long window = 0; window <= last; window++) {
      assertThat(chunk.diagnose(window).cause()).isEqualTo(new WrongWindowSize(found));
    }
  }

  @Test
  void theWindowSizeIsFoundFromSomeOfTheChecksumsToo() {
    chunk.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, 2048));
    Mismatch bad = chunk.mismatches().get(4);
    Diagnostician diagnostician =
        new Diagnostician(
            chunk.sums.range(3, 3), 3, chunk.data.length, ChunkBuffer.wrap(chunk.data)::read);
    assertThat(diagnostician.diagnose(bad).cause()).isEqualTo(new WrongWindowSize(2048));
  }

  /** Their number makes a difference to these, so that zeros are as good as other data. */
  @ParameterizedTest
  @CsvSource({
    "CRC32, 512",
    "CRC32C, 4096",
    "CRC32C, 5000",
    "CRC64NVME, 2048",
    "MD5, 512",
    "SHA256, 900"
  })
  void theWindowSizeOfZerosIsFound(String type, int size) {
    ChecksumType sumType = ChecksumAlgorithms.find(type).orElseThrow().type();
    BadChunk zeros = new BadChunk(sumType, WINDOW, 40 * WINDOW);
    Arrays.fill(zeros.data, (byte) 0);
    zeros.storeSumsOf(ChunkChecksum.of(sumType, size));
    Diagnostician diagnostician = zeros.diagnostician();
    assertThat(zeros.mismatches().subList(0, Math.min(40, zeros.sums.count())))
        .hasSizeGreaterThan(4)
        .allSatisfy(each ->
            assertThat(diagnostician.diagnose(each).cause()).isEqualTo(new WrongWindowSize(size)));
    // The whole window may be zero because a write was lost.
    assertThat(diagnostician.diagnose(zeros.mismatches().get(1)))
        .hasToString(
            "probably: the stored checksum is over a window of "
                + size
                + " bytes; or: 1024 bytes starting at byte 1024 are zero");
  }

  /** Of 513 bytes there is one in window 1 of 512. */
  @Test
  void aWindowOfAnotherSizeMayHaveOneByte() {
    BadChunk short513 = new BadChunk(ChecksumType.CRC32C, 256, 513);
    short513.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, 512));
    Diagnosis diagnosis = short513.diagnose(1);
    assertThat(diagnosis.cause()).isEqualTo(new WrongWindowSize(512));
    // 16, 32, 64, 128 and 512.
    assertThat(diagnosis.probability()).isEqualTo(5 / 0x1p32);
  }

  @Test
  void whereThereIsNoDataThereAreNoWindowsOfAnotherSize() {
    chunk.data = new byte[0];
    chunk.sums = ChecksumData.of(ChecksumType.CRC32C, WINDOW, new byte[4 * 11]);
    assertThat(chunk.diagnose(0)).hasToString("unknown");
  }

  /** Of more bytes than are read at a time, the last of which do not fill that. */
  @Test
  void otherChecksumsOfLongWindowsAreFound() {
    int window = 300_000;
    BadChunk longer = new BadChunk(ChecksumType.CRC32C, window, 3 * window);
    longer.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32, window));
    assertThat(longer.diagnose(1).cause()).isEqualTo(new WrongAlgorithm(ChecksumType.CRC32));
  }

  /**
   * 9 powers of two up to 8192 and the whole; 24 sizes that would give 21 checksums; and all other
   * types there are with checksums of 4 bytes: two, and what tests may have registered.
   */
  @Test
  void theMoreIsTriedTheLessItSays() {
    chunk.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, 512));
    assertThat(chunk.diagnose(0).probability()).isEqualTo(10 / 0x1p32);
    assertThat(chunk.diagnose(3).probability()).as("up to 2048").isEqualTo(7 / 0x1p32);
    chunk.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, 500));
    assertThat(chunk.diagnose(0).probability()).isEqualTo(24 / 0x1p64); // Two windows say so.
    chunk.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32, WINDOW));
    long types =
        ChecksumAlgorithms.all().stream()
            .filter(algorithm -> algorithm.type().checksumLength() == 4)
            .count();
    assertThat(types).isGreaterThanOrEqualTo(3);
    assertThat(chunk.diagnose(0).probability()).isEqualTo((types - 1) / 0x1p32);
  }

  /** The one checksum given is over so many bytes; there is one more. */
  @ParameterizedTest
  @CsvSource({"64, WRONG_WINDOW_SIZE", "128, UNKNOWN"})
  void windowsOfUpTo64MebibytesAreFound(int mebibytes, CauseKind found) {
    byte[] piece = new byte[1 << 20];
    Arrays.fill(piece, (byte) 7);
    CRC32C crc = new CRC32C();
    for (int i = 0; i < mebibytes; i++) {
      crc.update(piece);
    }
    byte[] sum = ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
    ChecksumData sums = ChecksumData.of(ChecksumType.CRC32C, WINDOW, sum);
    crc.reset();
    crc.update(piece, 0, WINDOW);
    ByteBuffer actual = ByteBuffer.allocate(4).putInt((int) crc.getValue()).flip();
    Diagnostician diagnostician =
        new Diagnostician(
            sums,
            0,
            ((long) mebibytes << 20) + 1,
            (at, target, offset, count) -> Arrays.fill(target, offset, offset + count, (byte) 7));
    Diagnosis diagnosis =
        diagnostician.diagnose(Mismatch.of(0, 0, WINDOW, ByteBuffer.wrap(sum), actual));
    assertThat(diagnosis.cause().kind()).isEqualTo(found);
  }

  /** A checksum of 0 is that of no data at all, which begins where window 1 of 2048 bytes does. */
  @Test
  void noDataIsNoWindowOfAnotherSize() {
    chunk.data = Arrays.copyOf(chunk.data, 2 * WINDOW);
    chunk.storeAnew();
    byte[] packed = Arrays.copyOf(chunk.packed(), 8);
    ByteBuffer.wrap(packed).putInt(4, 0);
    chunk.sums = ChecksumData.of(ChecksumType.CRC32C, WINDOW, packed);
    assertThat(chunk.diagnose(1)).hasToString("unknown");
  }

  /** Likewise, where the one checksum of all the data is that of window 0. */
  @Test
  void noDataConfirmsNoWindowSize() {
    chunk.data = Arrays.copyOf(chunk.data, 2 * WINDOW);
    ChecksumData ofAll =
        ChunkChecksum.of(ChecksumType.CRC32C, 2 * WINDOW).compute(ChunkBuffer.wrap(chunk.data));
    byte[] packed = Arrays.copyOf(ofAll.toByteArray(), 8);
    chunk.sums = ChecksumData.of(ChecksumType.CRC32C, WINDOW, packed);
    assertThat(chunk.diagnose(0)).hasToString("unknown");
  }

  /** The trailing window was as long as some of its size near the start, and had the same bytes. */
  @Test
  void dataThatRepeatsItselfIsNoWindowOfAnotherSize() {
    BadChunk alike = new BadChunk(ChecksumType.MD5, WINDOW, 9 * WINDOW + 64);
    Arrays.fill(alike.data, (byte) 'x');
    alike.storeAnew();
    alike.data[9 * WINDOW + 5] = 'y';
    assertThat(alike.diagnose(9)).hasToString("unknown");
  }

  /** A second window that moved by 100 bytes begins where one would if windows had 100 more. */
  @Test
  void theSecondOfTwoWindowsIsShiftedAndNotOfAnotherSize() {
    BadChunk two = new BadChunk(ChecksumType.CRC32C, WINDOW, 2 * WINDOW);
    byte[] longer = new byte[2 * WINDOW + 100];
    System.arraycopy(two.data, 0, longer, 0, 50);
    System.arraycopy(two.data, 50, longer, 150, 2 * WINDOW - 50);
    Diagnostician diagnostician = new Diagnostician(ChunkBuffer.wrap(longer), two.sums);
    Mismatch second =
        ChunkChecksum.like(two.sums)
            .verify(ChunkBuffer.wrap(longer), new ChunkInfo("chunk", 0, 2 * WINDOW, two.sums))
            .mismatches()
            .get(1);
    assertThat(diagnostician.diagnose(second).cause()).isEqualTo(new Shifted(100));
  }

  /** Nine windows are four of twice the size and one that is as long as the nine are. */
  @Test
  void theTrailingWindowOfAnotherSizeIsNotAShiftedOne() {
    chunk.data = Arrays.copyOf(chunk.data, 9 * WINDOW);
    chunk.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, 2 * WINDOW));
    assertThat(chunk.diagnose(4)).hasToString("the stored checksum is over a window of 2048 bytes");
  }

  /** 20 of 40 windows are gone, which other sizes would explain if the first were not in place. */
  @Test
  void aChunkThatWasCutIsNotReadOnceForEverySizeThatItMightHave() {
    int window = 64 * 1024;
    BadChunk large = new BadChunk(ChecksumType.CRC32C, window, 40 * window);
    large.data = Arrays.copyOf(large.data, 20 * window);
    AtomicLong read = new AtomicLong();
    Diagnostician diagnostician = counting(large, read);
    Mismatch gone = large.mismatches().get(10);
    assertThat(gone.window()).isEqualTo(30);
    assertThat(diagnostician.diagnose(gone)).hasToString("unknown");
    assertThat(read).hasValueLessThan(1 << 20);
  }

  /** Windows of up to 64 MiB, the first of which are all within the data. */
  @Test
  void ifAllWindowsAreBadLargeOnesAreTriedForTheFirstFewOnly() {
    byte[] sums = new byte[4 * 16 * 1024];
    new Random(1).nextBytes(sums);
    BadChunk other = new BadChunk(ChecksumType.CRC32C, 4096, 64 << 20);
    other.sums = ChecksumData.of(ChecksumType.CRC32C, 4096, sums);
    AtomicLong read = new AtomicLong();
    Diagnostician diagnostician = counting(other, read);
    List<Mismatch> mismatches = other.mismatches();
    for (int window = 0; window < 40; window++) {
      read.set(0);
      diagnostician.diagnose(mismatches.get(window));
      if (window < 16) {
        assertThat(read).as("window %d", window).hasValueGreaterThan(4L << 20);
      } else {
        assertThat(read).as("window %d", window).hasValueLessThan(3L << 20);
      }
    }
  }

  /** As where a disk fails for a while. */
  @Test
  void aWindowThatCannotBeReadIsNotTriedInVain() {
    BadChunk large = new BadChunk(ChecksumType.CRC32C, 16 * 1024, 8 << 20);
    int size = 512 * 1024;
    large.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, size));
    boolean[] failing = {true};
    DataReader reader =
        (at, target, offset, count) -> {
          if (failing[0] && at >= size) {
            throw new IOException("disk");
          }
          System.arraycopy(large.data, (int) at, target, offset, count);
        };
    // Without the first windows, of which the size could be found as well.
    ChecksumData sums = large.sums.range(4, large.sums.count() - 4);
    Diagnostician diagnostician = new Diagnostician(sums, 4, large.data.length, reader);
    Mismatch mismatch = large.mismatches().get(6);
    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(() -> diagnostician.diagnose(mismatch)).hasMessageContaining("disk");
    }
    failing[0] = false;
    assertThat(diagnostician.diagnose(mismatch).cause()).isEqualTo(new WrongWindowSize(size));
  }

  /** Sizes of up to the 64 KiB or more on either side that are read anyway. */
  @Test
  void smallWindowsAreAlwaysTriedAndLargeOnesAgainOnceASizeIsFound() {
    BadChunk large = new BadChunk(ChecksumType.CRC32C, 512, 16 << 20);
    int size = 256 * 1024;
    large.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, size));
    byte[] packed = large.packed();
    Random random = new Random(2);
    for (int window = 0; window < 64; window++) {
      if (window < 10 || (window >= 20 && window < 34) || (window >= 40 && window < 60)) {
        ByteBuffer.wrap(packed).putInt(4 * window, random.nextInt());
      }
    }
    large.sums = ChecksumData.of(ChecksumType.CRC32C, 512, packed);
    Diagnostician diagnostician = large.diagnostician();
    for (Mismatch mismatch : large.mismatches().subList(0, 64)) {
      long window = mismatch.window();
      boolean found = (window >= 10 && window < 20) || (window >= 34 && window < 40);
      assertThat(diagnostician.diagnose(mismatch).cause().equals(new WrongWindowSize(size)))
          .as("window %d", window)
          .isEqualTo(found);
    }
    assertThat(large.diagnose(62).cause())
        .as("diagnosed first")
        .isEqualTo(new WrongWindowSize(size));

    BadChunk small = new BadChunk(ChecksumType.CRC32C, 512, 1 << 20);
    small.storeSumsOf(ChunkChecksum.of(ChecksumType.CRC32C, 16 * 1024));
    packed = small.packed();
    random.nextBytes(packed);
    System.arraycopy(small.packed(), 4 * 30, packed, 4 * 30, 4 * 34);
    small.sums = ChecksumData.of(ChecksumType.CRC32C, 512, packed);
    Diagnostician another = small.diagnostician();
    List<Cause> causes =
        small.mismatches().subList(0, 40).stream()
            .map(mismatch -> another.diagnose(mismatch).cause())
            .toList();
    assertThat(causes.subList(0, 30)).doesNotContain(new WrongWindowSize(16 * 1024));
    assertThat(causes.subList(30, 40)).containsOnly(new WrongWindowSize(16 * 1024));
  }

  /** A diagnostician that counts the bytes it reads. */
  private static Diagnostician counting(BadChunk chunk, AtomicLong read) {
    return new Diagnostician(
        chunk.sums,
        0,
        chunk.data.length,
        (offset, target, targetOffset, count) -> {
          read.addAndGet(count);
          System.arraycopy(chunk.data, (int) offset, target, targetOffset, count);
        });
  }
}
