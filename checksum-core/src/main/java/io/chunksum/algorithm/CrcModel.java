// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What tells one CRC from another: the parameters of the Rocksoft model of R. N. Williams ("A
 * painless guide to CRC error detection algorithms"), as the catalogue of parametrised CRC
 * algorithms (reveng.sourceforge.io) lists them. Immutable.
 *
 * <p>As in the catalogue, the polynomial and initial value are written with the highest power
 * first, whether the CRC is reflected or not.
 *
 * @param width number of bits, 1 to 64
 * @param polynomial the generator without its highest power; its lowest bit is set
 * @param initial what the register holds before the first bit
 * @param reflected whether each byte is taken lowest bit first and the result is reversed, too; the
 *     few CRCs that do only one of the two cannot be described this way
 * @param finalXor what is added to the register for the result
 * @param check the CRC of the ASCII digits {@code 123456789}
 */
public record CrcModel(
    int width, long polynomial, long initial, boolean reflected, long finalXor, long check) {

  private static final byte[] CHECKED = "123456789".getBytes(StandardCharsets.US_ASCII);

  /** CRC-32 of ISO-HDLC, zlib and Ethernet. */
  public static final CrcModel CRC32 =
      new CrcModel(32, 0x04C11DB7, 0xFFFFFFFFL, true, 0xFFFFFFFFL, 0xCBF43926L);

  /** CRC-32C of iSCSI. */
  public static final CrcModel CRC32C =
      new CrcModel(32, 0x1EDC6F41, 0xFFFFFFFFL, true, 0xFFFFFFFFL, 0xE3069283L);

  /** CRC-64 of the NVM Express command sets, and of S3. */
  public static final CrcModel CRC64_NVME =
      new CrcModel(64, 0xAD93D23594C93659L, -1, true, -1, 0xAE8B14860A799888L);

  /**
   * Checks the parameters against each other.
   *
   * @param width number of bits
   * @param polynomial the generator
   * @param initial the register at the start
   * @param reflected whether bits are taken and given in reverse
   * @param finalXor what is added at the end
   * @param check the CRC of {@code 123456789}
   * @throws IllegalArgumentException if the width is out of range, a value has more bits than that,
   *     the lowest bit of the polynomial is not set, or the check value is not what the others give
   */
  public CrcModel(
      int width, long polynomial, long initial, boolean reflected, long finalXor, long check) {
    this.width = width;
    this.polynomial = polynomial;
    this.initial = initial;
    this.reflected = reflected;
    this.finalXor = finalXor;
    this.check = check;
    if (width < 1 || width > Long.SIZE) {
      throw new IllegalArgumentException("width must be 1 to 64: " + width);
    }
    requireFits("polynomial", polynomial);
    requireFits("initial", initial);
    requireFits("finalXor", finalXor);
    requireFits("check", check);
    if ((polynomial & 1) == 0) {
      throw new IllegalArgumentException("the lowest bit of the polynomial must be set");
    }
    long state = initialState();
    for (byte b : CHECKED) {
      state = afterByte(state ^ Byte.toUnsignedLong(b));
    }
    long found = crc(state);
    if (found != check) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "the check value must be 0x%x, not 0x%x", found, check));
    }
  }

  private void requireFits(String name, long value) {
    if (!fits(value)) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%s 0x%x has more than %d bits", name, value, width));
    }
  }

  /**
   * Returns whether a number can be a CRC of this model.
   *
   * @param crc any number, taken as unsigned
   * @return whether it has no more bits than the CRC
   */
  public boolean fits(long crc) {
    // Not one shift by the width: one by 64 bits shifts nothing.
    return crc >>> (width - 1) >>> 1 == 0;
  }

  /*
   * The state of a running CRC is kept in 64 bits, in the order in which bytes arrive: the next
   * byte is added to the lowest eight. For a reflected CRC, that is the register with its bits
   * reversed, in the lowest bits. For any other, it is the register in the highest bits, with its
   * bytes reversed. So one loop over little-endian words serves both, and only tables and
   * conversions differ.
   */

  /** The state for a register. */
  private long toState(long register) {
    long left = register << (Long.SIZE - width);
    return reflected ? Long.reverse(left) : Long.reverseBytes(left);
  }

  long initialState() {
    return toState(initial);
  }

  /** The CRC of the bytes that led to a state. */
  long crc(long state) {
    long register = reflected ? state : Long.reverseBytes(state) >>> (Long.SIZE - width);
    return register ^ finalXor;
  }

  /** The state once its lowest eight bits have gone through the register, bit by bit. */
  long afterByte(long state) {
    long divisor = toState(polynomial);
    if (reflected) {
      long register = state;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        register = (register >>> 1) ^ (divisor & -(register & 1));
      }
      return register;
    }
    long register = Long.reverseBytes(state);
    divisor = Long.reverseBytes(divisor);
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      register = (register << 1) ^ (divisor & (register >> (Long.SIZE - 1)));
    }
    return Long.reverseBytes(register);
  }

  /** The CRC of no bytes. */
  long crcOfNothing() {
    return crc(initialState());
  }
}
