// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.format.hadoop.CompositeCrcBuilder;
import io.chunksum.format.hadoop.FileChecksum;
import io.chunksum.format.hadoop.FileChecksumBuilder;
import io.chunksum.format.hadoop.Md5Md5CrcBuilder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checksums of files that HDFS gave, made of the meta files of their blocks. */
class HdfsFileChecksumTest {

  /** A checksum that HDFS gave of the first bytes of a file. */
  record Given(String name, int fileLength, int length, int blockLength, String text, String hex) {

    ChecksumType type() {
      return name.contains("crc32c") ? ChecksumType.CRC32C : ChecksumType.CRC32;
    }

    int bytesPerChecksum() {
      return name.contains("-4096-") ? 4096 : 512;
    }

    FileChecksumBuilder builder() {
      return text.startsWith("COMPOSITE")
          ? new CompositeCrcBuilder(ChecksumAlgorithms.of(type()))
          : Md5Md5CrcBuilder.hdfs();
    }

    /** Whether all bytes of the file were asked for. */
    boolean isWhole() {
      return length == fileLength;
    }
  }

  static Stream<Given> given() {
    return Fixtures.table("hadoop/file-checksums.txt").stream()
        .map(row ->
            new Given(
                row[0],
                Integer.parseInt(row[1]),
                Integer.parseInt(row[2]),
                Integer.parseInt(row[3]),
                row[4],
                row[5]));
  }

  @ParameterizedTest
  @MethodSource("given")
  void isThatOfHdfs(Given given) {
    FileChecksumBuilder builder = given.builder();
    byte[] payload = Fixtures.payload(given.fileLength);
    for (int at = 0; at < given.length; at += given.blockLength) {
      boolean onlyOne = given.fileLength <= given.blockLength;
      String block = given.name + (onlyOne ? "" : "-b" + at / given.blockLength);
      ChecksumData sums = Fixtures.meta(block, given.type(), given.bytesPerChecksum());
      int blockEnd = Math.min(given.fileLength, at + given.blockLength);
      int end = Math.min(blockEnd, given.length);
      if (end == blockEnd) {
        builder.add(sums, end - at);
      } else {
        int full = (end - at) / given.bytesPerChecksum();
        int cut = at + full * given.bytesPerChecksum();
        builder.addStart(sums, full, crc(given, Arrays.copyOfRange(payload, cut, end)));
      }
      builder.endBlock();
    }
    FileChecksum checksum = builder.build();
    assertThat(checksum).hasToString(given.text);
    assertThat(checksum.algorithmName()).isEqualTo(given.text.replaceFirst(":.*", ""));
    byte[] bytes = HexFormat.of().parseHex(given.hex);
    assertThat(checksum.paddedBytes()).isEqualTo(bytes);
    assertThat(checksum.bytes()).isEqualTo(Arrays.copyOf(bytes, Math.min(bytes.length, 28)));
    assertThat(checksum.matches(checksum.algorithmName(), bytes)).isTrue();
  }

  private static CrcValue crc(Given given, byte[] bytes) {
    ChecksumData sums =
        ChunkChecksum.of(given.type(), bytes.length).compute(ChunkBuffer.wrap(bytes));
    return CrcValue.of(ChecksumAlgorithms.of(given.type()), sums.value(0), bytes.length);
  }

  @ParameterizedTest
  @MethodSource("given")
  void composingDoesNotNeedTheBlocksOfHdfs(Given given) {
    if (!given.text.startsWith("COMPOSITE") || !given.isWhole()) {
      return;
    }
    byte[] payload = Fixtures.payload(given.fileLength);
    CompositeCrcBuilder builder = new CompositeCrcBuilder(ChecksumAlgorithms.of(given.type()));
    int[] ends = {0, payload.length / 3, payload.length / 3 + 1, payload.length};
    for (int i = 1; i < ends.length; i++) {
      byte[] part = Arrays.copyOfRange(payload, ends[i - 1], ends[i]);
      ChunkChecksum checksum = ChunkChecksum.of(given.type(), 1000 + i);
      builder.add(checksum.compute(ChunkBuffer.wrap(part)), part.length);
    }
    assertThat(builder.build()).hasToString(given.text);
  }
}
