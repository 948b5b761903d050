// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.MemoryConsumer;

/**
 * Consecutive full windows of a chunk, read in any order. Mutable, for one thread at a time; reused
 * for run after run.
 */
final class ChunkRun implements WindowRun {

  private ChunkBuffer chunk = ChunkBuffer.EMPTY;

  /** Offset of the first window in the chunk. */
  private long start;

  private int bytesPerChecksum;

  /** Makes window 0 begin at an offset of a chunk. */
  void set(ChunkBuffer newChunk, long newStart, int newBytesPerChecksum) {
    chunk = newChunk;
    start = newStart;
    bytesPerChecksum = newBytesPerChecksum;
  }

  @Override
  public void skip(long bytes) {
    start += bytes;
  }

  @Override
  public void clear() {
    set(ChunkBuffer.EMPTY, 0, 0);
  }

  @Override
  public int length(int window) {
    return bytesPerChecksum;
  }

  @Override
  public int contiguousLength(int window, int offset) {
    return Math.min(chunk.contiguousLength(at(window) + offset), bytesPerChecksum - offset);
  }

  @Override
  public boolean locate(int window, int offset, int length, MemoryConsumer consumer) {
    return chunk.locate(at(window) + offset, length, consumer);
  }

  @Override
  public boolean locateAll(int first, int count, MemoryConsumer consumer) {
    long bytes = (long) count * bytesPerChecksum;
    return bytes <= Integer.MAX_VALUE && chunk.locate(at(first), (int) bytes, consumer);
  }

  @Override
  public void read(int window, int offset, int length, byte[] target, int targetOffset) {
    chunk.read(at(window) + offset, target, targetOffset, length);
  }

  private long at(int window) {
    return start + (long) window * bytesPerChecksum;
  }
}
