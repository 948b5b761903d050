// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format;

/**
 * How files are cut that have no chunks of their own, so that memory does not grow with them.
 *
 * <p>All methods are safe to use from any thread.
 */
public final class FileChunks {

  /** A chunk has at most so many bytes, a window longer than that excepted. */
  private static final int MAX_BYTES = 64 * 1024 * 1024;

  /** A chunk has at most so many windows, so that the memory for its checksums is bounded. */
  private static final int MAX_WINDOWS = 64 * 1024;

  private FileChunks() {}

  /**
   * Tells how long chunks are.
   *
   * @param bytesPerChecksum bytes in a full window, 0 if there are none
   * @return bytes of every chunk but the last, a number of full windows
   */
  public static int bytes(int bytesPerChecksum) {
    if (bytesPerChecksum == 0) {
      return MAX_BYTES;
    }
    int windows = Math.min(MAX_BYTES / bytesPerChecksum, MAX_WINDOWS);
    return Math.max(1, windows) * bytesPerChecksum;
  }
}
