// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.crc;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.BlockVerifier;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.RangeResult;
import io.chunksum.verify.diagnosis.Cause;
import io.chunksum.verify.diagnosis.Diagnostician;
import io.chunksum.window.ByteRange;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What combines CRCs elsewhere in the library works with every CRC. */
class CrcUseTest {

  private static final byte[] CONTENT = TestBytes.random(20_58, 200);

  private static ChunkInfo record(ChecksumAlgorithm algorithm, int window, int from, int to) {
    ChecksumData sums =
        ChunkChecksum.of(algorithm, window).compute(ChunkBuffer.wrap(CONTENT, from, to - from));
    return new ChunkInfo("chunk", from, to - from, sums);
  }

  @ParameterizedTest
  @EnumSource
  void anAppenderContinuesWithoutTheBytesOfTheOpenWindow(CrcCatalogue crc) {
    ChecksumAlgorithm algorithm = crc.algorithm();
    for (int split = 0; split <= 40; split++) {
      ChecksumAppender appender =
          ChecksumAppender.restore(algorithm, record(algorithm, 16, 0, split));
      appender.append(ChunkBuffer.wrap(CONTENT, split, 1));
      assertThat(appender.snapshot())
          .as("split at %d", split)
          .isEqualTo(record(algorithm, 16, 0, split + 1).checksums());
      appender.append(ChunkBuffer.wrap(CONTENT, split + 1, 30));
      assertThat(appender.snapshot())
          .as("split at %d", split)
          .isEqualTo(record(algorithm, 16, 0, split + 31).checksums());
      assertThat(appender.bytesKept()).isZero();
    }
  }

  @Test
  void aRangeHasItsCrcThoughThatOfNoBytesIsNotZero() {
    // More windows than it takes to make an operator for them.
    List<ChunkInfo> chunks =
        IntStream.range(0, 2).mapToObj(i -> record(new JamCrc(), 1, i * 80, i * 80 + 80)).toList();
    List<ChunkInfo> odd =
        List.of(record(new JamCrc(), 16, 0, 77), record(new JamCrc(), 9, 77, 200));
    for (List<ChunkInfo> block : List.of(chunks, odd)) {
      int end = (int) (block.get(1).offset() + block.get(1).length());
      for (int from = 0; from < end; from += 5) {
        for (int to = from + 1; to <= end; to += 7) {
          RangeResult result =
              new BlockVerifier(block)
                  .verify(ChunkBuffer.wrap(CONTENT, 0, end), 0, new ByteRange(from, to - from));
          assertThat(result.crcValue().orElseThrow().crc())
              .as("%d to %d", from, to)
              .isEqualTo(CrcCatalogue.CRC_32_JAMCRC.reference(CONTENT, from, to));
        }
      }
    }
  }

  @Test
  void anAlgorithmIsAskedOnceWhetherRangesCanHaveACrc() {
    BlockVerifier verifier = new BlockVerifier(List.of(record(new JamCrc(), 16, 0, 200)));
    int made = 0;
    for (int from = 0; from < 20; from++) {
      RangeResult result =
          verifier.verify(ChunkBuffer.wrap(CONTENT, 0, 200), 0, new ByteRange(from, 100));
      assertThat(result.crcValue().orElseThrow().crc())
          .isEqualTo(CrcCatalogue.CRC_32_JAMCRC.reference(CONTENT, from, from + 100));
      if (from == 0) {
        made = JamCrc.MADE.get();
      }
    }
    assertThat(JamCrc.MADE).hasValue(made);
  }

  /** One that is not 0 for no bytes, one that is not reflected, and a longer one. */
  @Test
  void aDiagnosisOfAnyCrcFindsTheFlippedBit() {
    for (ChecksumAlgorithm algorithm :
        List.of(new JamCrc(), new PlainCrc(), ChecksumAlgorithms.of(ChecksumType.CRC64NVME))) {
      ChecksumData sums = record(algorithm, 32, 0, 200).checksums();
      byte[] damaged = CONTENT.clone();
      damaged[70] ^= 4;
      ChunkBuffer chunk = ChunkBuffer.wrap(damaged);
      Mismatch mismatch = ChunkChecksum.like(sums).verify(chunk, sums).mismatches().get(0);
      assertThat(mismatch.window()).isEqualTo(2);
      assertThat(new Diagnostician(chunk, sums).diagnose(mismatch).cause())
          .isEqualTo(new Cause.BitFlip(70, 2));
    }
  }

  @Test
  void aRangeIsVerifiedWithoutItsCrcWhereThatCannotBeAskedMidway() {
    BlockVerifier verifier =
        new BlockVerifier(
            List.of(record(new PlainCrc(), 16, 0, 77), record(new PlainCrc(), 9, 77, 200)));
    // Inside windows, at their borders, and of a window that was read in part.
    for (ByteRange read : List.of(new ByteRange(0, 200), new ByteRange(5, 190))) {
      for (ByteRange requested :
          List.of(new ByteRange(6, 100), new ByteRange(16, 32), new ByteRange(190, 3))) {
        RangeResult result =
            verifier.verify(
                ChunkBuffer.wrap(CONTENT, (int) read.offset(), (int) read.length()),
                read.offset(),
                requested);
        assertThat(result.mismatchCount()).as("%s of %s", requested, read).isZero();
        assertThat(result.crcValue()).as("%s of %s", requested, read).isEmpty();
      }
    }
    byte[] damaged = CONTENT.clone();
    damaged[70] ^= 4;
    RangeResult result = verifier.verify(ChunkBuffer.wrap(damaged), 0, new ByteRange(3, 100));
    assertThat(result.mismatchCount()).isEqualTo(1);
  }

  /** CRC64NVME, and one that is not 0 for no bytes. */
  @Test
  void theCrcOfARangeCanBeAppendedToThatOfTheRangeBefore() {
    ChecksumAlgorithm nvme = ChecksumAlgorithms.of(ChecksumType.CRC64NVME);
    for (ChecksumAlgorithm algorithm : List.of(nvme, new JamCrc())) {
      List<ChunkInfo> chunks = List.of(record(algorithm, 16, 0, 77), record(algorithm, 9, 77, 200));
      BlockVerifier verifier = new BlockVerifier(chunks);
      for (int to = 0; to <= 200; to += 3) {
        CrcValue whole = CrcValue.empty(algorithm);
        for (int from = 0; from < to; from += 25) {
          ByteRange requested = new ByteRange(from, Math.min(25, to - from));
          RangeResult result = verifier.verify(ChunkBuffer.wrap(CONTENT), 0, requested);
          whole = whole.append(result.crcValue().orElseThrow());
        }
        byte[] expected = new byte[algorithm.type().checksumLength()];
        StreamingChecksum checksum = algorithm.newChecksum();
        checksum.update(CONTENT, 0, to);
        checksum.finish(expected, 0);
        assertThat(whole.bytes()).as("%s of %d bytes", algorithm, to).isEqualTo(expected);
        assertThat(whole.length()).isEqualTo(to);
      }
    }
  }
}
