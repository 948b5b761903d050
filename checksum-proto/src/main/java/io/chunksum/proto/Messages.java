// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/** Writes messages of known size into arrays, and makes generated ones of them. */
final class Messages {

  /** Writes one message. */
  interface Writer {
    void write(CodedOutputStream out) throws IOException;
  }

  private Messages() {}

  static byte[] toArray(int size, Writer writer) {
    byte[] message = new byte[size];
    CodedOutputStream out = CodedOutputStream.newInstance(message);
    try {
      writer.write(out);
    } catch (IOException e) {
      throw new IllegalStateException("writing memory failed", e);
    }
    out.checkNoSpaceLeft();
    return message;
  }

  /**
   * Makes a generated message of an encoded one.
   *
   * @param message the encoded one, of which the fields become views: it must not change
   * @throws IllegalArgumentException if the number of a checksum type in it is none of Ozone's, the
   *     only one of our own messages that the generated parser refuses
   */
  static <T> T parse(Parser<T> parser, byte[] message) {
    // Only a stream over a string can make views; one over an array copies each field.
    CodedInputStream in = UnsafeByteOperations.unsafeWrap(message).newCodedInput();
    in.enableAliasing(true);
    try {
      return parser.parseFrom(in);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          "no generated message has a checksum type with such a number", e);
    }
  }

  /** Returns the size of a text field; rejects non-Unicode text, which protobuf would change. */
  static int stringSize(int field, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        boolean pair =
            i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
        if (!pair) {
          throw new IllegalArgumentException("half of a surrogate pair is missing in: " + text);
        }
        i++;
      }
    }
    // Protobuf adds tag and length to that of the text in an int, which may become negative.
    return checkSize(Integer.toUnsignedLong(CodedOutputStream.computeStringSize(field, text)));
  }

  /** Returns the size of a field that contains a message, or other bytes, of a known size. */
  static long nestedSize(int field, int size) {
    return (long) CodedOutputStream.computeTagSize(field)
        + CodedOutputStream.computeUInt32SizeNoTag(size)
        + size;
  }

  /** Writes what precedes the bytes of such a field. */
  static void beginNested(int field, int size, CodedOutputStream out) throws IOException {
    out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    out.writeUInt32NoTag(size);
  }

  static int checkSize(long size) {
    if (size > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("a message of " + size + " bytes is too large");
    }
    return (int) size;
  }
}
