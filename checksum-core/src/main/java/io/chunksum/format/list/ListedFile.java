// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.list;

import io.chunksum.algorithm.ChecksumType;
import java.util.OptionalLong;

/**
 * A file and its checksum: one line of a list. Immutable.
 *
 * @param name the name of the file as in the list, unescaped; relative to the working directory if
 *     it is not absolute; it may be empty, or not be valid on this system
 * @param type the type of the checksum
 * @param checksum the checksum of the whole file in lower-case hexadecimal digits
 * @param length bytes of the file, if they are recorded
 */
public record ListedFile(String name, ChecksumType type, String checksum, OptionalLong length) {

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
   * a CRC.
   *
   * @return the line without a line break
   * @throws IllegalStateException if it is a CRC of {@code cksum} for which there is no line that
   *     can be read back: the length is not known, or the name is empty, has line breaks or ends
   *     with a carriage return
   */
  public String toLine() {
    if (!type.equals(FileSum.CKSUM)) {
      return escaped(checksum + "  ");
    }
    if (length.isEmpty() || name.isEmpty() || name.contains("\n") || name.endsWith("\r")) {
      throw new IllegalStateException("cksum has no line for " + this);
    }
    return Long.parseLong(checksum, 16) + " " + length.getAsLong() + " " + name;
  }

  /**
   * Returns the line as {@code cksum -a md5} and {@code md5sum --tag} write it.
   *
   * @return the line without a line break
   * @throws IllegalStateException if it is the CRC of {@code cksum}, which has no such form
   */
  public String toTaggedLine() {
    if (type.equals(FileSum.CKSUM)) {
      throw new IllegalStateException("cksum writes no tag for " + this);
    }
    return escaped(type.name() + " (") + ") = " + checksum;
  }

  /** Returns {@code before} and the escaped name, with a leading backslash if one was needed. */
  private String escaped(String before) {
    String text = name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    return (text.equals(name) ? "" : "\\") + before + text;
  }
}
