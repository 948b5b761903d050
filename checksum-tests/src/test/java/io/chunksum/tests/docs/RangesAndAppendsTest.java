// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the examples of docs/ranges-and-appends.md, word for word. */
class RangesAndAppendsTest {

  private static final String BEFORE =
      """
      import io.chunksum.*;
      import io.chunksum.algorithm.*;
      import io.chunksum.append.*;
      import io.chunksum.buffer.*;
      import io.chunksum.compute.*;
      import io.chunksum.data.*;
      import io.chunksum.verify.*;
      import io.chunksum.window.*;
      import java.io.IOException;
      import java.nio.ByteBuffer;
      import java.nio.channels.*;
      import java.nio.file.*;
      import java.util.*;
      import java.util.stream.*;

      public class Example {
        static byte[] block;
        static final List<String> sent = new ArrayList<>();

        static ChunkBuffer read(long offset, long length) {
          return ChunkBuffer.wrap(block, (int) offset, (int) length);
        }

        static void send(ChunkBuffer chunk, ChecksumData sums) throws IOException {
          ByteBuffer[] buffers = chunk.toByteBuffers().toArray(ByteBuffer[]::new);
          Path file = Files.createTempFile("sent", null);
          try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (long left = chunk.length(); left > 0; ) {
              left -= channel.write(buffers);
            }
          }
          ChunkBuffer received = ChunkBuffer.wrap(Files.readAllBytes(file));
          Files.delete(file);
          sent.add(received.length() + " " + ChunkChecksum.like(sums).verify(received, sums).ok());
        }
      """;

  private static Object run(
      Path folder, int example, String signature, String result, Object... args) throws Exception {
    String source =
        BEFORE
            + "public static Object run(byte[] content, "
            + signature
            + ") throws Exception {\nblock = content;\n"
            + Examples.in(Path.of("docs", "ranges-and-appends.md")).get(example)
            + "return "
            + result
            + ";\n}}\n";
    try (Compiled compiled = Examples.compile(folder, Map.of("Example", source))) {
      return compiled.call("Example", "run", args);
    }
  }

  private static ChunkInfo chunk(byte[] block, int offset, int length) {
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.CRC32C, 1000);
    ChunkBuffer bytes = ChunkBuffer.wrap(block, offset, length);
    return new ChunkInfo("chunk at " + offset, offset, length, checksum.compute(bytes));
  }

  @Test
  void aRangeIsReadVerifiedAndServed(@TempDir Path folder) throws Exception {
    byte[] content = TestBytes.random(33_01, 10_000);
    List<ChunkInfo> chunks = List.of(chunk(content, 0, 4_321), chunk(content, 4_321, 5_679));
    CRC32C expected = new CRC32C();
    expected.update(content, 3_500, 2_000);
    Object got =
        run(
            folder,
            0,
            "List<ChunkInfo> chunks, long offset, long length",
            "aligned.offset() + \" \" + aligned.end() + \" \" + crc.get().crc() + \" \" + served.length()",
            content,
            chunks,
            3_500L,
            2_000L);
    assertThat(got).isEqualTo("3000 6321 " + expected.getValue() + " 2000");
  }

  @Test
  void aChunkArrivesInParts(@TempDir Path folder) throws Exception {
    byte[] content = TestBytes.random(33_05, 50_000);
    List<ChunkBuffer> parts =
        Parts.ofLength(content, 7_001).stream().map(ChunkBuffer::wrap).toList();
    Object got = run(folder, 1, "List<ChunkBuffer> parts", "record", content, parts);
    ChecksumData sums =
        ChunkChecksum.of(ChecksumType.CRC32C, 16 * 1024).compute(ChunkBuffer.wrap(content));
    assertThat(got).isEqualTo(new ChunkInfo("1_chunk_1", 0, 50_000, sums));
  }

  @Test
  void aChunkThatArrivesInPartsHasSeveralTypes(@TempDir Path folder) throws Exception {
    byte[] content = TestBytes.random(33_07, 50_000);
    List<ChunkBuffer> parts =
        Parts.ofLength(content, 7_001).stream().map(ChunkBuffer::wrap).toList();
    Object got = run(folder, 2, "List<ChunkBuffer> parts", "sums", content, parts);
    ChunkBuffer whole = ChunkBuffer.wrap(content);
    assertThat(got)
        .isEqualTo(
            List.of(
                ChunkChecksum.of(ChecksumType.CRC32C, 16 * 1024).compute(whole),
                ChunkChecksum.of(ChecksumType.SHA256, 16 * 1024).compute(whole)));
  }

  @Test
  void aChunkGrows(@TempDir Path folder) throws Exception {
    ChunkBuffer first = ChunkBuffer.wrap(TestBytes.random(33_02, 20_000));
    ChunkBuffer second = ChunkBuffer.wrap(TestBytes.random(33_03, 20_000));
    Object got =
        run(
            folder,
            3,
            "ChunkBuffer first, ChunkBuffer second",
            "restored.snapshot().equals(appender.snapshot()) + \" \" + changed.firstWindow() + \" \""
                + " + changed.checksums().count()",
            new byte[0],
            first,
            second);
    assertThat(got).isEqualTo("true 0 3");
  }

  @Test
  void aChunkIsWritten(@TempDir Path folder) throws Exception {
    byte[] bytes = TestBytes.random(33_04, 70_000);
    Object got = run(folder, 4, "byte[] bytes", "sent", new byte[0], bytes);
    assertThat(got).isEqualTo(List.of("70000 true", "140000 true"));
  }

  /** They are more than one call writes. */
  @Test
  void aChunkOfManyPiecesIsSent(@TempDir Path folder) throws Exception {
    byte[] content = TestBytes.random(33_06, 50_000);
    ChunkBuffer.Builder chunk = ChunkBuffer.builder();
    Parts.ofLength(content, 10).forEach(part -> chunk.add(part, 0, part.length));
    Path file = folder.resolve("sent");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      String signature = "ChunkBuffer chunk, GatheringByteChannel channel";
      run(folder, 5, signature, "null", content, chunk.build(), channel);
    }
    assertThat(file).hasBinaryContent(content);
  }
}
