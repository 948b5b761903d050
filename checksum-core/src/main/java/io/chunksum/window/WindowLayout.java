// SPDX-License-Identifier: Apache-2.0

package io.chunksum.window;

import java.util.Objects;

/**
 * Where the windows of a chunk lie: pure arithmetic on {@code long}.
 *
 * <pre>
 * length 10, bytesPerChecksum 4
 *
 * offset   0       4       8   10
 *          |-------|-------|---|
 * window       0       1     2      the trailing window is shorter
 * </pre>
 *
 * <p>A chunk of 0 bytes has no windows. Windows and offsets count from 0. Immutable.
 *
 * @param length number of bytes in the chunk, not negative
 * @param bytesPerChecksum number of bytes in a full window, at least 1
 */
public record WindowLayout(long length, int bytesPerChecksum) {

  /**
   * Checks the sizes.
   *
   * @param length number of bytes in the chunk
   * @param bytesPerChecksum number of bytes in a full window
   * @throws IllegalArgumentException if {@code length} is negative or {@code bytesPerChecksum} is
   *     below 1
   */
  public WindowLayout {
    if (length < 0) {
      throw new IllegalArgumentException("length must not be negative: " + length);
    }
    checkWindowSize(bytesPerChecksum);
  }

  static int checkWindowSize(int bytesPerChecksum) {
    if (bytesPerChecksum < 1) {
      throw new IllegalArgumentException(
          "bytesPerChecksum must be at least 1: " + bytesPerChecksum);
    }
    return bytesPerChecksum;
  }

  /**
   * Returns the number of windows, including a trailing one.
   *
   * @return the number of windows; 0 for an empty chunk
   */
  public long windowCount() {
    return windowCount(length, bytesPerChecksum);
  }

  /**
   * Returns the number of windows of a chunk without making a layout of it.
   *
   * @param length number of bytes in the chunk, not negative
   * @param bytesPerChecksum number of bytes in a full window, at least 1
   * @return the number of windows, including a trailing one; 0 for an empty chunk; undefined for a
   *     negative length or size
   * @throws ArithmeticException if {@code bytesPerChecksum} is 0 and {@code length} is not
   */
  public static long windowCount(long length, int bytesPerChecksum) {
    return length == 0 ? 0 : (length - 1) / bytesPerChecksum + 1;
  }

  /**
   * Returns the offset at which a window begins.
   *
   * @param window index of the window
   * @return offset of its first byte in the chunk
   * @throws IndexOutOfBoundsException if there is no such window
   */
  public long windowOffset(long window) {
    return Objects.checkIndex(window, windowCount()) * bytesPerChecksum;
  }

  /**
   * Returns the length of a window.
   *
   * @param window index of the window
   * @return number of bytes: {@code bytesPerChecksum}, or less for the trailing window
   * @throws IndexOutOfBoundsException if there is no such window
   */
  public int windowLength(long window) {
    return (int) Math.min(bytesPerChecksum, length - windowOffset(window));
  }

  /**
   * Finds the window that holds a byte.
   *
   * @param offset offset of the byte in the chunk
   * @return index of its window
   * @throws IndexOutOfBoundsException if the chunk has no such byte
   */
  public long windowAt(long offset) {
    return Objects.checkIndex(offset, length) / bytesPerChecksum;
  }

  /**
   * Widens a range to whole windows: the bytes to read so that every byte of the range can be
   * verified.
   *
   * @param offset offset of the first byte wanted
   * @param count number of bytes wanted
   * @return the smallest range of whole windows that covers it; if {@code count} is 0, an empty one
   *     at the last multiple of {@code bytesPerChecksum} up to {@code offset}
   * @throws IndexOutOfBoundsException if the range is not inside the chunk
   */
  public ByteRange align(long offset, long count) {
    Objects.checkFromIndexSize(offset, count, length);
    long start = offset - offset % bytesPerChecksum;
    if (count == 0) {
      return new ByteRange(start, 0);
    }
    long last = windowAt(offset + count - 1);
    return new ByteRange(start, windowOffset(last) + windowLength(last) - start);
  }
}
