// SPDX-License-Identifier: Apache-2.0

package io.chunksum.window;

/**
 * A run of bytes.
 *
 * @param offset offset of the first byte, 0-based, not negative
 * @param length number of bytes, not negative
 */
public record ByteRange(long offset, long length) {

  /**
   * Checks the range.
   *
   * @param offset offset of the first byte
   * @param length number of bytes
   * @throws IllegalArgumentException if offset or length is negative, or the end is beyond
   *     2<sup>63</sup>−1
   */
  public ByteRange {
    if (offset < 0 || length < 0 || offset + length < 0) {
      throw new IllegalArgumentException("no such range: offset " + offset + ", length " + length);
    }
  }

  /**
   * Tells where the range ends.
   *
   * @return the offset after its last byte
   */
  public long end() {
    return offset + length;
  }

  /**
   * Gives the bytes that lie in this range and in another.
   *
   * @param other the other range
   * @return what both have; empty, somewhere in this range, if they have nothing in common
   */
  public ByteRange intersection(ByteRange other) {
    long from = clamp(other.offset);
    return new ByteRange(from, clamp(other.end()) - from);
  }

  /**
   * Moves an offset into this range.
   *
   * @param position any offset
   * @return the offset from the first byte to the end of this range that is nearest to it
   */
  public long clamp(long position) {
    return Math.max(offset, Math.min(position, end()));
  }
}
