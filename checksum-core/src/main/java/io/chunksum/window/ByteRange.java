// SPDX-License-Identifier: Apache-2.0

package io.chunksum.window;

/**
 * A run of bytes. Immutable.
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
   * Returns the end of the range.
   *
   * @return the offset after its last byte
   */
  public long end() {
    return offset + length;
  }

  /**
   * Returns the bytes that are in both this range and another.
   *
   * @param other the other range
   * @return the bytes in common; if there are none, an empty range somewhere in this one
   */
  public ByteRange intersection(ByteRange other) {
    long from = clamp(other.offset);
    return new ByteRange(from, clamp(other.end()) - from);
  }

  /** The offset nearest to another between the first byte and the end of this range, inclusive. */
  private long clamp(long position) {
    return Math.max(offset, Math.min(position, end()));
  }
}
