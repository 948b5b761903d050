// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
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

  static Stream<GivenChecksum> given() {
    return GivenChecksum.of("hadoop/file-checksums-ec.txt");
  }

  /** The bytes of each internal block of each group, of which some may have none. */
  private static List<List<byte[]>> groups(GivenChecksum given) {
    int dataUnits = Integer.parseInt(given.name().split("-", -1)[1]);
    int groupLength = dataUnits * given.blockLength();
    byte[] payload = Arrays.copyOf(Fixtures.payload(given.fileLength()), given.length());
    List<List<byte[]>> groups = new ArrayList<>();
    for (int start = 0; start < payload.length; start += groupLength) {
      int end = Math.min(payload.length, start + groupLength);
      List<byte[]> group = new ArrayList<>();
      for (int unit = 0; unit < dataUnits; unit++) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int at = start + unit * CELL; at < end; at += dataUnits * CELL) {
          block.write(payload, at, Math.min(CELL, end - at));
        }
        group.add(block.toByteArray());
      }
      groups.add(group);
    }
    return groups;
  }

  @ParameterizedTest
  @MethodSource("given")
  void isThatOfHdfs(GivenChecksum given) {
    List<List<byte[]>> groups = groups(given);
    given.assertIs(given.isComposite() ? composite(groups) : md5(groups));
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
      assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(builder::endGroup);
      assertThat(builder.build().algorithmName()).isEqualTo("MD5-of-0MD5-of-512CRC32C");
    }
  }
}
