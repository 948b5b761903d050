// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.CrcValue;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds the checksum of a file from those of its chunks, added in order, block by block. Chunks
 * may have any length, and each has its own windows, counted from its start.
 *
 * <pre>{@code
 * for (List<ChunkInfo> block : blocks) {
 *   block.forEach(builder::add);
 *   builder.endBlock();
 * }
 * FileChecksum checksum = builder.build();
 * }</pre>
 *
 * <p>For the first bytes of a file, as in {@code getFileChecksum(path, length)}, use {@link
 * #addPrefix} to add the chunk in which they end, or add only its first windows if they end with a
 * window.
 *
 * <p>Mutable, for one thread at a time. Of what was added, it keeps only a few numbers.
 */
public abstract sealed class FileChecksumBuilder permits CompositeCrcBuilder, Md5Md5CrcBuilder {

  /** Null until the checksum has been built, which uses up the digests. */
  private @Nullable FileChecksum built;

  FileChecksumBuilder() {}

  /**
   * Adds the next chunk of the current block. Its offset does not matter.
   *
   * @param chunk the record of the chunk
   * @throws IllegalArgumentException if the type or window size of its checksums does not fit, or
   *     one has more bits than the CRC
   * @throws IllegalStateException if the checksum has been built
   * @throws ArithmeticException if this brings the file to 2<sup>63</sup> bytes or more
   */
  public final void add(ChunkInfo chunk) {
    add(chunk.checksums(), chunk.length());
  }

  /**
   * Adds the next chunk of the current block.
   *
   * @param sums the checksums of its windows
   * @param length bytes of the chunk
   * @throws IllegalArgumentException if the type or window size of the checksums does not fit, one
   *     has more bits than the CRC, or the chunk has another number of windows
   * @throws IllegalStateException if the checksum has been built
   * @throws ArithmeticException if this brings the file to 2<sup>63</sup> bytes or more
   */
  public final void add(ChecksumData sums, long length) {
    checkOpen();
    sums.checkCovers(length);
    addChunk(sums, length);
  }

  /**
   * Adds the first bytes of a chunk, if they end within a window: the checksum of their part of
   * that window is not among the stored ones. If they end with a window, such as the third of 512
   * bytes, {@code add(sums.range(0, 3), 1536)} adds them.
   *
   * @param sums the checksums of the windows of the whole chunk
   * @param fullWindows number of windows before the one in which they end
   * @param cutWindow the CRC of their part of that window, computed from the data
   * @throws IllegalArgumentException if the CRC covers no bytes or more than a window, or has
   *     another type, or if the type or window size of the checksums does not fit, or one has more
   *     bits than the CRC
   * @throws IndexOutOfBoundsException if the chunk does not have one more window than that
   * @throws IllegalStateException if the checksum has been built
   * @throws ArithmeticException if this brings the file to 2<sup>63</sup> bytes or more
   */
  public final void addPrefix(ChecksumData sums, int fullWindows, CrcValue cutWindow) {
    sums.checkType(cutWindow.type());
    if (cutWindow.length() == 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "nothing of a window is cut off: for whole windows, add(sums.range(0, %d), %d)",
              fullWindows,
              (long) fullWindows * sums.bytesPerChecksum()));
    }
    if (cutWindow.length() > sums.bytesPerChecksum()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d bytes are more than a window of %d",
              cutWindow.length(),
              sums.bytesPerChecksum()));
    }
    Objects.checkIndex(fullWindows, sums.count());
    byte[] cut = sums.range(0, fullWindows + 1).toByteArray();
    byte[] last = cutWindow.bytes();
    System.arraycopy(last, 0, cut, cut.length - last.length, last.length);
    long length = (long) fullWindows * sums.bytesPerChecksum() + cutWindow.length();
    add(ChecksumData.of(sums.type(), sums.bytesPerChecksum(), cut), length);
  }

  /**
   * Ends the current block, which may have no chunks.
   *
   * @throws IllegalStateException if the checksum has been built
   */
  public final void endBlock() {
    checkOpen();
    closeBlock();
  }

  /**
   * Returns the checksum of the file. Nothing can be added afterwards.
   *
   * @return the checksum; {@link FileChecksum#ofEmptyFile()} if no byte was added
   * @throws IllegalStateException if block boundaries matter to this builder and the last block or
   *     block group has not been ended
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

  /**
   * Adds a chunk that has as many checksums as windows; throws IllegalArgumentException if no such
   * file checksum can be built from them.
   */
  abstract void addChunk(ChecksumData sums, long length);

  abstract void closeBlock();

  abstract FileChecksum finish();
}
