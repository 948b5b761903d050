// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.internal.BigEndian;
import io.chunksum.internal.CrcPolynomials;
import java.util.Optional;

/**
 * A CRC as used by the searches that exploit its linearity, as {@link CrcPolynomials}. If the CRC
 * is not reflected, the bytes that it covers are reversed like the CRC itself.
 */
final class CrcArithmetic {

  private final CrcPolynomials polynomials;
  private final int width;
  private final boolean reflected;

  private CrcArithmetic(CrcModel model) {
    this.width = model.width();
    this.reflected = model.reflected();
    this.polynomials = new CrcPolynomials(width, model.polynomial(), reflected);
  }

  /** Returns the arithmetic of a CRC whose width is a whole number of bytes; else empty. */
  static Optional<CrcArithmetic> find(ChecksumAlgorithm algorithm) {
    int bits = Byte.SIZE * algorithm.type().checksumLength();
    return algorithm
        .combiner()
        .map(CrcCombiner::model)
        .filter(model -> model.width() == bits)
        .map(CrcArithmetic::new);
  }

  /** Number of bits, always whole bytes. */
  int width() {
    return width;
  }

  /** The generator without its highest power. */
  long generator() {
    return polynomials.generator();
  }

  /** The second highest power of x in the generator. */
  int secondPower() {
    return width - 1 - Long.numberOfTrailingZeros(generator());
  }

  /** The polynomial of a checksum. */
  long polynomial(byte[] checksum) {
    return polynomials.turned(BigEndian.getUnsigned(checksum, 0, checksum.length));
  }

  /** The bits of a byte of data, with the first to be taken lowest. */
  int taken(byte data) {
    return reflected
        ? Byte.toUnsignedInt(data)
        : Integer.reverse(data) >>> (Integer.SIZE - Byte.SIZE);
  }

  /** Which bit of a byte is taken {@code bits} bits before its last. */
  int bitBeforeLast(int bits) {
    return reflected ? Byte.SIZE - 1 - bits : bits;
  }

  /** The product of a polynomial and x^8. */
  long timesX8(long polynomial) {
    return polynomials.timesX8(polynomial);
  }

  /** The product of a polynomial and x^(8·bytes). */
  long shift(long polynomial, long bytes) {
    return polynomials.shift(polynomial, bytes);
  }
}
