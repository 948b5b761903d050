// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import java.io.IOException;

/**
 * The window in question, with the bytes around it. Offsets are positions in the data; indices of
 * bytes are positions in {@link #bytes}.
 *
 * @param index the window's index
 * @param offset offset of its first byte
 * @param length bytes it had when its checksum was stored
 * @param expected the stored checksum
 * @param actual the checksum of the bytes present; empty if there are none
 * @param bytes the bytes of the window and around it
 * @param bytesOffset offset of the first of {@code bytes}
 * @param sumBits how many bits of its checksum say something
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record BadWindow(
    long index,
    long offset,
    int length,
    byte[] expected,
    byte[] actual,
    byte[] bytes,
    long bytesOffset,
    int sumBits) {

  /** Minimum number of bytes examined on either side, if they are present. */
  private static final int MIN_MARGIN_BYTES = 64 * 1024;

  /** Maximum number of them: with more, a shifted window could not be told from chance. */
  private static final int MAX_MARGIN_BYTES = 16 * 1024 * 1024;

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

  /** The checksum of the bytes present as they were read now; empty if there are none. */
  byte[] checksum(ChecksumAlgorithm algorithm) {
    return start() < end()
        ? Evidence.checksum(algorithm, bytes, start(), end() - start())
        : new byte[0];
  }

  /** The finding that one of {@code tries} tries produced the checksum. */
  Finding finding(Cause cause, double tries) {
    return Finding.of(cause, tries, sumBits);
  }
}
