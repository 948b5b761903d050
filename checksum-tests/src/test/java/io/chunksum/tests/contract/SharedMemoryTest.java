// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.FreedMemory;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Memory of an arena that threads share. The CRCs of JDK 22 to 24 refuse to read it: this holds
 * that they do so before they take a byte, where such a JDK runs it.
 */
@EnabledForJreRange(min = JRE.JAVA_22)
class SharedMemoryTest {

  private static final byte[] CONTENT = TestBytes.random(40_11, 50_000);

  private FreedMemory memory;
  private ByteBuffer content;

  @BeforeEach
  void allocate() throws ReflectiveOperationException {
    memory = FreedMemory.allocateShared(CONTENT.length + 3);
    content = memory.buffer().position(3).put(CONTENT).position(3);
  }

  @AfterEach
  void free() throws Exception {
    DigestEngine.restore();
    memory.free();
  }

  @Test
  void everyTypeGivesTheChecksumsOfAnArray() {
    ChunkBuffer chunk = ChunkBuffer.wrap(content);
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithms.all()) {
      for (int window : new int[] {100, 3_000, 20_000}) {
        ChunkChecksum checksum = ChunkChecksum.of(algorithm, window);
        ChecksumData expected = checksum.compute(ChunkBuffer.wrap(CONTENT));
        assertThat(checksum.compute(chunk)).as("%s, %d", algorithm, window).isEqualTo(expected);
        assertThat(checksum.verify(chunk, expected).ok()).isTrue();
      }
    }
  }

  @Test
  void oneChecksumOfAllBytesIsThatOfAnArray() {
    ChunkBuffer chunk = ChunkBuffer.wrap(content);
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithms.all()) {
      WholeChecksum whole = new WholeChecksum(algorithm);
      whole.accept(CONTENT, 0, CONTENT.length);
      byte[] expected = whole.finish();
      whole.update(chunk);
      assertThat(whole.finish()).as("%s", algorithm).isEqualTo(expected);
      whole.accept(content);
      assertThat(whole.finish()).as("%s", algorithm).isEqualTo(expected);
      assertThat(content.position()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void everyEngineGivesTheChecksumsOfAnArray(DigestEngine engine) {
    engine.use();
    for (int window : new int[] {999, 1024}) {
      assertThat(
              ChunkChecksum.of(engine.type(), window).compute(ChunkBuffer.wrap(content)).packed())
          .isEqualTo(ByteBuffer.wrap(engine.expected(CONTENT, window)));
    }
  }
}
