// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Brings memory into the processor's caches before lanes need it, by reading a byte of every line.
 * Many reads in a row wait for memory together; those of lanes, with computation in between, wait a
 * few at a time. Mutable, for one thread at a time.
 */
final class Prefetcher {

  /** How much is fetched at once, in bytes: half of what a second-level cache has. */
  static final int MAX_BYTES = 512 * 1024;

  /**
   * How many ranges are read together, a line of each in turn, so that memory delivers lines of all
   * of them at the same time. Windows are often a multiple of a page apart; of lines that are, a
   * cache has room for few more.
   */
  static final int TOGETHER = 8;

  private static final int CACHE_LINE = 64;
  private static final byte[] NO_ARRAY = {};
  private static final ByteBuffer NO_BUFFER = ByteBuffer.allocate(0);

  private final Ranges<byte[]> arrays = new ArrayRanges();
  private final Ranges<ByteBuffer> buffers = new BufferRanges();

  /** What was read. Keeps compilers from leaving out the reads. */
  long sum;

  /** Fetches a range of an array, as soon as there are others to be read with it. */
  void add(byte[] array, int offset, int length) {
    arrays.add(array, offset, length);
  }

  /** The same for a range of a buffer. */
  void add(ByteBuffer buffer, int offset, int length) {
    buffers.add(buffer, offset, length);
  }

  /** Fetches, one after the other, what has found no others to be read with. */
  void fetchAdded() {
    arrays.fetchEach(0);
    buffers.fetchEach(0);
  }

  /** Lets go of all arrays and buffers. */
  void clear() {
    arrays.clear();
    buffers.clear();
  }

  /**
   * Fetches a range of an array alone, two lines per iteration: C2 of newer JDKs vectorizes a sum
   * of one per iteration, and a sum of ints, which makes them slower. A single line at the end is
   * left out.
   */
  void fetch(byte[] array, int offset, int length) {
    long lines = 0;
    for (int i = CACHE_LINE; i < length; i += 2 * CACHE_LINE) {
      lines += array[offset + i - CACHE_LINE] + array[offset + i];
    }
    sum += lines;
  }

  /** The same for a range of a buffer. */
  void fetch(ByteBuffer buffer, int offset, int length) {
    long lines = 0;
    for (int i = CACHE_LINE; i < length; i += 2 * CACHE_LINE) {
      lines += buffer.get(offset + i - CACHE_LINE) + buffer.get(offset + i);
    }
    sum += lines;
  }

  /** Ranges in one kind of memory that wait to be read together. */
  private abstract static class Ranges<M> {

    final M[] memory;
    final int[] offsets = new int[TOGETHER];
    private final M nothing;
    private final int[] lengths = new int[TOGETHER];
    private int count;

    Ranges(M[] memory, M nothing) {
      this.memory = memory;
      this.nothing = nothing;
      Arrays.fill(memory, nothing);
    }

    void add(M range, int offset, int length) {
      memory[count] = range;
      offsets[count] = offset;
      lengths[count] = length;
      count++;
      if (count == TOGETHER) {
        int shortest = shortest();
        fetchAll(shortest);
        fetchEach(shortest);
      }
    }

    private int shortest() {
      int shortest = lengths[0];
      for (int length : lengths) {
        shortest = Math.min(shortest, length);
      }
      return shortest;
    }

    /** Fetches so many bytes of each of the {@link #TOGETHER} ranges, a line of each in turn. */
    abstract void fetchAll(int length);

    /** Fetches the ranges one after the other, without so many bytes of each. */
    void fetchEach(int done) {
      for (int i = 0; i < count; i++) {
        fetch(memory[i], offsets[i] + done, lengths[i] - done);
      }
      clear();
    }

    abstract void fetch(M range, int offset, int length);

    void clear() {
      Arrays.fill(memory, 0, count, nothing);
      count = 0;
    }
  }

  private final class ArrayRanges extends Ranges<byte[]> {

    ArrayRanges() {
      super(new byte[TOGETHER][], NO_ARRAY);
    }

    @Override
    void fetchAll(int length) {
      byte[][] a = memory;
      int[] at = offsets;
      long lines = 0;
      for (int i = 0; i < length; i += CACHE_LINE) {
        lines += a[0][at[0] + i] + a[1][at[1] + i] + (a[2][at[2] + i] + a[3][at[3] + i]);
        lines += a[4][at[4] + i] + a[5][at[5] + i] + (a[6][at[6] + i] + a[7][at[7] + i]);
      }
      sum += lines;
    }

    @Override
    void fetch(byte[] range, int offset, int length) {
      Prefetcher.this.fetch(range, offset, length);
    }
  }

  private final class BufferRanges extends Ranges<ByteBuffer> {

    BufferRanges() {
      super(new ByteBuffer[TOGETHER], NO_BUFFER);
    }

    @Override
    void fetchAll(int length) {
      ByteBuffer[] b = memory;
      int[] at = offsets;
      long lines = 0;
      for (int i = 0; i < length; i += CACHE_LINE) {
        lines += b[0].get(at[0] + i) + b[1].get(at[1] + i) + b[2].get(at[2] + i);
        lines += b[3].get(at[3] + i) + b[4].get(at[4] + i) + b[5].get(at[5] + i);
        lines += b[6].get(at[6] + i) + b[7].get(at[7] + i);
      }
      sum += lines;
    }

    @Override
    void fetch(ByteBuffer range, int offset, int length) {
      Prefetcher.this.fetch(range, offset, length);
    }
  }
}
