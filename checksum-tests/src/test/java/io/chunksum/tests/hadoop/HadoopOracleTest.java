// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.format.hadoop.CompositeCrc;
import io.chunksum.format.hadoop.FileChecksum;
import io.chunksum.format.hadoop.Md5Md5Crc;
import io.chunksum.format.hadoop.Md5Md5CrcBuilder;
import io.chunksum.format.hadoop.StripedCrc;
import io.chunksum.tests.TestBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.List;
import org.apache.hadoop.fs.CompositeCrcFileChecksum;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.util.CrcComposer;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** File checksums and striped CRCs beside those that classes of Hadoop give. */
class HadoopOracleTest {

  private static ChecksumAlgorithm algorithm(String type) {
    return ChecksumAlgorithms.find(type).orElseThrow();
  }

  private static ChecksumData sums(String type, int bytesPerChecksum, byte[] data) {
    return ChunkChecksum.of(algorithm(type).type(), bytesPerChecksum)
        .compute(ChunkBuffer.wrap(data));
  }

  @ParameterizedTest
  @CsvSource({
    "CRC32, 512, 4096, 100000",
    "CRC32C, 512, 4096, 4096",
    "CRC32C, 512, 512, 5000",
    "CRC32, 512, 5120, 5121",
    "CRC32C, 1, 7, 50",
    "CRC32, 1000, 3000, 2999",
    "CRC32, 4096, 65536, 1000001",
    "CRC32, 4096, 65536, 0"
  })
  void stripesAreThoseOfHadoop(String type, int window, int stripe, int length) throws IOException {
    byte[] data = TestBytes.random(length, length);
    ChecksumData sums = sums(type, window, data);
    CrcComposer composer =
        CrcComposer.newStripedCrcComposer(DataChecksum.Type.valueOf(type), window, stripe);
    for (int i = 0; i < sums.count(); i++) {
      composer.update(sums.crc(i), Math.min(window, length - i * window));
    }
    ByteArrayOutputStream ours = new ByteArrayOutputStream();
    StripedCrc striped =
        new StripedCrc(algorithm(type), stripe, value -> ours.writeBytes(value.bytes()));
    // Two chunks, the second of which begins where the first one's last window ends.
    int cut = sums.count() / 3;
    striped.add(sums.range(0, cut), (long) cut * window);
    striped.add(sums.range(cut, sums.count() - cut), length - (long) cut * window);
    striped.finish();
    assertThat(ours.toByteArray()).isEqualTo(composer.digest());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9, 16, 17, 100})
  void blockMd5sArePaddedAsHadoopDoes(int blocks) throws Exception {
    MessageDigest md5 = MessageDigest.getInstance("MD5");
    Md5Md5CrcBuilder ours = Md5Md5CrcBuilder.ozone();
    DataOutputBuffer collected = new DataOutputBuffer();
    for (int i = 0; i < blocks; i++) {
      byte[] data = TestBytes.random(i, 1000 + i);
      ChecksumData sums = sums("CRC32C", 512, data);
      ours.add(sums, data.length);
      ours.endBlock();
      collected.write(md5.digest(sums.toByteArray()));
    }
    assertThat(ours.build())
        .isEqualTo(Md5Md5Crc.of(ChecksumType.CRC32C, 512, 0, md5.digest(collected.getData())));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 0x89dc4190L, 0xffffffffL})
  void compositeCrcIsWrittenAsHadoopDoes(long crc) {
    for (String type : List.of("CRC32", "CRC32C")) {
      same(
          new CompositeCrc(CrcValue.of(algorithm(type), crc, 1)),
          new CompositeCrcFileChecksum((int) crc, DataChecksum.Type.valueOf(type), 512));
    }
  }

  private static void same(FileChecksum ours, org.apache.hadoop.fs.FileChecksum theirs) {
    assertThat(ours.algorithmName()).isEqualTo(theirs.getAlgorithmName());
    assertThat(ours.bytes()).hasSize(theirs.getLength());
    assertThat(ours.paddedBytes()).isEqualTo(theirs.getBytes());
    assertThat(ours).hasToString(theirs.toString());
    assertThat(ours.matches(theirs.getAlgorithmName(), theirs.getBytes())).isTrue();
    assertThat(ours.matches(theirs.getAlgorithmName() + "C", theirs.getBytes())).isFalse();
    byte[] other = theirs.getBytes().clone();
    other[1] ^= 1;
    assertThat(ours.matches(theirs.getAlgorithmName(), other)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {700, 1025, 4096})
  void windowAcrossTheEndOfAStripeIsRefusedByBoth(int stripe) {
    CrcComposer composer = CrcComposer.newStripedCrcComposer(DataChecksum.Type.CRC32, 1000, stripe);
    ChecksumData sums = sums("CRC32", 1000, new byte[5000]);
    assertThatThrownBy(() -> composer.update(sums.toByteArray(), 0, 20, 1000))
        .isInstanceOf(IllegalStateException.class);
    StripedCrc striped = new StripedCrc(algorithm("CRC32"), stripe, value -> {});
    assertThatThrownBy(() -> striped.add(sums, 5000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("beyond the end of a stripe");
  }
}
