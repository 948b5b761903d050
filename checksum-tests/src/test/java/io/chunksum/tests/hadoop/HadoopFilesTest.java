// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import io.chunksum.format.RecordFormat;
import io.chunksum.format.RecordWriter;
import io.chunksum.format.hadoop.HadoopCrcFormat;
import io.chunksum.format.hadoop.HdfsMetaFormat;
import io.chunksum.scan.FileResult;
import io.chunksum.scan.FileScanner;
import io.chunksum.scan.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads, verifies and writes the files with checksums that Hadoop wrote. */
class HadoopFilesTest {

  private static final int BLOCK = 2 << 20;

  @TempDir private Path folder;

  /**
   * A file with checksums that Hadoop wrote.
   *
   * @param record its name among the fixtures
   * @param from where the bytes that it covers begin in the payload
   * @param to where they end
   * @param payload bytes of the payload
   */
  record Stored(
      String record, ChecksumType type, int bytesPerChecksum, int from, int to, int payload) {

    boolean isLocal() {
      return record.endsWith(".crc");
    }

    RecordFormat format() {
      return isLocal() ? new HadoopCrcFormat() : new HdfsMetaFormat();
    }

    byte[] bytes() {
      return Arrays.copyOfRange(Fixtures.payload(payload), from, to);
    }

    byte[] recordBytes() {
      return Fixtures.read("hadoop/" + record);
    }

    int windows() {
      return type.equals(ChecksumType.NONE)
          ? 0
          : (to - from + bytesPerChecksum - 1) / bytesPerChecksum;
    }
  }

  static Stream<Stored> stored() {
    Stream<Stored> local =
        IntStream.of(512, 4096)
            .boxed()
            .flatMap(window ->
                IntStream.of(0, 1, 512, 513, 1_000_003)
                    .mapToObj(length -> local("local-" + window, window, length)));
    // Whatever checksum a program asks for, the side file is the usual one.
    Stream<Stored> asked = Stream.of(local("local-filecontext", 512, 5000));
    Stream<Stored> blocks =
        Stream.of(
            block("crc32-512-1", ChecksumType.CRC32, 512, 1),
            block("crc32-512-513", ChecksumType.CRC32, 512, 513),
            block("crc32-512-5000003", ChecksumType.CRC32, 512, 5_000_003),
            block("crc32c-4096-5000003", ChecksumType.CRC32C, 4096, 5_000_003),
            block("crc32c-512-1", ChecksumType.CRC32C, 512, 1),
            block("crc32c-512-512", ChecksumType.CRC32C, 512, 512),
            block("crc32c-512-513", ChecksumType.CRC32C, 512, 513),
            block("crc32c-512-5000003", ChecksumType.CRC32C, 512, 5_000_003),
            block("null-512-513", ChecksumType.NONE, 512, 513));
    Stream<Stored> severalBlocks =
        IntStream.of(0, 1, 2)
            .boxed()
            .flatMap(i ->
                Stream.of(
                    blockOf("crc32-512", ChecksumType.CRC32, i),
                    blockOf("crc32c-512", ChecksumType.CRC32C, i)));
    return Stream.of(local, asked, blocks, severalBlocks).flatMap(each -> each);
  }

  static Stream<Stored> storedWithChecksums() {
    return stored().filter(stored -> stored.windows() > 0);
  }

  private static Stored local(String place, int window, int length) {
    return new Stored(
        place + "/.f-" + length + ".crc", ChecksumType.CRC32, window, 0, length, length);
  }

  private static Stored block(String name, ChecksumType type, int window, int length) {
    return new Stored("hdfs-" + name + ".meta", type, window, 0, length, length);
  }

  private static Stored blockOf(String name, ChecksumType type, int index) {
    int length = 5_000_003;
    String file = "hdfs-%s-blk2m-%d-b%d.meta".formatted(name, length, index);
    return new Stored(
        file, type, 512, index * BLOCK, Math.min(length, (index + 1) * BLOCK), length);
  }

  /** Puts data and checksums where Hadoop has them, and verifies the one against the other. */
  private FileResult scan(Stored stored, byte[] bytes) throws Exception {
    Files.write(folder.resolve(stored.isLocal() ? "f" : "blk_1073741825"), bytes);
    Files.write(
        folder.resolve(stored.isLocal() ? ".f.crc" : "blk_1073741825_1001.meta"),
        stored.recordBytes());
    List<FileResult> results = new ArrayList<>();
    FileScanner.of(1)
        .scan(
            new FileTree(folder, stored.format()),
            (outcome, soFar) -> {
              assertThat(outcome.failure()).isNull();
              results.addAll(outcome.results());
            });
    assertThat(results).hasSize(1);
    return results.get(0);
  }

  @ParameterizedTest
  @MethodSource("stored")
  void dataThatHadoopStoredVerifies(Stored stored) throws Exception {
    FileResult result = scan(stored, stored.bytes());
    assertThat(result.mismatches()).isEmpty();
    assertThat(result.type()).isEqualTo(stored.type);
    assertThat(result.bytesPerChecksum()).hasValue(stored.bytesPerChecksum);
    assertThat(result.windows()).isEqualTo(stored.windows());
    assertThat(result.expectedLength()).isEqualTo(stored.to - stored.from);
  }

  @ParameterizedTest
  @MethodSource("storedWithChecksums")
  void damageIsFoundInItsWindow(Stored stored) throws Exception {
    byte[] bytes = stored.bytes();
    for (int at : new int[] {0, bytes.length / 2, bytes.length - 1}) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x10;
      assertThat(scan(stored, damaged).mismatches())
          .singleElement()
          .satisfies(bad -> {
            int window = stored.bytesPerChecksum;
            assertThat(bad.window()).isEqualTo(at / window);
            assertThat(bad.offset()).isEqualTo(at - at % window);
            assertThat(bad.length()).isEqualTo(Math.min(window, bytes.length - bad.offset()));
          });
    }
  }

  @ParameterizedTest
  @MethodSource("stored")
  void writesTheBytesThatHadoopWrote(Stored stored) throws IOException {
    Path target = folder.resolve("sums");
    byte[] bytes = stored.bytes();
    // Two chunks, the first of full windows.
    int cut = bytes.length / 2 / stored.bytesPerChecksum * stored.bytesPerChecksum;
    try (RecordWriter writer = writer(stored, new FileReplacement(target))) {
      if (bytes.length > 0) {
        writer.write(chunk(stored, 0, Arrays.copyOf(bytes, cut)));
        writer.write(chunk(stored, cut, Arrays.copyOfRange(bytes, cut, bytes.length)));
      }
      writer.commit(bytes.length);
    }
    assertThat(target).hasBinaryContent(stored.recordBytes());
  }

  private static RecordWriter writer(Stored stored, FileReplacement file) throws IOException {
    return stored.isLocal()
        ? new HadoopCrcFormat().newWriter(file, stored.bytesPerChecksum)
        : new HdfsMetaFormat().newWriter(file, stored.type, stored.bytesPerChecksum);
  }

  private static ChunkInfo chunk(Stored stored, int offset, byte[] bytes) {
    ChunkChecksum checksum = ChunkChecksum.of(stored.type, stored.bytesPerChecksum);
    return new ChunkInfo("chunk", offset, bytes.length, checksum.compute(ChunkBuffer.wrap(bytes)));
  }
}
