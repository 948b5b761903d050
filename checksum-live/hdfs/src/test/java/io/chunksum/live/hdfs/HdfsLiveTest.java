// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordWriter;
import io.chunksum.format.hadoop.CompositeCrcBuilder;
import io.chunksum.format.hadoop.FileChecksum;
import io.chunksum.format.hadoop.FileChecksumBuilder;
import io.chunksum.format.hadoop.HdfsMetaFormat;
import io.chunksum.format.hadoop.Md5Md5CrcBuilder;
import io.chunksum.live.hdfs.HdfsCluster.StoredBlock;
import io.chunksum.scan.FileResult;
import io.chunksum.scan.FileScanner;
import io.chunksum.scan.FileTree;
import io.chunksum.scan.ScanOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds our checksums against those of HDFS, on files that its client writes here and now. */
class HdfsLiveTest {

  private static final HdfsMetaFormat META = new HdfsMetaFormat();
  private static final ChecksumAlgorithm CRC32C = ChecksumAlgorithms.of(ChecksumType.CRC32C);

  private static final String STORED = "io.chunksum.live.hdfs.StoredFile#all";
  private static final String STORED_WITH_BYTES = "io.chunksum.live.hdfs.StoredFile#withBytes";

  @TempDir private static Path folder;

  private static HdfsCluster hdfs;

  private final Random random = new Random(Long.getLong("chunksum.test.seed", 1L));

  @BeforeAll
  static void start() throws IOException {
    hdfs = new HdfsCluster(folder);
    for (StoredFile file : StoredFile.all().toList()) {
      write(file, file.name());
    }
  }

  @AfterAll
  static void stop() {
    if (hdfs != null) {
      hdfs.close();
    }
  }

  private static void write(StoredFile file, String name) throws IOException {
    hdfs.write(name, file.bytes(), file.type(), file.bytesPerChecksum(), file.blockBytes());
  }

  /** Scans all that the datanode keeps; the outcomes of block files by their paths. */
  private static Map<Path, ScanOutcome> scan() throws IOException, InterruptedException {
    Map<Path, ScanOutcome> outcomes = new HashMap<>();
    FileScanner.of(2)
        .scan(
            new FileTree(hdfs.dataFolder(), META),
            (outcome, soFar) -> outcomes.put(outcome.target().file(), outcome));
    return outcomes;
  }

  private static FileResult scan(Path block) throws IOException, InterruptedException {
    ScanOutcome outcome = scan().get(block);
    assertThat(outcome).as("outcome of " + block).isNotNull();
    assertThat(outcome.failure()).isNull();
    assertThat(outcome.results()).hasSize(1);
    return outcome.results().get(0);
  }

  @Test
  void blockFilesVerify() throws Exception {
    Map<Path, ScanOutcome> outcomes = scan();
    for (StoredFile file : StoredFile.all().toList()) {
      List<StoredBlock> blocks = hdfs.blocks(file.name());
      assertThat(blocks).as(file.name()).hasSize(file.blocks());
      for (int i = 0; i < blocks.size(); i++) {
        ScanOutcome outcome = outcomes.get(blocks.get(i).data());
        assertThat(outcome).as("block %d of %s", i, file.name()).isNotNull();
        assertThat(outcome.failure()).isNull();
        int windows = file.windows(i);
        assertThat(outcome.results())
            .singleElement()
            .satisfies(result -> {
              assertThat(result.ok()).isTrue();
              assertThat(result.type()).isEqualTo(file.type());
              assertThat(result.bytesPerChecksum()).hasValue(file.bytesPerChecksum());
              assertThat(result.windows()).isEqualTo(windows);
            });
      }
    }
  }

  @ParameterizedTest
  @MethodSource(STORED_WITH_BYTES)
  void flippedByteIsLocated(StoredFile file) throws Exception {
    String name = "flipped-" + file.name();
    write(file, name);
    List<StoredBlock> blocks = hdfs.blocks(name);
    int last = blocks.size() - 1;
    Path block = blocks.get(last).data();
    byte[] whole = Files.readAllBytes(block);
    int window = file.bytesPerChecksum();
    for (int at : file.damages(last)) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      Files.write(block, damaged);
      assertThat(scan(block).mismatches())
          .singleElement()
          .satisfies(bad -> {
            assertThat(bad.window()).isEqualTo(at / window);
            assertThat(bad.offset()).isEqualTo(at - at % window);
            assertThat(bad.length()).isEqualTo(Math.min(window, whole.length - bad.offset()));
          });
    }
    // The client agrees that it is damaged, and then that it is not.
    assertThatThrownBy(() -> hdfs.read(name)).isInstanceOf(BlockMissingException.class);
    Files.write(block, whole);
    assertThat(scan(block).ok()).isTrue();
    assertThat(hdfs.read(name)).isEqualTo(file.bytes());
  }

  @ParameterizedTest
  @MethodSource(STORED)
  void fileChecksumsAreThoseOfTheClient(StoredFile file) throws Exception {
    List<StoredBlock> blocks = hdfs.blocks(file.name());
    for (String mode : List.of("COMPOSITE_CRC", "MD5MD5CRC")) {
      for (int length : file.lengths().toList()) {
        org.apache.hadoop.fs.FileChecksum theirs = hdfs.fileChecksum(file.name(), mode, length);
        FileChecksum ours = BlockChecksums.of(mode, file, blocks, length);
        assertThat(ours).as("%s of %d bytes", mode, length).hasToString(theirs.toString());
        assertThat(ours.matches(theirs.getAlgorithmName(), theirs.getBytes())).isTrue();
      }
    }
  }

  @Test
  void fileWithBothTypesHasNoChecksum() throws Exception {
    hdfs.write("both", new byte[1024], ChecksumType.CRC32, 512, 1024);
    hdfs.append("both", new byte[1000], ChecksumType.CRC32C);
    assertThat(hdfs.fileChecksum("both", "MD5MD5CRC", 2024)).isNull();
    assertThatThrownBy(() -> hdfs.fileChecksum("both", "COMPOSITE_CRC", 2024))
        .isInstanceOf(PathIOException.class);
    StoredFile ours = new StoredFile(ChecksumType.CRC32, 512, 1024, 2024);
    List<StoredBlock> blocks = hdfs.blocks("both");
    for (String mode : List.of("COMPOSITE_CRC", "MD5MD5CRC")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> BlockChecksums.of(mode, ours, blocks, 2024))
          .withMessage("checksums of type CRC32C, not CRC32");
    }
  }

  /**
   * What docs/hadoop.md says of meta files that have more checksums than their block has windows.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 392, 393, 1000})
  void crashLeavesChecksumsBeyondTheEndOfTheBlock(int lost) throws Exception {
    byte[] bytes = new byte[5000]; // 10 windows, the last of 392 bytes
    random.nextBytes(bytes);
    String name = "crash-" + lost;
    hdfs.writeUntilCrash(name, bytes, lost);
    int windows = (bytes.length - lost) / 512;
    byte[] left = Arrays.copyOf(bytes, windows * 512);
    assertThat(hdfs.read(name)).isEqualTo(left);

    StoredBlock block = hdfs.blocks(name).get(0);
    assertThat(block.data()).hasBinaryContent(left);
    assertThat(scan(block).mismatches())
        .hasSize(10 - windows)
        .allSatisfy(bad -> assertThat(bad.actual()).as("%s", bad).isNull());
    assertThat(scan(new StoredBlock(block.data(), firstChecksums(block, windows))).ok()).isTrue();

    assertThat(hdfs.fileChecksum(name, "COMPOSITE_CRC", left.length))
        .hasToString(fileChecksum(new CompositeCrcBuilder(CRC32C), firstChecksums(block, windows)));
    assertThat(hdfs.fileChecksum(name, "MD5MD5CRC", left.length))
        .hasToString(fileChecksum(Md5Md5CrcBuilder.hdfs(), block.meta()));
    assertThat(hdfs.fileChecksum(name, "MD5MD5CRC", left.length - 512))
        .hasToString(fileChecksum(Md5Md5CrcBuilder.hdfs(), firstChecksums(block, windows - 1)));
  }

  private static FileResult scan(StoredBlock block) throws IOException, InterruptedException {
    return FileScanner.of(1)
        .verify(block.data(), () -> META.open(block.meta(), block.data()))
        .get(0);
  }

  /** Copies the beginning of a meta file, as {@code head -c} does. */
  private static Path firstChecksums(StoredBlock block, int count) throws IOException {
    byte[] meta = Files.readAllBytes(block.meta());
    return Files.write(folder.resolve("first.meta"), Arrays.copyOf(meta, 7 + 4 * count));
  }

  /** Of full windows, as many as there are checksums. */
  private static String fileChecksum(FileChecksumBuilder builder, Path meta) throws IOException {
    try (FileRecord record = META.open(meta, 0)) {
      record.forEachChunk(chunk -> chunk.forEach(builder::add));
    }
    builder.endBlock();
    return builder.build().toString();
  }

  @Test
  void clientReadsByMetaFilesThatWeWrite() throws Exception {
    List<StoredFile> files = StoredFile.withBytes().toList();
    for (StoredFile file : files) {
      write(file, "ours-" + file.name());
      for (StoredBlock block : hdfs.blocks("ours-" + file.name())) {
        byte[] bytes = Files.readAllBytes(block.data());
        writeMeta(block, otherType(file), 2 * file.bytesPerChecksum(), bytes);
      }
    }
    hdfs.restartDatanode();
    for (StoredFile file : files) {
      String name = "ours-" + file.name();
      assertThat(hdfs.read(name)).isEqualTo(file.bytes());
      // What the client itself wrote is of another type and window size.
      assertThat(hdfs.fileChecksum(name, "MD5MD5CRC", file.length()).getAlgorithmName())
          .endsWith("MD5-of-" + 2 * file.bytesPerChecksum() + otherType(file));
    }
  }

  private static ChecksumType otherType(StoredFile file) {
    return file.type().equals(ChecksumType.CRC32) ? ChecksumType.CRC32C : ChecksumType.CRC32;
  }

  @Test
  void clientRefusesMetaFilesOfOtherBytes() throws Exception {
    List<StoredFile> files = StoredFile.withBytes().toList();
    for (StoredFile file : files) {
      write(file, "wrong-" + file.name());
      List<StoredBlock> blocks = hdfs.blocks("wrong-" + file.name());
      StoredBlock block = blocks.get(blocks.size() - 1);
      byte[] bytes = Files.readAllBytes(block.data());
      bytes[bytes.length / 2] ^= 1;
      writeMeta(block, file.type(), file.bytesPerChecksum(), bytes);
    }
    hdfs.restartDatanode();
    for (StoredFile file : files) {
      assertThatThrownBy(() -> hdfs.read("wrong-" + file.name()))
          .as(file.name())
          .isInstanceOf(BlockMissingException.class);
    }
  }

  @ParameterizedTest
  @MethodSource(STORED_WITH_BYTES)
  void metaFilesThatWeWriteAreThoseOfTheClient(StoredFile file) throws Exception {
    for (StoredBlock block : hdfs.blocks(file.name())) {
      byte[] theirs = Files.readAllBytes(block.meta());
      byte[] bytes = Files.readAllBytes(block.data());
      writeMeta(block, file.type(), file.bytesPerChecksum(), bytes);
      assertThat(block.meta()).hasBinaryContent(theirs);
    }
  }

  /** Puts a meta file in place of that of a block, in two chunks if it has two windows. */
  private static void writeMeta(
      StoredBlock block, ChecksumType type, int bytesPerChecksum, byte[] bytes) throws IOException {
    ChunkChecksum checksum = ChunkChecksum.of(type, bytesPerChecksum);
    int cut = bytes.length / 2 / bytesPerChecksum * bytesPerChecksum;
    try (RecordWriter writer =
        META.newWriter(new FileReplacement(block.meta()), type, bytesPerChecksum)) {
      writer.write(chunk(checksum, 0, Arrays.copyOf(bytes, cut)));
      writer.write(chunk(checksum, cut, Arrays.copyOfRange(bytes, cut, bytes.length)));
      writer.commit(bytes.length);
    }
  }

  private static ChunkInfo chunk(ChunkChecksum checksum, int offset, byte[] bytes) {
    return new ChunkInfo("chunk", offset, bytes.length, checksum.compute(ChunkBuffer.wrap(bytes)));
  }
}
