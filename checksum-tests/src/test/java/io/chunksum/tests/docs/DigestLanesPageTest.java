// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.DigestLanes;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.TestBytes;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the example of docs/digest-lanes.md. */
class DigestLanesPageTest {

  @TempDir private static Path folder;

  @Test
  void theExampleComputesAndVerifiesABatchAndNamesTheEngine() throws Exception {
    Examples.compile(folder, "Replay", Examples.in(Path.of("docs", "digest-lanes.md")).get(0));
    byte[] content = TestBytes.random(20_31, (3 << 20) + 5);
    List<ChunkBuffer> chunks =
        List.of(ChunkBuffer.wrap(content), ChunkBuffer.wrap(content, 0, 1 << 20));
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 1 << 20);
    List<ChecksumData> sums = chunks.stream().map(md5::compute).toList();
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, DigestLanesPageTest.class.getClassLoader())) {
      Class<?> replay = loader.loadClass("Replay");
      assertThat(method(replay, "sums", List.class).invoke(null, chunks)).isEqualTo(sums);
      Method clean = method(replay, "clean", List.class, List.class);
      assertThat(clean.invoke(null, chunks, sums)).isEqualTo(true);
      content[content.length - 1] ^= 1;
      assertThat(clean.invoke(null, chunks, sums)).isEqualTo(false);
      DigestLanes lanes = DigestLanes.find(ChecksumType.MD5).orElseThrow();
      try {
        String report = (String) method(replay, "warmUp").invoke(null);
        assertThat(report).isEqualTo(lanes.status().engine() + ": " + lanes.status().reason());
      } finally {
        lanes.use(DigestLanes.Engine.MESSAGE_DIGEST);
      }
    }
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    Method method = type.getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return method;
  }
}
