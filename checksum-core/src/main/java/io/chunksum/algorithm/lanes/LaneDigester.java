// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import io.chunksum.internal.BigEndian;
import java.util.Arrays;
import java.util.Objects;

/**
 * Computes the digests of a group of windows in the lanes of a kernel. Windows of a group may
 * differ in length; the group takes as long as its longest window.
 *
 * <p>A window is padded as RFC 1321 (3.1, 3.2) and FIPS 180-4 (5.1.1) say: a one bit, zeros, and
 * its length in bits as the last eight bytes of a block.
 *
 * <p>Mutable, for one thread at a time. After construction nothing is allocated.
 */
public final class LaneDigester {

  private static final int BLOCK = LaneKernel.BLOCK_BYTES;
  private static final byte ONE_BIT = (byte) 0x80;

  /** Bytes of padding at least: the one bit, and the length. */
  private static final int MARK_AND_LENGTH = 1 + Long.BYTES;

  private final LaneKernel kernel;
  private final WindowSource.RunConsumer cutter = this::cut;

  /** Of each lane: bytes of its window, and blocks of it, padding included. */
  private final int[] lengths;

  private final int[] blocks;

  /** While a lane is loaded: which one, how many blocks, and the block that is not yet whole. */
  private int loading;

  private int loaded;
  private final byte[] block = new byte[BLOCK];
  private int open;

  /**
   * Creates a digester.
   *
   * @param kernel the lanes, owned by this object from now on
   */
  public LaneDigester(LaneKernel kernel) {
    this.kernel = kernel;
    this.lengths = new int[kernel.lanes()];
    this.blocks = new int[kernel.lanes()];
  }

  /**
   * Tells how many windows make a full group.
   *
   * @return number of lanes
   */
  public int lanes() {
    return kernel.lanes();
  }

  /**
   * Computes the digests of a group of windows.
   *
   * @param source holds the windows
   * @param first index of the group's first window
   * @param count number of windows, from 1 to {@link #lanes}
   * @param target receives the digests, one after the other in window order
   * @param offset index of the first byte written
   * @throws IndexOutOfBoundsException if {@code count} is too large or the digests do not fit
   */
  public void digest(WindowSource source, int first, int count, byte[] target, int offset) {
    Objects.checkFromIndexSize(0, count, lengths.length);
    Objects.checkFromIndexSize(offset, count * kernel.digestLength(), target.length);
    for (int lane = 0; lane < count; lane++) {
      lengths[lane] = source.length(first + lane);
      blocks[lane] = (int) (((long) lengths[lane] + MARK_AND_LENGTH + BLOCK - 1) / BLOCK);
    }
    kernel.start(count);
    int done = 0;
    for (int next = nextStop(count, done); next > done; next = nextStop(count, done)) {
      for (int lane = 0; lane < count; lane++) {
        if (done < blocks[lane]) {
          load(source, first + lane, lane, done, next - done);
        }
      }
      kernel.compress(next - done);
      done = next;
      for (int lane = 0; lane < count; lane++) {
        if (done == blocks[lane]) {
          kernel.digest(lane, target, offset + lane * kernel.digestLength());
        }
      }
    }
  }

  /** Block up to which all lanes advance next: as far as can be staged and no window ends. */
  private int nextStop(int count, int done) {
    int next = done;
    for (int lane = 0; lane < count; lane++) {
      if (blocks[lane] > done && (next == done || blocks[lane] < next)) {
        next = blocks[lane];
      }
    }
    return Math.min(next, done + kernel.stageBlocks());
  }

  /** Loads {@code count} blocks of a window into its lane, from block {@code done} on. */
  private void load(WindowSource source, int window, int lane, int done, int count) {
    loading = lane;
    loaded = 0;
    open = 0;
    long from = (long) done * BLOCK;
    int present = (int) Math.max(0, Math.min((long) count * BLOCK, lengths[lane] - from));
    if (present > 0) {
      source.read(window, (int) from, present, cutter);
    }
    boolean ends = from + present == lengths[lane];
    while (loaded < count) {
      Arrays.fill(block, open, BLOCK, (byte) 0);
      if (ends) {
        block[open] = ONE_BIT;
        ends = false;
      }
      if (done + loaded + 1 == blocks[lane]) {
        long bits = Byte.SIZE * (long) lengths[lane];
        BigEndian.putLong(
            block, BLOCK - Long.BYTES, kernel.bigEndian() ? bits : Long.reverseBytes(bits));
      }
      kernel.load(lane, loaded++, block, 0, 1);
      open = 0;
    }
  }

  /** Cuts a run into blocks. What is not a whole block is kept for the next run. */
  private void cut(byte[] array, int offset, int length) {
    int taken = 0;
    if (open > 0) {
      taken = Math.min(BLOCK - open, length);
      keep(array, offset, taken);
      if (open == BLOCK) {
        kernel.load(loading, loaded++, block, 0, 1);
        open = 0;
      }
    }
    int whole = (length - taken) / BLOCK;
    if (whole > 0) {
      kernel.load(loading, loaded, array, offset + taken, whole);
      loaded += whole;
      taken += whole * BLOCK;
    }
    if (taken < length) {
      keep(array, offset + taken, length - taken);
    }
  }

  private void keep(byte[] array, int offset, int length) {
    System.arraycopy(array, offset, block, open, length);
    open += length;
  }
}
