// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import io.chunksum.data.MalformedChecksumDataException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads the fields of one message one by one and tracks the offset in the input. Stricter than
 * generated code, which treats a known field of the wrong wire type as unknown and skips groups.
 */
final class Fields {

  /** Bytes of 64 bits in groups of 7; the last one holds a single bit. */
  private static final int LONGEST_VARINT = 10;

  private final int size;
  private final CodedInputStream in;

  private final ByteBuffer bytes;
  private int tagOffset;
  private int tag;

  Fields(ByteString source) {
    // A message in several pieces is copied: a stream over pieces makes an array for each checksum.
    boolean inOnePiece = source.asReadOnlyByteBufferList().size() == 1;
    ByteString message =
        inOnePiece ? source : UnsafeByteOperations.unsafeWrap(source.toByteArray());
    this.size = message.size();
    this.bytes = message.asReadOnlyByteBuffer().slice();
    // In protobuf 3.25 and 4.27, a stream over direct memory moves the string's own buffer while it
    // makes an array, and other threads find wrong bytes in the string, even for good. Given our
    // view, it moves that, which we read by index.
    this.in = bytes.isDirect() ? CodedInputStream.newInstance(bytes) : message.newCodedInput();
  }

  /** Reads the fields of a message from the current position of the input. */
  interface Reader<T> {
    T read(Fields fields) throws IOException;
  }

  /** Reads a whole message and turns every failure of the input into the one named exception. */
  static <T> T readAll(ByteString source, Reader<T> reader) throws MalformedChecksumDataException {
    Fields fields = new Fields(source);
    try {
      return reader.read(fields);
    } catch (MalformedChecksumDataException e) {
      throw e;
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedChecksumDataException(
          "not a protocol buffer: " + e.getMessage(), fields.offset(), e);
    } catch (IOException e) {
      throw new IllegalStateException("reading memory failed", e);
    }
  }

  /** Steps to the next field and returns its number, or 0 at the end of the message. */
  int next() throws IOException {
    tagOffset = offset();
    tag = in.readTag();
    return WireFormat.getTagFieldNumber(tag);
  }

  int readVarint32(String name) throws IOException {
    expect(name, WireFormat.WIRETYPE_VARINT);
    return in.readRawVarint32();
  }

  long readVarint64(String name) throws IOException {
    expect(name, WireFormat.WIRETYPE_VARINT);
    int begin = offset();
    long value = in.readRawVarint64();
    // How the stream reads any other last byte depends on the kind of memory it is in.
    if (offset() - begin == LONGEST_VARINT && bytes.get(offset() - 1) != 1) {
      throw malformed(name + " is not a varint of 64 bits");
    }
    return value;
  }

  String readString(String name) throws IOException {
    expect(name, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    return in.readString();
  }

  /** Reads a nested message up to its declared end. */
  <T> T readMessage(String name, Reader<T> reader) throws IOException {
    int outer = in.pushLimit(readLength(name));
    T message = reader.read(this);
    in.popLimit(outer);
    return message;
  }

  /** Reads the length of a bytes field, whose content is then copied or skipped. */
  int readLength(String name) throws IOException {
    expect(name, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    int length = in.readRawVarint32();
    if (length < 0 || length > remaining()) {
      throw malformed(name + " of " + Integer.toUnsignedString(length) + " bytes is cut off");
    }
    return length;
  }

  /** Reads a bytes field into a new array. */
  byte[] readBytes(String name) throws IOException {
    return in.readRawBytes(readLength(name));
  }

  /** Reads bytes of a field whose length has been read, for which the stream makes an array. */
  void readBytes(byte[] target, int targetOffset, int length) throws IOException {
    bytes.get(offset(), target, targetOffset, length);
    in.skipRawBytes(length);
  }

  /** Skips the field, whatever it is, except a group. */
  void skipField() throws IOException {
    int wireType = WireFormat.getTagWireType(tag);
    // No message of Ozone has groups. Some versions of protobuf skip a group in a group by a call
    // in a call, until the stack overflows.
    if (wireType == WireFormat.WIRETYPE_START_GROUP || wireType == WireFormat.WIRETYPE_END_GROUP) {
      int field = WireFormat.getTagFieldNumber(tag);
      throw malformed("field " + field + " begins or ends a group");
    }
    in.skipField(tag);
  }

  /** Returns the number of bytes up to the end of the current message. */
  int remaining() {
    int limited = in.getBytesUntilLimit();
    return limited >= 0 ? limited : size - offset();
  }

  int offset() {
    return in.getTotalBytesRead();
  }

  int tagOffset() {
    return tagOffset;
  }

  private void expect(String name, int wireType) throws MalformedChecksumDataException {
    if (WireFormat.getTagWireType(tag) != wireType) {
      throw malformed(name + " has wire type " + WireFormat.getTagWireType(tag));
    }
  }

  /** Creates an exception that points at the field begun last. */
  MalformedChecksumDataException malformed(String problem) {
    return new MalformedChecksumDataException(problem, tagOffset);
  }
}
