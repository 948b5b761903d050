// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.tests.FreedMemory;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.ratis.thirdparty.io.netty.buffer.CompositeByteBuf;
import org.apache.ratis.thirdparty.io.netty.buffer.Unpooled;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the adapters of docs/adapters.md, two against the published jar of Ratis. */
class AdaptersTest {

  private static final byte[] CONTENT = TestBytes.random(20_11, 256 * 4096);

  @TempDir private static Path folder;

  private static RatisAdapters adapters;

  @BeforeAll
  static void compileTheExamples() throws Exception {
    adapters = RatisAdapters.compileIn(folder);
  }

  @AfterAll
  static void closeThem() throws Exception {
    adapters.close();
  }

  private static void assertReadInPlace(ChunkBuffer chunk) {
    ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.CRC32C, 10_000).newCalculator();
    assertThat(calculator.compute(chunk)).isEqualTo(calculator.compute(ChunkBuffer.wrap(CONTENT)));
    assertThat(calculator.bytesCopied().total()).isZero();
  }

  /** Except for white space, package and license, which a document does not need. */
  @Test
  void theReplayTestsUseTheAdapterOfTheDocument() throws Exception {
    Path used =
        Path.of(
            "src", "test", "java", "io", "chunksum", "tests", "replay", "RatisByteStrings.java");
    String source = Files.readString(used);
    assertThat(source.substring(source.indexOf("import")).replaceAll("\\s", ""))
        .isEqualTo(Examples.in(Path.of("docs", "adapters.md")).get(0).replaceAll("\\s", ""));
  }

  @Test
  void ropesOfRatisAreReadInPlace() throws Exception {
    ByteString rope = ByteString.copyFrom(new byte[3]);
    for (byte[] part : Parts.ofLength(CONTENT, 4096)) {
      rope = rope.concat(ByteString.copyFrom(part));
    }
    assertReadInPlace(adapters.wrap(rope.substring(3)));
  }

  @Test
  void listsOfStringsInAnyMemoryAreReadInPlace() throws Exception {
    List<ByteString> strings = new ArrayList<>();
    for (byte[] part : Parts.ofLength(CONTENT, 4096)) {
      strings.add(UnsafeByteOperations.unsafeWrap(ByteBuffer.wrap(part, 0, 1)));
      strings.add(ByteString.EMPTY);
      ByteBuffer direct = ByteBuffer.allocateDirect(part.length - 1);
      strings.add(UnsafeByteOperations.unsafeWrap(direct.put(part, 1, part.length - 1).flip()));
    }
    assertReadInPlace(adapters.wrap(strings));
  }

  @Test
  void compositesOfRatisAreReadInPlace() throws Exception {
    CompositeByteBuf composite = Unpooled.compositeBuffer(512);
    for (byte[] part : Parts.ofLength(CONTENT, 4096)) {
      composite.addComponent(true, Unpooled.directBuffer(4096).writeBytes(part));
    }
    ByteBuf outer = Unpooled.compositeBuffer().addComponents(true, composite);
    assertReadInPlace(adapters.wrap(outer));
    outer.release();
  }

  @Nested
  @EnabledForJreRange(min = JRE.JAVA_22)
  class MemorySegments {

    private static final String SEGMENT = "java.lang.foreign.MemorySegment";

    private static ChunkBuffer wrap(Object segment) throws Exception {
      String example = Examples.in(Path.of("docs", "adapters.md")).get(2);
      try (Compiled compiled = Examples.compile(folder, Map.of("Segments", example))) {
        return (ChunkBuffer) compiled.call("Segments", "wrap", segment);
      }
    }

    private static Object segment(ByteBuffer buffer) throws Exception {
      return Class.forName(SEGMENT).getMethod("ofBuffer", Buffer.class).invoke(null, buffer);
    }

    /** Of an arena that only one thread reads: before JDK 25, a shared one is copied. */
    @Test
    void theirBytesAreReadInPlace() throws Exception {
      FreedMemory memory = FreedMemory.allocate(CONTENT.length);
      assertReadInPlace(wrap(segment(memory.buffer().put(CONTENT).flip())));
      memory.free();
      assertReadInPlace(wrap(segment(ByteBuffer.wrap(CONTENT))));
    }

    @Test
    void aLongOneBecomesSeveralPieces(@TempDir Path files) throws Exception {
      Set<OpenOption> sparse =
          Set.of(
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.SPARSE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      long length = (2L << 30) + 1;
      Class<?> arenas = Class.forName("java.lang.foreign.Arena");
      try (AutoCloseable arena = (AutoCloseable) arenas.getMethod("ofConfined").invoke(null);
          FileChannel file = FileChannel.open(files.resolve("long"), sparse)) {
        file.write(ByteBuffer.wrap(new byte[] {7}), length - 1);
        Object segment =
            FileChannel.class
                .getMethod("map", FileChannel.MapMode.class, long.class, long.class, arenas)
                .invoke(file, FileChannel.MapMode.READ_ONLY, 0, length, arena);
        ChunkBuffer chunk = wrap(segment);
        assertThat(chunk.length()).isEqualTo(length);
        assertThat(chunk.pieceCount()).isEqualTo(3);
        assertThat(chunk.toByteBuffers().get(2).get(0)).isEqualTo((byte) 7);
      }
    }
  }
}
