// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where the next blocks of each lane are: from some index on, in an array or in a direct buffer in
 * little-endian order. Mutable, for one thread at a time.
 */
public final class LaneBlocks {

  private static final byte[] NO_ARRAY = {};

  private final byte[][] arrays;
  private final @Nullable ByteBuffer[] buffers;
  private final int[] offsets;

  /**
   * Number of bytes to add to each offset. It may exceed the range of an int, as the longest window
   * does with its padding; the offsets are too low by as much then, and the sums are right.
   */
  private int advanced;

  LaneBlocks(int lanes) {
    this.arrays = new byte[lanes][];
    this.buffers = new ByteBuffer[lanes];
    this.offsets = new int[lanes];
    clear();
  }

  /** Sets the array that holds the blocks of a lane. */
  void set(int lane, byte[] array) {
    arrays[lane] = array;
    buffers[lane] = null;
  }

  /** Sets the direct buffer that holds the blocks of a lane. */
  void set(int lane, ByteBuffer buffer) {
    buffers[lane] = buffer;
  }

  /** Sets the index at which the blocks of a lane begin. */
  void begin(int lane, int offset) {
    offsets[lane] = offset - advanced;
  }

  /** Goes on by so many bytes in all lanes. */
  void advance(int bytes) {
    advanced += bytes;
  }

  /** Lets go of all arrays and buffers. */
  void clear() {
    Arrays.fill(arrays, NO_ARRAY);
    Arrays.fill(buffers, null);
    advanced = 0;
  }

  /**
   * Returns the buffer that holds the blocks of a lane.
   *
   * @param lane index of the lane
   * @return the buffer, for absolute reads only; null if they lie in an array
   */
  public @Nullable ByteBuffer buffer(int lane) {
    return buffers[lane];
  }

  /**
   * Returns the array that holds the blocks of a lane.
   *
   * @param lane index of the lane
   * @return the array, if there is no buffer
   */
  public byte[] array(int lane) {
    return arrays[lane];
  }

  /**
   * Returns where the blocks of a lane begin.
   *
   * @param lane index of the lane
   * @return index of the first byte in the array or buffer
   */
  public int offset(int lane) {
    return offsets[lane] + advanced;
  }
}
