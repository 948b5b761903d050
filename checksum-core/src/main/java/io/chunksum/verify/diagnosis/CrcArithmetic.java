// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.internal.BigEndian;
import java.util.Optional;

/**
 * A CRC as used by the searches that exploit its linearity: polynomials over GF(2), in the lowest
 * bits of a {@code long}, with the coefficient of x^0 highest. Reflected CRCs are written like
 * this; others are reversed on the way in and out, and so are the bytes that they cover.
 */
final class CrcArithmetic {

  private final CrcCombiner combiner;
  private final int width;
  private final boolean reflected;

  private CrcArithmetic(CrcCombiner combiner) {
    this.combiner = combiner;
    this.width = combiner.model().width();
    this.reflected = combiner.model().reflected();
  }

  /** That of a CRC that fills the bytes of its checksum; empty for any other algorithm. */
  static Optional<CrcArithmetic> of(ChecksumAlgorithm algorithm) {
    int bits = Byte.SIZE * algorithm.type().checksumLength();
    return algorithm.combiner().filter(crc -> crc.model().width() == bits).map(CrcArithmetic::new);
  }

  /** Number of bits, always whole bytes. */
  int width() {
    return width;
  }

  /** The generator without its highest power. */
  long generator() {
    return Long.reverse(combiner.model().polynomial()) >>> (Long.SIZE - width);
  }

  /** The second highest power of x in the generator. */
  int secondPower() {
    return width - 1 - Long.numberOfTrailingZeros(generator());
  }

  /** The polynomial of a checksum. */
  long polynomial(byte[] checksum) {
    return turned(BigEndian.getUnsigned(checksum, 0, checksum.length));
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

  /** The product of a polynomial and x^(8·bytes). */
  long shift(long polynomial, long bytes) {
    return turned(combiner.combine(turned(polynomial), 0, bytes) ^ combiner.combine(0L, 0L, bytes));
  }

  private long turned(long value) {
    return reflected ? value : Long.reverse(value) >>> (Long.SIZE - width);
  }
}
