// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import java.util.Objects;

/**
 * Computes the digests of a group of windows in the lanes of a kernel. Windows of a group may
 * differ in length; the group takes as long as its longest window.
 *
 * <p>Mutable, for one thread at a time. After construction nothing is allocated.
 */
public final class LaneDigester {

  private static final int BLOCK = LaneKernel.BLOCK_BYTES;

  /**
   * What is copied of a window at a time: as far as processors fetch memory ahead by themselves,
   * which is to the end of a page.
   */
  private static final int MOST_STAGED_BYTES = 4096;

  /** What all lanes copy together at most, so that it stays in the second-level cache. */
  private static final int STAGE_BYTES = 128 * 1024;

  private static final int NO_LENGTH = -1;

  private final LaneKernel kernel;
  private final LaneInput[] inputs;

  /** Of each lane: the array that holds the next blocks, and where in it. */
  private final byte[][] sources;

  private final int[] offsets;

  /** What follows windows of full blocks, and the length of the windows it is for. */
  private final byte[] padding = new byte[BLOCK];

  private int paddedLength = NO_LENGTH;

  /**
   * Creates a digester.
   *
   * @param kernel the lanes, owned by this object from now on
   */
  public LaneDigester(LaneKernel kernel) {
    this.kernel = kernel;
    int lanes = kernel.lanes();
    this.inputs = new LaneInput[lanes];
    this.sources = new byte[lanes][];
    this.offsets = new int[lanes];
    int bytes = Math.min(MOST_STAGED_BYTES, STAGE_BYTES / lanes);
    bytes = Math.max(bytes, kernel.stageBlocks() * BLOCK);
    // A bit more than a power of two: else all lanes would share the same few lines of the cache.
    int room = bytes + bytes / 8;
    byte[] stage = new byte[lanes * room];
    for (int lane = 0; lane < lanes; lane++) {
      inputs[lane] = new LaneInput(kernel.bigEndian(), stage, lane * room, bytes / BLOCK);
    }
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
    Objects.checkFromIndexSize(0, count, inputs.length);
    Objects.checkFromIndexSize(offset, count * kernel.digestLength(), target.length);
    try {
      boolean alike = true;
      for (int lane = 0; lane < count; lane++) {
        inputs[lane].begin(source, first + lane);
        alike &= inputs[lane].length() == inputs[0].length();
      }
      int length = alike ? inputs[0].length() : NO_LENGTH;
      kernel.start(count);
      int done = 0;
      for (int next = nextStop(count, done); next > done; next = nextStop(count, done)) {
        if ((long) done * BLOCK == length) {
          loadPadding(length);
        } else {
          load(source, first, count, done, next - done);
        }
        kernel.compress(next - done);
        done = next;
        for (int lane = 0; lane < count; lane++) {
          if (done == inputs[lane].blocks()) {
            kernel.digest(lane, target, offset + lane * kernel.digestLength());
          }
        }
      }
    } finally {
      for (int lane = 0; lane < count; lane++) {
        inputs[lane].end();
        sources[lane] = padding;
      }
    }
  }

  private void load(WindowSource source, int first, int count, int done, int blocks) {
    for (int lane = 0; lane < count; lane++) {
      LaneInput input = inputs[lane];
      input.find(source, first + lane, done, blocks);
      sources[lane] = input.array();
      offsets[lane] = input.offset();
    }
    kernel.load(sources, offsets, count, blocks);
  }

  private void loadPadding(int length) {
    if (length != paddedLength) {
      LaneInput.putPadding(padding, length, kernel.bigEndian());
      paddedLength = length;
    }
    kernel.loadSame(padding, 0);
  }

  /** Block up to which all lanes advance next: as far as can be loaded and no window ends. */
  private int nextStop(int count, int done) {
    int next = done;
    for (int lane = 0; lane < count; lane++) {
      int blocks = inputs[lane].blocks();
      if (blocks > done && (next == done || blocks < next)) {
        next = blocks;
      }
    }
    return Math.min(next, done + kernel.stageBlocks());
  }
}
