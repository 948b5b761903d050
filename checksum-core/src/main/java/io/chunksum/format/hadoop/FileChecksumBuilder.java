// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.CrcValue;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the checksum of a file from those of its chunks, given in order, block by block. Chunks may
 * have any length, and each has windows of its own, counted from its start.
 *
 * <pre>{@code
 * for (List<ChunkInfo> block : blocks) {
 *   block.forEach(builder::add);
 *   builder.endBlock();
 * }
 * FileChecksum checksum = builder.build();
 * }</pre>
 *
 * <p>For the first bytes of a file, as {@code getFileChecksum(path, length)} has it, the chunk in
 * which they end is added by {@link #addStart}, or in part where they end with a window.
 *
 * <p>Mutable, for one thread at a time. It keeps nothing of what was added but a few numbers.
 */
public abstract sealed class FileChecksumBuilder permits CompositeCrcBuilder, Md5Md5CrcBuilder {

  /** Null until the checksum has been built; digests are used up then. */
  private @Nullable FileChecksum built;

  FileChecksumBuilder() {}

  /**
   * Adds the next chunk of the block at hand. Where it lies does not matter.
   *
   * @param chunk the record of the chunk
   * @throws IllegalArgumentException if type or window size of its checksums does not fit here
   * @throws IllegalStateException if the checksum has been built
   * @throws ArithmeticException if the file has 2<sup>63</sup> bytes or more with it
   */
  public final void add(ChunkInfo chunk) {
    add(chunk.checksums(), chunk.length());
  }

  /**
   * Adds the next chunk of the block at hand.
   *
   * @param sums the checksums of its windows
   * @param length bytes of the chunk
   * @throws IllegalArgumentException if type or window size of the checksums does not fit here, or
   *     the chunk has another number of windows
   * @throws IllegalStateException if the checksum has been built
   * @throws ArithmeticException if the file has 2<sup>63</sup> bytes or more with it
   */
  public final void add(ChecksumData sums, long length) {
    checkOpen();
    checkType(sums);
    Windows.checkCount(sums, length);
    addChunk(sums, length);
  }

  /**
   * Adds the first bytes of a chunk, where they end within a window, so that the checksum of what
   * they have of it is not among the stored ones.
   *
   * @param sums the checksums of the windows of the whole chunk
   * @param fullWindows number of windows before the one in which they end
   * @param cutWindow the CRC of what they have of that window, computed of the data
   * @throws IllegalArgumentException if the CRC is of no bytes, of more than there are in a window,
   *     or of another type, or if type or window size of the checksums does not fit here
   * @throws IndexOutOfBoundsException if the chunk does not have a window more than that
   * @throws IllegalStateException if the checksum has been built
   * @throws ArithmeticException if the file has 2<sup>63</sup> bytes or more with it
   */
  public final void addStart(ChecksumData sums, int fullWindows, CrcValue cutWindow) {
    Windows.checkType(sums, cutWindow.type());
    ByteBuffer packed = sums.range(0, Math.addExact(fullWindows, 1)).packed();
    byte[] cut = new byte[packed.remaining()];
    byte[] last = cutWindow.bytes();
    packed.get(cut).flip();
    System.arraycopy(last, 0, cut, cut.length - last.length, last.length);
    long length = (long) fullWindows * sums.bytesPerChecksum() + cutWindow.length();
    add(ChecksumData.of(sums.type(), sums.bytesPerChecksum(), cut), length);
  }

  /**
   * Ends the block at hand, which may have no chunk.
   *
   * @throws IllegalStateException if the checksum has been built
   */
  public final void endBlock() {
    checkOpen();
    closeBlock();
  }

  /**
   * Gives the checksum of the file. Nothing can be added afterwards.
   *
   * @return the checksum; {@link FileChecksum#ofEmptyFile()} if no byte was added
   * @throws IllegalStateException if ends of blocks matter here, and the last block has not been
   *     ended
   */
  public final FileChecksum build() {
    if (built == null) {
      built = finish();
    }
    return built;
  }

  final void checkOpen() {
    if (built != null) {
      throw new IllegalStateException("nothing can be added to a checksum that has been built");
    }
  }

  /** Throws IllegalArgumentException if there is no file checksum of such checksums here. */
  abstract void checkType(ChecksumData sums);

  /** Adds a chunk that has as many checksums as windows. */
  abstract void addChunk(ChecksumData sums, long length);

  abstract void closeBlock();

  abstract FileChecksum finish();
}
