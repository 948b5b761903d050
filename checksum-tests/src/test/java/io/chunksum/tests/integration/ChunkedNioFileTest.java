// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.netty.NettyChunk;
import io.chunksum.tests.NettyLeaks;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyResult;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.handler.stream.ChunkedNioFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a datanode of Apache Ozone reads through Netty: a region of a block file as pooled buffers
 * of one capacity, bytesPerChecksum by default, the last one shorter.
 */
class ChunkedNioFileTest {

  private static final int WINDOW = 16 * 1024;
  private static final int OFFSET = 3 * WINDOW + 7;
  private static final int LENGTH = 20 * WINDOW + 1234;

  private final byte[] block = TestBytes.random(11, OFFSET + LENGTH + 99);
  private final NettyLeaks leaks = new NettyLeaks();

  @TempDir private Path folder;

  @AfterEach
  void findNoLeak() throws InterruptedException {
    try (leaks) {
      assertThat(leaks.count()).isZero();
    }
  }

  private List<ByteBuf> read(byte[] content, int capacity, ByteBufAllocator allocator)
      throws Exception {
    Path file = Files.write(folder.resolve("block"), content);
    List<ByteBuf> buffers = new ArrayList<>();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ChunkedNioFile region = new ChunkedNioFile(channel, OFFSET, LENGTH, capacity);
      while (!region.isEndOfInput()) {
        buffers.add(region.readChunk(allocator));
      }
      region.close();
    }
    assertThat(buffers).hasSize((LENGTH + capacity - 1) / capacity);
    return buffers;
  }

  /** What was stored when the chunk was written, computed by the JDK alone. */
  private ChunkInfo stored() {
    int windows = (LENGTH + WINDOW - 1) / WINDOW;
    ByteBuffer packed = ByteBuffer.allocate(windows * Integer.BYTES);
    for (int i = 0; i < windows; i++) {
      CRC32C crc = new CRC32C();
      crc.update(block, OFFSET + i * WINDOW, Math.min(WINDOW, LENGTH - i * WINDOW));
      packed.putInt((int) crc.getValue());
    }
    byte[] sums = packed.array();
    return new ChunkInfo(
        "chunk_1",
        OFFSET,
        LENGTH,
        ChecksumData.of(ChecksumType.CRC32C, WINDOW, sums, 0, sums.length));
  }

  @ParameterizedTest
  @ValueSource(ints = {WINDOW, 1000, WINDOW - 1, WINDOW + 1, 64 * 1024, LENGTH, 1024 * 1024})
  void piecesOfAnyCapacityVerifyAndAreGivenBack(int capacity) throws Exception {
    ChunkVerifier verifier = ChunkChecksum.of(ChecksumType.CRC32C, WINDOW).newVerifier();
    for (ByteBufAllocator allocator :
        List.of(
            PooledByteBufAllocator.DEFAULT,
            new PooledByteBufAllocator(true),
            new PooledByteBufAllocator(false))) {
      List<ByteBuf> buffers = read(block, capacity, allocator);
      ChunkBuffer wrapped = NettyChunk.wrap(buffers);
      assertThat(wrapped.length()).isEqualTo(LENGTH);
      assertThat(verifier.verify(wrapped, stored()).ok()).isTrue();
      try (NettyChunk retained = NettyChunk.retain(buffers)) {
        buffers.forEach(buffer -> assertThat(buffer.release()).isFalse());
        assertThat(verifier.verify(retained.chunk(), stored()).ok()).isTrue();
      }
      assertThat(buffers).allMatch(buffer -> buffer.refCnt() == 0);
    }
  }

  @Test
  void aBadByteIsFoundInItsWindowWhateverPieceItIsIn() throws Exception {
    byte[] damaged = block.clone();
    damaged[OFFSET + 5 * WINDOW] ^= 1;
    ChunkVerifier verifier = ChunkChecksum.of(ChecksumType.CRC32C, WINDOW).newVerifier();
    for (int capacity : new int[] {WINDOW, 1000}) {
      try (NettyChunk chunk = readAndOwn(damaged, capacity)) {
        VerifyResult result = verifier.verify(chunk.chunk(), stored());
        assertThat(result.mismatches()).extracting(Mismatch::window).containsExactly(5L);
        assertThat(result.mismatches().get(0).offset()).isEqualTo(5L * WINDOW);
      }
    }
  }

  private NettyChunk readAndOwn(byte[] content, int capacity) throws Exception {
    List<ByteBuf> buffers = read(content, capacity, PooledByteBufAllocator.DEFAULT);
    NettyChunk chunk = NettyChunk.retain(buffers);
    buffers.forEach(ByteBuf::release);
    return chunk;
  }
}
