// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import io.chunksum.buffer.MemoryConsumer;
import io.chunksum.internal.BigEndian;
import io.chunksum.internal.LittleEndian;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The blocks of one lane's window, stretch by stretch: in place, as far as they lie side by side in
 * an array or direct buffer, otherwise copied to a stage. Mutable, for one thread at a time; reused
 * for window after window.
 *
 * <p>A window is padded as RFC 1321 (3.1, 3.2) and FIPS 180-4 (5.1.1) specify: a one bit, zeros,
 * and its length in bits as the last eight bytes of a block.
 */
final class LaneInput implements MemoryConsumer {

  private static final int BLOCK = LaneKernel.BLOCK_BYTES;
  private static final byte ONE_BIT = (byte) 0x80;

  /** The least padding, in bytes: the one bit and the length. */
  private static final int MARK_AND_LENGTH = 1 + Long.BYTES;

  /**
   * Longer windows are fetched into the cache in any case. They are so far apart that all lanes
   * together, reading a run of blocks of each at a time, would read memory more slowly.
   */
  static final int NEAR_BYTES = 64 * 1024;

  private final boolean bigEndian;
  private final LaneBlocks next;
  private final Prefetcher prefetcher;
  private final int lane;

  /** Holds {@link #capacity} blocks of this lane from index {@link #home} on. */
  private final byte[] stage;

  private final int home;
  private final int capacity;

  /** Number of blocks to fetch at a time. */
  private final int fetchBlocks;

  private int length;
  private int blocks;

  /** Whether the window is fetched into the cache. */
  private boolean fetches;

  /** The block after the last one fetched. */
  private int fetched;

  /** First block of the stretch, and the block after its last one. */
  private int from;

  private int to;

  /** Where the stretch begins in its array or buffer. */
  private int start;

  /**
   * Creates the input of a lane.
   *
   * @param kernel the lanes
   * @param next learns where the blocks are
   * @param prefetcher fetches what is not read from a cache otherwise
   * @param lane index of the lane, and of its windows
   * @param stage room for copies, of which each lane has an equal part
   * @param capacity number of blocks to copy there at a time, no less than the kernel loads
   */
  LaneInput(
      LaneKernel kernel,
      LaneBlocks next,
      Prefetcher prefetcher,
      int lane,
      byte[] stage,
      int capacity) {
    this.bigEndian = kernel.bigEndian();
    this.next = next;
    this.prefetcher = prefetcher;
    this.lane = lane;
    this.stage = stage;
    this.home = stage.length / kernel.lanes() * lane;
    this.capacity = capacity;
    this.fetchBlocks = Prefetcher.MAX_BYTES / kernel.lanes() / BLOCK;
  }

  /**
   * Begins the lane's window of a group.
   *
   * @param source holds the window
   * @param cold whether it is likely to be in no cache
   */
  void begin(WindowSource source, boolean cold) {
    length = source.length(lane);
    fetches = cold || length > NEAR_BYTES;
    blocks = (int) (((long) length + MARK_AND_LENGTH + BLOCK - 1) / BLOCK);
    to = 0;
    fetched = 0;
  }

  /** Number of blocks of the window, padding included. */
  int blocks() {
    return blocks;
  }

  /** Number of bytes of the window. */
  int length() {
    return length;
  }

  /**
   * Makes the lane's next blocks in {@link #next} begin at a block of its window. After the
   * window's end they may be any bytes: a lane that has ended compresses whatever is there.
   *
   * @param source holds the window
   * @param block index of the block
   * @param count number of blocks wanted, all before the end of the window or all after it
   * @return the first block that has not been found: until there, {@link #next} needs only to
   *     advance
   */
  int find(WindowSource source, int block, int count) {
    if (block + count > to) {
      from = block;
      if (!locate(source, count)) {
        stage(source);
      }
    }
    next.begin(lane, start + (block - from) * BLOCK);
    return to;
  }

  /**
   * Has the next blocks fetched, if the window is one to be fetched and they have not been yet.
   *
   * @param block index of the first of them, in the current stretch or after the window's end
   * @param count number of blocks that will be loaded next
   * @return the first block that has not been fetched and may have to be
   */
  int fetch(int block, int count) {
    if (!fetches || block >= blocks) {
      return Integer.MAX_VALUE;
    }
    if (block + count > fetched) {
      fetched = Math.min(to, block + fetchBlocks);
      int at = start + (block - from) * BLOCK;
      int bytes = (fetched - block) * BLOCK;
      ByteBuffer buffer = next.buffer(lane);
      if (buffer != null) {
        prefetcher.add(buffer, at, bytes);
      } else {
        prefetcher.add(next.array(lane), at, bytes);
      }
    }
    return fetched;
  }

  /**
   * Finds full blocks in place, as many as lie side by side, unless they are fewer than would be
   * copied at a time: copying these is as fast.
   */
  private boolean locate(WindowSource source, int count) {
    int full = length / BLOCK - from;
    if (full < count) {
      return false;
    }
    if (!source.locate(lane, from * BLOCK, full * BLOCK, this)) {
      full = source.contiguousLength(lane, from * BLOCK) / BLOCK;
      if (full < capacity || !source.locate(lane, from * BLOCK, full * BLOCK, this)) {
        return false;
      }
    }
    to = from + full;
    return true;
  }

  @Override
  public void accept(byte[] array, int offset, int count) {
    next.set(lane, array);
    start = offset;
  }

  @Override
  public void accept(ByteBuffer buffer, int offset, int count) {
    next.set(lane, buffer);
    start = offset;
  }

  /**
   * Copies as much of the window as there is room for, and pads it if that is its end. Copies
   * nothing if it has ended: whatever the stage holds will do.
   */
  private void stage(WindowSource source) {
    to = Math.min(blocks, from + capacity);
    // The last block may begin just beyond the range of an int.
    long begin = (long) from * BLOCK;
    int wanted = (to - from) * BLOCK;
    int present = (int) Math.max(0, Math.min(wanted, length - begin));
    if (present > 0) {
      source.read(lane, (int) begin, present, stage, home);
    }
    if (present < wanted) {
      Arrays.fill(stage, home + present, home + wanted, (byte) 0);
      if (begin + present == length) {
        stage[home + present] = ONE_BIT;
      }
      if (to == blocks) {
        putLength(stage, home + wanted - Long.BYTES, length, bigEndian);
      }
    }
    next.set(lane, stage);
    start = home;
  }

  /**
   * Makes the padding of a window of {@code length} bytes that ends with a full block: a block of
   * its own. Padding for another length need not be cleared first.
   */
  static void putPadding(byte[] block, int length, boolean bigEndian) {
    block[0] = ONE_BIT;
    putLength(block, BLOCK - Long.BYTES, length, bigEndian);
  }

  private static void putLength(byte[] target, int at, int length, boolean bigEndian) {
    long bits = Byte.SIZE * (long) length;
    if (bigEndian) {
      BigEndian.putLong(target, at, bits);
    } else {
      LittleEndian.putLong(target, at, bits);
    }
  }
}
