// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileChunks;
import io.chunksum.format.hadoop.CompositeCrcBuilder;
import io.chunksum.format.hadoop.FileChecksumBuilder;
import io.chunksum.format.hadoop.Md5Md5CrcBuilder;
import io.chunksum.scan.FileResult;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChecksumMismatchException;
import io.chunksum.verify.Mismatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the examples of docs/hadoop.md. */
class HadoopPageTest {

  private static final Path FIXTURES = Path.of("src", "test", "resources", "fixtures", "hadoop");
  private static final ChecksumAlgorithm CRC32C = ChecksumAlgorithms.of(ChecksumType.CRC32C);
  private static final int WINDOW = 16 * 1024;
  private static final int CELL = 1024 * 1024;

  @TempDir private static Path folder;

  private interface Body {
    void run(Compiled example) throws Exception;
  }

  private static void withExample(Body body) throws Exception {
    withExample(2, "FileChecksums", body);
  }

  private static void withExample(int index, String name, Body body) throws Exception {
    String source = Examples.in(Path.of("docs", "hadoop.md")).get(index);
    try (Compiled example = Examples.compile(folder, Map.of(name, source))) {
      body.run(example);
    }
  }

  @Test
  void blockIsVerifiedAgainstItsMetaFile() throws Exception {
    byte[] data = TestBytes.random(61, 2000);
    ByteBuffer meta = ByteBuffer.allocate(7 + 4 * 4);
    meta.putShort((short) 1).put((byte) 2).putInt(512);
    for (int at = 0; at < data.length; at += 512) {
      CRC32C crc = new CRC32C();
      crc.update(data, at, Math.min(512, data.length - at));
      meta.putInt((int) crc.getValue());
    }
    Path record = Files.write(folder.resolve("blk_1_1.meta"), meta.array());
    data[1600] ^= 4;
    Path block = Files.write(folder.resolve("blk_1"), data);
    withExample(
        0,
        "Blocks",
        example ->
            assertThat((List<?>) example.call("Blocks", "verify", block, record))
                .singleElement()
                .isInstanceOfSatisfying(
                    FileResult.class,
                    result ->
                        assertThat(result.mismatches())
                            .extracting(Mismatch::window)
                            .containsExactly(3L)));
  }

  @Test
  void rangeOfBlockIsReadWithItsChecksumsOnly() throws Exception {
    byte[] data = TestBytes.random(62, 2000);
    ByteBuffer meta = ByteBuffer.allocate(7 + 4 * 4).position(7);
    for (int at = 0; at < data.length; at += 512) {
      CRC32C crc = new CRC32C();
      crc.update(data, at, Math.min(512, data.length - at));
      meta.putInt((int) crc.getValue());
    }
    meta.putInt(7, ~meta.getInt(7)); // of the first window, which is read only if it is touched
    Path record = Files.write(folder.resolve("blk_2_1.meta"), meta.array());
    Path block = Files.write(folder.resolve("blk_2"), data);
    try (FileChannel bytes = FileChannel.open(block);
        FileChannel sums = FileChannel.open(record)) {
      withExample(
          0,
          "Blocks",
          example -> {
            for (int[] range :
                new int[][] {
                  {512, 2000}, {513, 1999}, {600, 700}, {1999, 2000}, {700, 700}, {2000, 2000}
                }) {
              int count = range[1] - range[0];
              ChunkBuffer read =
                  (ChunkBuffer) example.call("Blocks", "read", bytes, sums, (long) range[0], count);
              byte[] found = new byte[count];
              read.read(0, found, 0, count);
              assertThat(read.length()).isEqualTo(count);
              assertThat(found).isEqualTo(Arrays.copyOfRange(data, range[0], range[1]));
            }
            assertThatThrownBy(() -> example.call("Blocks", "read", bytes, sums, 511L, 1))
                .hasRootCauseInstanceOf(ChecksumMismatchException.class)
                .rootCause()
                .hasMessageStartingWith("from byte 0: CRC32C mismatch: window 0, bytes 0 to 511");
          });
    }
  }

  @Test
  void sideFilesAreThoseOfHadoop() throws Exception {
    byte[] data = TestBytes.random(63, FileChunks.bytes(512) + 1000);
    Path file = Files.write(folder.resolve("part-00000"), data);
    withExample(1, "SideFiles", example -> example.call("SideFiles", "write", file));
    ByteBuffer crcs = ByteBuffer.wrap(Files.readAllBytes(folder.resolve(".part-00000.crc")));
    assertThat(crcs.getInt()).isEqualTo(0x63726300);
    assertThat(crcs.getInt()).isEqualTo(512);
    for (int at = 0; at < data.length; at += 512) {
      CRC32 crc = new CRC32();
      crc.update(data, at, Math.min(512, data.length - at));
      assertThat(crcs.getInt()).isEqualTo((int) crc.getValue());
    }
    assertThat(crcs.hasRemaining()).isFalse();
  }

  @Test
  void metaFilesGiveTheChecksumsOfHdfs() throws Exception {
    withExample(example -> {
      FileChecksumBuilder md5 = Md5Md5CrcBuilder.hdfs();
      FileChecksumBuilder composite = new CompositeCrcBuilder(CRC32C);
      for (int i = 0; i < 3; i++) {
        Path meta = FIXTURES.resolve("hdfs-crc32c-512-blk2m-5000003-b" + i + ".meta");
        long length = Math.min(2 << 20, 5_000_003 - i * (2L << 20));
        example.call("FileChecksums", "addBlock", md5, meta, length);
        example.call("FileChecksums", "addBlock", composite, meta, length);
      }
      Path meta = FIXTURES.resolve("hdfs-crc32c-512-blk2m-5000003-b2.meta");
      for (long wrong : new long[] {0, 5_000_003 % (2 << 20) + 512}) {
        assertThatThrownBy(() -> example.call("FileChecksums", "addBlock", md5, meta, wrong))
            .hasCauseInstanceOf(IOException.class);
      }
      assertThat(md5.build())
          .hasToString("MD5-of-4096MD5-of-512CRC32C:7bc1083218f0a14474b125a2f491e1dc");
      assertThat(composite.build()).hasToString("COMPOSITE-CRC32C:0xde0bf5e0");
    });
  }

  @Test
  void erasureCodedBlockComposesOfItsStripesAndOfItsReplicas() throws Exception {
    byte[] data = TestBytes.random(62, 4 * CELL + 100_000);
    List<List<ChunkInfo>> replicas =
        List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    List<ByteArrayOutputStream> internalBlocks =
        Stream.generate(ByteArrayOutputStream::new).limit(3).toList();
    List<ChecksumData> stripes = new ArrayList<>();
    for (int at = 0; at < data.length; at += 3 * CELL) {
      ByteArrayOutputStream stripe = new ByteArrayOutputStream();
      for (int replica = 0; replica < 3; replica++) {
        int from = Math.min(data.length, at + replica * CELL);
        int to = Math.min(data.length, from + CELL);
        if (from < to) {
          internalBlocks.get(replica).write(data, from, to - from);
          ChunkInfo cell = chunk(at / 3, Arrays.copyOfRange(data, from, to));
          replicas.get(replica).add(cell);
          stripe.writeBytes(cell.checksums().toByteArray());
        }
      }
      byte[] parity =
          new byte[2 * replicas.get(0).get(at / 3 / CELL).checksums().toByteArray().length];
      stripe.writeBytes(parity);
      stripes.add(ChecksumData.of(ChecksumType.CRC32C, WINDOW, stripe.toByteArray()));
    }
    CrcValue whole =
        CrcValue.of(
            CRC32C,
            ChunkChecksum.of(CRC32C, data.length).compute(ChunkBuffer.wrap(data)).value(0),
            data.length);
    withExample(example -> {
      assertThat(example.call("FileChecksums", "ofStripes", CRC32C, stripes, (long) data.length))
          .isEqualTo(whole);
      assertThat(example.call("FileChecksums", "ofReplicas", CRC32C, replicas, CELL))
          .isEqualTo(whole);
      List<List<ChunkInfo>> metas = // Each of HDFS has one chunk.
          internalBlocks.stream().map(block -> List.of(chunk(0, block.toByteArray()))).toList();
      assertThat(example.call("FileChecksums", "ofReplicas", CRC32C, metas, CELL)).isEqualTo(whole);
      FileChecksumBuilder builder = new CompositeCrcBuilder(CRC32C);
      List<List<ChunkInfo>> blocks = List.of(List.of(chunk(0, data)));
      assertThat(example.call("FileChecksums", "of", builder, blocks).toString())
          .isEqualTo("COMPOSITE-CRC32C:0x%08x".formatted(whole.crc()));
    });
  }

  private static ChunkInfo chunk(long offset, byte[] bytes) {
    ChecksumData sums = ChunkChecksum.of(CRC32C, WINDOW).compute(ChunkBuffer.wrap(bytes));
    return new ChunkInfo("chunk", offset, bytes.length, sums);
  }
}
