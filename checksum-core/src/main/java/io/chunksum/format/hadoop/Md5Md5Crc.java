// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.MalformedChecksumDataException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * MD5MD5CRC: the MD5 of the MD5s of blocks, each over the CRCs of the block's windows. In an
 * erasure-coded file of HDFS, block groups have an MD5 of those of their blocks, and it is the MD5
 * of these. Files can be compared only if their window and block sizes are the same, and their
 * erasure coding, if any.
 *
 * <pre>
 * 0     4          12                             28
 * |-----|-----------|------------------------------|
 * bytesPerCrc  crcPerBlock             md5               big-endian
 * </pre>
 *
 * <p>Hadoop calls it {@code MD5MD5CRC32GzipFileChecksum} with CRC32 and {@code
 * MD5MD5CRC32CastagnoliFileChecksum} with CRC32C.
 *
 * <p>Immutable and safe to share between threads.
 */
public final class Md5Md5Crc implements FileChecksum {

  private static final int MD5_BYTES = 16;
  private static final int BYTES = Integer.BYTES + Long.BYTES + MD5_BYTES;

  /** Length of the array behind the buffer that Hadoop writes the value to. */
  private static final int PADDED_BYTES = 32;

  /**
   * Hadoop's magic entry, kept for compatibility with its own early releases: the MD5 of 32 zero
   * bytes. It is not computed, because a JVM may have no MD5.
   */
  static final Md5Md5Crc EMPTY =
      new Md5Md5Crc(
          ChecksumType.CRC32, 0, 0, HexFormat.of().parseHex("70bc8f4b72a86921468bf8e8441dce51"));

  private final ChecksumType type;
  private final int bytesPerCrc;
  private final long crcPerBlock;
  private final byte[] md5;

  private Md5Md5Crc(ChecksumType type, int bytesPerCrc, long crcPerBlock, byte[] md5) {
    this.type = requireCrc32(type);
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
   * Creates a checksum from its parts.
   *
   * @param type CRC32 or CRC32C
   * @param bytesPerCrc bytes in a full window, 0 for an empty file
   * @param crcPerBlock number of CRCs in a full block, 0 if not stated
   * @param md5 the MD5; any bytes after the first 16 are ignored, because some releases of Ozone
   *     stored 20
   * @return the checksum
   * @throws IllegalArgumentException if the type is a different one, a number is negative, or the
   *     MD5 has fewer than 16 bytes
   */
  public static Md5Md5Crc of(ChecksumType type, int bytesPerCrc, long crcPerBlock, byte[] md5) {
    return new Md5Md5Crc(type, bytesPerCrc, crcPerBlock, md5);
  }

  /**
   * Parses a checksum as Hadoop returns it.
   *
   * @param type CRC32 or CRC32C, which is not in the bytes
   * @param bytes at least the 28 bytes of the value; any after them are ignored
   * @return the checksum
   * @throws MalformedChecksumDataException if there are fewer bytes, or a number is negative
   * @throws IllegalArgumentException if the type is a different one
   */
  public static Md5Md5Crc parse(ChecksumType type, byte[] bytes)
      throws MalformedChecksumDataException {
    requireCrc32(type);
    if (bytes.length < BYTES) {
      throw new MalformedChecksumDataException(
          bytes.length + " bytes are not an MD5MD5CRC", bytes.length);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int bytesPerCrc = in.getInt();
    if (bytesPerCrc < 0) {
      throw new MalformedChecksumDataException("bytesPerCrc is negative: " + bytesPerCrc, 0);
    }
    long crcPerBlock = in.getLong();
    if (crcPerBlock < 0) {
      throw new MalformedChecksumDataException(
          "crcPerBlock is negative: " + crcPerBlock, Integer.BYTES);
    }
    byte[] md5 = new byte[MD5_BYTES];
    in.get(md5);
    return new Md5Md5Crc(type, bytesPerCrc, crcPerBlock, md5);
  }

  /** Returns the type if it is CRC32 or CRC32C. */
  static ChecksumType requireCrc32(ChecksumType type) {
    if (!type.equals(ChecksumType.CRC32) && !type.equals(ChecksumType.CRC32C)) {
      throw new IllegalArgumentException("there is no MD5MD5CRC of " + type);
    }
    return type;
  }

  /**
   * Returns the type of the CRCs.
   *
   * @return CRC32 or CRC32C
   */
  public ChecksumType type() {
    return type;
  }

  /**
   * Returns the window size.
   *
   * @return bytes in a full window; 0 for an empty file
   */
  public int bytesPerCrc() {
    return bytesPerCrc;
  }

  /**
   * Returns the block size in CRCs.
   *
   * @return number of CRCs in a full block, internal if the file is erasure-coded; 0 for a file of
   *     one block or block group, and always in Ozone
   */
  public long crcPerBlock() {
    return crcPerBlock;
  }

  @Override
  public String algorithmName() {
    // Compared byte by byte with Hadoop's, so the digits must be the same in every locale.
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
   * @param other any object
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
   * Returns a hash code consistent with {@link #equals}.
   *
   * @return a hash of all parts
   */
  @Override
  public int hashCode() {
    return Objects.hash(type, bytesPerCrc, crcPerBlock, Arrays.hashCode(md5));
  }

  /**
   * Returns the same text as Hadoop.
   *
   * @return a text such as {@code MD5-of-0MD5-of-512CRC32C:dd8702e71fd20f96129b20a560038f7e}
   */
  @Override
  public String toString() {
    return algorithmName() + ":" + HexFormat.of().formatHex(md5);
  }
}
