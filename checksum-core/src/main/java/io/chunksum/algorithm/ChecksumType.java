// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import io.chunksum.internal.Texts;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * Names a checksum algorithm and fixes the length of its result.
 *
 * <p>The constants are the types of Apache Ozone, with their numbers in its protocol (enum {@code
 * ChecksumType} of {@code DatanodeClientProtocol.proto}), and a few of other systems, without a
 * number. Other algorithms have types made by {@link #of}, also without a number. Two types are
 * equal if their name, length and number are. Immutable and safe to share between threads.
 */
public final class ChecksumType {

  private static final int NO_NUMBER = 0;

  /** No checksum: nothing is computed, and verifying reports "not checked". */
  public static final ChecksumType NONE = new ChecksumType("NONE", 0, 1);

  /** CRC-32 of ISO-HDLC, zlib and Ethernet, polynomial 0x04C11DB7; 4 bytes big-endian. */
  public static final ChecksumType CRC32 = new ChecksumType("CRC32", Integer.BYTES, 2);

  /** CRC-32C of iSCSI (RFC 3720), polynomial 0x1EDC6F41; 4 bytes big-endian. */
  public static final ChecksumType CRC32C = new ChecksumType("CRC32C", Integer.BYTES, 3);

  /** SHA-256 (FIPS 180-4); 32 bytes. */
  public static final ChecksumType SHA256 = new ChecksumType("SHA256", 32, 4);

  /** MD5 (RFC 1321); 16 bytes. Detects accidents only: it does not withstand an attacker. */
  public static final ChecksumType MD5 = new ChecksumType("MD5", 16, 5);

  /** CRC-64/NVME, the default of S3; 8 bytes big-endian. */
  public static final ChecksumType CRC64NVME = new ChecksumType("CRC64NVME", Long.BYTES, NO_NUMBER);

  /**
   * Adler-32 of zlib (RFC 1950) and the Quantcast File System, which pads the last window with
   * zeros to 64 KiB; 4 bytes big-endian.
   */
  public static final ChecksumType ADLER32 = new ChecksumType("ADLER32", Integer.BYTES, NO_NUMBER);

  private static final List<ChecksumType> NUMBERED = List.of(NONE, CRC32, CRC32C, SHA256, MD5);

  private final String name;
  private final int checksumLength;
  private final int wireNumber;

  private ChecksumType(String name, int checksumLength, int wireNumber) {
    this.name = name;
    this.checksumLength = checksumLength;
    this.wireNumber = wireNumber;
  }

  /**
   * Creates the type of your own algorithm, or one that is equal to a constant without a number
   * ({@link #CRC64NVME}, {@link #ADLER32}). To look up any type by a configured name, use {@link
   * ChecksumAlgorithms#find(String)}.
   *
   * @param name its name, case-sensitive, made of ASCII letters, digits, {@code -}, {@code _},
   *     {@code .} and {@code /}; the names of types with a number are taken
   * @param checksumLength number of bytes in a result, 1 to 255
   * @return a type without a wire number
   * @throws IllegalArgumentException if the name is empty, is longer than 64 characters, has
   *     characters other than those listed, or is taken; or if the length is out of range
   */
  public static ChecksumType of(String name, int checksumLength) {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "not a name for a checksum type (1 to 64 ASCII letters, digits, '-', '_', '.' or '/'): '"
              + Texts.shorten(name)
              + "'");
    }
    checkNotNumbered(name);
    if (checksumLength < 1 || checksumLength > 255) {
      throw new IllegalArgumentException("checksumLength must be 1 to 255: " + checksumLength);
    }
    return new ChecksumType(name, checksumLength, NO_NUMBER);
  }

  /** With what the name stands for, because it may have come from a file, with other facts. */
  private static void checkNotNumbered(String name) {
    for (ChecksumType type : NUMBERED) {
      if (type.name.equals(name)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "%s is the name of the built-in checksum type of %d bytes with the number %d",
                name,
                type.checksumLength,
                type.wireNumber));
      }
    }
  }

  /** Not a regular expression, because decoders call this for every name. */
  private static boolean isName(String name) {
    boolean valid = !name.isEmpty() && name.length() <= 64;
    for (int i = 0; valid && i < name.length(); i++) {
      char c = name.charAt(i);
      valid =
          (c >= 'A' && c <= 'Z')
              || (c >= 'a' && c <= 'z')
              || (c >= '0' && c <= '9')
              || "._/-".indexOf(c) >= 0;
    }
    return valid;
  }

  /**
   * Lists the types that have a number in Ozone's protocol.
   *
   * @return the types in the order of their numbers, from 1
   */
  public static List<ChecksumType> numbered() {
    return NUMBERED;
  }

  /**
   * Returns the name, as the command line and messages use it.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * Returns the number of bytes in a result.
   *
   * @return number of bytes; 0 for {@link #NONE}
   */
  public int checksumLength() {
    return checksumLength;
  }

  /**
   * Returns whether nothing is computed.
   *
   * @return true for {@link #NONE}, and for no other type
   */
  public boolean isNone() {
    return equals(NONE);
  }

  /**
   * Returns the number of this type in Ozone's protocol.
   *
   * @return 1 to 5 for the types of Ozone, empty for every other type
   */
  public OptionalInt wireNumber() {
    return wireNumber == NO_NUMBER ? OptionalInt.empty() : OptionalInt.of(wireNumber);
  }

  /**
   * Compares name, length and number.
   *
   * @param other anything
   * @return whether it is an equal type
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof ChecksumType that
        && name.equals(that.name)
        && checksumLength == that.checksumLength
        && wireNumber == that.wireNumber;
  }

  /**
   * Returns a hash code consistent with {@link #equals}.
   *
   * @return a hash of the name
   */
  @Override
  public int hashCode() {
    return Objects.hashCode(name);
  }

  /**
   * Returns the name.
   *
   * @return the name
   */
  @Override
  public String toString() {
    return name;
  }
}
