// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.compute.DigestLanes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FailingFile;
import io.chunksum.file.OpenFiles;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.ChecksumCounters.Count;
import io.chunksum.verify.ChecksumMismatchException;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.Verdict;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.VerifyResult;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A block file of three chunks, of another type and window size each. */
class ChunkFileVerifierTest {

  private final byte[] block = new byte[700_017];
  private final List<ChunkInfo> chunks;

  @TempDir private Path folder;
  private Path file;

  private final ChunkFileVerifier verifier = new ChunkFileVerifier();

  ChunkFileVerifierTest() {
    new Random(42).nextBytes(block);
    chunks =
        List.of(
            chunk(ChecksumType.CRC32C, 16 * 1024, 0, 600_000),
            chunk(ChecksumType.SHA256, 512, 600_000, 100_000),
            chunk(ChecksumType.CRC32C, 16, 700_000, 17));
  }

  private ChunkInfo chunk(ChecksumType type, int bytesPerChecksum, int offset, int length) {
    ChecksumData sums =
        new ChecksumCalculator(ChecksumAlgorithms.of(type), bytesPerChecksum)
            .compute(ChunkBuffer.wrap(block, offset, length));
    return new ChunkInfo("chunk at " + offset, offset, length, sums);
  }

  @BeforeEach
  void writeTheBlock() throws IOException {
    file = Files.write(folder.resolve("block"), block);
  }

  @Test
  void everyChunkOfABlockFileIsFoundAtItsOffset() throws IOException {
    DigestLanes.find(ChecksumType.SHA256).orElseThrow().use(DigestLanes.Engine.MESSAGE_DIGEST);
    for (ChunkInfo chunk : chunks) {
      VerifyResult result = verifier.verify(file, chunk);
      assertThat(result.verdict()).as(chunk.name()).isEqualTo(Verdict.MATCH);
      assertThat(result.windows()).isEqualTo(chunk.checksums().count());
    }
    // Files are read into direct memory, which MessageDigest cannot read in place.
    assertThat(verifier.bytesCopied()).isEqualTo(new CopiedBytes(100_000, 0));
  }

  @Test
  void aFlippedBitIsNamedByItsWindowAndRefusesThatChunkOnly() throws IOException {
    block[600_000 + 3 * 512 + 7] ^= 0x10;
    writeTheBlock();
    VerifyResult result = verifier.verify(file, chunks.get(1));
    assertThat(result.mismatchCount()).isEqualTo(1);
    assertThat(result.mismatches().get(0).window()).isEqualTo(3);
    assertThat(result.mismatches().get(0).offset()).isEqualTo(3 * 512);
    assertThat(verifier.verify(file, chunks.get(0)).ok()).isTrue();
    assertThat(verifier.verify(file, chunks.get(2)).ok()).isTrue();
  }

  @Test
  void aTruncatedFileGivesTheWindowsThatAreCutOrMissing() throws IOException {
    Files.write(file, Arrays.copyOf(block, 600_000 + 100 * 512 + 1));
    VerifyResult result = verifier.verify(file, chunks.get(1));
    long windows = chunks.get(1).checksums().count();
    assertThat(result.mismatchCount()).isEqualTo(windows - 100);
    assertThat(result.mismatches().get(0).actual()).isNotNull();
    assertThat(result.mismatches().get(1).actual()).isNull();
    VerifyResult beyond = verifier.verify(file, chunks.get(2));
    assertThat(beyond.mismatchCount()).isEqualTo(2);
  }

  @Test
  void noFileStaysOpen() throws IOException {
    assertThat(verifier.verify(file, chunks.get(0)).ok()).isTrue();
    assertThat(OpenFiles.under(folder)).isZero();
  }

  /** The bytes would be compared with the checksums of the other chunk. */
  @Test
  void aFileCannotHaveAnotherChunkVerifiedMeanwhile() throws IOException {
    block[5] ^= 1;
    writeTheBlock();
    List<Mismatch> expected = verifier.verify(file, chunks.get(0)).mismatches();
    assertThat(expected).extracting(Mismatch::window).containsExactly(0L);
    List<String> refused = new ArrayList<>();
    FailingFile nesting =
        new FailingFile(FileChannel.open(file), block.length) {
          @Override
          public int read(ByteBuffer target, long position) throws IOException {
            ChunkBuffer bytes = ChunkBuffer.wrap(block, 0, 1);
            refused.add(failureOf(() -> verifier.verify(file, chunks.get(2))));
            refused.add(failureOf(() -> verifier.verify(bytes, chunks.get(2))));
            return super.read(target, position);
          }
        };
    try (nesting) {
      assertThat(verifier.verify(nesting, chunks.get(0)).mismatches()).isEqualTo(expected);
    }
    assertThat(refused)
        .containsOnly(
            "java.lang.IllegalStateException: the verifier was called again before it returned");
    assertThat(verifier.verify(file, chunks.get(2)).ok()).isTrue();
  }

  private static String failureOf(ThrowingCallable call) {
    return String.valueOf(catchThrowableOfType(IllegalStateException.class, call));
  }

  /** A window of which some bytes were read is not one that was verified. */
  @Test
  void ofAReadThatFailedTheWholeWindowsAreCounted() throws IOException {
    byte[] content = new byte[3_000_000];
    ChecksumData sums =
        new ChecksumCalculator(ChecksumAlgorithms.of(ChecksumType.CRC32C), 10_000)
            .compute(ChunkBuffer.wrap(content));
    ChecksumCounters counters = new ChecksumCounters();
    ChunkFileVerifier counting =
        new ChunkFileVerifier(VerifyOptions.DEFAULT.countingInto(counters));
    try (FailingFile failing = failing(content)) {
      assertThatThrownBy(
              () -> counting.verify(failing, new ChunkInfo("c", 0, content.length, sums)))
          .hasMessage("Input/output error");
    }
    assertThat(counters.snapshot().verified()).isEqualTo(new Count(1, 2_000_000, 200));
  }

  /** The file is not even open for reading. */
  @Test
  void aChunkWithoutChecksumsIsCountedButNotRead() throws IOException {
    ChecksumCounters counters = new ChecksumCounters();
    ChunkFileVerifier counting =
        new ChunkFileVerifier(VerifyOptions.DEFAULT.countingInto(counters));
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (long offset : new long[] {0, 650_000, 700_017, 800_000}) {
        ChunkInfo none = new ChunkInfo("none", offset, 100_000, ChecksumData.none(0));
        assertThat(counting.verify(channel, none).verdict()).isEqualTo(Verdict.NOT_CHECKED);
      }
    }
    assertThat(counters.snapshot().unchecked()).isEqualTo(new Count(2, 150_017, 0));
  }

  @Test
  void bytesReadByTheCallerGetTheSameVerdict() {
    ChunkInfo last = chunks.get(2);
    assertThat(verifier.verify(ChunkBuffer.wrap(block, 700_000, 17), last).ok()).isTrue();
    assertThat(verifier.verify(ChunkBuffer.wrap(block, 699_999, 17), last).mismatchCount())
        .isEqualTo(2);
    assertThat(verifier.verify(ChunkBuffer.wrap(block, 700_000, 16), last).mismatchCount())
        .isEqualTo(1);
  }

  @Test
  void aMissingFileIsAnErrorAndNoVerdict() {
    assertThatThrownBy(() -> verifier.verify(folder.resolve("none"), chunks.get(0)))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> verifier.verify(folder, chunks.get(0)))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": is a directory");
  }

  /** Both matter: that a disk fails, and what it returned before. */
  @Test
  void aFailedReadAndDamageBeforeItAreBothReported() throws IOException {
    byte[] content = new byte[3_000_000];
    ChecksumData sums =
        new ChecksumCalculator(ChecksumAlgorithms.of(ChecksumType.CRC32C), 16 * 1024)
            .compute(ChunkBuffer.wrap(content));
    ChunkInfo info = new ChunkInfo("c", 0, content.length, sums);
    try (FailingFile good = failing(content)) {
      assertThatThrownBy(() -> verifier.verify(good, info))
          .isExactlyInstanceOf(IOException.class)
          .hasMessage("Input/output error");
    }
    content[20_000] = 1;
    content[2_999_999] = 1;
    try (FailingFile bad = failing(content)) {
      assertThatThrownBy(() -> verifier.verify(bad, info))
          .isInstanceOfSatisfying(
              ChecksumMismatchException.class,
              thrown -> {
                assertThat(thrown.getSuppressed()[0]).hasMessage("Input/output error");
                assertThat(thrown.result().badRanges())
                    .containsExactly(new ByteRange(16 * 1024, 16 * 1024));
                assertThat(thrown.result().windows()).isEqualTo(122);
              });
    }
    assertThat(verifier.verify(file, chunks.get(0)).ok()).isTrue();
  }

  /** As file systems of others may throw it. */
  @Test
  void anUndeclaredFailureAndDamageBeforeItAreBothReported() throws IOException {
    byte[] content = new byte[3_000_000];
    ChecksumData sums =
        new ChecksumCalculator(ChecksumAlgorithms.of(ChecksumType.CRC32C), 16 * 1024)
            .compute(ChunkBuffer.wrap(content));
    ChunkInfo info = new ChunkInfo("c", 0, content.length, sums);
    try (FailingFile good = failingUndeclared(content)) {
      assertThatThrownBy(() -> verifier.verify(good, info))
          .isExactlyInstanceOf(UncheckedIOException.class);
    }
    content[20_000] = 1;
    try (FailingFile bad = failingUndeclared(content)) {
      assertThatThrownBy(() -> verifier.verify(bad, info))
          .isInstanceOfSatisfying(
              ChecksumMismatchException.class,
              thrown -> {
                assertThat(thrown.getSuppressed()[0])
                    .isExactlyInstanceOf(UncheckedIOException.class);
                assertThat(thrown.result().mismatchCount()).isEqualTo(1);
              });
    }
    assertThat(verifier.verify(file, chunks.get(0)).ok()).isTrue();
  }

  private FailingFile failingUndeclared(byte[] content) throws IOException {
    Path path = Files.write(folder.resolve("failing"), content);
    return FailingFile.undeclared(FileChannel.open(path), 2_000_000);
  }

  private FailingFile failing(byte[] content) throws IOException {
    Path path = Files.write(folder.resolve("failing"), content);
    return new FailingFile(FileChannel.open(path), 2_000_000);
  }
}
