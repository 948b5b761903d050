// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import java.io.IOException;

/**
 * The window in question, with the bytes around it. Offsets are those of the data unless they are
 * said to be indices, which are those of {@code bytes}.
 *
 * @param index the window's index
 * @param offset offset of its first byte
 * @param length bytes it had when its checksum was stored
 * @param expected the stored checksum
 * @param actual the checksum of the bytes that are there; empty if none are
 * @param bytes the bytes around it
 * @param bytesOffset offset of the first of them
 */
record BadWindow(
    long index,
    long offset,
    int length,
    byte[] expected,
    byte[] actual,
    byte[] bytes,
    long bytesOffset) {

  /** Least number of bytes looked at on either side, if they are there. */
  private static final int MIN_MARGIN_BYTES = 64 * 1024;

  /** Largest number of them: with more, a shifted window could not be told from chance. */
  private static final int MAX_MARGIN_BYTES = 16 * 1024 * 1024;

  /** Reads the surroundings of a window. */
  static BadWindow read(
      Evidence evidence, long index, long offset, int length, byte[] expected, byte[] actual)
      throws IOException {
    long margin = margin(length);
    byte[] bytes = evidence.read(offset - margin, offset + length + margin);
    long bytesOffset = Math.max(0, offset - margin);
    return new BadWindow(index, offset, length, expected, actual, bytes, bytesOffset);
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

  /** The finding that one of so many tries gave the checksum. */
  Finding finding(Cause cause, double tries) {
    return Finding.of(cause, tries, expected.length);
  }
}
