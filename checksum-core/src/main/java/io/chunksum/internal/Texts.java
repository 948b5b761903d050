// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

/** Texts that were recorded by somebody else, for messages. */
public final class Texts {

  /** Enough for the path of a file, which a scan puts before the name of a chunk. */
  private static final int MAX_CHARS = 5000;

  private Texts() {}

  /**
   * Shortens a text, such as the name of a chunk, which may have millions of characters.
   *
   * @param text any text
   * @return the text, or its first 5000 characters and how many there are
   */
  public static String shorten(String text) {
    if (text.length() <= MAX_CHARS) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1));
    return text.substring(0, splits ? MAX_CHARS - 1 : MAX_CHARS)
        + "… ("
        + text.length()
        + " characters)";
  }

  /**
   * Keeps a text, such as a name that was recorded, from ending the line that it is part of.
   *
   * @param text any text
   * @return the text, with {@code ?} for control characters and separators of lines and paragraphs
   */
  public static String inOneLine(String text) {
    return text.replaceAll("[\\p{Cc}\\x{2028}\\x{2029}]", "?");
  }
}
