// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.ratis.thirdparty.io.netty.buffer.CompositeByteBuf;
import org.apache.ratis.thirdparty.io.netty.buffer.Unpooled;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the adapters of docs/adapters.md against the published jar of Ratis. */
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
  void compositesOfRatisAreReadInPlace() throws Exception {
    CompositeByteBuf composite = Unpooled.compositeBuffer(512);
    for (byte[] part : Parts.ofLength(CONTENT, 4096)) {
      composite.addComponent(true, Unpooled.directBuffer(4096).writeBytes(part));
    }
    ByteBuf outer = Unpooled.compositeBuffer().addComponents(true, composite);
    assertReadInPlace(adapters.wrap(outer));
    outer.release();
  }
}
