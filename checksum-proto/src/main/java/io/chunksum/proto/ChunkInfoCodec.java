// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.proto.wire.ChunksumProtos;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Turns {@link ChunkInfo} into the ChunkInfo message of Apache Ozone ({@code
 * DatanodeClientProtocol.proto}) and back.
 *
 * <p>What {@link ChecksumDataCodec} says of memory and malformed input holds here too; moreover the
 * number of checksums must be the number of windows of the chunk's length. The fields metadata and
 * stripeChecksum are skipped: who needs them reads the generated message.
 *
 * <p>Immutable and safe to share between threads.
 */
public final class ChunkInfoCodec {

  private final TypeNumbers numbers;

  /**
   * Creates a codec.
   *
   * @param numbers the numbers of the checksum types; {@link TypeNumbers#OZONE} for what Ozone
   *     reads
   */
  public ChunkInfoCodec(TypeNumbers numbers) {
    this.numbers = numbers;
  }

  /**
   * Encodes the record of a chunk.
   *
   * @param chunk the record
   * @return the message, not delimited
   * @throws IllegalArgumentException if the checksum type has no number here, or the message would
   *     be over 2<sup>31</sup>−1 bytes
   */
  public ByteString encode(ChunkInfo chunk) {
    return UnsafeByteOperations.unsafeWrap(encodeToArray(chunk));
  }

  /**
   * Encodes the record of a chunk into a new array.
   *
   * @param chunk the record
   * @return the message, not delimited
   * @throws IllegalArgumentException if the checksum type has no number here, or the message would
   *     be over 2<sup>31</sup>−1 bytes
   */
  public byte[] encodeToArray(ChunkInfo chunk) {
    int sumsSize = ChecksumDataCodec.size(chunk.checksums(), numbers);
    long size =
        (long) CodedOutputStream.computeStringSize(1, chunk.name())
            + CodedOutputStream.computeUInt64Size(2, chunk.offset())
            + CodedOutputStream.computeUInt64Size(3, chunk.length())
            + CodedOutputStream.computeTagSize(5)
            + CodedOutputStream.computeUInt32SizeNoTag(sumsSize)
            + sumsSize;
    return Messages.toArray(
        Messages.checkSize(size),
        out -> {
          out.writeString(1, chunk.name());
          out.writeUInt64(2, chunk.offset());
          out.writeUInt64(3, chunk.length());
          out.writeTag(5, WireFormat.WIRETYPE_LENGTH_DELIMITED);
          out.writeUInt32NoTag(sumsSize);
          ChecksumDataCodec.write(chunk.checksums(), numbers, out);
        });
  }

  /**
   * Decodes a message.
   *
   * @param message the message, not delimited, with nothing after it
   * @return the record
   * @throws MalformedChecksumDataException if it is not well formed
   */
  public ChunkInfo decode(ByteString message) throws MalformedChecksumDataException {
    return Fields.readAll(message, fields -> new Parts().read(fields));
  }

  /**
   * Decodes a message that fills an array.
   *
   * @param message the message, not delimited, with nothing after it; not kept
   * @return the record
   * @throws MalformedChecksumDataException if it is not well formed
   */
  public ChunkInfo decode(byte[] message) throws MalformedChecksumDataException {
    return decode(UnsafeByteOperations.unsafeWrap(message));
  }

  /**
   * Turns a generated message into the record of a chunk, with the same checks as decoding its
   * bytes.
   *
   * @param message the message
   * @return the record
   * @throws MalformedChecksumDataException if it is not well formed; offsets are those in its
   *     encoded form
   */
  public ChunkInfo fromMessage(ChunksumProtos.ChunkInfo message)
      throws MalformedChecksumDataException {
    return decode(message.toByteString());
  }

  /** The fields of a message while it is read; null until seen. */
  private final class Parts {

    private @Nullable String name;
    private @Nullable Long offset;
    private @Nullable Long length;
    private @Nullable ChecksumData checksums;

    ChunkInfo read(Fields fields) throws IOException {
      int start = fields.offset();
      for (int field = fields.next(); field != 0; field = fields.next()) {
        readField(field, fields);
      }
      if (name == null || offset == null || length == null || checksums == null) {
        throw new MalformedChecksumDataException("chunk without a required field", start);
      }
      try {
        return new ChunkInfo(name, offset, length, checksums);
      } catch (IllegalArgumentException e) {
        throw new MalformedChecksumDataException(String.valueOf(e.getMessage()), start, e);
      }
    }

    private void readField(int field, Fields fields) throws IOException {
      switch (field) {
        case 1 -> name = fields.readString("chunkName");
        case 2 -> offset = fields.readVarint64("offset");
        case 3 -> length = fields.readVarint64("len");
        case 5 -> {
          if (checksums != null) {
            throw fields.malformed("checksumData given twice");
          }
          checksums =
              fields.readMessage(
                  "checksumData", nested -> ChecksumDataReader.read(nested, numbers));
        }
        default -> fields.skipField();
      }
    }
  }
}
