// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format;

/**
 * How files without chunks of their own are cut into chunks, so that memory does not grow with the
 * file.
 *
 * <p>All methods are safe to use from any thread.
 */
public final class FileChunks {

  /** The most bytes in a chunk, unless a single window is longer. */
  private static final int MAX_BYTES = 64 * 1024 * 1024;

  /** The most windows in a chunk, which bounds the memory for its checksums. */
  private static final int MAX_WINDOWS = 64 * 1024;

  private FileChunks() {}

  /**
   * Returns the length of the chunks.
   *
   * @param bytesPerChecksum bytes in a full window, 0 if there are none
   * @return bytes in every chunk but the last, a whole number of full windows
   * @throws IllegalArgumentException if it is negative
   */
  public static int bytes(int bytesPerChecksum) {
    if (bytesPerChecksum < 0) {
      throw new IllegalArgumentException(
          "bytesPerChecksum must not be negative: " + bytesPerChecksum);
    }
    if (bytesPerChecksum == 0) {
      return MAX_BYTES;
    }
    int windows = Math.min(MAX_BYTES / bytesPerChecksum, MAX_WINDOWS);
    return Math.max(1, windows) * bytesPerChecksum;
  }

  /**
   * Returns the name of a chunk, which says what number it is.
   *
   * @param offset where the chunk begins, in bytes from the start of the file
   * @param bytesPerChecksum bytes in a full window, 0 if there are none
   * @return {@code chunk_1} for the first, and so on
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is negative
   */
  public static String name(long offset, int bytesPerChecksum) {
    return "chunk_" + (offset / bytes(bytesPerChecksum) + 1);
  }
}
