// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CrcComposer;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.TestBytes;
import io.chunksum.tests.crc.CrcCatalogue;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.Adler32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compiles and runs the example of docs/crc.md, and tries the other forms of CRCs. */
class CrcPageTest {

  @TempDir private static Path folder;

  @Test
  void theExampleMakesLongWindowsAndFilesOfShortOnes() throws Exception {
    String source = Examples.in(Path.of("docs", "crc.md")).get(0);
    byte[] content = TestBytes.random(20_57, (2 << 20) + 5);
    ChunkBuffer chunk = ChunkBuffer.wrap(content);
    try (Compiled compiled = Examples.compile(folder, Map.of("Xz", source))) {
      Field field = compiled.type("Xz").getDeclaredField("CRC64");
      field.setAccessible(true);
      CrcComposer composer = new CrcComposer((ChecksumAlgorithm) field.get(null));
      ChecksumData sums = (ChecksumData) compiled.call("Xz", "sums", chunk);
      ChecksumData longer = (ChecksumData) compiled.call("Xz", "longer", sums, chunk.length());
      long first = CrcCatalogue.CRC_64_XZ.reference(content, 0, 16 * 1024);
      assertThat(sums.value(0)).isEqualTo(first);
      assertThat(longer.count()).isEqualTo(3);
      CrcValue whole = composer.crcValue(longer, chunk.length());
      assertThat(whole).isEqualTo(composer.crcValue(sums, chunk.length()));
      List<CrcValue> parts =
          List.of(
              part(composer, compiled, chunk.slice(0, 1_000_003)),
              part(composer, compiled, chunk.slice(1_000_003, chunk.length() - 1_000_003)));
      assertThat(compiled.call("Xz", "file", parts)).isEqualTo(whole);
    }
  }

  private static CrcValue part(CrcComposer composer, Compiled compiled, ChunkBuffer chunk)
      throws ReflectiveOperationException {
    Object sums = compiled.call("Xz", "sums", chunk);
    return composer.crcValue((ChecksumData) sums, chunk.length());
  }

  private static int crc32c(byte[] bytes) {
    WholeChecksum whole = WholeChecksum.of(ChecksumType.CRC32C);
    whole.accept(bytes, 0, bytes.length);
    return (int) whole.finishCrcValue().crc();
  }

  /** The frame is what SnappyFramedOutputStream of snappy-java 1.1.10.12 writes for the digits. */
  @Test
  void snappysFramesHaveMaskedCrcs() {
    byte[] frame = HexFormat.of().parseHex("010d0000e5b08ac7313233343536373839");
    int stored = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
    int crc = crc32c(Arrays.copyOfRange(frame, 8, frame.length));
    assertThat(Integer.rotateRight(crc, 15) + 0xA282EAD8).isEqualTo(stored);
  }

  /** The numbers are those of src/test/common/test_crc32c.cc in Ceph. */
  @ParameterizedTest
  @CsvSource({
    "foo bar baz, 0, 4119623852",
    "foo bar baz, 1234, 881700046",
    "whiz bang boom, 0, 2360230088",
    "whiz bang boom, 5678, 3743019208"
  })
  void cephsCrcsBeginWithASeed(String text, int seed, String expected) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    int crc = crc32c(bytes);
    int seeded = ~CrcCombiner.CRC32C.combine(~seed, crc, bytes.length);
    assertThat(Integer.toUnsignedString(seeded)).isEqualTo(expected);
    assertThat(~CrcCombiner.CRC32C.combine(~-1, crc, bytes.length)).isEqualTo(~crc);
  }

  @Test
  void adler32IsALongWithoutACrcValue() {
    byte[] content = TestBytes.random(20_58, 10_000);
    WholeChecksum adler32 = WholeChecksum.of(ChecksumType.ADLER32);
    adler32.accept(content, 0, content.length);
    Adler32 expected = new Adler32();
    expected.update(content);
    assertThat(Integer.toUnsignedLong(ByteBuffer.wrap(adler32.finish()).getInt()))
        .isEqualTo(expected.getValue());
  }
}
