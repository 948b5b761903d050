// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.DigestLanes;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.TestBytes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the example of docs/digest-lanes.md. */
class DigestLanesPageTest {

  @TempDir private static Path folder;

  @Test
  void theExampleComputesAndVerifiesABatchAndNamesTheEngine() throws Exception {
    String source = Examples.in(Path.of("docs", "digest-lanes.md")).get(0);
    byte[] content = TestBytes.random(20_31, (3 << 20) + 5);
    List<ChunkBuffer> chunks =
        List.of(ChunkBuffer.wrap(content), ChunkBuffer.wrap(content, 0, 1 << 20));
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 1 << 20);
    List<ChecksumData> sums = chunks.stream().map(md5::compute).toList();
    try (Compiled compiled = Examples.compile(folder, Map.of("Replay", source))) {
      assertThat(compiled.call("Replay", "sums", chunks)).isEqualTo(sums);
      assertThat(compiled.call("Replay", "clean", chunks, sums)).isEqualTo(true);
      content[content.length - 1] ^= 1;
      assertThat(compiled.call("Replay", "clean", chunks, sums)).isEqualTo(false);
      DigestLanes lanes = DigestLanes.find(ChecksumType.MD5).orElseThrow();
      try {
        String report = (String) compiled.call("Replay", "warmUp");
        assertThat(report).isEqualTo(lanes.status().engine() + ": " + lanes.status().reason());
      } finally {
        lanes.use(DigestLanes.Engine.MESSAGE_DIGEST);
      }
    }
  }
}
