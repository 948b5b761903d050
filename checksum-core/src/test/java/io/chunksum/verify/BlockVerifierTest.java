// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockVerifierTest {

  private static final int MEBIBYTE = 1024 * 1024;
  private static final int KIBIBYTE = 1024;

  /** The lengths of a full chunk, of one cut short by a flush, and of the last one. */
  private static final int[] LENGTHS = {4 * MEBIBYTE, 1_000_003, 17};

  private final byte[] block = new byte[4 * MEBIBYTE + 1_000_003 + 17];
  private final List<ChunkInfo> chunks = new ArrayList<>();

  BlockVerifierTest() {
    new Random(31_01).nextBytes(block);
    int offset = 0;
    for (int length : LENGTHS) {
      chunks.add(chunk(block, ChecksumType.CRC32C, 16 * KIBIBYTE, offset, length));
      offset += length;
    }
  }

  private static ChunkInfo chunk(
      byte[] block, ChecksumType type, int bytesPerChecksum, int offset, int length) {
    ChecksumData sums =
        new ChecksumCalculator(ChecksumAlgorithms.of(type), bytesPerChecksum)
            .compute(ChunkBuffer.wrap(block, offset, length));
    return new ChunkInfo("chunk at " + offset, offset, length, sums);
  }

  private ChunkBuffer read(ByteRange range) {
    return ChunkBuffer.wrap(block, (int) range.offset(), (int) range.length());
  }

  private long crcOf(ByteRange range) {
    CRC32C crc = new CRC32C();
    crc.update(block, (int) range.offset(), (int) range.length());
    return crc.getValue();
  }

  @Test
  void theLastChunkMayEndAtTheLargestOffset() {
    long offset = Long.MAX_VALUE - 17;
    ChunkInfo last = chunk(block, ChecksumType.CRC32C, MEBIBYTE, 0, 17);
    ChunkInfo moved = new ChunkInfo(last.name(), offset, 17, last.checksums());
    RangeResult result =
        new BlockVerifier(List.of(moved))
            .verify(ChunkBuffer.wrap(block, 0, 17), offset, new ByteRange(offset + 1, 16));
    assertThat(result.ok()).as(result.toString()).isTrue();
    assertThat(result.crcValue().map(CrcValue::crc)).hasValue(crcOf(new ByteRange(1, 16)));
  }

  @ParameterizedTest
  @CsvSource({
    "1500000, 1490944, 2555904", // inside the first chunk
    "4000000, 3997696, 5062656", // across the border of the first two
    "4145731, 4145152, 5194307", // up to the last byte of the second
    "4145748, 4145152, 5194324" // over all three, up to the end of the block
  })
  void aMebibyteInTheMiddleIsVerifiedAcrossChunks(long offset, long from, long to) {
    ByteRange requested = new ByteRange(offset, MEBIBYTE);
    BlockVerifier verifier = new BlockVerifier(chunks);
    ByteRange aligned = verifier.align(requested.offset(), requested.length());
    assertThat(aligned).isEqualTo(new ByteRange(from, to - from));
    RangeResult result = verifier.verify(read(aligned), aligned.offset(), requested);
    assertThat(result.ok()).as(result.toString()).isTrue();
    assertThat(result.unverified()).isEmpty();
    assertThat(result.crcValue().map(CrcValue::crc)).hasValue(crcOf(requested));
  }

  @Test
  void theCrcOfManySmallWindowsIsThatOfTheBytes() {
    List<ChunkInfo> small =
        List.of(
            chunk(block, ChecksumType.CRC32C, 16, 0, 3_000),
            chunk(block, ChecksumType.CRC32C, 10, 3_000, 2_005),
            chunk(block, ChecksumType.CRC32C, 16, 5_005, 3_000));
    BlockVerifier verifier = new BlockVerifier(small);
    for (ByteRange requested :
        List.of(
            new ByteRange(0, 8_005),
            new ByteRange(5, 7_990),
            new ByteRange(7, 16 * 45),
            new ByteRange(16, 16 * 39),
            new ByteRange(16, 16 * 40),
            new ByteRange(16, 16 * 41))) {
      ByteRange aligned = verifier.align(requested.offset(), requested.length());
      RangeResult result = verifier.verify(read(aligned), aligned.offset(), requested);
      assertThat(result.ok()).as(result.toString()).isTrue();
      assertThat(result.crcValue().map(CrcValue::crc))
          .as("%s", requested)
          .hasValue(crcOf(requested));
    }
  }

  @Test
  void aDamagedByteIsFoundInItsChunkAndWindow() {
    BlockVerifier verifier = new BlockVerifier(chunks);
    ByteRange requested = new ByteRange(4_190_000, MEBIBYTE - 100_000);
    ByteRange aligned = verifier.align(requested.offset(), requested.length());
    int damaged = 4 * MEBIBYTE + 3 * 16 * KIBIBYTE + 5;
    block[damaged] ^= 1;
    RangeResult result = verifier.verify(read(aligned), aligned.offset(), requested);
    assertThat(result.ok()).isFalse();
    assertThat(result.mismatchCount()).isEqualTo(1);
    ChunkResult bad = result.chunks().get(1);
    assertThat(bad.chunk()).isSameAs(chunks.get(1));
    assertThat(bad.result().mismatches().get(0).window()).isEqualTo(3);
    assertThat(bad.result().mismatches().get(0).offset()).isEqualTo(3 * 16 * KIBIBYTE);
    assertThat(result.toString()).contains("not ok", "chunk at 4194304", "window 3");
    // As read, damage included.
    assertThat(result.crcValue().map(CrcValue::crc)).hasValue(crcOf(requested));
  }

  @Test
  void theThrowingFormNamesTheFirstBadChunkAndCarriesItsResult() {
    BlockVerifier verifier = new BlockVerifier(chunks);
    ByteRange all = new ByteRange(0, block.length);
    assertThatCode(() -> verifier.verify(read(all), 0, all).orThrow()).doesNotThrowAnyException();
    block[4 * MEBIBYTE + 5] ^= 1;
    block[block.length - 1] ^= 1;
    RangeResult bad = verifier.verify(read(all), 0, all);
    assertThat(bad.mismatchCount()).isEqualTo(2);
    assertThatThrownBy(bad::orThrow)
        .isInstanceOfSatisfying(
            ChecksumMismatchException.class,
            e -> assertThat(e.result()).isSameAs(bad.chunks().get(1).result()))
        .hasMessage(bad.toString())
        .hasMessageContaining(
            "not ok, CRC32C mismatch in chunk chunk at 4194304: window 0, bytes 0 to 16383: ");
  }

  @Test
  void theThrowingFormSaysWhatCouldNotBeVerified() {
    BlockVerifier verifier = new BlockVerifier(chunks);
    ByteRange requested = new ByteRange(16_384, 65_536);
    RangeResult cut = verifier.verify(read(new ByteRange(16_384, 49_152)), 16_384, requested);
    assertThatThrownBy(cut::orThrow)
        .isExactlyInstanceOf(IOException.class)
        .hasMessage(
            "not all that was requested could be verified: bytes 16384 to 81919: not ok,"
                + " unverified bytes 65536 to 81919");
    // What is bad matters more than what is missing.
    block[16_384] ^= 1;
    RangeResult both = verifier.verify(read(new ByteRange(16_384, 49_152)), 16_384, requested);
    assertThatThrownBy(both::orThrow)
        .isInstanceOf(ChecksumMismatchException.class)
        .hasMessageEndingWith("unverified bytes 65536 to 81919");
  }

  /** Somebody else's record may have a gap after each of very many chunks. */
  @ParameterizedTest
  @CsvSource({"2, ''", "10, ''", "11, ', and 1 more'", "100, ', and 90 more'"})
  void ofManyUnverifiedRangesTheLineHasTheFirst(int gaps, String more) {
    List<ChunkInfo> apart = new ArrayList<>();
    for (int i = 0; i <= gaps; i++) {
      apart.add(chunk(block, ChecksumType.CRC32C, KIBIBYTE, 2 * i, 1));
    }
    ByteRange all = new ByteRange(0, 2L * gaps + 1);
    RangeResult result = new BlockVerifier(apart).verify(read(all), 0, all);
    assertThat(result.unverified()).hasSize(gaps);
    int last = 2 * Math.min(gaps, 10) - 1;
    assertThat(result.toString())
        .startsWith("bytes 0 to " + 2 * gaps + ": not ok, unverified bytes 1 to 1")
        .endsWith(", unverified bytes " + last + " to " + last + more)
        .hasSizeLessThan(400);
  }

  @Test
  void whatIsReadUnalignedIsReportedAndStillInTheCrc() {
    BlockVerifier verifier = new BlockVerifier(chunks);
    ByteRange requested = new ByteRange(20_000, 100_000);
    RangeResult result = verifier.verify(read(requested), 20_000, requested);
    assertThat(result.ok()).isFalse();
    assertThat(result.mismatchCount()).isZero();
    assertThat(result.unverified())
        .containsExactly(new ByteRange(20_000, 12_768), new ByteRange(114_688, 5_312));
    assertThat(result.chunks().get(0).result().windows()).isEqualTo(5);
    assertThat(result.crcValue().map(CrcValue::crc)).hasValue(crcOf(requested));
    assertThat(result.toString())
        .isEqualTo(
            "bytes 20000 to 119999: not ok, unverified bytes 20000 to 32767,"
                + " unverified bytes 114688 to 119999");

    // The same bytes, but only the verified ones are to be served.
    ByteRange middle = new ByteRange(40_000, 50_000);
    RangeResult served = verifier.verify(read(requested), 20_000, middle);
    assertThat(served.ok()).isTrue();
    assertThat(served.unverified()).hasSize(2);
    assertThat(served.crcValue().map(CrcValue::crc)).hasValue(crcOf(middle));
  }

  @Test
  void aResultCannotBeChanged() {
    ByteRange unaligned = new ByteRange(20_000, 100_000);
    RangeResult result = new BlockVerifier(chunks).verify(read(unaligned), 20_000, unaligned);
    assertThat(result.chunks()).hasSize(1).isUnmodifiable();
    assertThat(result.unverified()).hasSize(2).isUnmodifiable();
  }

  @Test
  void whatWasRequestedAndNotReadIsReported() {
    BlockVerifier verifier = new BlockVerifier(chunks);
    ByteRange requested = new ByteRange(16_384, 65_536);
    RangeResult cut = verifier.verify(read(new ByteRange(16_384, 49_152)), 16_384, requested);
    assertThat(cut.ok()).isFalse();
    assertThat(cut.unverified()).containsExactly(new ByteRange(65_536, 16_384));
    assertThat(cut.crcValue()).isEmpty();
    RangeResult late = verifier.verify(read(new ByteRange(49_152, 32_768)), 49_152, requested);
    assertThat(late.ok()).isFalse();
    assertThat(late.unverified()).containsExactly(new ByteRange(16_384, 32_768));
    RangeResult nothing = verifier.verify(ChunkBuffer.wrap(new byte[0]), 0, requested);
    assertThat(nothing.ok()).isFalse();
    assertThat(nothing.unverified()).containsExactly(requested);
    RangeResult none = verifier.verify(ChunkBuffer.wrap(new byte[0]), 5, new ByteRange(5, 0));
    assertThat(none.ok()).isTrue();
    assertThat(none.toString()).isEqualTo("no bytes at 5: ok");
  }

  @Test
  void copiedBytesAreCountedInWindowsAndOutside() {
    ChecksumCounters counters = new ChecksumCounters();
    BlockVerifier verifier =
        new BlockVerifier(chunks, VerifyOptions.DEFAULT.countingInto(counters));
    ByteRange requested = new ByteRange(20_000, 100_000);
    ChunkBuffer direct =
        ChunkBuffer.wrap(ByteBuffer.allocateDirect(100_000).put(block, 20_000, 100_000).flip());
    assertThat(verifier.verify(direct, 20_000, requested).crcValue().map(CrcValue::crc))
        .hasValue(crcOf(requested));
    assertThat(verifier.bytesCopied()).isEqualTo(CopiedBytes.NONE);
    ChunkBuffer readOnly =
        ChunkBuffer.wrap(ByteBuffer.wrap(block, 20_000, 100_000).asReadOnlyBuffer());
    assertThat(verifier.verify(readOnly, 20_000, requested).crcValue().map(CrcValue::crc))
        .hasValue(crcOf(requested));
    assertThat(verifier.bytesCopied()).isEqualTo(new CopiedBytes(0, 100_000));
    assertThat(counters.snapshot().bytesCopied()).isEqualTo(100_000);
  }

  @Test
  void anEndWithoutWindowsStaysWhereItIs() {
    ChunkInfo none = new ChunkInfo("unchecked", 100, 50, ChecksumData.none(0));
    ChunkInfo behindAGap = chunk(block, ChecksumType.CRC32C, 10, 200, 25);
    BlockVerifier verifier =
        new BlockVerifier(List.of(chunk(block, ChecksumType.CRC32C, 10, 0, 100), none, behindAGap));
    assertThat(verifier.align(105, 3)).isEqualTo(new ByteRange(105, 3));
    assertThat(verifier.align(95, 10)).isEqualTo(new ByteRange(90, 15));
    assertThat(verifier.align(149, 30)).isEqualTo(new ByteRange(149, 30));
    assertThat(verifier.align(160, 61)).isEqualTo(new ByteRange(160, 65));
    // The first byte of a chunk has a window.
    assertThat(verifier.align(160, 41)).isEqualTo(new ByteRange(160, 50));
    assertThat(verifier.align(7, 0)).isEqualTo(new ByteRange(7, 0));
    assertThat(verifier.length()).isEqualTo(225);
  }

  @Test
  void badArgumentsAreRefused() {
    ChunkInfo atTheLastByte = chunk(block, ChecksumType.MD5, 1, 4 * MEBIBYTE - 1, 1);
    List<ChunkInfo> overlapping = List.of(chunks.get(0), atTheLastByte);
    assertThatThrownBy(() -> new BlockVerifier(overlapping))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "chunk 'chunk at 4194303' at 4194303 begins before 4194304,"
                + " where the previous chunk ends");
    BlockVerifier verifier = new BlockVerifier(chunks);
    assertThat(verifier.length()).isEqualTo(block.length);
    ChunkBuffer some = ChunkBuffer.wrap(block, 0, 10);
    for (ByteRange beyond :
        List.of(new ByteRange(block.length, 1), new ByteRange(0, block.length + 1L))) {
      assertThatThrownBy(() -> verifier.align(beyond.offset(), beyond.length()))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> verifier.verify(some, 0, beyond))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThatThrownBy(() -> verifier.verify(some, -1, new ByteRange(0, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(new BlockVerifier(List.of()).length()).isZero();
  }
}
