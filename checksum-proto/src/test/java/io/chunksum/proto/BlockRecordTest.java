// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.format.FileRecord;
import java.io.RandomAccessFile;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records of blocks as those of files, from memory and from a file. */
class BlockRecordTest {

  private static final int MAX_BYTES = 64 * 1024 * 1024;

  private static final ChunkInfo FIRST =
      new ChunkInfo("1", 0, 2L * Sums.WINDOW, Sums.of(ChecksumType.CRC32C, 2));

  private static final ChunkInfo SECOND =
      new ChunkInfo("2", 2L * Sums.WINDOW, 100, Sums.of(ChecksumType.CRC32C, 1));

  @TempDir private Path folder;

  private static BlockData block(OptionalLong size, ChunkInfo... chunks) {
    BlockId id = new BlockId(1, 2, OptionalLong.empty(), OptionalInt.empty());
    return new BlockData(id, OptionalLong.empty(), List.of(), List.of(chunks), size);
  }

  private static BlockData block(ChunkInfo... chunks) {
    return block(OptionalLong.empty(), chunks);
  }

  private static void assertRefused(BlockData block, String problem) {
    assertThatExceptionOfType(MalformedChecksumDataException.class)
        .isThrownBy(() -> new BlockRecord(block))
        .withMessageContaining(problem);
  }

  @Test
  void chunksOfOneTypeComeOneByOne() throws Exception {
    try (BlockRecord record = new BlockRecord(block(FIRST, SECOND))) {
      assertThat(record.types()).containsExactly(ChecksumType.CRC32C);
      assertThat(record.bytesPerChecksum()).hasValue(Sums.WINDOW);
      assertThat(record.length()).isEqualTo(2 * Sums.WINDOW + 100);
      assertThat(record.nextChunk()).containsExactly(FIRST);
      assertThat(record.nextChunk()).containsExactly(SECOND);
      assertThat(record.nextChunk()).isEmpty();
    }
  }

  @Test
  void eachTypeHasTheChunksOfOthersUnchecked() throws Exception {
    ChecksumData other = ChecksumData.of(ChecksumType.MD5, 64, new byte[2 * 16]);
    ChunkInfo second = new ChunkInfo("2", FIRST.length(), 100, other);
    try (BlockRecord record = new BlockRecord(block(FIRST, second))) {
      assertThat(record.types()).containsExactly(ChecksumType.CRC32C, ChecksumType.MD5);
      assertThat(record.bytesPerChecksum()).isEmpty();
      ChecksumData none = ChecksumData.none(Sums.WINDOW);
      assertThat(record.nextChunk())
          .containsExactly(FIRST, new ChunkInfo("1", 0, FIRST.length(), none));
      assertThat(record.nextChunk())
          .containsExactly(new ChunkInfo("2", FIRST.length(), 100, ChecksumData.none(64)), second);
      assertThat(record.nextChunk()).isEmpty();
    }
  }

  @Test
  void aBlockWithoutChunksCountsAsOneOfCrc32() throws Exception {
    try (BlockRecord record = new BlockRecord(block())) {
      assertThat(record.types()).containsExactly(ChecksumType.CRC32);
      assertThat(record.bytesPerChecksum()).isEmpty();
      assertThat(record.length()).isZero();
      assertThat(record.nextChunk()).isEmpty();
    }
  }

  /** Ozone adds the chunk to the record of an erasure-coded replica that received no data. */
  @Test
  void aChunkOfNoBytesAndNoTypeTellsNothing() throws Exception {
    ChunkInfo empty = new ChunkInfo("", 0, 0, ChecksumData.none(0));
    try (BlockRecord record = new BlockRecord(block(empty))) {
      assertThat(record.types()).containsExactly(ChecksumType.CRC32);
      assertThat(record.bytesPerChecksum()).isEmpty();
      assertThat(record.nextChunk()).isEmpty();
    }
    try (BlockRecord record = new BlockRecord(block(empty, FIRST))) {
      assertThat(record.types()).containsExactly(ChecksumType.CRC32C);
      assertThat(record.bytesPerChecksum()).hasValue(Sums.WINDOW);
      assertThat(record.nextChunk()).containsExactly(FIRST);
    }
  }

  @Test
  void chunksMustFollowOneAnotherUpToTheSizeOfTheBlock() throws Exception {
    assertRefused(block(SECOND), "a chunk begins at 32768, not at 0");
    assertRefused(block(FIRST, FIRST), "a chunk begins at 0, not at 32768");
    long end = FIRST.length() + SECOND.length();
    assertRefused(
        block(OptionalLong.of(end + 1), FIRST, SECOND), "32868 bytes in a block of 32869");
    assertRefused(
        block(OptionalLong.of(end - 1), FIRST, SECOND), "32868 bytes in a block of 32867");
    try (BlockRecord record = new BlockRecord(block(OptionalLong.of(end), FIRST, SECOND))) {
      assertThat(record.length()).isEqualTo(end);
    }
  }

  @Test
  void aFileHoldsOneRecordAndNamesNoBlock() throws Exception {
    BlockDataFormat format = new BlockDataFormat();
    BlockData block = block(FIRST, SECOND);
    Path file = Files.write(folder.resolve("record"), BlockDataCodec.encodeToArray(block));
    assertThat(BlockDataFormat.read(file)).isEqualTo(block);
    try (FileRecord record = format.open(file, folder.resolve("1.block"))) {
      assertThat(record.nextChunk()).containsExactly(FIRST);
    }
    assertThat(format.recordedFile("1.block")).isEmpty();
  }

  /** Of zeros, which are no message either: what is refused for its size has not been read. */
  @Test
  void aFileThatIsTooLargeForARecordIsNotRead() throws Exception {
    Path file = folder.resolve("record");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(MAX_BYTES);
      assertRefused(file, "not a protocol buffer");
      sparse.setLength(MAX_BYTES + 1);
      assertRefused(file, "a file of more than 67108864 bytes is not a BlockData message");
    }
  }

  @Test
  void aFolderIsNamed() {
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> BlockDataFormat.read(folder))
        .withMessage(folder + ": is a directory");
  }

  private static void assertRefused(Path file, String problem) {
    assertThatExceptionOfType(MalformedChecksumDataException.class)
        .isThrownBy(() -> BlockDataFormat.read(file))
        .withMessageContaining(problem);
  }
}
