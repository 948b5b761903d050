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
import io.chunksum.format.hadoop.EcBlockGroup;
import io.chunksum.format.hadoop.FileChecksum;
import io.chunksum.format.hadoop.FileChecksumBuilder;
import io.chunksum.format.hadoop.Md5Md5Crc;
import io.chunksum.format.hadoop.Md5Md5CrcBuilder;
import io.chunksum.format.hadoop.StripedCrc;
import io.chunksum.tests.TestBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What file checksums refuse, and what real files do not have. */
class FileChecksumTest {

  private static final ChecksumAlgorithm CRC32C = ChecksumAlgorithms.of(ChecksumType.CRC32C);

  private static ChecksumData sums(ChecksumType type, int bytesPerChecksum, int length) {
    return ChunkChecksum.of(type, bytesPerChecksum)
        .compute(ChunkBuffer.wrap(TestBytes.random(length, length)));
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
          .isThrownBy(() -> builder.addStart(sums, 2, CrcValue.empty(CRC32C)))
          .withMessage(
              "nothing of a window is cut off: for whole windows, add(sums.range(0, 2), 1024)");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.addStart(sums, 1, CrcValue.of(CRC32C, 7, 513)));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.addStart(sums, 1, CrcValue.of(crc32, 7, 1)));
      for (int full : new int[] {3, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
        assertThatThrownBy(() -> builder.addStart(sums, full, CrcValue.of(CRC32C, 7, 1)))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      builder.addStart(sums, 2, CrcValue.of(CRC32C, 7, 1));
      builder.addStart(sums, 0, CrcValue.of(CRC32C, 7, 512));
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

  @Test
  void aStripeIsGivenOnceWhateverItsConsumerThrows() {
    byte[] data = TestBytes.random(4, 20);
    List<CrcValue> stripes = new ArrayList<>();
    StripedCrc striped =
        new StripedCrc(
            CRC32C,
            10,
            stripe -> {
              stripes.add(stripe);
              if (stripes.size() == 1) {
                throw new IllegalStateException("full");
              }
            });
    assertThatIllegalStateException().isThrownBy(() -> striped.add(crc(data, 0, 10)));
    striped.add(crc(data, 10, 20));
    assertThat(stripes).containsExactly(crc(data, 0, 10), crc(data, 10, 20));
  }

  /** As a flush leaves them, each with windows of its own. */
  @Test
  void stripesMayHaveShortChunks() {
    byte[] data = TestBytes.random(3, 3000);
    List<CrcValue> stripes = new ArrayList<>();
    StripedCrc striped = new StripedCrc(CRC32C, 1000, stripes::add);
    int at = 0;
    for (int length : new int[] {300, 0, 700, 999, 1, 600}) {
      ChecksumData sums =
          ChunkChecksum.of(CRC32C, 256)
              .compute(ChunkBuffer.wrap(Arrays.copyOfRange(data, at, at + length)));
      striped.add(sums, length);
      at += length;
    }
    assertThat(stripes).hasSize(2);
    striped.finish();
    striped.finish();
    assertThat(stripes)
        .containsExactly(crc(data, 0, 1000), crc(data, 1000, 2000), crc(data, 2000, 2600));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> striped.add(sums(ChecksumType.CRC32, 10, 10), 10));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> striped.add(sums(ChecksumType.CRC32C, 10, 10), 11));
    assertThatIllegalArgumentException().isThrownBy(() -> new StripedCrc(CRC32C, 0, stripes::add));
  }

  /** Whatever the lengths of stripes, windows and chunk, and of what is there before. */
  @Test
  void aChunkIsTakenAsAWholeOrNotAtAll() {
    for (int stripe = 1; stripe <= 9; stripe++) {
      for (int window = 1; window <= 5; window++) {
        for (int open = 0; open < stripe; open++) {
          for (int length = 0; length <= 30; length++) {
            takesAChunkOrNothing(stripe, window, open, length);
          }
        }
      }
    }
  }

  private static void takesAChunkOrNothing(int stripe, int window, int open, int length) {
    byte[] data = TestBytes.random(5, open + length);
    List<CrcValue> stripes = new ArrayList<>();
    StripedCrc striped = new StripedCrc(CRC32C, stripe, stripes::add);
    if (open > 0) {
      striped.add(crc(data, 0, open));
    }
    byte[] chunk = Arrays.copyOfRange(data, open, open + length);
    ChecksumData sums = ChunkChecksum.of(CRC32C, window).compute(ChunkBuffer.wrap(chunk));
    boolean fits = isCutByNoStripe(stripe, window, open, length);
    if (fits) {
      striped.add(sums, length);
    } else {
      assertThatIllegalArgumentException().isThrownBy(() -> striped.add(sums, length));
    }
    striped.finish();
    assertThat(stripes)
        .as("%d before %d bytes, windows of %d in stripes of %d", open, length, window, stripe)
        .isEqualTo(stripes(data, fits ? open + length : open, stripe));
  }

  private static boolean isCutByNoStripe(int stripe, int window, int open, int length) {
    for (int at = 0; at < length; at += window) {
      int last = Math.min(at + window, length) - 1;
      if ((open + at) / stripe != (open + last) / stripe) {
        return false;
      }
    }
    return true;
  }

  private static List<CrcValue> stripes(byte[] data, int end, int stripe) {
    List<CrcValue> stripes = new ArrayList<>();
    for (int at = 0; at < end; at += stripe) {
      stripes.add(crc(data, at, Math.min(at + stripe, end)));
    }
    return stripes;
  }

  private static CrcValue crc(byte[] data, int from, int to) {
    ChecksumData sums =
        ChunkChecksum.of(CRC32C, to - from)
            .compute(ChunkBuffer.wrap(Arrays.copyOfRange(data, from, to)));
    return CrcValue.of(CRC32C, sums.value(0), to - from);
  }

  /** Stripes whose cells do not end where windows do, with any number of parity replicas. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 99, 100, 101, 299, 300, 301, 650, 900})
  void blockGroupOfAnyLengthComposes(int length) {
    byte[] data = TestBytes.random(4, length);
    for (int parity : new int[] {0, 1, 4}) {
      List<ChecksumData> stripes = new ArrayList<>();
      for (int at = 0; at < length; at += 300) {
        stripes.add(stripe(data, at, Math.min(length, at + 300), parity));
      }
      EcBlockGroup group = new EcBlockGroup(3, parity, 100, length);
      CrcValue expected = length == 0 ? CrcValue.empty(CRC32C) : crc(data, 0, length);
      assertThat(group.crcValue(CRC32C, stripes)).isEqualTo(expected);
      refusesOtherLengthsAndNumbers(stripes, group);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 99, 100, 101, 299, 300, 301, 650, 900})
  void cellsHaveTheirOwnChecksums(int length) {
    byte[] data = TestBytes.random(4, length);
    EcBlockGroup group = new EcBlockGroup(3, 2, 100, length);
    for (int at = 0; at < length; at += 300) {
      int end = Math.min(length, at + 300);
      ChecksumData stripe = stripe(data, at, end, 2);
      for (int replica = 1; replica <= 3; replica++) {
        int from = Math.min(end, at + 100 * (replica - 1));
        byte[] cell = Arrays.copyOfRange(data, from, Math.min(end, from + 100));
        assertCell(group, stripe, at / 300, replica, cell);
      }
      for (int parity = 0; parity < 2; parity++) {
        byte[] cell = TestBytes.random(parity, Math.min(100, end - at));
        assertCell(group, stripe, at / 300, 4 + parity, cell);
      }
      int surplus = (length + 299) / 300;
      for (int[] wrong : new int[][] {{0, 0}, {0, 6}, {-1, 1}, {surplus, 1}}) {
        assertThatThrownBy(() -> group.cellChecksums(stripe, wrong[0], wrong[1]))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
    for (ChecksumData wrong : List.of(sums(ChecksumType.CRC32C, 30, 0), ChecksumData.none(0))) {
      assertThatIllegalArgumentException().isThrownBy(() -> group.cellChecksums(wrong, 0, 1));
    }
  }

  private static void assertCell(
      EcBlockGroup group, ChecksumData stripe, int index, int replica, byte[] cell) {
    assertThat(group.cellChecksums(stripe, index, replica))
        .isEqualTo(ChunkChecksum.of(CRC32C, 30).compute(ChunkBuffer.wrap(cell)));
  }

  private static ChecksumData stripe(byte[] data, int from, int to, int parity) {
    byte[] packed = new byte[0];
    for (int cell = from; cell < to; cell += 100) {
      packed = joined(packed, Arrays.copyOfRange(data, cell, Math.min(cell + 100, to)));
    }
    for (int i = 0; i < parity; i++) {
      packed = joined(packed, TestBytes.random(i, Math.min(100, to - from)));
    }
    return ChecksumData.of(ChecksumType.CRC32C, 30, packed);
  }

  private static byte[] joined(byte[] packed, byte[] cell) {
    ChecksumData sums = ChunkChecksum.of(CRC32C, 30).compute(ChunkBuffer.wrap(cell));
    byte[] both = Arrays.copyOf(packed, packed.length + sums.packed().remaining());
    sums.packed().get(both, packed.length, both.length - packed.length);
    return both;
  }

  private static void refusesOtherLengthsAndNumbers(
      List<ChecksumData> stripes, EcBlockGroup group) {
    List<ChecksumData> more = new ArrayList<>(stripes);
    more.add(sums(ChecksumType.CRC32C, 30, 30));
    assertThatIllegalArgumentException().isThrownBy(() -> group.crcValue(CRC32C, more));
    more.set(stripes.size(), sums(ChecksumType.CRC32C, 30, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> group.crcValue(CRC32C, more));
    if (stripes.isEmpty()) {
      return;
    }
    List<ChecksumData> less = stripes.subList(1, stripes.size());
    assertThatIllegalArgumentException().isThrownBy(() -> group.crcValue(CRC32C, less));
    ChecksumData last = more.get(stripes.size() - 1);
    more.remove(stripes.size());
    more.set(stripes.size() - 1, last.range(0, last.count() - 1));
    assertThatIllegalArgumentException().isThrownBy(() -> group.crcValue(CRC32C, more));
    more.set(stripes.size() - 1, ChecksumData.none(0));
    assertThatIllegalArgumentException().isThrownBy(() -> group.crcValue(CRC32C, more));
  }

  /** No data of that size is needed: any CRCs will do. */
  @Test
  void stripeMayBeLongerThan2GiB() {
    int cell = 1 << 30;
    byte[] crcs = TestBytes.random(5, 5 * Integer.BYTES);
    ChecksumData stripe = ChecksumData.of(ChecksumType.CRC32C, cell, crcs);
    CrcValue expected = CrcValue.empty(CRC32C);
    for (int i = 0; i < 3; i++) {
      expected = expected.append(CrcValue.of(CRC32C, stripe.value(i), cell));
    }
    EcBlockGroup group = new EcBlockGroup(3, 2, cell, 3L * cell);
    assertThat(group.crcValue(CRC32C, List.of(stripe))).isEqualTo(expected);
  }

  @Test
  void blockGroupThatCannotBeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new EcBlockGroup(0, 2, 100, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new EcBlockGroup(3, -1, 100, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new EcBlockGroup(3, 2, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new EcBlockGroup(3, 2, 100, -1));
  }
}
