// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataCodec;
import io.chunksum.proto.BlockId;
import io.chunksum.scan.ChunkFileVerifier;
import io.chunksum.scan.ScanListener;
import io.chunksum.scan.ScanOutcome;
import io.chunksum.tests.TestBytes;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the examples of docs/ozone.md and docs/compact-format.md. */
class OzonePagesTest {

  private static final byte[] CONTENT = TestBytes.random(20_58, 100_000);

  private static final ChecksumData SUMS =
      ChunkChecksum.of(ChecksumType.CRC32C, 4096).compute(ChunkBuffer.wrap(CONTENT));

  private static final ChunkInfo CHUNK = new ChunkInfo("17_chunk_1", 0, CONTENT.length, SUMS);

  @TempDir private Path folder;

  private Compiled compile(String page, String name) throws Exception {
    return Examples.compile(folder, Map.of(name, Examples.in(Path.of("docs", page)).get(0)));
  }

  @Test
  void blockFilesAreVerifiedAgainstTheirRecords() throws Exception {
    BlockData block =
        new BlockData(
            new BlockId(1, 17, OptionalLong.of(1), OptionalInt.empty()),
            OptionalLong.empty(),
            List.of(),
            List.of(CHUNK),
            OptionalLong.of(CONTENT.length));
    byte[] record = BlockDataCodec.encodeToArray(block);
    byte[] bad = CONTENT.clone();
    bad[5_000] ^= 1;
    Path one = Files.write(folder.resolve("1.block"), CONTENT);
    Path lost = folder.resolve("1a.block");
    Path two = Files.write(folder.resolve("2.block"), bad);
    List<ScanOutcome> outcomes = new ArrayList<>();
    ScanListener listener = (outcome, soFar) -> outcomes.add(outcome);
    Iterator<Map.Entry<Path, byte[]>> blocks =
        List.of(Map.entry(one, record), Map.entry(lost, record), Map.entry(two, record)).iterator();
    try (Compiled compiled = compile("ozone.md", "Blocks")) {
      compiled.call("Blocks", "scan", blocks, listener);
      assertThat(outcomes).hasSize(3);
      assertThat(outcomes.get(0).mismatched()).isFalse();
      assertThat(outcomes.get(1).failure()).isInstanceOf(NoSuchFileException.class);
      assertThat(outcomes.get(2).results().get(0).mismatches())
          .singleElement()
          .satisfies(mismatch -> assertThat(mismatch.window()).isEqualTo(1));
      assertThat(compiled.call("Blocks", "verify", two, record))
          .isEqualTo(outcomes.get(2).results());
    }
  }

  @Test
  void aReplicaThatReceivedNoDataHasNoFile() throws Exception {
    Path file = folder.resolve("3.block");
    ChunkInfo nothing = new ChunkInfo("", 0, 0, ChecksumData.none(0));
    try (Compiled compiled = compile("ozone.md", "Blocks")) {
      for (List<ChunkInfo> chunks : List.of(List.<ChunkInfo>of(), List.of(nothing))) {
        Files.deleteIfExists(file);
        assertThat(isGood(compiled, file, chunks)).isEqualTo(true);
        Files.write(file, new byte[0]);
        assertThat(isGood(compiled, file, chunks)).isEqualTo(true);
        Files.write(file, new byte[1]);
        assertThat(isGood(compiled, file, chunks)).isEqualTo(false);
      }
      Files.write(file, CONTENT);
      assertThat(isGood(compiled, file, List.of(CHUNK))).isEqualTo(true);
      Files.delete(file);
      assertThatThrownBy(() -> isGood(compiled, file, List.of(CHUNK)))
          .hasRootCauseInstanceOf(NoSuchFileException.class);
    }
  }

  private static Object isGood(Compiled compiled, Path file, List<ChunkInfo> chunks)
      throws Exception {
    BlockData block =
        new BlockData(
            new BlockId(1, 18, OptionalLong.of(1), OptionalInt.of(3)),
            OptionalLong.empty(),
            List.of(),
            chunks,
            OptionalLong.empty());
    return compiled.call("Blocks", "isGood", new ChunkFileVerifier(), file, block);
  }

  @Test
  void windowsOfACompactBlockAreCompared() throws Exception {
    try (Compiled compiled = compile("compact-format.md", "BlockTable")) {
      Object table = compiled.make("BlockTable");
      Object block = Compiled.callOn(table, "encode", List.of(CHUNK));
      assertThat(Compiled.callOn(table, "isGood", block, 0, 3, SUMS.crc(3))).isEqualTo(true);
      assertThat(Compiled.callOn(table, "isGood", block, 0, 3, SUMS.crc(4))).isEqualTo(false);
      assertThat(Compiled.callOn(table, "sums", block, 0)).isEqualTo(SUMS);
    }
  }
}
