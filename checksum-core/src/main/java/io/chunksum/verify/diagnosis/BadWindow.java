// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumType;
import java.io.IOException;

/**
 * The window in question, with the bytes around it. Offsets are those of the data unless they are
 * said to be indices, which are those of {@link #bytes}.
 */
final class BadWindow {

  /** Least number of bytes looked at on either side, if they are there. */
  private static final int MIN_MARGIN_BYTES = 64 * 1024;

  /** Largest number of them: with more, a shifted window could not be told from chance. */
  private static final int MAX_MARGIN_BYTES = 16 * 1024 * 1024;

  private final long index;
  private final long offset;
  private final int length;
  private final byte[] expected;
  private final byte[] actual;
  private final byte[] bytes;
  private final long bytesOffset;
  private final int sumBits;

  private BadWindow(
      long index,
      long offset,
      int length,
      byte[] expected,
      byte[] actual,
      byte[] bytes,
      long bytesOffset,
      int sumBits) {
    this.index = index;
    this.offset = offset;
    this.length = length;
    this.expected = expected;
    this.actual = actual;
    this.bytes = bytes;
    this.bytesOffset = bytesOffset;
    this.sumBits = sumBits;
  }

  /** Reads the surroundings of a window. */
  static BadWindow read(
      Evidence evidence, long index, long offset, int length, byte[] expected, byte[] actual)
      throws IOException {
    long margin = margin(length);
    byte[] bytes = evidence.read(offset - margin, offset + length + margin);
    long bytesOffset = Math.max(0, offset - margin);
    int sumBits = sumBits(evidence.sums().type(), length);
    return new BadWindow(index, offset, length, expected, actual, bytes, bytesOffset, sumBits);
  }

  /** The window of an index that is known to be full. */
  static BadWindow full(Evidence evidence, long index) throws IOException {
    byte[] expected = new byte[evidence.sums().type().checksumLength()];
    evidence.sums().checksum((int) (index - evidence.firstWindow())).get(expected);
    int length = evidence.bytesPerChecksum();
    return read(evidence, index, index * length, length, expected, new byte[0]);
  }

  private static int margin(int length) {
    return Math.max(MIN_MARGIN_BYTES, Math.min(length, MAX_MARGIN_BYTES));
  }

  /** The window's index. */
  long index() {
    return index;
  }

  /** Offset of its first byte. */
  long offset() {
    return offset;
  }

  /** Bytes it had when its checksum was stored. */
  int length() {
    return length;
  }

  /** The stored checksum. */
  byte[] expected() {
    return expected;
  }

  /** The checksum of the bytes that are there; empty if none are. */
  byte[] actual() {
    return actual;
  }

  /** The bytes of the window and around it. */
  byte[] bytes() {
    return bytes;
  }

  /** Offset of the first of {@link #bytes}. */
  long bytesOffset() {
    return bytesOffset;
  }

  /** Index of the window's first byte. */
  int start() {
    return (int) (offset - bytesOffset);
  }

  /** Index after the last byte of the window that is there. */
  int end() {
    return Math.min(start() + length, bytes.length);
  }

  /** Whether all bytes of the window are there. */
  boolean isWhole() {
    return start() + length <= bytes.length;
  }

  /**
   * What a checksum tells of a window: no more than the window holds; and of an Adler-32, which has
   * sums that differ little for data that does, only half.
   */
  private static int sumBits(ChecksumType type, int length) {
    int bits = Byte.SIZE * type.checksumLength();
    int telling = type.equals(ChecksumType.ADLER32) ? bits / 2 : bits;
    return (int) Math.min(telling, (long) Byte.SIZE * length);
  }

  /** The finding that one of so many tries gave the checksum. */
  Finding finding(Cause cause, double tries) {
    return Finding.of(cause, tries, sumBits);
  }
}
