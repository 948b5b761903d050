// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/**
 * Writes protocol buffers byte by byte, including wrong ones. It shares no code with what is
 * tested, so that an error there does not hide here.
 */
final class Wire {

  static final int VARINT = 0;
  static final int FIXED64 = 1;
  static final int BYTES = 2;
  static final int START_GROUP = 3;
  static final int END_GROUP = 4;
  static final int FIXED32 = 5;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** The bytes that hexadecimal text stands for; blanks are for the reader. */
  static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** A varint of minimal length; negative values take 10 bytes. */
  Wire raw(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
    return this;
  }

  Wire raw(byte... bytes) {
    out.writeBytes(bytes);
    return this;
  }

  Wire tag(int field, int wireType) {
    return raw((long) field << 3 | wireType);
  }

  Wire varint(int field, long value) {
    return tag(field, VARINT).raw(value);
  }

  Wire bytes(int field, byte... content) {
    return tag(field, BYTES).raw(content.length).raw(content);
  }

  Wire bytes(int field, Wire content) {
    return bytes(field, content.toArray());
  }

  /** The rest of a field of any wire type, correct in itself. */
  Wire anything(int field, int wireType) {
    tag(field, wireType);
    switch (wireType) {
      case VARINT -> raw(300);
      case FIXED64 -> raw(new byte[8]);
      case BYTES -> raw(4).raw(new byte[4]);
      case START_GROUP -> varint(field, 1).bytes(field, new byte[2]).tag(field, END_GROUP);
      case END_GROUP -> {}
      case FIXED32 -> raw(new byte[4]);
      default -> throw new IllegalArgumentException("wire type " + wireType);
    }
    return this;
  }

  int size() {
    return out.size();
  }

  byte[] toArray() {
    return out.toByteArray();
  }
}
