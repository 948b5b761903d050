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
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checksums of files that HDFS gave, made of the meta files of their blocks. */
class HdfsFileChecksumTest {

  static Stream<GivenChecksum> given() {
    return GivenChecksum.of("hadoop/file-checksums.txt");
  }

  static Stream<GivenChecksum> compositesOfWholeFiles() {
    return given().filter(given -> given.isComposite() && given.length() == given.fileLength());
  }

  private static ChecksumType type(GivenChecksum given) {
    return given.name().contains("crc32c") ? ChecksumType.CRC32C : ChecksumType.CRC32;
  }

  private static int bytesPerChecksum(GivenChecksum given) {
    return given.name().contains("-4096-") ? 4096 : 512;
  }

  private static FileChecksumBuilder builder(GivenChecksum given) {
    return given.isComposite()
        ? new CompositeCrcBuilder(ChecksumAlgorithms.of(type(given)))
        : Md5Md5CrcBuilder.hdfs();
  }

  @ParameterizedTest
  @MethodSource("given")
  void isThatOfHdfs(GivenChecksum given) {
    FileChecksumBuilder builder = builder(given);
    byte[] payload = Fixtures.payload(given.fileLength());
    for (int at = 0; at < given.length(); at += given.blockLength()) {
      boolean onlyOne = given.fileLength() <= given.blockLength();
      String block = given.name() + (onlyOne ? "" : "-b" + at / given.blockLength());
      ChecksumData sums = Fixtures.meta(block, type(given), bytesPerChecksum(given));
      int blockEnd = Math.min(given.fileLength(), at + given.blockLength());
      int end = Math.min(blockEnd, given.length());
      if (end == blockEnd) {
        builder.add(sums, end - at);
      } else {
        int full = (end - at) / bytesPerChecksum(given);
        int cut = at + full * bytesPerChecksum(given);
        builder.addPrefix(sums, full, crc(given, Arrays.copyOfRange(payload, cut, end)));
      }
      builder.endBlock();
    }
    FileChecksum checksum = builder.build();
    given.assertIs(checksum);
    assertThat(checksum.algorithmName()).isEqualTo(given.text().replaceFirst(":.*", ""));
    byte[] bytes = given.bytes();
    assertThat(checksum.bytes()).isEqualTo(Arrays.copyOf(bytes, Math.min(bytes.length, 28)));
    assertThat(checksum.matches(checksum.algorithmName(), bytes)).isTrue();
  }

  private static CrcValue crc(GivenChecksum given, byte[] bytes) {
    ChecksumData sums =
        ChunkChecksum.of(type(given), bytes.length).compute(ChunkBuffer.wrap(bytes));
    return CrcValue.of(ChecksumAlgorithms.of(type(given)), sums.value(0), bytes.length);
  }

  @ParameterizedTest
  @MethodSource("compositesOfWholeFiles")
  void composingDoesNotNeedTheBlocksOfHdfs(GivenChecksum given) {
    byte[] payload = Fixtures.payload(given.fileLength());
    CompositeCrcBuilder builder = new CompositeCrcBuilder(ChecksumAlgorithms.of(type(given)));
    int[] ends = {0, payload.length / 3, payload.length / 3 + 1, payload.length};
    for (int i = 1; i < ends.length; i++) {
      byte[] part = Arrays.copyOfRange(payload, ends[i - 1], ends[i]);
      ChunkChecksum checksum = ChunkChecksum.of(type(given), 1000 + i);
      builder.add(checksum.compute(ChunkBuffer.wrap(part)), part.length);
    }
    assertThat(builder.build()).hasToString(given.text());
  }
}
