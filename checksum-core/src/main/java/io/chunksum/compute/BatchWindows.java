// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.lanes.WindowSource;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.MemoryConsumer;
import java.util.Arrays;

/**
 * A group of windows, each from any chunk, read in any order. Mutable, for one thread at a time;
 * reused for group after group.
 */
final class BatchWindows implements WindowSource {

  private final ChunkBuffer[] chunks;
  private final long[] offsets;
  private final int[] lengths;

  /** Makes room for {@code capacity} windows, each of which is to be set before it is read. */
  BatchWindows(int capacity) {
    this.chunks = new ChunkBuffer[capacity];
    this.offsets = new long[capacity];
    this.lengths = new int[capacity];
  }

  /** Sets window {@code i} of the group to {@code length} bytes of a chunk. */
  void set(int i, ChunkBuffer chunk, long offset, int length) {
    chunks[i] = chunk;
    offsets[i] = offset;
    lengths[i] = length;
  }

  /** Lets go of the chunks. */
  void clear() {
    Arrays.fill(chunks, ChunkBuffer.EMPTY);
  }

  @Override
  public int length(int window) {
    return lengths[window];
  }

  @Override
  public int contiguousLength(int window, int offset) {
    int piece = chunks[window].contiguousLength(offsets[window] + offset);
    return Math.min(piece, lengths[window] - offset);
  }

  @Override
  public boolean locate(int window, int offset, int length, MemoryConsumer consumer) {
    return chunks[window].locate(offsets[window] + offset, length, consumer);
  }

  /** Windows of unrelated chunks can be anywhere. */
  @Override
  public boolean locateAll(int first, int count, MemoryConsumer consumer) {
    return false;
  }

  @Override
  public void read(int window, int offset, int length, byte[] target, int targetOffset) {
    chunks[window].read(offsets[window] + offset, target, targetOffset, length);
  }
}
