// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import io.chunksum.internal.CrcPolynomials;
import java.util.Optional;

/**
 * Computes the CRC of two concatenated byte sequences from their CRCs, without the bytes:
 *
 * <pre>{@code
 * combine(crc(A), crc(B), |B|) == crc(A‖B)
 * }</pre>
 *
 * <p>Combining is associative, and its identity is the CRC of no bytes, with length 0. For CRC-32,
 * CRC-32C and CRC-64/NVME that CRC is 0. {@link CrcValue} keeps a CRC and its length together.
 *
 * <p>To append many sequences of one length, such as full windows, {@link #forLength} returns an
 * operator that is faster by an order of magnitude.
 *
 * <p>Immutable and safe to share between threads; combining does not allocate.
 */
public final class CrcCombiner {

  /*
   * A CRC is the remainder of the message, taken as a polynomial over GF(2), on division by the
   * generator P. Appending B multiplies A by x^(8|B|) before adding B, so
   *
   *   crc(A‖B) = crc(A) · x^(8|B|) mod P  +  crc(B).
   *
   * The initial value and the final addition are the same for A and for A‖B; adding the CRC of no
   * bytes to that of A removes both. See Mark Adler's description of crc32_combine in zlib, and R.
   * N. Williams, "A painless guide to CRC error detection algorithms".
   */

  /** Combines {@link ChecksumType#CRC32}. */
  public static final CrcCombiner CRC32 = new CrcCombiner(CrcModel.CRC32);

  /** Combines {@link ChecksumType#CRC32C}. */
  public static final CrcCombiner CRC32C = new CrcCombiner(CrcModel.CRC32C);

  private final CrcModel model;
  private final CrcPolynomials polynomials;
  private final long crcOfNothing;

  /** The bits of a {@code long} that a CRC of the model uses. */
  private final long crcBits;

  private CrcCombiner(CrcModel model) {
    this.model = model;
    this.polynomials = new CrcPolynomials(model.width(), model.polynomial(), model.reflected());
    this.crcOfNothing = model.crcOfNothing();
    this.crcBits = -1L >>> (Long.SIZE - model.width());
  }

  /**
   * Creates a combiner, which takes some microseconds: create one and keep it.
   *
   * @param model which CRC
   * @return its combiner
   */
  public static CrcCombiner of(CrcModel model) {
    return new CrcCombiner(model);
  }

  /**
   * Returns the combiner of an algorithm.
   *
   * @param algorithm which CRC
   * @return its combiner, the same on every call
   * @throws IllegalArgumentException if checksums of the algorithm cannot be combined
   */
  public static CrcCombiner of(ChecksumAlgorithm algorithm) {
    return algorithm.combiner().orElseThrow(() -> cannotCombine(algorithm.type()));
  }

  private static IllegalArgumentException cannotCombine(ChecksumType type) {
    String advice = type.equals(ChecksumType.ADLER32) ? " as CRCs are: see Adler32Combiner" : "";
    return new IllegalArgumentException(type + " checksums cannot be combined" + advice);
  }

  /**
   * Finds the combiner of a type.
   *
   * @param type the type
   * @return the combiner of its algorithm, or empty if there is no algorithm for the type, or its
   *     checksums cannot be combined
   * @throws IllegalStateException if services are searched, as in {@link ChecksumAlgorithms#find}
   */
  public static Optional<CrcCombiner> find(ChecksumType type) {
    return ChecksumAlgorithms.find(type).flatMap(ChecksumAlgorithm::combiner);
  }

  /**
   * Returns the model of the CRC that it combines.
   *
   * @return the model
   */
  public CrcModel model() {
    return model;
  }

  /**
   * Returns the identity of combining.
   *
   * @return the CRC of no bytes
   */
  public long crcOfNothing() {
    return crcOfNothing;
  }

  /**
   * Combines the CRCs of two byte sequences A and B. Only as many bits of each count as the model
   * has, so an {@code int} that became a negative {@code long} is still the same CRC.
   *
   * @param crcOfA the CRC of A
   * @param crcOfB the CRC of B
   * @param lengthOfB number of bytes in B, not negative; the length of A does not matter
   * @return the CRC of A‖B, as an unsigned number
   * @throws IllegalArgumentException if {@code lengthOfB} is negative
   */
  public long combine(long crcOfA, long crcOfB, long lengthOfB) {
    long a = polynomials.turned((crcOfA & crcBits) ^ crcOfNothing);
    return polynomials.turned(shift(a, lengthOfB)) ^ (crcOfB & crcBits);
  }

  /**
   * Combines the CRCs of two byte sequences A and B, for CRCs of at most 32 bits.
   *
   * @param crcOfA the CRC of A
   * @param crcOfB the CRC of B
   * @param lengthOfB number of bytes in B, not negative
   * @return the CRC of A‖B
   * @throws IllegalArgumentException if {@code lengthOfB} is negative
   * @throws UnsupportedOperationException if the model has more than 32 bits
   */
  public int combine(int crcOfA, int crcOfB, long lengthOfB) {
    checkFitsInt();
    return (int) combine(Integer.toUnsignedLong(crcOfA), Integer.toUnsignedLong(crcOfB), lengthOfB);
  }

  /**
   * Prepares for many combinations with byte sequences of one length.
   *
   * @param lengthOfB number of bytes in each B, not negative
   * @return an operator that holds 20 KiB of tables, or 16 KiB for CRCs of more than 32 bits;
   *     creating it takes as long as a few dozen {@link #combine(long, long, long) combinations}
   * @throws IllegalArgumentException if {@code lengthOfB} is negative
   */
  public FixedLength forLength(long lengthOfB) {
    return new FixedLength(lengthOfB, shift(polynomials.one(), lengthOfB));
  }

  private void checkFitsInt() {
    if (model.width() > Integer.SIZE) {
      throw new UnsupportedOperationException(
          "a CRC of " + model.width() + " bits does not fit in an int");
    }
  }

  private long shift(long polynomial, long lengthOfB) {
    if (lengthOfB < 0) {
      throw new IllegalArgumentException("lengthOfB must not be negative: " + lengthOfB);
    }
    return polynomials.shift(polynomial, lengthOfB);
  }

  /**
   * Combines CRCs with those of byte sequences of one length, known in advance. Immutable and safe
   * to share between threads.
   */
  public final class FixedLength {

    /*
     * Multiplying by a constant is linear: the product of a CRC is the sum of the products of its
     * digits, and those of one digit fit in a table. A CRC of at most 32 bits has three digits,
     * which take three quarters of the time of four bytes; for eight bytes, tables of that size
     * would be larger than a first-level cache. The CRC of no bytes goes the same way, so its
     * contribution is a constant.
     */
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;
    private static final int BYTES = 1 << Byte.SIZE;

    /** For three digits; empty for longer CRCs. */
    private final int[] ofDigits;

    /** For eight bytes; empty for shorter CRCs. */
    private final long[] ofBytes;

    private final long constant;
    private final long length;

    private FixedLength(long length, long power) {
      this.length = length;
      long[] ofBits = productsOfBits(power);
      boolean fitsInt = model.width() <= Integer.SIZE;
      this.ofDigits = fitsInt ? productsOfDigits(ofBits) : new int[0];
      this.ofBytes = fitsInt ? new long[0] : productsOfBytes(ofBits);
      this.constant = productOf(crcOfNothing);
    }

    /** The product of each CRC with one bit set, lowest bit first; 0 for bits that no CRC has. */
    private long[] productsOfBits(long power) {
      long[] products = new long[Long.SIZE];
      long product = power;
      for (long coefficient = polynomials.one(); coefficient != 0; coefficient >>>= 1) {
        int bit = Long.numberOfTrailingZeros(polynomials.turned(coefficient));
        products[bit] = polynomials.turned(product);
        product = polynomials.timesX(product);
      }
      return products;
    }

    /** The products of all values of each digit, lowest digit first. */
    private static int[] productsOfDigits(long[] ofBits) {
      int[] products = new int[2 * DIGITS + (1 << (Integer.SIZE - 2 * DIGIT_BITS))];
      for (int bit = 0; bit < Integer.SIZE; bit++) {
        int digit = bit / DIGIT_BITS * DIGITS;
        int value = 1 << bit % DIGIT_BITS;
        for (int i = digit; i < digit + value; i++) {
          products[i + value] = products[i] ^ (int) ofBits[bit];
        }
      }
      return products;
    }

    /** The products of all values of each byte, lowest byte first. */
    private static long[] productsOfBytes(long[] ofBits) {
      long[] products = new long[Long.BYTES * BYTES];
      for (int bit = 0; bit < Long.SIZE; bit++) {
        int digit = bit / Byte.SIZE * BYTES;
        int value = 1 << bit % Byte.SIZE;
        for (int i = digit; i < digit + value; i++) {
          products[i + value] = products[i] ^ ofBits[bit];
        }
      }
      return products;
    }

    /**
     * Returns the length it is made for.
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
     * @return the CRC of A‖B, as an unsigned number
     */
    public long combine(long crcOfA, long crcOfB) {
      return (productOf(crcOfA) ^ constant ^ crcOfB) & crcBits;
    }

    /**
     * Combines the CRCs of two byte sequences A and B, for CRCs of at most 32 bits.
     *
     * @param crcOfA the CRC of A, which may have any length
     * @param crcOfB the CRC of B, which has {@link #length()} bytes
     * @return the CRC of A‖B
     * @throws UnsupportedOperationException if the model has more than 32 bits
     */
    public int combine(int crcOfA, int crcOfB) {
      checkFitsInt();
      return (productOf(crcOfA) ^ (int) constant ^ crcOfB) & (int) crcBits;
    }

    private long productOf(long crc) {
      return ofBytes.length == 0
          ? Integer.toUnsignedLong(productOf((int) crc))
          : ofBytes[(int) crc & 0xFF]
              ^ ofBytes[BYTES + ((int) (crc >>> 8) & 0xFF)]
              ^ ofBytes[2 * BYTES + ((int) (crc >>> 16) & 0xFF)]
              ^ ofBytes[3 * BYTES + ((int) (crc >>> 24) & 0xFF)]
              ^ ofBytes[4 * BYTES + ((int) (crc >>> 32) & 0xFF)]
              ^ ofBytes[5 * BYTES + ((int) (crc >>> 40) & 0xFF)]
              ^ ofBytes[6 * BYTES + ((int) (crc >>> 48) & 0xFF)]
              ^ ofBytes[7 * BYTES + (int) (crc >>> 56)];
    }

    private int productOf(int crc) {
      return ofDigits[crc & (DIGITS - 1)]
          ^ ofDigits[DIGITS + ((crc >>> DIGIT_BITS) & (DIGITS - 1))]
          ^ ofDigits[2 * DIGITS + (crc >>> (2 * DIGIT_BITS))];
    }
  }
}
