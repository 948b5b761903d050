// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumType;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * MD5MD5CRC: the MD5 of the MD5s of blocks, each over the CRCs of its windows. It compares files
 * only if window and block sizes are the same.
 *
 * <pre>
 * 0     4          12                             28
 * |-----|-----------|------------------------------|
 * bytesPerCrc  crcPerBlock             md5               big-endian
 * </pre>
 *
 * <p>The names in Hadoop are {@code MD5MD5CRC32GzipFileChecksum} with CRC32 and {@code
 * MD5MD5CRC32CastagnoliFileChecksum} with CRC32C.
 *
 * <p>Immutable and safe to share between threads.
 */
public final class Md5Md5Crc implements FileChecksum {

  private static final int MD5_BYTES = 16;
  private static final int BYTES = Integer.BYTES + Long.BYTES + MD5_BYTES;

  /** The array behind the buffer that Hadoop writes the value to. */
  private static final int PADDED_BYTES = 32;

  /** Hadoop's magic entry, kept for compatibility with its own early releases. */
  static final Md5Md5Crc EMPTY =
      new Md5Md5Crc(ChecksumType.CRC32, 0, 0, newMd5().digest(new byte[32]));

  private final ChecksumType type;
  private final int bytesPerCrc;
  private final long crcPerBlock;
  private final byte[] md5;

  private Md5Md5Crc(ChecksumType type, int bytesPerCrc, long crcPerBlock, byte[] md5) {
    this.type = checkType(type);
    if (bytesPerCrc < 0 || crcPerBlock < 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "must not be negative: bytesPerCrc %d, crcPerBlock %d",
              bytesPerCrc,
              crcPerBlock));
    }
    if (md5.length < MD5_BYTES) {
      throw new IllegalArgumentException("an MD5 of " + md5.length + " bytes");
    }
    this.bytesPerCrc = bytesPerCrc;
    this.crcPerBlock = crcPerBlock;
    this.md5 = Arrays.copyOf(md5, MD5_BYTES);
  }

  /**
   * Makes a checksum of its parts.
   *
   * @param type CRC32 or CRC32C
   * @param bytesPerCrc bytes in a full window, 0 for a file without bytes
   * @param crcPerBlock number of CRCs of a full block, 0 if it is not told
   * @param md5 the MD5; what comes after 16 bytes is ignored, because some releases of Ozone stored
   *     20
   * @return the checksum
   * @throws IllegalArgumentException if the type is another, a number is negative, or the MD5 has
   *     less than 16 bytes
   */
  public static Md5Md5Crc of(ChecksumType type, int bytesPerCrc, long crcPerBlock, byte[] md5) {
    return new Md5Md5Crc(type, bytesPerCrc, crcPerBlock, md5);
  }

  /**
   * Reads a checksum as Hadoop gives it.
   *
   * @param type CRC32 or CRC32C, which the bytes do not tell
   * @param bytes at least the 28 bytes of the value; what comes after them is ignored
   * @return the checksum
   * @throws IllegalArgumentException if the type is another, there are less bytes, or a number is
   *     negative
   */
  public static Md5Md5Crc parse(ChecksumType type, byte[] bytes) {
    if (bytes.length < BYTES) {
      throw new IllegalArgumentException(bytes.length + " bytes are no MD5MD5CRC");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int bytesPerCrc = in.getInt();
    long crcPerBlock = in.getLong();
    byte[] md5 = new byte[MD5_BYTES];
    in.get(md5);
    return new Md5Md5Crc(type, bytesPerCrc, crcPerBlock, md5);
  }

  /** Gives back one of the two types there are. */
  static ChecksumType checkType(ChecksumType type) {
    if (!type.equals(ChecksumType.CRC32) && !type.equals(ChecksumType.CRC32C)) {
      throw new IllegalArgumentException("there is no MD5MD5CRC of " + type);
    }
    return type;
  }

  static MessageDigest newMd5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JVM has no MD5", e);
    }
  }

  /**
   * Tells which CRC it is made of.
   *
   * @return CRC32 or CRC32C
   */
  public ChecksumType type() {
    return type;
  }

  /**
   * Tells the window size.
   *
   * @return bytes in a full window; 0 for a file without bytes
   */
  public int bytesPerCrc() {
    return bytesPerCrc;
  }

  /**
   * Tells the block size.
   *
   * @return number of CRCs of a full block; 0 for a file of one block, and always in Ozone
   */
  public long crcPerBlock() {
    return crcPerBlock;
  }

  @Override
  public String algorithmName() {
    // Compared byte by byte with Hadoop's, so of the same digits in every locale.
    return "MD5-of-" + crcPerBlock + "MD5-of-" + bytesPerCrc + type;
  }

  /**
   * {@inheritDoc}
   *
   * @return 28 bytes
   */
  @Override
  public byte[] bytes() {
    return ByteBuffer.allocate(BYTES).putInt(bytesPerCrc).putLong(crcPerBlock).put(md5).array();
  }

  /**
   * {@inheritDoc}
   *
   * @return 32 bytes, of which the last 4 are 0
   */
  @Override
  public byte[] paddedBytes() {
    return Arrays.copyOf(bytes(), PADDED_BYTES);
  }

  /**
   * Compares all parts.
   *
   * @param other anything
   * @return whether it is an equal checksum
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Md5Md5Crc that
        && type.equals(that.type)
        && bytesPerCrc == that.bytesPerCrc
        && crcPerBlock == that.crcPerBlock
        && Arrays.equals(md5, that.md5);
  }

  /**
   * Agrees with {@link #equals}.
   *
   * @return a hash of all parts
   */
  @Override
  public int hashCode() {
    return Objects.hash(type, bytesPerCrc, crcPerBlock, Arrays.hashCode(md5));
  }

  /**
   * Gives the text that Hadoop gives.
   *
   * @return such as {@code MD5-of-0MD5-of-512CRC32C:dd8702e71fd20f96129b20a560038f7e}
   */
  @Override
  public String toString() {
    return algorithmName() + ":" + HexFormat.of().formatHex(md5);
  }
}
