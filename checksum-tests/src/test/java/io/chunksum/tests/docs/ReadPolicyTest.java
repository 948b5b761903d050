// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.SkipReason;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.BlockVerifier;
import io.chunksum.verify.ChecksumMismatchException;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the examples of docs/read-policy.md. */
class ReadPolicyTest {

  private static final Path PAGE = Path.of("docs", "read-policy.md");
  private static final byte[] CONTENT = TestBytes.random(21_24, 10_000);

  @Test
  void aChunkIsVerifiedOnceAndAgainWhenItWasWritten(@TempDir Path folder) throws Exception {
    ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, 1024);
    ChunkBuffer good = ChunkBuffer.wrap(CONTENT);
    ChunkBuffer bad = ChunkBuffer.wrap(new byte[CONTENT.length]);
    ChunkInfo info = new ChunkInfo("chunk", 0, CONTENT.length, crc32c.compute(good));
    Map<String, String> sources = Map.of("ChunkReads", Examples.in(PAGE).get(0));
    try (Compiled compiled = Examples.compile(folder, sources)) {
      Object reads = compiled.make("ChunkReads");
      Object verifier = Compiled.callOn(reads, "newVerifier");
      Compiled.callOn(reads, "check", verifier, 1L, good, info);
      Compiled.callOn(reads, "check", verifier, 1L, good, info);
      Compiled.callOn(reads, "check", verifier, 1L, bad, info);
      Compiled.callOn(reads, "written", 1L, info);
      for (long block : new long[] {1, 2}) {
        assertThatThrownBy(() -> Compiled.callOn(reads, "check", verifier, block, bad, info))
            .isInstanceOf(InvocationTargetException.class)
            .hasCauseInstanceOf(ChecksumMismatchException.class);
      }
      ChecksumCounters.Snapshot counted =
          ((ChecksumCounters) Compiled.callOn(reads, "counters")).snapshot();
      assertThat(counted.verified().calls()).isEqualTo(3);
      assertThat(counted.mismatched().windows()).isEqualTo(20);
      assertThat(Objects.requireNonNull(counted.skipped().get(SkipReason.SEEN_BEFORE)).bytes())
          .isEqualTo(2L * CONTENT.length);
    }
  }

  @Test
  void aRangeIsVerifiedUntilAllOfItWasGood(@TempDir Path folder) throws Exception {
    ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, 1024);
    ChunkBuffer good = ChunkBuffer.wrap(CONTENT);
    List<ChunkInfo> chunks =
        List.of(
            new ChunkInfo("a", 0, 4096, crc32c.compute(good.slice(0, 4096))),
            new ChunkInfo("b", 4096, 5904, crc32c.compute(good.slice(4096, 5904))));
    ByteRange all = new ByteRange(0, CONTENT.length);
    Map<String, String> sources = Map.of("RangeReads", Examples.in(PAGE).get(1));
    try (Compiled compiled = Examples.compile(folder, sources)) {
      Object reads = compiled.make("RangeReads");
      BlockVerifier block = new BlockVerifier(chunks);
      for (int damaged : new int[] {100, 9000, 100}) {
        byte[] content = CONTENT.clone();
        content[damaged] ^= 1;
        ChunkBuffer bad = ChunkBuffer.wrap(content);
        assertThatThrownBy(() -> Compiled.callOn(reads, "check", block, 1L, 1L, bad, all))
            .hasCauseInstanceOf(ChecksumMismatchException.class);
      }
      Compiled.callOn(reads, "check", block, 1L, 1L, good, all);
      ChunkBuffer bad = ChunkBuffer.wrap(new byte[CONTENT.length]);
      Compiled.callOn(reads, "check", block, 1L, 1L, bad, all);
      ChunkBuffer cut = good.slice(0, 4096);
      assertThatThrownBy(() -> Compiled.callOn(reads, "check", block, 1L, 1L, cut, all))
          .hasCauseInstanceOf(IOException.class);
      assertThatThrownBy(() -> Compiled.callOn(reads, "check", block, 1L, 2L, bad, all))
          .hasCauseInstanceOf(ChecksumMismatchException.class);
    }
  }

  @Test
  void allReasonsAreListed() throws Exception {
    String reasons =
        Arrays.stream(SkipReason.values())
            .map(reason -> "`" + reason + "`")
            .collect(Collectors.joining(", "));
    assertThat(Files.readString(Path.of("..").resolve(PAGE)).replace("\n", " ")).contains(reasons);
  }
}
