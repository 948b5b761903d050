// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.format.hadoop.CompositeCrcBuilder;
import io.chunksum.format.hadoop.FileChecksum;
import io.chunksum.format.hadoop.Md5Md5CrcBuilder;
import io.chunksum.format.hadoop.StripedCrc;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checksums of erasure-coded files that HDFS gave, made of the CRCs of their internal blocks. */
class HdfsErasureCodedTest {

  private static final ChecksumAlgorithm CRC32C = ChecksumAlgorithms.of(ChecksumType.CRC32C);
  private static final ChunkChecksum WINDOWS = ChunkChecksum.of(CRC32C, 512);
  private static final int CELL = 1024 * 1024;

  /** A checksum that HDFS gave of the first bytes of a file. */
  record Given(
      String policy, int fileLength, int length, int blockLength, String text, String hex) {

    int dataUnits() {
      return Integer.parseInt(policy.split("-", -1)[1]);
    }

    /** The bytes of each internal block of each group, of which some may have none. */
    List<List<byte[]>> groups() {
      byte[] payload = Arrays.copyOf(Fixtures.payload(fileLength), length);
      List<List<byte[]>> groups = new ArrayList<>();
      for (int start = 0; start < length; start += dataUnits() * blockLength) {
        int end = Math.min(length, start + dataUnits() * blockLength);
        List<byte[]> group = new ArrayList<>();
        for (int unit = 0; unit < dataUnits(); unit++) {
          ByteArrayOutputStream block = new ByteArrayOutputStream();
          for (int at = start + unit * CELL; at < end; at += dataUnits() * CELL) {
            block.write(payload, at, Math.min(CELL, end - at));
          }
          group.add(block.toByteArray());
        }
        groups.add(group);
      }
      return groups;
    }
  }

  static Stream<Given> given() {
    return Fixtures.table("hadoop/file-checksums-ec.txt").stream()
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
    FileChecksum checksum =
        given.text.startsWith("COMPOSITE") ? composite(given.groups()) : md5(given.groups());
    assertThat(checksum).hasToString(given.text);
    assertThat(checksum.paddedBytes()).isEqualTo(HexFormat.of().parseHex(given.hex));
  }

  private static FileChecksum md5(List<List<byte[]>> groups) {
    Md5Md5CrcBuilder builder = Md5Md5CrcBuilder.hdfsErasureCoded();
    for (List<byte[]> group : groups) {
      for (byte[] block : group) {
        builder.add(sums(block), block.length);
        builder.endBlock();
      }
      builder.endGroup();
    }
    return builder.build();
  }

  /** Each internal block is one chunk, as its meta file has it, over cells of several stripes. */
  private static FileChecksum composite(List<List<byte[]>> groups) {
    CompositeCrcBuilder builder = new CompositeCrcBuilder(CRC32C);
    for (List<byte[]> group : groups) {
      List<List<CrcValue>> cells = new ArrayList<>();
      for (byte[] block : group) {
        List<CrcValue> own = new ArrayList<>();
        StripedCrc striped = new StripedCrc(CRC32C, CELL, own::add);
        striped.add(sums(block), block.length);
        striped.finish();
        cells.add(own);
      }
      for (int stripe = 0; stripe < cells.get(0).size(); stripe++) {
        int index = stripe;
        cells.stream()
            .filter(own -> index < own.size())
            .forEach(own -> builder.add(own.get(index)));
      }
    }
    return builder.build();
  }

  private static ChecksumData sums(byte[] block) {
    return WINDOWS.compute(ChunkBuffer.wrap(block));
  }

  @Test
  void whatHasNoBytesIsLeftOut() {
    Md5Md5CrcBuilder builder = Md5Md5CrcBuilder.hdfsErasureCoded();
    builder.endGroup();
    builder.endBlock();
    builder.endGroup();
    assertThat(builder.build()).isEqualTo(FileChecksum.ofEmptyFile());
    Md5Md5CrcBuilder other = Md5Md5CrcBuilder.hdfsErasureCoded();
    other.endBlock();
    other.add(sums(new byte[0]), 0);
    other.endBlock();
    other.endGroup();
    other.add(sums(new byte[1000]), 1000);
    other.endBlock();
    other.endBlock();
    other.endGroup();
    assertThat(other.build()).isEqualTo(md5(List.of(List.of(new byte[1000]))));
  }

  @Test
  void blocksAndGroupsMustBeEnded() {
    Md5Md5CrcBuilder builder = Md5Md5CrcBuilder.hdfsErasureCoded();
    builder.add(sums(new byte[1000]), 1000);
    assertThatIllegalStateException()
        .isThrownBy(builder::endGroup)
        .withMessage("the last block has not been ended");
    builder.endBlock();
    assertThatIllegalStateException()
        .isThrownBy(builder::build)
        .withMessage("the last block group has not been ended");
    builder.endGroup();
    assertThat(builder.build()).isEqualTo(md5(List.of(List.of(new byte[1000]))));
    assertThatIllegalStateException().isThrownBy(builder::endGroup);
  }

  @Test
  void onlyErasureCodedFilesOfHdfsHaveGroups() {
    for (Md5Md5CrcBuilder builder : List.of(Md5Md5CrcBuilder.hdfs(), Md5Md5CrcBuilder.ozone())) {
      builder.add(sums(new byte[1000]), 1000);
      builder.endBlock();
      assertThatIllegalStateException().isThrownBy(builder::endGroup);
      assertThat(builder.build().algorithmName()).isEqualTo("MD5-of-0MD5-of-512CRC32C");
    }
  }
}
