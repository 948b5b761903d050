// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.list;

import io.chunksum.algorithm.ChecksumType;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses lines of a list as GNU coreutils 9.1 does with {@code --check}; digests in Base64, which
 * later versions can write, are none. Mutable: it remembers which of two forms the lines have.
 *
 * <pre>
 * &lt;digest&gt;  &lt;name&gt;            text
 * &lt;digest&gt; *&lt;name&gt;            binary, treated the same
 * &lt;digest&gt; &lt;name&gt;             one blank, if all lines have only one
 * MD5 (&lt;name&gt;) = &lt;digest&gt;     with a tag
 * &lt;crc&gt; &lt;length&gt; &lt;name&gt;       the CRC of cksum, in decimal digits
 * \...                       the name is escaped
 * </pre>
 */
final class LineParser {

  private static final Pattern CRC =
      Pattern.compile("(\\d{1,10}) (\\d{1,19}) (.+)", Pattern.DOTALL);
  private static final Pattern REST_OF_TAGGED =
      Pattern.compile(" ?\\((.*)\\)[ \t]*=[ \t]*(.*)", Pattern.DOTALL);

  /** What precedes the names in the lines of a list. */
  private enum Separator {
    /** No line has shown it yet. */
    UNKNOWN,
    ONE_BLANK,
    BLANK_AND_MARKER
  }

  private final ListForm form;
  private Separator separator = Separator.UNKNOWN;

  LineParser(ListForm form) {
    this.form = form;
  }

  /** Parses a line that is neither empty nor a comment; returns empty if it is malformed. */
  Optional<ListedFile> parse(String line) {
    int blanks = 0;
    while (blanks < line.length() && isBlank(line.charAt(blanks))) {
      blanks++;
    }
    String text = line.substring(blanks);
    boolean escaped = text.startsWith("\\");
    if (escaped) {
      text = text.substring(1);
    }
    Optional<ChecksumType> tag = form.tagged(text);
    if (tag.isPresent()) {
      return tagged(tag.get(), text.substring(tag.get().name().length()), escaped);
    }
    Optional<ChecksumType> type = form.untagged();
    // Lines of the CRC are taken as they are: cksum neither indents nor escapes them.
    return type.isPresent() ? untagged(type.get(), text, escaped) : crc(line);
  }

  private static Optional<ListedFile> tagged(ChecksumType type, String rest, boolean escaped) {
    Matcher matcher = REST_OF_TAGGED.matcher(rest);
    return matcher.matches()
        ? listed(type, matcher.group(2), matcher.group(1), escaped)
        : Optional.empty();
  }

  private Optional<ListedFile> untagged(ChecksumType type, String text, boolean escaped) {
    int digits = 2 * type.checksumLength();
    if (text.length() < digits + 2 || !isBlank(text.charAt(digits))) {
      return Optional.empty();
    }
    int at = digits + 1;
    boolean single = text.length() == at + 1 || !isMarker(text.charAt(at));
    // If mixed, a name that begins with a blank would be taken for another file's.
    if (single && separator == Separator.BLANK_AND_MARKER) {
      return Optional.empty();
    }
    boolean marked = !single && separator != Separator.ONE_BLANK;
    String digest = text.substring(0, digits);
    if (ListedFile.isChecksum(type, digest)) {
      // Even if the name is invalid.
      separator = marked ? Separator.BLANK_AND_MARKER : Separator.ONE_BLANK;
    }
    return listed(type, digest, text.substring(marked ? at + 1 : at), escaped);
  }

  private static Optional<ListedFile> crc(String line) {
    Matcher matcher = CRC.matcher(line);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      long crc = Long.parseLong(matcher.group(1));
      long length = Long.parseLong(matcher.group(2));
      return crc >>> Integer.SIZE != 0
          ? Optional.empty()
          : Optional.of(
              new ListedFile(
                  matcher.group(3),
                  FileSum.CKSUM,
                  HexFormat.of().toHexDigits((int) crc),
                  OptionalLong.of(length)));
    } catch (NumberFormatException e) {
      return Optional.empty(); // A length of 2^63 or more.
    }
  }

  private static Optional<ListedFile> listed(
      ChecksumType type, String digest, String name, boolean escaped) {
    if (!ListedFile.isChecksum(type, digest)) {
      return Optional.empty();
    }
    return (escaped ? unescaped(name) : Optional.of(name))
        .map(file -> new ListedFile(file, type, digest, OptionalLong.empty()));
  }

  private static Optional<String> unescaped(String name) {
    StringBuilder text = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char next = name.charAt(i);
      if (next == '\\') {
        i++;
        switch (i < name.length() ? name.charAt(i) : ' ') {
          case '\\' -> text.append('\\');
          case 'n' -> text.append('\n');
          case 'r' -> text.append('\r');
          default -> {
            return Optional.empty();
          }
        }
      } else {
        text.append(next);
      }
    }
    return Optional.of(text.toString());
  }

  private static boolean isBlank(char character) {
    return character == ' ' || character == '\t';
  }

  private static boolean isMarker(char character) {
    return character == ' ' || character == '*';
  }
}
