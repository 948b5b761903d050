// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerifierCacheTest {

  private final VerifierCache cache = new VerifierCache();

  private static ChecksumData empty(ChecksumType type, int bytesPerChecksum) {
    return ChecksumData.of(type, bytesPerChecksum, new byte[0]);
  }

  @Test
  void oneVerifierServesAllOfItsTypeAndWindowSize() {
    ChunkVerifier first = cache.get(empty(ChecksumType.MD5, 512));
    assertThat(first.fits(empty(ChecksumType.MD5, 512))).isTrue();
    assertThat(cache.get(empty(ChecksumType.MD5, 512))).isSameAs(first);
    assertThat(cache.get(empty(ChecksumType.MD5, 513))).isNotSameAs(first);
    assertThat(cache.get(empty(ChecksumType.SHA256, 512))).isNotSameAs(first);
    assertThat(cache.get(empty(ChecksumType.MD5, 512))).isSameAs(first);
  }

  @Test
  void theEightMadeLastAreKept() {
    List<ChunkVerifier> made = IntStream.rangeClosed(1, 8).mapToObj(this::verifierOf).toList();
    assertThat(made).doesNotHaveDuplicates();
    for (int bytesPerChecksum = 1; bytesPerChecksum <= 8; bytesPerChecksum++) {
      assertThat(verifierOf(bytesPerChecksum)).isSameAs(made.get(bytesPerChecksum - 1));
    }
  }

  private ChunkVerifier verifierOf(int bytesPerChecksum) {
    return cache.get(empty(ChecksumType.MD5, bytesPerChecksum));
  }

  @Test
  void everNewWindowSizesPushOldVerifiersOutButNotTheirCounts() {
    ChunkVerifier first = cache.get(empty(ChecksumType.MD5, 1));
    first.verify(
        ChunkBuffer.wrap(ByteBuffer.allocateDirect(1)),
        ChecksumData.of(ChecksumType.MD5, 1, new byte[16]));
    for (int bytesPerChecksum = 2; bytesPerChecksum <= 9; bytesPerChecksum++) {
      assertThat(cache.bytesCopied()).isEqualTo(new CopiedBytes(1, 0));
      cache.get(empty(ChecksumType.MD5, bytesPerChecksum));
    }
    assertThat(cache.get(empty(ChecksumType.MD5, 1))).isNotSameAs(first);
    assertThat(cache.bytesCopied()).isEqualTo(new CopiedBytes(1, 0));
  }
}
