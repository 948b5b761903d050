// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import io.chunksum.internal.BigEndian;
import io.chunksum.internal.LittleEndian;
import java.util.Arrays;

/**
 * The blocks of one lane's window: where they lie, if that is in one array, or else copied to a
 * stage. Mutable, for one thread at a time; used for window after window.
 *
 * <p>A window is padded as RFC 1321 (3.1, 3.2) and FIPS 180-4 (5.1.1) say: a one bit, zeros, and
 * its length in bits as the last eight bytes of a block.
 */
final class LaneInput {

  private static final int BLOCK = LaneKernel.BLOCK_BYTES;
  private static final byte[] NO_ARRAY = {};
  private static final byte ONE_BIT = (byte) 0x80;

  /** Bytes of padding at least: the one bit, and the length. */
  private static final int MARK_AND_LENGTH = 1 + Long.BYTES;

  private final boolean bigEndian;

  /** Holds {@link #capacity} blocks of this lane from index {@link #home} on. */
  private final byte[] stage;

  private final int home;
  private final int capacity;

  private int length;
  private int blocks;

  /** The array that holds the whole window, and where in it; empty if there is none. */
  private byte[] array = NO_ARRAY;

  private int start;
  private final WindowSource.RangeConsumer locator = this::located;

  /** First block in the stage, and the block behind the last one. */
  private int stagedFrom;

  private int stagedTo;

  /** What was found last. */
  private byte[] found = NO_ARRAY;

  private int foundAt;

  LaneInput(boolean bigEndian, byte[] stage, int home, int capacity) {
    this.bigEndian = bigEndian;
    this.stage = stage;
    this.home = home;
    this.capacity = capacity;
  }

  /** Takes up a window. */
  void begin(WindowSource source, int window) {
    length = source.length(window);
    blocks = (int) (((long) length + MARK_AND_LENGTH + BLOCK - 1) / BLOCK);
    stagedTo = 0;
    array = NO_ARRAY;
    if (length > 0) {
      source.locate(window, 0, length, locator);
    }
  }

  private void located(byte[] newArray, int offset, int count) {
    array = newArray;
    start = offset;
  }

  /** Lets go of the window. */
  void end() {
    array = NO_ARRAY;
    found = NO_ARRAY;
  }

  /** Number of blocks of the window, padding included. */
  int blocks() {
    return blocks;
  }

  /** Number of bytes of the window. */
  int length() {
    return length;
  }

  /** Finds blocks of the window; those behind its end are any bytes. */
  void find(WindowSource source, int window, int block, int count) {
    if (array.length > 0 && (long) (block + count) * BLOCK <= length) {
      found = array;
      foundAt = start + block * BLOCK;
      return;
    }
    if (block < blocks && block + count > stagedTo) {
      stage(source, window, block);
    }
    found = stage;
    foundAt = block < blocks ? home + (block - stagedFrom) * BLOCK : home;
  }

  /** The array that holds what was found last. */
  byte[] array() {
    return found;
  }

  /** Where in the array it begins. */
  int offset() {
    return foundAt;
  }

  /** Copies as much of the window as there is room for, and pads it if that is its end. */
  private void stage(WindowSource source, int window, int block) {
    stagedFrom = block;
    stagedTo = Math.min(blocks, block + capacity);
    // The last block may begin where an int ends.
    long from = (long) block * BLOCK;
    int wanted = (stagedTo - block) * BLOCK;
    int present = (int) Math.max(0, Math.min(wanted, length - from));
    if (present > 0) {
      source.read(window, (int) from, present, stage, home);
    }
    if (present < wanted) {
      Arrays.fill(stage, home + present, home + wanted, (byte) 0);
      if (from + present == length) {
        stage[home + present] = ONE_BIT;
      }
      if (stagedTo == blocks) {
        putLength(stage, home + wanted - Long.BYTES, length, bigEndian);
      }
    }
  }

  /**
   * Makes the padding of a window of so many bytes, which end with a block: a block of its own.
   * What it was for another length need not be cleared.
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
