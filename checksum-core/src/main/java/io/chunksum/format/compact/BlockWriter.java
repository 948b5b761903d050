// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.internal.ByteArrays;
import io.chunksum.internal.Texts;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Collects the bytes of a block. */
final class BlockWriter {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  void write(int value) {
    out.write(value);
  }

  void varint(long value) {
    long rest = value;
    while (rest >= 0x80) {
      out.write(((int) rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  void bytes(ByteBuffer bytes) {
    out.writeBytes(ByteArrays.copyOf(bytes));
  }

  void text(String text) {
    text(text, 0);
  }

  /** Writes a text, preceded by its length plus {@code added}. */
  void text(String text, int added) {
    ByteBuffer utf8;
    try {
      utf8 = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("text is not Unicode: " + Texts.shorten(text), e);
    }
    varint(utf8.remaining() + added);
    bytes(utf8);
  }

  byte[] toArray() {
    return out.toByteArray();
  }
}
