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
 * <p>Combining is associative, and its identity is the CRC of no bytes, with length 0. For CRC-32,
 * CRC-32C and CRC-64/NVME that CRC is 0. {@link CrcValue} keeps a CRC and its length together.
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
   * Initial value and final addition are the same for A and for A‖B; adding the CRC of no bytes to
   * that of A takes both out of it. See Mark Adler's description of crc32_combine in zlib, and R. N.
   * Williams, "A painless guide to CRC error detection algorithms".
   *
   * The power comes from squares[k] = x^(8·2^k), one product for each bit set in |B|. Polynomials are
   * held as reflected CRCs are, in the lowest bits with the coefficient of x^0 highest; other CRCs are
   * turned round on the way in and out.
   */

  /** Combines {@link ChecksumType#CRC32}. */
  public static final CrcCombiner CRC32 = new CrcCombiner(CrcModel.CRC32);

  /** Combines {@link ChecksumType#CRC32C}. */
  public static final CrcCombiner CRC32C = new CrcCombiner(CrcModel.CRC32C);

  private final CrcModel model;
  private final long crcOfNothing;

  /** The coefficients of x^0 and of all that is left of x^width. */
  private final long one;

  private final long divisor;

  private final long[] squares = new long[Long.SIZE - 1];

  private CrcCombiner(CrcModel model) {
    this.model = model;
    this.crcOfNothing = model.crcOfNothing();
    this.one = 1L << (model.width() - 1);
    this.divisor = Long.reverse(model.polynomial()) >>> (Long.SIZE - model.width());
    long byteShift = one;
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      byteShift = timesX(byteShift);
    }
    squares[0] = byteShift;
    for (int k = 1; k < squares.length; k++) {
      squares[k] = multiply(squares[k - 1], squares[k - 1]);
    }
  }

  /**
   * Makes a combiner, which takes some microseconds: make one and keep it.
   *
   * @param model which CRC
   * @return its combiner
   */
  public static CrcCombiner of(CrcModel model) {
    return new CrcCombiner(model);
  }

  /**
   * Finds the combiner of a type.
   *
   * @param type the type
   * @return the combiner of its algorithm, or empty if there is none of either
   */
  public static Optional<CrcCombiner> of(ChecksumType type) {
    return ChecksumAlgorithms.find(type.name())
        .filter(algorithm -> algorithm.type().equals(type))
        .flatMap(ChecksumAlgorithm::combiner);
  }

  /**
   * Tells which CRC it combines.
   *
   * @return the model
   */
  public CrcModel model() {
    return model;
  }

  /**
   * Gives the identity of combining.
   *
   * @return the CRC of no bytes
   */
  public long crcOfNothing() {
    return crcOfNothing;
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
  public long combine(long crcOfA, long crcOfB, long lengthOfB) {
    return turned(shift(turned(crcOfA ^ crcOfNothing), lengthOfB)) ^ crcOfB;
  }

  /**
   * Does the same for CRCs of at most 32 bits.
   *
   * @param crcOfA the CRC of A
   * @param crcOfB the CRC of B
   * @param lengthOfB number of bytes in B, not negative
   * @return the CRC of A‖B
   * @throws IllegalArgumentException if {@code lengthOfB} is negative
   */
  public int combine(int crcOfA, int crcOfB, long lengthOfB) {
    return (int) combine(Integer.toUnsignedLong(crcOfA), Integer.toUnsignedLong(crcOfB), lengthOfB);
  }

  /**
   * Prepares for many combinations with byte sequences of one length.
   *
   * @param lengthOfB number of bytes in each B, not negative
   * @return an operator that holds 2 KiB of tables for each byte of a CRC; making it takes as long
   *     as some dozens of {@link #combine(long, long, long) combinations}
   * @throws IllegalArgumentException if {@code lengthOfB} is negative
   */
  public FixedLength forLength(long lengthOfB) {
    return new FixedLength(lengthOfB, shift(one, lengthOfB));
  }

  /** A CRC as a polynomial, or back. */
  private long turned(long crc) {
    return model.reflected() ? crc : Long.reverse(crc) >>> (Long.SIZE - model.width());
  }

  /** The product of a polynomial and x^(8·length). */
  private long shift(long polynomial, long length) {
    if (length < 0) {
      throw new IllegalArgumentException("lengthOfB must not be negative: " + length);
    }
    long shifted = polynomial;
    for (long bits = length; bits != 0; bits &= bits - 1) {
      shifted = multiply(squares[Long.numberOfTrailingZeros(bits)], shifted);
    }
    return shifted;
  }

  /** The product of two polynomials modulo the generator. */
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

  /** A shift, and where it carries out x^width, that is what is left of it modulo the generator. */
  private long timesX(long a) {
    return (a >>> 1) ^ (divisor & -(a & 1));
  }

  /**
   * Combines with byte sequences of one length, known beforehand. Immutable and safe to share
   * between threads.
   */
  public final class FixedLength {

    private static final int BYTE_VALUES = 256;

    /*
     * Multiplying by a constant is linear: the product of a CRC is the sum of the products of its
     * bytes, and those of one byte fit a table. There are tables for four bytes or for eight. The CRC
     * of no bytes goes the same way, so what it contributes is a constant.
     */
    private final long[] products;

    private final long constant;
    private final long length;

    private FixedLength(long length, long power) {
      this.length = length;
      int bytes = model.width() <= Integer.SIZE ? Integer.BYTES : Long.BYTES;
      this.products = new long[bytes * BYTE_VALUES];
      for (int bit = 0; bit < model.width(); bit++) {
        products[bit / Byte.SIZE * BYTE_VALUES + (1 << bit % Byte.SIZE)] =
            turned(multiply(power, turned(1L << bit)));
      }
      for (int table = 0; table < products.length; table += BYTE_VALUES) {
        for (int value = 1; value < BYTE_VALUES; value++) {
          int lowest = Integer.lowestOneBit(value);
          products[table + value] = products[table + lowest] ^ products[table + value - lowest];
        }
      }
      this.constant = productOf(crcOfNothing);
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
     * Combines the CRCs of two byte sequences A and B, as {@link CrcCombiner#combine(long, long,
     * long)} does.
     *
     * @param crcOfA the CRC of A, which may have any length
     * @param crcOfB the CRC of B, which has {@link #length()} bytes
     * @return the CRC of A‖B
     */
    public long combine(long crcOfA, long crcOfB) {
      return productOf(crcOfA) ^ constant ^ crcOfB;
    }

    /**
     * Does the same for CRCs of at most 32 bits.
     *
     * @param crcOfA the CRC of A, which may have any length
     * @param crcOfB the CRC of B, which has {@link #length()} bytes
     * @return the CRC of A‖B
     */
    public int combine(int crcOfA, int crcOfB) {
      return (int) (productOfInt(crcOfA) ^ constant) ^ crcOfB;
    }

    private long productOf(long crc) {
      long product = productOfInt((int) crc);
      return products.length == Integer.BYTES * BYTE_VALUES
          ? product
          : product
              ^ products[4 * BYTE_VALUES + ((int) (crc >>> 32) & 0xFF)]
              ^ products[5 * BYTE_VALUES + ((int) (crc >>> 40) & 0xFF)]
              ^ products[6 * BYTE_VALUES + ((int) (crc >>> 48) & 0xFF)]
              ^ products[7 * BYTE_VALUES + (int) (crc >>> 56)];
    }

    private long productOfInt(int crc) {
      return products[crc & 0xFF]
          ^ products[BYTE_VALUES + (crc >>> 8 & 0xFF)]
          ^ products[2 * BYTE_VALUES + (crc >>> 16 & 0xFF)]
          ^ products[3 * BYTE_VALUES + (crc >>> 24)];
    }
  }
}
