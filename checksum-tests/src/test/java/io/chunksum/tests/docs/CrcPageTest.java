// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CrcComposer;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.TestBytes;
import io.chunksum.tests.crc.CrcCatalogue;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the example of docs/crc.md. */
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
}
