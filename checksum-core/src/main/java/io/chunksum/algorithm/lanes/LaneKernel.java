// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

/**
 * The compression function of MD5 or SHA-256 for many messages at once, each in its own lane. It
 * knows only whole blocks; {@link LaneDigester} cuts and pads the messages.
 *
 * <p>A group of messages is {@link #start}ed; then, any number of times, up to {@link #loadBlocks}
 * blocks per lane are {@link #load}ed and the lanes {@link #compress} them together. The state of a
 * lane can be read at any time in between, and lanes whose message has ended may continue over
 * whatever was loaded last.
 *
 * <p>Mutable, for one thread at a time. Allocates nothing after construction.
 */
public abstract class LaneKernel {

  /** Bytes that the compression function takes at a time, for MD5 and SHA-256 alike. */
  public static final int BLOCK_BYTES = 64;

  private final int lanes;
  private final int loadBlocks;
  private final boolean bigEndian;
  private final int digestLength;

  /**
   * Creates a kernel.
   *
   * @param lanes number of messages that can advance together
   * @param loadBlocks number of blocks that can be loaded before they are compressed
   * @param bigEndian whether the algorithm is big-endian
   * @param digestLength number of bytes of a digest
   */
  protected LaneKernel(int lanes, int loadBlocks, boolean bigEndian, int digestLength) {
    this.lanes = lanes;
    this.loadBlocks = loadBlocks;
    this.bigEndian = bigEndian;
    this.digestLength = digestLength;
  }

  /**
   * Returns the width of the kernel.
   *
   * @return number of messages that can advance together
   */
  public final int lanes() {
    return lanes;
  }

  /**
   * Returns how many blocks can be loaded before they are compressed.
   *
   * @return number of blocks per lane
   */
  public final int loadBlocks() {
    return loadBlocks;
  }

  /**
   * Returns whether the algorithm is big-endian, including in the message length it appends.
   *
   * @return true for SHA-256, false for MD5
   */
  public final boolean bigEndian() {
    return bigEndian;
  }

  /**
   * Returns the length of a digest.
   *
   * @return number of bytes
   */
  public final int digestLength() {
    return digestLength;
  }

  /**
   * Puts lanes into the initial state of the algorithm.
   *
   * @param count number of lanes in use, from lane 0 on
   */
  public abstract void start(int count);

  /**
   * Loads the next blocks of the first lanes.
   *
   * @param next where the blocks of each lane are; only read and not kept
   * @param count number of lanes to load, from lane 0 on
   * @param blocks number of blocks, the same for each lane, at most {@link #loadBlocks}
   */
  public abstract void load(LaneBlocks next, int count, int blocks);

  /**
   * Loads the same block into all lanes.
   *
   * @param block its {@link #BLOCK_BYTES} bytes, only read and not kept
   */
  public abstract void loadSame(byte[] block);

  /**
   * Advances all lanes in use over the blocks that were loaded.
   *
   * @param blocks number of blocks, the same for each lane
   */
  public abstract void compress(int blocks);

  /**
   * Advances all lanes in use over the blocks that were loaded, and loads the next ones. Some
   * kernels can do both at once in less time than one after the other.
   *
   * @param blocks number of blocks that were loaded, the same for each lane
   * @param next where the next blocks of each lane are; only read and not kept
   * @param count number of lanes to load, from lane 0 on
   * @param nextBlocks number of blocks to load, the same for each lane, at most {@link #loadBlocks}
   */
  public void compressAndLoad(int blocks, LaneBlocks next, int count, int nextBlocks) {
    compress(blocks);
    load(next, count, nextBlocks);
  }

  /**
   * Writes the state of a lane: its digest, once the padding has been compressed.
   *
   * @param lane index of the lane
   * @param target receives {@link #digestLength} bytes
   * @param offset index of the first byte written
   */
  public abstract void digest(int lane, byte[] target, int offset);
}
