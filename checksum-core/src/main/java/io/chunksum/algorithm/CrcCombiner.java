// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import java.util.Optional;

/**
 * Computes the CRC of two byte sequences one after the other from their CRCs, without the bytes:
 *
 * <pre>{@code
 * combine(crc(A), crc(B), |B|) == crc(A‖B)
 * }</pre>
 *
 * <p>Combining is associative, and its identity is the CRC of no bytes, which is 0, with length 0.
 *
 * <p>Where many sequences of one length are appended, such as full windows, {@link #forLength}
 * gives an operator that is faster by an order of magnitude.
 *
 * <p>Immutable and safe to share between threads; combining does not allocate.
 */
public final class CrcCombiner {

  /*
   * A CRC is the remainder of the message, taken as a polynomial over GF(2), by the generator P.
   * To append B is to multiply A by x^(8|B|) before adding B, so
   *
   *   crc(A‖B) = crc(A) · x^(8|B|) mod P  +  crc(B).
   *
   * The inversions at start and end of CRC-32 and CRC-32C cancel out. See Mark Adler's description of
   * crc32_combine in zlib, and R. N. Williams, "A painless guide to CRC error detection algorithms".
   *
   * The power comes from squares[k] = x^(8·2^k), one product for each bit set in |B|. As in the CRC
   * itself, bits are reflected: the highest bit is the coefficient of x^0.
   */

  /** Combines {@link ChecksumType#CRC32}. */
  public static final CrcCombiner CRC32 = new CrcCombiner(0xEDB88320);

  /** Combines {@link ChecksumType#CRC32C}. */
  public static final CrcCombiner CRC32C = new CrcCombiner(0x82F63B78);

  private static final int X_0 = 1 << 31;
  private static final int X_8 = 1 << 23;

  private final int polynomial;
  private final int[] squares = new int[Long.SIZE - 1];

  private CrcCombiner(int polynomial) {
    this.polynomial = polynomial;
    squares[0] = X_8;
    for (int k = 1; k < squares.length; k++) {
      squares[k] = multiply(squares[k - 1], squares[k - 1]);
    }
  }

  /**
   * Finds the combiner of a type.
   *
   * @param type the type
   * @return its combiner, or empty if checksums of the type cannot be combined
   */
  public static Optional<CrcCombiner> of(ChecksumType type) {
    if (type.equals(ChecksumType.CRC32)) {
      return Optional.of(CRC32);
    }
    return type.equals(ChecksumType.CRC32C) ? Optional.of(CRC32C) : Optional.empty();
  }

  /**
   * Gives the generator, for those who compute with remainders themselves.
   *
   * @return its coefficients but that of x^32, reflected: the highest bit is that of x^0
   */
  public int polynomial() {
    return polynomial;
  }

  /**
   * Combines the CRCs of two byte sequences A and B.
   *
   * @param crcOfA the CRC of A
   * @param crcOfB the CRC of B
   * @param lengthOfB number of bytes in B, not negative; the length of A does not matter
   * @return the CRC of A‖B
   * @throws IllegalArgumentException if {@code lengthOfB} is negative
   */
  public int combine(int crcOfA, int crcOfB, long lengthOfB) {
    return shift(crcOfA, lengthOfB) ^ crcOfB;
  }

  /**
   * Prepares for many combinations with byte sequences of one length.
   *
   * @param lengthOfB number of bytes in each B, not negative
   * @return an operator that holds 4 KiB of tables; making it takes as long as some dozens of
   *     {@link #combine(int, int, long) combinations}
   * @throws IllegalArgumentException if {@code lengthOfB} is negative
   */
  public FixedLength forLength(long lengthOfB) {
    return new FixedLength(lengthOfB, shift(X_0, lengthOfB));
  }

  /** The product of a CRC and x^(8·length). */
  private int shift(int crc, long length) {
    if (length < 0) {
      throw new IllegalArgumentException("lengthOfB must not be negative: " + length);
    }
    int shifted = crc;
    for (long bits = length; bits != 0; bits &= bits - 1) {
      shifted = multiply(squares[Long.numberOfTrailingZeros(bits)], shifted);
    }
    return shifted;
  }

  /** The product of two polynomials modulo the generator. */
  private int multiply(int a, int b) {
    int product = 0;
    int shifted = b;
    for (int coefficient = X_0; coefficient != 0; coefficient >>>= 1) {
      if ((a & coefficient) != 0) {
        product ^= shifted;
      }
      shifted = timesX(shifted);
    }
    return product;
  }

  /** A shift, and where it carries out x^32, that is what is left of it modulo the generator. */
  private int timesX(int a) {
    return (a >>> 1) ^ (polynomial & -(a & 1));
  }

  /**
   * Combines with byte sequences of one length, known beforehand. Immutable and safe to share
   * between threads.
   */
  public final class FixedLength {

    private static final int BYTE_VALUES = 256;

    /*
     * Multiplying by a constant is linear: the product of a CRC is the sum of the products of its
     * four bytes, and those of one byte fit a table.
     */
    private final int[] products = new int[Integer.BYTES * BYTE_VALUES];

    private final long length;

    private FixedLength(long length, int power) {
      this.length = length;
      int product = power;
      for (int bit = Integer.SIZE - 1; bit >= 0; bit--) {
        products[bit / Byte.SIZE * BYTE_VALUES + (1 << bit % Byte.SIZE)] = product;
        product = timesX(product);
      }
      for (int table = 0; table < products.length; table += BYTE_VALUES) {
        for (int value = 1; value < BYTE_VALUES; value++) {
          int lowest = Integer.lowestOneBit(value);
          products[table + value] = products[table + lowest] ^ products[table + value - lowest];
        }
      }
    }

    /**
     * Tells which length it is made for.
     *
     * @return number of bytes in each B
     */
    public long length() {
      return length;
    }

    /**
     * Combines the CRCs of two byte sequences A and B, as {@link CrcCombiner#combine(int, int,
     * long)} does.
     *
     * @param crcOfA the CRC of A, which may have any length
     * @param crcOfB the CRC of B, which has {@link #length()} bytes
     * @return the CRC of A‖B
     */
    public int combine(int crcOfA, int crcOfB) {
      return products[crcOfA & 0xFF]
          ^ products[BYTE_VALUES + (crcOfA >>> 8 & 0xFF)]
          ^ products[2 * BYTE_VALUES + (crcOfA >>> 16 & 0xFF)]
          ^ products[3 * BYTE_VALUES + (crcOfA >>> 24)]
          ^ crcOfB;
    }
  }
}
