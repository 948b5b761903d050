// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import io.chunksum.internal.BigEndian;
import io.chunksum.internal.LittleEndian;
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
  private static final int LOAD_LANES = LaneKernel.LOAD_LANES;
  private static final byte ONE_BIT = (byte) 0x80;

  /** Bytes of padding at least: the one bit, and the length. */
  private static final int MARK_AND_LENGTH = 1 + Long.BYTES;

  private final LaneKernel kernel;

  /** Of each lane: bytes of its window, and blocks of it, padding included. */
  private final int[] lengths;

  private final int[] blocks;

  /** Where blocks are put together that do not lie in one array, or need padding. */
  private final byte[] stage;

  private final int stageBytes;

  /** Where the blocks of the lanes that are loaded together lie. */
  private final byte[][] sources = new byte[LOAD_LANES][];

  private final int[] offsets = new int[LOAD_LANES];

  private final WindowSource.RangeConsumer placer = this::placeNext;
  private int placing;

  /**
   * Creates a digester.
   *
   * @param kernel the lanes, owned by this object from now on
   */
  public LaneDigester(LaneKernel kernel) {
    this.kernel = kernel;
    this.stageBytes = kernel.stageBlocks() * BLOCK;
    this.stage = new byte[LOAD_LANES * stageBytes];
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
      for (int lane = 0; lane < count; lane += LOAD_LANES) {
        load(source, first, lane, Math.min(LOAD_LANES, count - lane), done, next - done);
      }
      kernel.compress(next - done);
      done = next;
      for (int lane = 0; lane < count; lane++) {
        if (done == blocks[lane]) {
          kernel.digest(lane, target, offset + lane * kernel.digestLength());
        }
      }
    }
    for (int i = 0; i < LOAD_LANES; i++) {
      place(stage, 0, i);
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

  /** Loads blocks of some lanes side by side, from block {@code done} on. */
  private void load(WindowSource source, int first, int lane, int lanes, int done, int count) {
    for (int i = 0; i < LOAD_LANES; i++) {
      // Lanes without a window, or at the end of theirs, take what happens to be there.
      place(stage, i * stageBytes, i);
      if (i < lanes && done < blocks[lane + i]) {
        prepare(source, first + lane + i, lane + i, i, done, count);
      }
    }
    kernel.load(lane, sources, offsets, count);
  }

  /** Finds the blocks of a window where they lie, or puts them together in the stage. */
  private void prepare(WindowSource source, int window, int lane, int i, int done, int count) {
    long from = (long) done * BLOCK;
    int wanted = count * BLOCK;
    int present = (int) Math.max(0, Math.min(wanted, lengths[lane] - from));
    placing = i;
    if (present == wanted && source.locate(window, (int) from, wanted, placer)) {
      return;
    }
    int start = i * stageBytes;
    if (present > 0) {
      source.read(window, (int) from, present, stage, start);
    }
    if (present < wanted) {
      Arrays.fill(stage, start + present, start + wanted, (byte) 0);
      if (from + present == lengths[lane]) {
        stage[start + present] = ONE_BIT;
      }
      if (done + count == blocks[lane]) {
        putLength(start + wanted - Long.BYTES, Byte.SIZE * (long) lengths[lane]);
      }
    }
  }

  private void placeNext(byte[] array, int offset, int length) {
    place(array, offset, placing);
  }

  private void putLength(int at, long bits) {
    if (kernel.bigEndian()) {
      BigEndian.putLong(stage, at, bits);
    } else {
      LittleEndian.putLong(stage, at, bits);
    }
  }

  private void place(byte[] array, int offset, int i) {
    sources[i] = array;
    offsets[i] = offset;
  }
}
