// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.data.MalformedChecksumDataException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the part of a block that precedes the checksums, front to back. */
final class BlockCursor {

  private static final int MAX_SHIFT = 8 * 7;

  private final BlockBytes bytes;
  private int position;
  private int end;

  BlockCursor(BlockBytes bytes) {
    this.bytes = bytes;
  }

  void begin(int newPosition, int newEnd) {
    position = newPosition;
    end = newEnd;
  }

  /** Moves back or forward to a position where something has been read before. */
  void moveTo(int newPosition) {
    position = newPosition;
  }

  int position() {
    return position;
  }

  int remaining() {
    return end - position;
  }

  int next() throws MalformedChecksumDataException {
    if (position == end) {
      throw malformed("compact block ends too early");
    }
    return Byte.toUnsignedInt(bytes.get(position++));
  }

  /** Reads a number below 2^63. */
  long varint() throws MalformedChecksumDataException {
    long value = 0;
    for (int shift = 0; shift <= MAX_SHIFT; shift += 7) {
      int next = next();
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw malformed("number of more than 63 bits");
  }

  /** Reads a number below 2^31. */
  int intVarint() throws MalformedChecksumDataException {
    long value = varint();
    if (value > Integer.MAX_VALUE) {
      throw malformed("number of more than 31 bits");
    }
    return (int) value;
  }

  /** Reads the number of parts that follow, each of at least {@code minBytes} bytes. */
  int count(int minBytes) throws MalformedChecksumDataException {
    long count = varint();
    if (count > remaining() / minBytes) {
      throw malformed(count + " parts in " + remaining() + " bytes");
    }
    return (int) count;
  }

  String text() throws MalformedChecksumDataException {
    return text(count(1));
  }

  String text(int length) throws MalformedChecksumDataException {
    byte[] utf8 = bytes(length);
    String text = new String(utf8, StandardCharsets.UTF_8);
    if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), utf8)) {
      throw new MalformedChecksumDataException("text is not UTF-8", position - length);
    }
    return text;
  }

  byte[] bytes(long length) throws MalformedChecksumDataException {
    if (length > remaining()) {
      throw malformed(length + " bytes where " + remaining() + " are left");
    }
    byte[] copy = new byte[(int) length];
    bytes.copy(position, copy, copy.length);
    position += copy.length;
    return copy;
  }

  MalformedChecksumDataException malformed(String problem) {
    return new MalformedChecksumDataException(problem, position);
  }
}
