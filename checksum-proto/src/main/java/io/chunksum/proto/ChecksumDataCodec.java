// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static io.chunksum.proto.wire.ChunksumProtos.ChecksumData.BYTESPERCHECKSUM_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.ChecksumData.CHECKSUMS_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.ChecksumData.TYPE_FIELD_NUMBER;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.proto.wire.ChunksumProtos;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Converts {@link ChecksumData} to Apache Ozone's ChecksumData message ({@code
 * DatanodeClientProtocol.proto}) and back.
 *
 * <p>{@code decode(encode(d))} equals {@code d}, and the bytes are those that Ozone writes.
 * Decoding packs the entries without an object for each and takes memory in proportion to the
 * input. Malformed input always causes a {@link MalformedChecksumDataException} that says where the
 * error is. Beyond what protocol buffers require, decoding insists on a known type that is given
 * once, a legal bytesPerChecksum, entries of the type's length, and known fields that have their
 * wire type. Unknown fields are skipped, except groups, which no message of Ozone has: they are
 * malformed.
 *
 * <p>Only types with a wire number can be encoded. All methods are safe to use from any thread.
 */
public final class ChecksumDataCodec {

  private ChecksumDataCodec() {}

  /**
   * Encodes checksum data.
   *
   * @param sums the data
   * @return the message, not delimited
   * @throws IllegalArgumentException if the type has no wire number, or the message would be over
   *     2<sup>31</sup>−1 bytes
   */
  public static ByteString encode(ChecksumData sums) {
    return UnsafeByteOperations.unsafeWrap(encodeToArray(sums));
  }

  /**
   * Encodes checksum data into a new array.
   *
   * @param sums the data
   * @return the message, not delimited
   * @throws IllegalArgumentException if the type has no wire number, or the message would be over
   *     2<sup>31</sup>−1 bytes
   */
  public static byte[] encodeToArray(ChecksumData sums) {
    return Messages.toArray(
        size(sums, TypeNumbers.OZONE), out -> write(sums, TypeNumbers.OZONE, out));
  }

  /**
   * Converts checksum data to a generated message whose entries share one copy of the encoded form.
   *
   * @param sums the data
   * @return the message
   * @throws IllegalArgumentException if {@link #encode} refuses the data
   */
  public static ChunksumProtos.ChecksumData toMessage(ChecksumData sums) {
    return Messages.parse(ChunksumProtos.ChecksumData.parser(), encodeToArray(sums));
  }

  /**
   * Decodes a message.
   *
   * @param message the message, not delimited, with nothing after it
   * @return the data
   * @throws MalformedChecksumDataException if it is not well formed
   */
  public static ChecksumData decode(ByteString message) throws MalformedChecksumDataException {
    return Fields.readAll(message, fields -> ChecksumDataReader.read(fields, TypeNumbers.OZONE));
  }

  /**
   * Decodes a message that fills an array.
   *
   * @param message the message, not delimited, with nothing after it; not kept
   * @return the data
   * @throws MalformedChecksumDataException if it is not well formed
   */
  public static ChecksumData decode(byte[] message) throws MalformedChecksumDataException {
    return decode(UnsafeByteOperations.unsafeWrap(message));
  }

  /**
   * Decodes the message between a buffer's position and limit.
   *
   * @param message the message, not delimited, with nothing after it; neither moved nor kept
   * @return the data
   * @throws MalformedChecksumDataException if it is not well formed; offsets count from the
   *     buffer's position
   */
  public static ChecksumData decode(ByteBuffer message) throws MalformedChecksumDataException {
    return decode(UnsafeByteOperations.unsafeWrap(message));
  }

  /**
   * Converts a generated message to checksum data, with the same checks as decoding its bytes.
   *
   * @param message the message
   * @return the data
   * @throws MalformedChecksumDataException if it is not well formed; offsets are those in its
   *     encoded form
   */
  public static ChecksumData fromMessage(ChunksumProtos.ChecksumData message)
      throws MalformedChecksumDataException {
    return decode(message.toByteString());
  }

  /** Returns the number of bytes in the encoded message. */
  static int size(ChecksumData sums, TypeNumbers numbers) {
    int length = sums.type().checksumLength();
    int head =
        CodedOutputStream.computeEnumSize(TYPE_FIELD_NUMBER, numbers.numberOf(sums.type()))
            + CodedOutputStream.computeUInt32Size(
                BYTESPERCHECKSUM_FIELD_NUMBER, sums.bytesPerChecksum());
    long entry = Messages.nestedSize(CHECKSUMS_FIELD_NUMBER, length);
    return Messages.checkSize(head + sums.count() * entry);
  }

  static void write(ChecksumData sums, TypeNumbers numbers, CodedOutputStream out)
      throws IOException {
    int length = sums.type().checksumLength();
    byte[] packed = sums.toByteArray();
    out.writeEnum(TYPE_FIELD_NUMBER, numbers.numberOf(sums.type()));
    out.writeUInt32(BYTESPERCHECKSUM_FIELD_NUMBER, sums.bytesPerChecksum());
    for (int at = 0; at < packed.length; at += length) {
      out.writeByteArray(CHECKSUMS_FIELD_NUMBER, packed, at, length);
    }
  }
}
