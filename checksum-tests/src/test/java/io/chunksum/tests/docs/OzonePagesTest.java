// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataCodec;
import io.chunksum.proto.BlockId;
import io.chunksum.scan.ScanListener;
import io.chunksum.scan.ScanOutcome;
import io.chunksum.tests.TestBytes;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
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

  private Class<?> example(String page, String name) throws Exception {
    Examples.compile(folder, name, Examples.in(Path.of("docs", page)).get(0));
    URL[] places = {folder.toUri().toURL()};
    // Not closed: the example loads classes of its own when it runs.
    return new URLClassLoader(places, OzonePagesTest.class.getClassLoader()).loadClass(name);
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
    Path two = Files.write(folder.resolve("2.block"), bad);
    List<ScanOutcome> outcomes = new ArrayList<>();
    ScanListener listener = (outcome, soFar) -> outcomes.add(outcome);
    Class<?> blocks = example("ozone.md", "Blocks");
    Method scan = blocks.getDeclaredMethod("scan", Iterator.class, ScanListener.class);
    scan.setAccessible(true);
    scan.invoke(null, List.of(Map.entry(one, record), Map.entry(two, record)).iterator(), listener);
    assertThat(outcomes).hasSize(2);
    assertThat(outcomes.get(0).mismatched()).isFalse();
    assertThat(outcomes.get(1).results().get(0).mismatches())
        .singleElement()
        .satisfies(mismatch -> assertThat(mismatch.window()).isEqualTo(1));
    Method verify = blocks.getDeclaredMethod("verify", Path.class, byte[].class);
    verify.setAccessible(true);
    assertThat(verify.invoke(null, two, record)).isEqualTo(outcomes.get(1).results());
  }

  @Test
  void windowsOfACompactBlockAreCompared() throws Exception {
    Class<?> example = example("compact-format.md", "BlockTable");
    Constructor<?> constructor = example.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object table = constructor.newInstance();
    Method encode = example.getDeclaredMethod("encode", List.class);
    encode.setAccessible(true);
    Object block = encode.invoke(table, List.of(CHUNK));
    Method isGood =
        example.getDeclaredMethod("isGood", byte[].class, int.class, int.class, int.class);
    isGood.setAccessible(true);
    assertThat(isGood.invoke(table, block, 0, 3, SUMS.crc(3))).isEqualTo(true);
    assertThat(isGood.invoke(table, block, 0, 3, SUMS.crc(4))).isEqualTo(false);
    Method sums = example.getDeclaredMethod("sums", byte[].class, int.class);
    sums.setAccessible(true);
    assertThat(sums.invoke(table, block, 0)).isEqualTo(SUMS);
  }
}
