// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.hadoop.CompositeCrc;
import io.chunksum.format.hadoop.CompositeCrcBuilder;
import io.chunksum.format.hadoop.FileChecksum;
import io.chunksum.format.hadoop.FileChecksumBuilder;
import io.chunksum.format.hadoop.Md5Md5Crc;
import io.chunksum.format.hadoop.Md5Md5CrcBuilder;
import io.chunksum.tests.TestBytes;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What file checksums refuse, and what real files do not have. */
class FileChecksumTest {

  private static final ChecksumAlgorithm CRC32C = ChecksumAlgorithms.of(ChecksumType.CRC32C);

  static ChecksumData sums(ChecksumType type, int bytesPerChecksum, int length) {
    return ChunkChecksum.of(type, bytesPerChecksum)
        .compute(ChunkBuffer.wrap(TestBytes.random(length, length)));
  }

  static CrcValue crc(byte[] data, int from, int to) {
    ChecksumData sums =
        ChunkChecksum.of(CRC32C, to - from)
            .compute(ChunkBuffer.wrap(Arrays.copyOfRange(data, from, to)));
    return CrcValue.of(CRC32C, sums.value(0), to - from);
  }

  private static List<FileChecksumBuilder> builders() {
    return List.of(
        new CompositeCrcBuilder(CRC32C), Md5Md5CrcBuilder.hdfs(), Md5Md5CrcBuilder.ozone());
  }

  @Test
  void fileWithoutBytesHasOneChecksumInAllModes() {
    for (FileChecksumBuilder builder : builders()) {
      builder.endBlock();
      builder.add(ChecksumData.of(ChecksumType.CRC32C, 512, new byte[0]), 0);
      builder.endBlock();
      assertThat(builder.build()).isEqualTo(FileChecksum.ofEmptyFile());
    }
    assertThat(Md5Md5CrcBuilder.hdfs().build()).isEqualTo(FileChecksum.ofEmptyFile());
    assertThat(FileChecksum.ofEmptyFile())
        .hasToString("MD5-of-0MD5-of-0CRC32:70bc8f4b72a86921468bf8e8441dce51");
  }

  /** The name to compare with may come from a system in another locale. */
  @Test
  void namesHaveTheSameDigitsInEveryLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      Md5Md5CrcBuilder builder = Md5Md5CrcBuilder.hdfs();
      builder.add(sums(ChecksumType.CRC32C, 512, 1000), 1000);
      builder.endBlock();
      assertThat(builder.build().algorithmName()).isEqualTo("MD5-of-0MD5-of-512CRC32C");
      assertThat(CrcValue.empty(CRC32C)).hasToString("CRC32C 0x00000000 of 0 bytes");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void onlyCrcsHaveFileChecksums() {
    for (FileChecksumBuilder builder : builders()) {
      for (ChecksumType type : List.of(ChecksumType.MD5, ChecksumType.SHA256)) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> builder.add(sums(type, 512, 1000), 1000))
            .withMessageContaining(type.name());
      }
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.add(ChecksumData.none(0), 1000))
          .withMessageContaining("NONE");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CompositeCrcBuilder(ChecksumAlgorithms.of(ChecksumType.MD5)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Md5Md5Crc.of(ChecksumType.CRC64NVME, 1, 0, new byte[16]));
  }

  @Test
  void anyCrcComposes() {
    byte[] data = TestBytes.random(1, 10_000);
    ChecksumAlgorithm crc64 = ChecksumAlgorithms.of(ChecksumType.CRC64NVME);
    CompositeCrcBuilder builder = new CompositeCrcBuilder(crc64);
    builder.add(ChunkChecksum.of(crc64, 333).compute(ChunkBuffer.wrap(data)), data.length);
    byte[] whole = new byte[8];
    ChunkChecksum.of(crc64, data.length).compute(ChunkBuffer.wrap(data)).checksum(0).get(whole);
    assertThat(builder.build().bytes()).isEqualTo(whole);
    assertThat(builder.build().toString()).matches("COMPOSITE-CRC64NVME:0x[0-9a-f]{16}");
    Md5Md5CrcBuilder md5 = Md5Md5CrcBuilder.hdfs();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> md5.add(sums(ChecksumType.CRC64NVME, 512, 1000), 1000));
  }

  @Test
  void typesMayNotBeMixed() {
    for (FileChecksumBuilder builder : builders()) {
      builder.add(sums(ChecksumType.CRC32C, 512, 1000), 1000);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.add(sums(ChecksumType.CRC32, 512, 1000), 1000));
    }
    CompositeCrcBuilder composite = new CompositeCrcBuilder(CRC32C);
    CrcValue other = CrcValue.of(ChecksumAlgorithms.of(ChecksumType.CRC32), 7, 1);
    assertThatIllegalArgumentException().isThrownBy(() -> composite.add(other));
  }

  @Test
  void hdfsHasOneWindowSizeAndOzoneReportsThatOfTheLastBlock() {
    Md5Md5CrcBuilder hdfs = Md5Md5CrcBuilder.hdfs();
    hdfs.add(sums(ChecksumType.CRC32, 512, 1000), 1000);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> hdfs.add(sums(ChecksumType.CRC32, 513, 1000), 1000))
        .withMessage("windows of 512 and of 513 bytes in one file");
    Md5Md5CrcBuilder ozone = Md5Md5CrcBuilder.ozone();
    for (int window : new int[] {512, 0, 1024, 2048}) {
      if (window == 0) {
        ozone.endBlock();
      } else {
        ozone.add(sums(ChecksumType.CRC32, window, 1000), 1000);
      }
    }
    ozone.endBlock();
    assertThat(ozone.build().algorithmName()).isEqualTo("MD5-of-0MD5-of-1024CRC32");
  }

  @Test
  void hdfsReportsCrcsOfTheFirstOfSeveralBlocks() {
    Md5Md5CrcBuilder builder = Md5Md5CrcBuilder.hdfs();
    builder.add(sums(ChecksumType.CRC32, 512, 1024), 1024);
    builder.add(sums(ChecksumType.CRC32, 512, 1000), 1000);
    builder.endBlock();
    builder.add(sums(ChecksumType.CRC32, 512, 512), 512);
    builder.endBlock();
    assertThat(builder.build().algorithmName()).isEqualTo("MD5-of-4MD5-of-512CRC32");
  }

  @Test
  void numberOfChecksumsMustBeThatOfTheWindows() {
    ChecksumData sums = sums(ChecksumType.CRC32C, 512, 1024);
    for (FileChecksumBuilder builder : builders()) {
      for (long length : new long[] {-1, 0, 512, 1025}) {
        assertThatIllegalArgumentException().isThrownBy(() -> builder.add(sums, length));
      }
      builder.add(sums, 513);
    }
  }

  @Test
  void startOfAChunkMustEndInOneOfItsWindows() {
    ChecksumData sums = sums(ChecksumType.CRC32C, 512, 1025);
    ChecksumAlgorithm crc32 = ChecksumAlgorithms.of(ChecksumType.CRC32);
    for (FileChecksumBuilder builder : builders()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.addPrefix(sums, 2, CrcValue.empty(CRC32C)))
          .withMessage(
              "nothing of a window is cut off: for whole windows, add(sums.range(0, 2), 1024)");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.addPrefix(sums, 1, CrcValue.of(CRC32C, 7, Long.MAX_VALUE)))
          .withMessage("9223372036854775807 bytes are more than a window of 512");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.addPrefix(sums, 1, CrcValue.of(CRC32C, 7, 513)));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.addPrefix(sums, 1, CrcValue.of(crc32, 7, 1)));
      for (int full : new int[] {3, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
        assertThatThrownBy(() -> builder.addPrefix(sums, full, CrcValue.of(CRC32C, 7, 1)))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      builder.addPrefix(sums, 2, CrcValue.of(CRC32C, 7, 1));
      builder.addPrefix(sums, 0, CrcValue.of(CRC32C, 7, 512));
    }
  }

  @Test
  void lengthsBeyond63BitsAreRefused() {
    ChecksumData sums = sums(ChecksumType.CRC32C, 512, 512);
    CompositeCrcBuilder composite = new CompositeCrcBuilder(CRC32C);
    composite.add(CrcValue.of(CRC32C, 7, Long.MAX_VALUE));
    assertThatThrownBy(() -> composite.add(sums, 512)).isInstanceOf(ArithmeticException.class);
    composite.endBlock();
    assertThat(composite.build())
        .isEqualTo(new CompositeCrc(CrcValue.of(CRC32C, 7, Long.MAX_VALUE)));
  }

  @Test
  void theCrcSoFarCanBeAskedForAtAnyTime() {
    CompositeCrcBuilder composite = new CompositeCrcBuilder(CRC32C);
    assertThat(composite.crcValue()).isEqualTo(CrcValue.empty(CRC32C));
    composite.add(CrcValue.of(CRC32C, 7, 100));
    assertThat(composite.crcValue()).isEqualTo(CrcValue.of(CRC32C, 7, 100));
    assertThat(composite.build()).isEqualTo(new CompositeCrc(composite.crcValue()));
  }

  @Test
  void nothingIsAddedToWhatHasBeenBuilt() {
    ChecksumData sums = sums(ChecksumType.CRC32C, 512, 512);
    for (FileChecksumBuilder builder : builders()) {
      builder.add(new ChunkInfo("chunk", 77, 512, sums));
      builder.endBlock();
      FileChecksum built = builder.build();
      assertThatIllegalStateException().isThrownBy(() -> builder.add(sums, 512));
      assertThatIllegalStateException().isThrownBy(builder::endBlock);
      assertThat(builder.build()).isEqualTo(built).isNotEqualTo(FileChecksum.ofEmptyFile());
    }
    CompositeCrcBuilder composite = new CompositeCrcBuilder(CRC32C);
    composite.build();
    assertThatIllegalStateException().isThrownBy(() -> composite.add(CrcValue.empty(CRC32C)));
  }

  @Test
  void blockMustBeEndedWhereThatMatters() {
    Md5Md5CrcBuilder builder = Md5Md5CrcBuilder.hdfs();
    builder.add(sums(ChecksumType.CRC32C, 512, 512), 512);
    assertThatIllegalStateException().isThrownBy(builder::build);
    builder.endBlock();
    assertThat(builder.build().algorithmName()).isEqualTo("MD5-of-0MD5-of-512CRC32C");
  }
}
