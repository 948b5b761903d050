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
  private static final byte ONE_BIT = (byte) 0x80;

  /** Bytes of padding at least: the one bit, and the length. */
  private static final int MARK_AND_LENGTH = 1 + Long.BYTES;

  private final LaneKernel kernel;

  /** Of each lane: bytes of its window, and blocks of it, padding included. */
  private final int[] lengths;

  private final int[] blocks;

  /** Where blocks are put together that do not lie in one array, or need padding. */
  private final byte[] stage;

  /** While a lane is loaded: its number, and how many blocks. */
  private int loading;

  private int loadCount;
  private final WindowSource.RangeConsumer loader = this::loadInPlace;

  /**
   * Creates a digester.
   *
   * @param kernel the lanes, owned by this object from now on
   */
  public LaneDigester(LaneKernel kernel) {
    this.kernel = kernel;
    this.stage = new byte[kernel.stageBlocks() * BLOCK];
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

  /** Loads blocks of a window from where they lie, or puts them together in the stage first. */
  private void load(WindowSource source, int window, int lane, int done, int count) {
    long from = (long) done * BLOCK;
    int wanted = count * BLOCK;
    int present = (int) Math.max(0, Math.min(wanted, lengths[lane] - from));
    loading = lane;
    loadCount = count;
    if (present == wanted && source.locate(window, (int) from, wanted, loader)) {
      return;
    }
    if (present > 0) {
      source.read(window, (int) from, present, stage, 0);
    }
    if (present < wanted) {
      Arrays.fill(stage, present, wanted, (byte) 0);
      if (from + present == lengths[lane]) {
        stage[present] = ONE_BIT;
      }
      if (done + count == blocks[lane]) {
        putLength(wanted - Long.BYTES, Byte.SIZE * (long) lengths[lane]);
      }
    }
    kernel.load(lane, stage, 0, count);
  }

  private void loadInPlace(byte[] array, int offset, int length) {
    kernel.load(loading, array, offset, loadCount);
  }

  private void putLength(int at, long bits) {
    if (kernel.bigEndian()) {
      BigEndian.putLong(stage, at, bits);
    } else {
      LittleEndian.putLong(stage, at, bits);
    }
  }
}
