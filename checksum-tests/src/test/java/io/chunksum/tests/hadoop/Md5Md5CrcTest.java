// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.format.hadoop.FileChecksum;
import io.chunksum.format.hadoop.Md5Md5Crc;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Md5Md5CrcTest {

  @ParameterizedTest
  @CsvSource({
    "27, 0, 0, 27 bytes are not an MD5MD5CRC (at byte 27)",
    "28, -1, 0, bytesPerCrc is negative: -1 (at byte 0)",
    "28, 1, -1, crcPerBlock is negative: -1 (at byte 4)"
  })
  void malformedMd5Md5CrcIsNamed(int length, int bytesPerCrc, long crcPerBlock, String message) {
    byte[] bytes = ByteBuffer.allocate(28).putInt(bytesPerCrc).putLong(crcPerBlock).array();
    assertThatExceptionOfType(MalformedChecksumDataException.class)
        .isThrownBy(() -> Md5Md5Crc.parse(ChecksumType.CRC32, Arrays.copyOf(bytes, length)))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Md5Md5Crc.parse(ChecksumType.MD5, new byte[0]));
  }

  /** As it is returned of every file without bytes: both numbers are 0. */
  @Test
  void theChecksumOfAnEmptyFileIsParsed() throws Exception {
    byte[] bytes =
        HexFormat.of().parseHex("0".repeat(24) + "70bc8f4b72a86921468bf8e8441dce51" + "00000000");
    assertThat(Md5Md5Crc.parse(ChecksumType.CRC32, bytes)).isEqualTo(FileChecksum.ofEmptyFile());
  }

  @Test
  void md5IsCutTo16Bytes() throws Exception {
    byte[] md5 = TestBytes.random(2, 16);
    Md5Md5Crc checksum = Md5Md5Crc.of(ChecksumType.CRC32, 512, 0, md5);
    assertThat(Md5Md5Crc.of(ChecksumType.CRC32, 512, 0, Arrays.copyOf(md5, 20)))
        .isEqualTo(checksum)
        .hasSameHashCodeAs(checksum);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Md5Md5Crc.of(ChecksumType.CRC32, 512, 0, new byte[15]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Md5Md5Crc.of(ChecksumType.CRC32, -1, 0, md5));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Md5Md5Crc.of(ChecksumType.CRC32, 1, -1, md5));
    assertThat(Md5Md5Crc.parse(ChecksumType.CRC32, checksum.bytes())).isEqualTo(checksum);
    assertThat(Md5Md5Crc.parse(ChecksumType.CRC32, checksum.paddedBytes())).isEqualTo(checksum);
    assertThat(checksum.matches(checksum.algorithmName(), checksum.bytes())).isTrue();
    assertThat(checksum.matches(checksum.algorithmName(), md5)).isFalse();
    assertThat(checksum.type()).isEqualTo(ChecksumType.CRC32);
    assertThat(checksum.bytesPerCrc()).isEqualTo(512);
    assertThat(checksum.crcPerBlock()).isZero();
    assertThat(Md5Md5Crc.of(ChecksumType.CRC32, 512, 7, md5).crcPerBlock()).isEqualTo(7);
    md5[0]++;
    assertThat(checksum).isNotEqualTo(Md5Md5Crc.of(ChecksumType.CRC32, 512, 0, md5));
    md5[0]--;
    assertThat(checksum)
        .isNotEqualTo(Md5Md5Crc.of(ChecksumType.CRC32C, 512, 0, md5))
        .isNotEqualTo(Md5Md5Crc.of(ChecksumType.CRC32, 513, 0, md5))
        .isNotEqualTo(Md5Md5Crc.of(ChecksumType.CRC32, 512, 1, md5));
  }
}
