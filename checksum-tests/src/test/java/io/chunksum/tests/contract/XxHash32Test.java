// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Parts;
import io.chunksum.tests.StreamingChecksumContract;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.codec.digest.XXHash32;
import org.junit.jupiter.api.Test;

/** An algorithm that Chunksum does not know, added from outside, works everywhere. */
class XxHash32Test extends StreamingChecksumContract {

  @Override
  protected ChecksumAlgorithm algorithm() {
    return new XxHash32Algorithm();
  }

  @Override
  protected byte[] reference(byte[] content) {
    XXHash32 hash = new XXHash32();
    hash.update(content, 0, content.length);
    return ByteBuffer.allocate(Integer.BYTES).putInt((int) hash.getValue()).array();
  }

  @Test
  void isFoundByNameAndByTypeAndListed() {
    assertThat(ChecksumAlgorithms.all()).hasAtLeastOneElementOfType(XxHash32Algorithm.class);
    assertThat(ChecksumAlgorithms.find("XXHASH32")).get().isInstanceOf(XxHash32Algorithm.class);
    assertThat(ChecksumAlgorithms.of(XxHash32Algorithm.TYPE)).isInstanceOf(XxHash32Algorithm.class);
  }

  @Test
  void windowsOverAnyMemoryAreComputedAndVerified() {
    byte[] content = TestBytes.random(20_03, 10_000);
    List<byte[]> parts = Parts.ofLength(content, 333);
    for (BufferKind kind : BufferKind.values()) {
      ChunkBuffer chunk = ChunkBuffer.wrap(parts.stream().map(kind::of).toList());
      ChunkChecksum xxhash = ChunkChecksum.of(XxHash32Algorithm.TYPE, 1024);
      ChecksumData sums = xxhash.compute(chunk);
      for (int i = 0; i < 10; i++) {
        byte[] window = Arrays.copyOfRange(content, i * 1024, Math.min((i + 1) * 1024, 10_000));
        assertThat(sums.checksum(i)).isEqualTo(ByteBuffer.wrap(reference(window)));
      }
      assertThat(xxhash.verify(chunk, sums).ok()).isTrue();
      assertThat(ChunkChecksum.of(new XxHash32Algorithm(), 1024).compute(chunk)).isEqualTo(sums);
    }
  }
}
