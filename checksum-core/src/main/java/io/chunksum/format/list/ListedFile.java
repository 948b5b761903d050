// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.list;

import io.chunksum.algorithm.ChecksumType;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A file and its checksum: one line of a list. Immutable.
 *
 * @param name the name of the file as in the list, unescaped; relative to the working directory if
 *     it is not absolute; it may be empty, or not be valid on this system
 * @param type the type of the checksum; not NONE, of which a list has no lines
 * @param checksum the checksum of the whole file in lower-case hexadecimal digits
 * @param length bytes of the file, if they are recorded
 */
public record ListedFile(String name, ChecksumType type, String checksum, OptionalLong length) {

  /**
   * Checks the checksum and the length.
   *
   * @param name the name of the file
   * @param type the type of the checksum
   * @param checksum the checksum in hexadecimal digits; upper-case ones become lower-case
   * @param length bytes of the file, if they are recorded; not negative
   * @throws IllegalArgumentException if the type is NONE, the checksum is not one of the type, or
   *     the length is negative
   */
  public ListedFile {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(checksum, "checksum");
    Objects.requireNonNull(length, "length");
    checkListed(type);
    if (!isChecksum(type, checksum)) {
      throw new IllegalArgumentException("not a checksum of type " + type + ": " + checksum);
    }
    if (length.orElse(0) < 0) {
      throw new IllegalArgumentException("length must not be negative: " + length.getAsLong());
    }
    checksum = checksum.toLowerCase(Locale.ROOT);
  }

  /** Throws IllegalArgumentException if a list has no lines of a type. */
  static void checkListed(ChecksumType type) {
    if (type.isNone()) {
      throw new IllegalArgumentException("a list has no lines of type NONE");
    }
  }

  /** Whether a text has the hexadecimal digits of a checksum, in either case. */
  static boolean isChecksum(ChecksumType type, String text) {
    return text.length() == 2 * type.checksumLength()
        && text.chars().allMatch(HexFormat::isHexDigit);
  }

  /**
   * Returns whether a file is what was listed.
   *
   * @param actual the same file as it is now
   * @return whether type and checksum are equal, and the length too, if this one is known
   */
  public boolean matches(ListedFile actual) {
    return type.equals(actual.type)
        && checksum.equals(actual.checksum)
        && (length.isEmpty() || length.equals(actual.length));
  }

  /**
   * Returns the line as {@code md5sum} and {@code sha256sum} write it, and as {@code cksum} writes
   * a CRC. In a file, it is in UTF-8. An encoder of UTF-8 would make question marks of the bytes of
   * a name that are not, see {@link ListReader}, and with them another name: write the lowest 8
   * bits of each of these surrogates.
   *
   * @return the line without a line break
   * @throws UnsupportedOperationException if there is no line that can be read back: the name is
   *     empty, or it is a CRC of {@code cksum}, and the length is not known, or the name has line
   *     breaks or ends with a carriage return
   */
  public String toLine() {
    if (name.isEmpty()) {
      throw new UnsupportedOperationException("there is no plain line without a name: " + this);
    }
    if (!type.equals(FileSum.CKSUM)) {
      return escaped(checksum + "  ");
    }
    if (length.isEmpty() || name.contains("\n") || name.endsWith("\r")) {
      throw new UnsupportedOperationException("cksum has no line for " + this);
    }
    return Long.parseLong(checksum, 16) + " " + length.getAsLong() + " " + name;
  }

  /**
   * Returns the line as {@code cksum -a md5} and {@code md5sum --tag} write it, to be encoded as
   * that of {@link #toLine}.
   *
   * @return the line without a line break
   * @throws UnsupportedOperationException if it is the CRC of {@code cksum}, which has no such form
   */
  public String toTaggedLine() {
    if (type.equals(FileSum.CKSUM)) {
      throw new UnsupportedOperationException("cksum writes no tag for " + this);
    }
    return escaped(type.name() + " (") + ") = " + checksum;
  }

  /** Returns {@code before} and the escaped name, with a leading backslash if one was needed. */
  private String escaped(String before) {
    String text = name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    return (text.equals(name) ? "" : "\\") + before + text;
  }
}
