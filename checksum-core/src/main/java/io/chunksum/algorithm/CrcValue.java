// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import io.chunksum.internal.BigEndian;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * A CRC together with its algorithm and the number of bytes it covers. It can thus be appended to
 * another without the bytes, and values that do not belong together are refused.
 *
 * <p>Appending is associative, and {@link #empty} is its identity: values can be reduced in any
 * grouping, as long as their order is kept.
 *
 * <p>Two values are equal if their type, algorithm, CRC and length are. Immutable and safe to share
 * between threads.
 */
public final class CrcValue {

  private final ChecksumType type;
  private final CrcCombiner combiner;
  private final long crc;
  private final long length;

  private CrcValue(ChecksumType type, CrcCombiner combiner, long crc, long length) {
    this.type = type;
    this.combiner = combiner;
    this.crc = crc;
    this.length = length;
  }

  /**
   * Creates a value.
   *
   * @param algorithm the algorithm that computed it
   * @param crc the CRC as an unsigned number, as {@code ChecksumData.value} returns it
   * @param length number of bytes it was computed over
   * @return the value
   * @throws IllegalArgumentException if checksums of the algorithm cannot be combined, the CRC has
   *     more bits than they have, the length is negative, or the length is 0 and the CRC is not
   *     that of no bytes
   */
  public static CrcValue of(ChecksumAlgorithm algorithm, long crc, long length) {
    CrcCombiner combiner = CrcCombiner.of(algorithm);
    CrcModel model = combiner.model();
    if (!model.fits(crc)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "0x%x has more than the %d bits of %s",
              crc,
              model.width(),
              algorithm.type()));
    }
    if (length < 0) {
      throw new IllegalArgumentException("length must not be negative: " + length);
    }
    if (length == 0 && crc != combiner.crcOfNothing()) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "0x%x is not the %s of no bytes", crc, algorithm.type()));
    }
    return new CrcValue(algorithm.type(), combiner, crc, length);
  }

  /**
   * Creates a value of a CRC that is an int, as {@code ChecksumData.crc} returns it: its bits are
   * taken as an unsigned number, whereas a conversion to long would repeat the highest of them.
   *
   * @param algorithm the algorithm that computed it, with CRCs of at most 32 bits
   * @param crc the CRC
   * @param length number of bytes it was computed over
   * @return the value
   * @throws IllegalArgumentException if CRCs of the algorithm have more than 32 bits, or for the
   *     reasons of {@link #of(ChecksumAlgorithm, long, long)}
   */
  public static CrcValue of(ChecksumAlgorithm algorithm, int crc, long length) {
    int width = CrcCombiner.of(algorithm).model().width();
    if (width > Integer.SIZE) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "an int has no room for the %d bits of %s", width, algorithm.type()));
    }
    return of(algorithm, Integer.toUnsignedLong(crc), length);
  }

  /**
   * Returns the identity of appending.
   *
   * @param algorithm which CRC
   * @return the value of no bytes
   * @throws IllegalArgumentException if checksums of the algorithm cannot be combined
   */
  public static CrcValue empty(ChecksumAlgorithm algorithm) {
    CrcCombiner combiner = CrcCombiner.of(algorithm);
    return new CrcValue(algorithm.type(), combiner, combiner.crcOfNothing(), 0);
  }

  /**
   * Returns the CRC of these bytes followed by others.
   *
   * @param next the CRC of the bytes that follow
   * @return the value of both, one after the other
   * @throws IllegalArgumentException if it is of another algorithm
   * @throws ArithmeticException if together they have 2<sup>63</sup> bytes or more
   */
  public CrcValue append(CrcValue next) {
    if (!type.equals(next.type) || !combiner.model().equals(next.combiner.model())) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "a %s cannot be appended to a %s", next.describe(), describe()));
    }
    return new CrcValue(
        type,
        combiner,
        combiner.combine(crc, next.crc, next.length),
        Math.addExact(length, next.length));
  }

  /**
   * Returns the type of the algorithm that computed it.
   *
   * @return the type
   */
  public ChecksumType type() {
    return type;
  }

  /**
   * Returns the CRC.
   *
   * @return the CRC as an unsigned number, in as many of the lowest bits as the CRC has
   */
  public long crc() {
    return crc;
  }

  /**
   * Returns the CRC as checksums of the type are stored.
   *
   * @return a new array of {@link ChecksumType#checksumLength()} bytes, big-endian
   */
  public byte[] bytes() {
    byte[] bytes = new byte[type.checksumLength()];
    BigEndian.putUnsigned(bytes, 0, bytes.length, crc);
    return bytes;
  }

  /**
   * Returns the number of bytes it covers.
   *
   * @return number of bytes
   */
  public long length() {
    return length;
  }

  private String describe() {
    return type + " of width " + combiner.model().width();
  }

  /**
   * Compares algorithm, CRC and length.
   *
   * @param other anything
   * @return whether it is an equal value
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof CrcValue that
        && type.equals(that.type)
        && combiner.model().equals(that.combiner.model())
        && crc == that.crc
        && length == that.length;
  }

  /**
   * Returns a hash code consistent with {@link #equals}.
   *
   * @return a hash of type, CRC and length
   */
  @Override
  public int hashCode() {
    return Objects.hash(type, crc, length);
  }

  /**
   * Returns the type, the CRC in hex and the length.
   *
   * @return text such as {@code CRC32C 0xe3069283 of 9 bytes}
   */
  @Override
  public String toString() {
    String unit = length == 1 ? " byte" : " bytes";
    return type + " 0x" + HexFormat.of().formatHex(bytes()) + " of " + length + unit;
  }
}
