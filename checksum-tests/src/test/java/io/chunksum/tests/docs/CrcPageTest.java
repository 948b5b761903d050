// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CrcComposer;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.TestBytes;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the example of docs/crc.md. */
class CrcPageTest {

  @TempDir private static Path folder;

  @Test
  void theExampleMakesLongWindowsAndFilesOfShortOnes() throws Exception {
    Examples.compile(folder, "Xz", Examples.in(Path.of("docs", "crc.md")).get(0));
    byte[] content = TestBytes.random(20_57, (2 << 20) + 5);
    ChunkBuffer chunk = ChunkBuffer.wrap(content);
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, CrcPageTest.class.getClassLoader())) {
      Class<?> example = loader.loadClass("Xz");
      Field field = example.getDeclaredField("CRC64");
      field.setAccessible(true);
      CrcComposer composer = new CrcComposer((ChecksumAlgorithm) field.get(null));
      ChecksumData sums =
          (ChecksumData) method(example, "sums", ChunkBuffer.class).invoke(null, chunk);
      ChecksumData longer =
          (ChecksumData)
              method(example, "longer", ChecksumData.class, long.class)
                  .invoke(null, sums, chunk.length());
      assertThat(longer.count()).isEqualTo(3);
      CrcValue whole = composer.crcValue(longer, chunk.length());
      assertThat(whole).isEqualTo(composer.crcValue(sums, chunk.length()));
      List<CrcValue> parts =
          List.of(
              part(composer, example, chunk.slice(0, 1_000_003)),
              part(composer, example, chunk.slice(1_000_003, chunk.length() - 1_000_003)));
      assertThat(method(example, "file", List.class).invoke(null, parts)).isEqualTo(whole);
    }
  }

  private static CrcValue part(CrcComposer composer, Class<?> example, ChunkBuffer chunk)
      throws ReflectiveOperationException {
    Object sums = method(example, "sums", ChunkBuffer.class).invoke(null, chunk);
    return composer.crcValue((ChecksumData) sums, chunk.length());
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    Method method = type.getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return method;
  }
}
