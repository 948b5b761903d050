// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.file.FileReplacement;
import io.chunksum.file.OpenFiles;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The two formats of Hadoop where real files do not go: lengths, damage, many chunks. */
class PackedCrcsTest {

  private static final HadoopCrcFormat CRC = new HadoopCrcFormat();
  private static final HdfsMetaFormat META = new HdfsMetaFormat();

  @TempDir private Path folder;

  private Path stored(String hex) throws IOException {
    return Files.write(
        folder.resolve("sums"), HexFormat.of().parseHex(hex.replaceAll("[^0-9a-f]", "")));
  }

  private static List<ChunkInfo> chunks(FileRecord record) throws IOException {
    List<ChunkInfo> chunks = new ArrayList<>();
    record.forEachChunk(chunk -> {
      assertThat(chunk).hasSize(1);
      chunks.addAll(chunk);
    });
    return chunks;
  }

  /** Three windows of 4 bytes: the last one ends where the file does, if that is in it. */
  @ParameterizedTest
  @CsvSource({"0, 12", "4, 12", "8, 12", "9, 9", "11, 11", "12, 12", "13, 12", "16, 12"})
  void lastWindowEndsWithTheFileIfThatEndsInIt(long fileLength, long recorded) throws IOException {
    Path sums = stored("63726300 00000004 00000001 00000002 ffffffff");
    try (FileRecord record = CRC.open(sums, fileLength)) {
      assertThat(record.length()).isEqualTo(recorded);
      assertThat(record.types()).containsExactly(ChecksumType.CRC32);
      assertThat(record.bytesPerChecksum()).hasValue(4);
      ChunkInfo chunk = chunks(record).get(0);
      assertThat(chunk.offset()).isZero();
      assertThat(chunk.length()).isEqualTo(recorded);
      assertThat(chunk.checksums().count()).isEqualTo(3);
      assertThat(chunk.checksums().crc(2)).isEqualTo(-1);
    }
  }

  @Test
  void aRecordWhoseOpeningAnErrorEndsIsNotLeftOpen() throws IOException {
    Path sums = stored("63726300 00000004 00000001");
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    assertThatThrownBy(() ->
            PackedCrcsReader.open(
                sums,
                4,
                8,
                start -> {
                  throw error;
                }))
        .isSameAs(error);
    assertThat(OpenFiles.under(folder)).isZero();
  }

  @Test
  void filesMayBeLongerThan2GiB() throws IOException {
    int window = 1 << 20;
    int windows = 3000;
    ByteBuffer sums = ByteBuffer.allocate(8 + windows * 4).putInt(0x63726300).putInt(window);
    for (int i = 0; i < windows; i++) {
      sums.putInt(i);
    }
    Path record = Files.write(folder.resolve("sums"), sums.array());
    try (FileRecord open = CRC.open(record, (long) windows * window)) {
      for (ChunkInfo chunk : chunks(open)) {
        assertThat(chunk.checksums().crc(0)).isEqualTo((int) (chunk.offset() / window));
      }
    }
  }

  @Test
  void lengthIsThatOfTheFile() throws IOException {
    Path sums = stored("0001 01 00000004 00000001 00000002");
    Path block = Files.write(folder.resolve("block"), new byte[7]);
    try (FileRecord record = META.open(sums, block)) {
      assertThat(record.length()).isEqualTo(7);
    }
    assertThat(OpenFiles.under(folder)).isZero();
    assertThatThrownBy(() -> META.open(sums, folder))
        .isInstanceOf(IOException.class)
        .hasMessage(folder + ": the length is not recorded, and the file is not a regular file");
    assertThatThrownBy(() -> CRC.open(sums, folder.resolve("none")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void checksumsThatAreAFolderAreNamed() {
    assertThatThrownBy(() -> META.open(folder, 7))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": is a directory");
    assertThatThrownBy(() -> CRC.open(folder, 7))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": is a directory");
  }

  @Test
  void noFileHasLessThanNoBytes() throws IOException {
    Path sums = stored("0001 01 00000004 00000001 00000002");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> META.open(sums, -1))
        .withMessage("fileLength must not be negative: -1");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 100})
  void fileWithoutWindowsHasNoBytes(long fileLength) throws IOException {
    try (FileRecord record = CRC.open(stored("63726300 00000200"), fileLength)) {
      assertThat(record.length()).isZero();
      assertThat(chunks(record)).isEmpty();
    }
  }

  @Test
  void blockWithoutChecksumsIsOfTypeNone() throws IOException {
    try (FileRecord record = META.open(stored("0001 00 00000200"), 100)) {
      assertThat(record.types()).containsExactly(ChecksumType.NONE);
      assertThat(record.length()).isEqualTo(100);
      assertThat(chunks(record))
          .singleElement()
          .isEqualTo(new ChunkInfo("chunk_1", 0, 100, ChecksumData.none(512)));
    }
    try (FileRecord record = META.open(stored("0001 00 00000200"), 0)) {
      assertThat(chunks(record)).isEmpty();
    }
  }

  /** Nothing limits its length, so as a sparse one it could have any number of chunks. */
  @Test
  void blockWithoutChecksumsIsOneChunk() throws IOException {
    try (FileRecord record = META.open(stored("0001 00 00000001"), Long.MAX_VALUE)) {
      assertThat(record.nextChunk())
          .containsExactly(new ChunkInfo("chunk_1", 0, Long.MAX_VALUE, ChecksumData.none(1)));
      assertThat(record.nextChunk()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "636372, 3",
    "63726300 000002, 7",
    "63726301 00000200, 0",
    "62726300 00000200, 0",
    "63726300 00000000, 4",
    "63726300 80000000, 4",
    "63726300 00000200 01, 8",
    "63726300 00000200 00000001 010203, 12"
  })
  void malformedSideFileIsRefusedWithTheOffset(String hex, long offset) throws IOException {
    malformed(hex, offset, path -> CRC.open(path, 1000));
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "0001 01 000002, 6",
    "0000 01 00000200, 0",
    "0002 01 00000200, 0",
    "0101 01 00000200, 0",
    "0001 03 00000200, 2",
    "0001 ff 00000200, 2",
    "0001 02 00000000, 3",
    "0001 00 ffffffff, 3",
    "0001 00 00000200 01, 7",
    "0001 00 00000200 00000001, 7",
    "0001 02 00000200 00000001 01, 11"
  })
  void malformedMetaFileIsRefusedWithTheOffset(String hex, long offset) throws IOException {
    malformed(hex, offset, path -> META.open(path, 1000));
  }

  private interface Opener {
    FileRecord open(Path path) throws IOException;
  }

  private void malformed(String hex, long offset, Opener opener) throws IOException {
    Path sums = stored(hex);
    assertThatThrownBy(() -> opener.open(sums))
        .isInstanceOfSatisfying(
            MalformedChecksumDataException.class, e -> assertThat(e.offset()).isEqualTo(offset));
    assertThat(OpenFiles.under(sums)).isZero();
  }

  /** A file with holes: 2^32 + 1 windows of 2^31 - 1 bytes are more than 2^63. */
  @Test
  void moreWindowsThanAFileCanHaveAreRefused() throws IOException {
    Path sums = stored("63726300 7fffffff");
    try (RandomAccessFile file = new RandomAccessFile(sums.toFile(), "rw")) {
      file.setLength(8 + 4 * ((1L << 32) + 3));
    }
    malformedAt8(sums);
    try (RandomAccessFile file = new RandomAccessFile(sums.toFile(), "rw")) {
      file.setLength(8 + 4 * ((1L << 32) + 2));
    }
    try (FileRecord record = CRC.open(sums, 5)) {
      assertThat(record.length()).isEqualTo(((1L << 32) + 2) * Integer.MAX_VALUE);
      ChunkInfo first = record.nextChunk().get(0);
      assertThat(first.length()).isEqualTo(Integer.MAX_VALUE);
      ChunkInfo second = record.nextChunk().get(0);
      assertThat(second.offset()).isEqualTo(Integer.MAX_VALUE);
      assertThat(second.checksums().count()).isEqualTo(1);
    }
  }

  private static void malformedAt8(Path sums) {
    assertThatThrownBy(() -> CRC.open(sums, 5))
        .isInstanceOfSatisfying(
            MalformedChecksumDataException.class, e -> assertThat(e.offset()).isEqualTo(8));
  }

  /** Chunks are cut so that memory does not grow, however small windows are. */
  @Test
  void manyWindowsComeInChunksThatFollowOneAnother() throws IOException {
    int windows = 3 * 64 * 1024 + 5;
    byte[] crcs = new byte[windows * 4];
    new Random(22).nextBytes(crcs);
    ByteBuffer all = ByteBuffer.allocate(7 + crcs.length);
    all.put(HexFormat.of().parseHex("00010200000003")).put(crcs);
    Path sums = Files.write(folder.resolve("sums"), all.array());
    long length = windows * 3L - 2;
    try (FileRecord record = META.open(sums, length)) {
      List<ChunkInfo> chunks = chunks(record);
      assertThat(chunks).hasSize(4);
      ByteBuffer read = ByteBuffer.allocate(crcs.length);
      long offset = 0;
      for (ChunkInfo chunk : chunks) {
        assertThat(chunk.offset()).isEqualTo(offset);
        read.put(chunk.checksums().packed());
        offset += chunk.length();
      }
      assertThat(offset).isEqualTo(length);
      assertThat(read.array()).isEqualTo(crcs);
      assertThat(chunks).extracting(ChunkInfo::name).contains("chunk_1", "chunk_4");
    }
  }

  @Test
  void chunksAreHandedOnFromTheNextOneUntilTheConsumerThrows() throws IOException {
    int length = 3 * 64 * 1024 + 5;
    ByteBuffer all = ByteBuffer.allocate(8 + length * 4);
    all.put(HexFormat.of().parseHex("6372630000000001"));
    Path sums = Files.write(folder.resolve("sums"), all.array());
    try (FileRecord record = CRC.open(sums, length)) {
      assertThat(record.nextChunk()).extracting(ChunkInfo::name).containsExactly("chunk_1");
      List<String> names = new ArrayList<>();
      IOException full = new IOException("the disk is full");
      assertThatThrownBy(() ->
              record.forEachChunk(chunk -> {
                names.add(chunk.get(0).name());
                if (names.size() == 2) {
                  throw full;
                }
              }))
          .isSameAs(full);
      assertThat(names).containsExactly("chunk_2", "chunk_3");
      record.forEachChunk(chunk -> names.add(chunk.get(0).name()));
      assertThat(names).containsExactly("chunk_2", "chunk_3", "chunk_4");
      assertThat(record.nextChunk()).isEmpty();
    }
  }

  @Test
  void checksumsThatBecomeFewerWhileTheyAreReadAreMalformed() throws IOException {
    Path sums = stored("63726300 00000004 00000001 00000002");
    try (FileRecord record = CRC.open(sums, 8)) {
      try (RandomAccessFile file = new RandomAccessFile(sums.toFile(), "rw")) {
        file.setLength(13);
      }
      assertThatThrownBy(record::nextChunk)
          .isInstanceOfSatisfying(
              MalformedChecksumDataException.class, e -> assertThat(e.offset()).isEqualTo(13));
    }
  }

  @Test
  void namesAreThoseOfHadoop() {
    assertThat(CRC.recordedFile(".part-0.crc")).hasValue("part-0");
    assertThat(CRC.recordedFile("..crc.crc")).hasValue(".crc");
    assertThat(Stream.of("part-0.crc", ".crc", "..crc", ".part-0.crcx", ".part-0"))
        .allSatisfy(name -> assertThat(CRC.recordedFile(name)).isEmpty());
    assertThat(HadoopCrcFormat.beside(Path.of("a", "b"))).isEqualTo(Path.of("a", ".b.crc"));
    assertThat(META.recordedFile("blk_1073741825_1001.meta")).hasValue("blk_1073741825");
    assertThat(META.recordedFile("blk_-17_1001.meta")).hasValue("blk_-17");
    assertThat(Stream.of("blk_1.meta", "blk_1_1", "x.meta", "blk_1_1.meta.tmp", "xblk_1_1.meta"))
        .allSatisfy(name -> assertThat(META.recordedFile(name)).isEmpty());
  }

  @Test
  void writerTakesOnlyWhatFollows() throws IOException {
    Path target = folder.resolve("sums");
    ChecksumData two = ChecksumData.of(ChecksumType.CRC32C, 4, new byte[8]);
    try (RecordWriter writer =
        META.newWriter(new FileReplacement(target), ChecksumType.CRC32C, 4)) {
      refuses(writer, new ChunkInfo("", 4, 8, two));
      refuses(writer, new ChunkInfo("", 0, 8, ChecksumData.of(ChecksumType.CRC32, 4, new byte[8])));
      refuses(
          writer, new ChunkInfo("", 0, 8, ChecksumData.of(ChecksumType.CRC32C, 8, new byte[4])));
      writer.write(new ChunkInfo("", 0, 8, two));
      refuses(writer, new ChunkInfo("", 0, 8, two));
      writer.write(new ChunkInfo("", 8, 7, two));
      refuses(writer, new ChunkInfo("", 15, 8, two));
      assertThatIllegalArgumentException().isThrownBy(() -> writer.commit(16));
      assertThatIllegalArgumentException().isThrownBy(() -> writer.commit(14));
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void nothingIsTakenAfterTheEnd() throws IOException {
    ChunkInfo chunk = new ChunkInfo("", 0, 8, ChecksumData.of(ChecksumType.CRC32, 4, new byte[8]));
    Path target = folder.resolve("sums");
    RecordWriter closed = CRC.newWriter(new FileReplacement(target), 4);
    closed.close();
    RecordWriter committed = CRC.newWriter(new FileReplacement(target), 4);
    committed.commit(0);
    for (RecordWriter ended : List.of(closed, committed)) {
      assertThatIllegalStateException().isThrownBy(() -> ended.write(chunk));
      assertThatIllegalStateException().isThrownBy(() -> ended.commit(0));
    }
    committed.close();
    assertThat(target).hasSize(8);
  }

  private static void refuses(RecordWriter writer, ChunkInfo chunk) {
    assertThatIllegalArgumentException().isThrownBy(() -> writer.write(chunk));
  }

  @ParameterizedTest
  @CsvSource({"NONE, 00010000000001", "CRC32C, 00010200000001"})
  void windowsMayHaveOneByte(String name, String header) throws IOException {
    ChecksumType type = ChecksumAlgorithms.find(name).orElseThrow().type();
    Path target = folder.resolve("sums");
    try (RecordWriter writer = META.newWriter(new FileReplacement(target), type, 1)) {
      writer.commit(0);
    }
    assertThat(target).hasBinaryContent(HexFormat.of().parseHex(header));
  }

  @Test
  void formatsHoldOnlyTheirTypesAndWindowSizes() throws IOException {
    try (FileReplacement file = new FileReplacement(folder.resolve("sums"))) {
      assertThatIllegalArgumentException().isThrownBy(() -> CRC.newWriter(file, 0));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> META.newWriter(file, ChecksumType.NONE, 0));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> META.newWriter(file, ChecksumType.MD5, 512));
    }
  }
}
