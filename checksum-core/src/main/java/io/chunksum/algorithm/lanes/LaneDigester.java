// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import io.chunksum.buffer.MemoryConsumer;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Computes the digests of a group of windows in the lanes of a kernel. Windows of a group may
 * differ in length; the group takes as long as its longest window.
 *
 * <p>Mutable, for one thread at a time. Allocates nothing after construction.
 */
public final class LaneDigester {

  private static final int BLOCK = LaneKernel.BLOCK_BYTES;

  /**
   * How much of a window is copied at a time: as far as processors prefetch memory by themselves,
   * which is to the end of a page.
   */
  private static final int MAX_STAGED_BYTES = 4096;

  /** How much all lanes together copy at most, so that it stays in the second-level cache. */
  private static final int STAGE_BYTES = 128 * 1024;

  private static final int NO_LENGTH = -1;
  private static final int NO_BLOCK = -1;

  private final LaneKernel kernel;
  private final LaneInput[] inputs;
  private final LaneBlocks blocks;
  private final Prefetcher prefetcher = new Prefetcher();
  private final Row row = new Row();

  /** Whether windows are likely to be in no cache. */
  private boolean cold;

  /** The padding block that follows windows of whole blocks; depends on their length. */
  private final byte[] padding = new byte[BLOCK];

  private int paddedLength = NO_LENGTH;

  /** Number of blocks per lane that the kernel has loaded but not yet compressed. */
  private int loaded;

  /**
   * Creates a digester.
   *
   * @param kernel the lanes, owned by this object from now on
   */
  public LaneDigester(LaneKernel kernel) {
    this.kernel = kernel;
    int lanes = kernel.lanes();
    this.inputs = new LaneInput[lanes];
    this.blocks = new LaneBlocks(lanes);
    int bytes = Math.min(MAX_STAGED_BYTES, STAGE_BYTES / lanes);
    bytes = Math.max(bytes, kernel.loadBlocks() * BLOCK);
    // A bit more than a power of two: otherwise all lanes would share the same few cache lines.
    int room = bytes + bytes / 8;
    byte[] stage = new byte[lanes * room];
    for (int lane = 0; lane < lanes; lane++) {
      inputs[lane] = new LaneInput(kernel, blocks, prefetcher, lane, stage, bytes / BLOCK);
    }
  }

  /**
   * Returns the number of windows in a full group.
   *
   * @return number of lanes
   */
  public int lanes() {
    return kernel.lanes();
  }

  /**
   * Sets whether the windows of the next groups are likely to be in no cache of the processor. All
   * of them are fetched there then, which makes lanes slower if they were in one after all; else
   * only windows that are far apart are.
   *
   * @param newCold whether they are
   */
  public void expectCold(boolean newCold) {
    cold = newCold;
  }

  /**
   * Computes the digests of a group of windows.
   *
   * @param source holds the windows, from index 0 on
   * @param count number of windows, from 1 to {@link #lanes}
   * @param target receives the digests, one after the other in window order
   * @param offset index of the first byte written
   * @throws IndexOutOfBoundsException if {@code count} is too large or the digests do not fit
   */
  public void digest(WindowSource source, int count, byte[] target, int offset) {
    Objects.checkFromIndexSize(0, count, inputs.length);
    Objects.checkFromIndexSize(offset, count * kernel.digestLength(), target.length);
    try {
      kernel.start(count);
      loaded = 0;
      row.count = count;
      if (source.locateAll(0, count, row) && row.isSimple()) {
        digestRow(count, target, offset);
      } else {
        digestEach(source, count, target, offset);
      }
    } finally {
      blocks.clear();
      prefetcher.clear();
    }
  }

  /** Digests short windows of full blocks that lie side by side. */
  private void digestRow(int count, byte[] target, int offset) {
    int most = kernel.loadBlocks();
    int all = row.length / BLOCK;
    for (int lane = 0; lane < count; lane++) {
      blocks.begin(lane, row.start + lane * row.length);
    }
    for (int done = 0; done < all; done += most) {
      load(count, Math.min(most, all - done));
    }
    compressLoaded();
    loadPadding(row.length);
    compressLoaded();
    for (int lane = 0; lane < count; lane++) {
      kernel.digest(lane, target, offset + lane * kernel.digestLength());
    }
  }

  /**
   * Digests windows of any length, wherever they are. All lanes go on together until the longest
   * window ends, in steps that stop wherever one does.
   *
   * <p>A step compresses what the step before has loaded. So a window that ended there has its
   * digest only now, and must give it before the next step compresses whatever its lane holds.
   */
  private void digestEach(WindowSource source, int count, byte[] target, int offset) {
    int paddingBlock = beginAll(source, count);
    int done = 0; // Number of blocks per lane that have been loaded.
    int found = 0; // Block up to which those of all lanes have been found.
    int fetched = 0; // Block up to which all have been fetched that should be.
    int end = nextEnd(count, done);
    boolean ended = false; // Whether any window ends with the blocks done.
    while (end > done) {
      int next = Math.min(end, done + kernel.loadBlocks());
      if (done == paddingBlock) {
        compressLoaded();
        loadPadding(inputs[0].length());
      } else {
        if (next > found) {
          found = find(source, count, done, next - done);
        }
        if (next > fetched) {
          fetched = fetch(count, done, next - done);
        }
        load(count, next - done);
      }
      if (ended) {
        putDigests(count, done, target, offset);
      }
      done = next;
      ended = done == end;
      if (ended) {
        end = nextEnd(count, done);
      }
    }
    compressLoaded();
    putDigests(count, done, target, offset);
  }

  /**
   * Begins the windows of all lanes.
   *
   * @return the last block of them all, if it is the same for all and nothing but padding;
   *     otherwise {@link #NO_BLOCK}
   */
  private int beginAll(WindowSource source, int count) {
    boolean alike = true;
    for (int lane = 0; lane < count; lane++) {
      inputs[lane].begin(source, cold);
      alike &= inputs[lane].length() == inputs[0].length();
    }
    int length = inputs[0].length();
    return alike && length % BLOCK == 0 ? length / BLOCK : NO_BLOCK;
  }

  /** Finds the next blocks of all lanes, and returns the block up to which they have been found. */
  private int find(WindowSource source, int count, int block, int blockCount) {
    int found = Integer.MAX_VALUE;
    for (int lane = 0; lane < count; lane++) {
      found = Math.min(found, inputs[lane].find(source, block, blockCount));
    }
    return found;
  }

  /** Fetches the next blocks of all lanes, and returns the block up to which they have been. */
  private int fetch(int count, int block, int blockCount) {
    int fetched = Integer.MAX_VALUE;
    for (int lane = 0; lane < count; lane++) {
      fetched = Math.min(fetched, inputs[lane].fetch(block, blockCount));
    }
    prefetcher.fetchAdded();
    return fetched;
  }

  /** Writes the digests of the lanes that end after {@code done} blocks. */
  private void putDigests(int count, int done, byte[] target, int offset) {
    for (int lane = 0; lane < count; lane++) {
      if (done == inputs[lane].blocks()) {
        kernel.digest(lane, target, offset + lane * kernel.digestLength());
      }
    }
  }

  /** Loads the next blocks, and compresses what was loaded before. */
  private void load(int count, int next) {
    if (loaded == 0) {
      kernel.load(blocks, count, next);
    } else {
      kernel.compressAndLoad(loaded, blocks, count, next);
    }
    loaded = next;
    blocks.advance(next * BLOCK);
  }

  private void compressLoaded() {
    kernel.compress(loaded);
    loaded = 0;
  }

  private void loadPadding(int length) {
    if (length != paddedLength) {
      LaneInput.putPadding(padding, length, kernel.bigEndian());
      paddedLength = length;
    }
    kernel.loadSame(padding);
    loaded = 1;
  }

  /**
   * Returns the block at which the first of those windows ends that go on after {@code done}
   * blocks; {@code done} if there are none.
   */
  private int nextEnd(int count, int done) {
    int end = done;
    for (int lane = 0; lane < count; lane++) {
      int laneEnd = inputs[lane].blocks();
      if (laneEnd > done && (end == done || laneEnd < end)) {
        end = laneEnd;
      }
    }
    return end;
  }

  /** Windows of one length, side by side in one array or direct buffer. */
  private final class Row implements MemoryConsumer {

    private int count;

    /** Where the first of them begins. */
    private int start;

    /** Number of bytes of each. */
    private int length;

    /** Returns whether they need neither padding inside a block nor fetching one by one. */
    boolean isSimple() {
      return length % BLOCK == 0
          && length <= LaneInput.NEAR_BYTES
          && (!cold || length * count <= Prefetcher.MAX_BYTES);
    }

    @Override
    public void accept(byte[] array, int offset, int bytes) {
      for (int lane = 0; lane < count; lane++) {
        blocks.set(lane, array);
      }
      start = offset;
      length = bytes / count;
      if (cold && isSimple()) {
        prefetcher.fetch(array, offset, bytes);
      }
    }

    @Override
    public void accept(ByteBuffer buffer, int offset, int bytes) {
      for (int lane = 0; lane < count; lane++) {
        blocks.set(lane, buffer);
      }
      start = offset;
      length = bytes / count;
      if (cold && isSimple()) {
        prefetcher.fetch(buffer, offset, bytes);
      }
    }
  }
}
