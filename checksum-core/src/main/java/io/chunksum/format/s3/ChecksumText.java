// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.s3;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.internal.Texts;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the values of headers and the ETags that {@link ObjectChecksum} writes. */
final class ChecksumText {

  private static final Pattern TEXT = Pattern.compile("([^-]*)(?:-([1-9][0-9]{0,4}))?");

  private ChecksumText() {}

  static ObjectChecksum parseHeader(ChecksumType type, String value)
      throws MalformedChecksumDataException {
    Matcher matcher = match(value);
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(matcher.group(1));
    } catch (IllegalArgumentException e) {
      throw new MalformedChecksumDataException("not Base64: " + Texts.shorten(value), 0, e);
    }
    ObjectChecksum found = parsed(type, bytes, matcher);
    if (!found.toString().equals(value)) {
      // Bits beyond the last byte, or no padding.
      throw new MalformedChecksumDataException(
          "not Base64 as S3 writes it: " + Texts.shorten(value), 0);
    }
    return found;
  }

  static ObjectChecksum parseETag(String value) throws MalformedChecksumDataException {
    boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
    if (!quoted) {
      return parseUnquoted(value);
    }
    try {
      return parseUnquoted(value.substring(1, value.length() - 1));
    } catch (MalformedChecksumDataException e) {
      throw e.offsetBy(1);
    }
  }

  private static ObjectChecksum parseUnquoted(String value) throws MalformedChecksumDataException {
    Matcher matcher = match(value);
    byte[] bytes;
    try {
      bytes = HexFormat.of().parseHex(matcher.group(1));
    } catch (IllegalArgumentException e) {
      throw new MalformedChecksumDataException(
          "not pairs of hexadecimal digits: " + Texts.shorten(value), 0, e);
    }
    return parsed(ChecksumType.MD5, bytes, matcher);
  }

  private static Matcher match(String text) throws MalformedChecksumDataException {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) { // Then there is a '-'.
      throw new MalformedChecksumDataException(
          "not a valid number of parts: " + Texts.shorten(text), text.indexOf('-'));
    }
    return matcher;
  }

  private static ObjectChecksum parsed(ChecksumType type, byte[] bytes, Matcher matcher)
      throws MalformedChecksumDataException {
    if (bytes.length != type.checksumLength() || bytes.length == 0) {
      throw new MalformedChecksumDataException(
          String.format(Locale.ROOT, "%d bytes are not a checksum of type %s", bytes.length, type),
          0);
    }
    String number = matcher.group(2);
    int parts = number == null ? 0 : Integer.parseInt(number);
    if (parts > ObjectChecksum.MAX_PARTS) {
      throw new MalformedChecksumDataException(
          "no object has " + parts + " parts", matcher.start(2));
    }
    if (parts > 0 && type.equals(ObjectChecksum.FULL_OBJECT_ONLY)) {
      throw new MalformedChecksumDataException(
          "no composite checksum is of type " + type, matcher.start(2));
    }
    return new ObjectChecksum(type, bytes, parts);
  }
}
