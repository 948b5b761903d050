// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

/**
 * The polynomials over GF(2) that CRCs stand for, modulo a generator. They are held as reflected
 * CRCs are, in the lowest bits of a {@code long} with the coefficient of x^0 highest; other CRCs
 * are turned on the way in and out. Immutable.
 */
public final class CrcPolynomials {

  private final int width;
  private final boolean reflected;
  private final long one;
  private final long generator;

  /** The powers x^(8·2^k), each the square of the one before. */
  private final long[] squares = new long[Long.SIZE - 1];

  /**
   * Creates the arithmetic of one CRC, which takes some microseconds.
   *
   * @param width number of bits of the CRC
   * @param polynomial the generator without its highest power, with the coefficient of x^0 lowest
   * @param reflected whether the CRC is reflected
   */
  public CrcPolynomials(int width, long polynomial, boolean reflected) {
    this.width = width;
    this.reflected = reflected;
    this.one = 1L << (width - 1);
    this.generator = reversed(polynomial);
    squares[0] = timesX8(one);
    for (int k = 1; k < squares.length; k++) {
      squares[k] = multiply(squares[k - 1], squares[k - 1]);
    }
  }

  /**
   * Returns the polynomial 1, which has the highest bit that a polynomial may have.
   *
   * @return x^0
   */
  public long one() {
    return one;
  }

  /**
   * Returns the generator without its highest power.
   *
   * @return the same as the remainder of that power
   */
  public long generator() {
    return generator;
  }

  /**
   * Converts a CRC to a polynomial, or back.
   *
   * @param value either of them
   * @return the other
   */
  public long turned(long value) {
    return reflected ? value : reversed(value);
  }

  private long reversed(long value) {
    return Long.reverse(value) >>> (Long.SIZE - width);
  }

  /**
   * Multiplies by x: a shift, with any x^width it carries out reduced.
   *
   * @param a a polynomial
   * @return the product
   */
  public long timesX(long a) {
    return (a >>> 1) ^ (generator & -(a & 1));
  }

  /**
   * Multiplies by x^8, as one more byte does.
   *
   * @param a a polynomial
   * @return the product
   */
  public long timesX8(long a) {
    long product = a;
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      product = timesX(product);
    }
    return product;
  }

  /**
   * Multiplies by x^(8·bytes), with one product for each bit set in the number of bytes.
   *
   * @param polynomial a polynomial
   * @param bytes number of bytes, not negative
   * @return the product
   */
  public long shift(long polynomial, long bytes) {
    long shifted = polynomial;
    for (long bits = bytes; bits != 0; bits &= bits - 1) {
      // The known factor is second: its multiples do not wait for the product so far.
      shifted = multiply(shifted, squares[Long.numberOfTrailingZeros(bits)]);
    }
    return shifted;
  }

  private long multiply(long a, long b) {
    long product = 0;
    long shifted = b;
    for (long coefficient = one; coefficient != 0; coefficient >>>= 1) {
      if ((a & coefficient) != 0) {
        product ^= shifted;
      }
      shifted = timesX(shifted);
    }
    return product;
  }
}
