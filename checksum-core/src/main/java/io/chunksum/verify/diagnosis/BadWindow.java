// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import java.io.IOException;

/**
 * The window in question, with the bytes around it. Offsets are positions in the data; indices of
 * bytes are positions in {@link #bytes}.
 */
final class BadWindow {

  /** Minimum number of bytes examined on either side, if they are present. */
  private static final int MIN_MARGIN_BYTES = 64 * 1024;

  /** Maximum number of them: with more, a shifted window could not be told from chance. */
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
    return new BadWindow(
        index, offset, length, expected, actual, bytes, bytesOffset, evidence.sumBits(length));
  }

  /** The window with the given index, which is known to be full. */
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

  /** The checksum of the bytes present; empty if there are none. */
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

  /** Index after the last byte present of the window. */
  int end() {
    return Math.min(start() + length, bytes.length);
  }

  /** Whether all bytes of the window are present. */
  boolean isWhole() {
    return start() + length <= bytes.length;
  }

  /** The finding that one of {@code tries} tries produced the checksum. */
  Finding finding(Cause cause, double tries) {
    return Finding.of(cause, tries, sumBits);
  }
}
