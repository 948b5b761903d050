// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static io.chunksum.proto.wire.ChunksumProtos.ChunkInfo.CHECKSUMDATA_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.ChunkInfo.CHUNKNAME_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.ChunkInfo.LEN_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.ChunkInfo.METADATA_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.ChunkInfo.OFFSET_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.ChunkInfo.STRIPECHECKSUM_FIELD_NUMBER;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.proto.wire.ChunksumProtos;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts {@link ChunkInfo} to Apache Ozone's ChunkInfo message ({@code
 * DatanodeClientProtocol.proto}) and back.
 *
 * <p>What {@link ChecksumDataCodec} says about memory and malformed input applies here too. In
 * addition, the number of checksums must be the number of windows in the chunk's length, except for
 * {@code NONE}, and checksumData must be given once. Offset, length and their sum must not be over
 * 2<sup>63</sup>−1, and a number of 64 bits that takes ten bytes must end with a byte of 1. A name
 * whose bytes are not UTF-8 is read as protobuf reads it, with U+FFFD in place of the invalid
 * bytes.
 *
 * <p>The message does not say of which type the stripe's checksums are: they are read as the
 * chunk's. If they are not a whole number of those, they are dropped; if they are not a multiple of
 * 4 bytes, which those of all of Ozone's types are, they are malformed. A replica that one of
 * Ozone's datanodes has reconstructed may have such: its own checksums are of the type that the
 * datanode is configured for, those of the stripe of the writer's.
 *
 * <p>Immutable and safe to share between threads.
 */
public final class ChunkInfoCodec {

  /** Reads and writes what Apache Ozone does: its types, under its numbers. */
  public static final ChunkInfoCodec OZONE = new ChunkInfoCodec(TypeNumbers.OZONE);

  /** Bytes: the checksum lengths of all of Ozone's types are multiples of it. */
  private static final int UNIT = 4;

  private final TypeNumbers numbers;

  /**
   * Creates a codec for your own format; {@link #OZONE} is the one for Ozone's.
   *
   * @param numbers the numbers of the checksum types
   */
  public ChunkInfoCodec(TypeNumbers numbers) {
    this.numbers = Objects.requireNonNull(numbers, "numbers");
  }

  /**
   * Encodes the record of a chunk.
   *
   * @param chunk the record
   * @return the message, not delimited
   * @throws IllegalArgumentException if the checksum type has no number in this codec, the message
   *     would be over 2<sup>31</sup>−1 bytes, or text is not Unicode because half of a surrogate
   *     pair is missing
   */
  public ByteString encode(ChunkInfo chunk) {
    return UnsafeByteOperations.unsafeWrap(encodeToArray(chunk));
  }

  /**
   * Encodes the record of a chunk into a new array.
   *
   * @param chunk the record
   * @return the message, not delimited
   * @throws IllegalArgumentException if the checksum type has no number in this codec, the message
   *     would be over 2<sup>31</sup>−1 bytes, or text is not Unicode because half of a surrogate
   *     pair is missing
   */
  public byte[] encodeToArray(ChunkInfo chunk) {
    return Messages.toArray(size(chunk), out -> write(chunk, out));
  }

  /**
   * Converts the record of a chunk to a generated message whose fields share one copy of the
   * encoded form.
   *
   * @param chunk the record
   * @return the message
   * @throws IllegalArgumentException if {@link #encode} refuses the record, or if the number of the
   *     checksum type in this codec is none of Ozone's, which are all that the message can have
   */
  public ChunksumProtos.ChunkInfo toMessage(ChunkInfo chunk) {
    return Messages.parse(ChunksumProtos.ChunkInfo.parser(), encodeToArray(chunk));
  }

  /** Returns the number of bytes in the encoded record. */
  int size(ChunkInfo chunk) {
    long size =
        (long) Messages.stringSize(CHUNKNAME_FIELD_NUMBER, chunk.name())
            + CodedOutputStream.computeUInt64Size(OFFSET_FIELD_NUMBER, chunk.offset())
            + CodedOutputStream.computeUInt64Size(LEN_FIELD_NUMBER, chunk.length())
            + KeyValues.size(METADATA_FIELD_NUMBER, chunk.metadata())
            + Messages.nestedSize(
                CHECKSUMDATA_FIELD_NUMBER, ChecksumDataCodec.size(chunk.checksums(), numbers));
    if (chunk.stripeChecksum().isPresent()) {
      size +=
          Messages.nestedSize(
              STRIPECHECKSUM_FIELD_NUMBER, chunk.stripeChecksum().get().packed().remaining());
    }
    return Messages.checkSize(size);
  }

  void write(ChunkInfo chunk, CodedOutputStream out) throws IOException {
    out.writeString(CHUNKNAME_FIELD_NUMBER, chunk.name());
    out.writeUInt64(OFFSET_FIELD_NUMBER, chunk.offset());
    out.writeUInt64(LEN_FIELD_NUMBER, chunk.length());
    KeyValues.write(METADATA_FIELD_NUMBER, chunk.metadata(), out);
    Messages.beginNested(
        CHECKSUMDATA_FIELD_NUMBER, ChecksumDataCodec.size(chunk.checksums(), numbers), out);
    ChecksumDataCodec.write(chunk.checksums(), numbers, out);
    if (chunk.stripeChecksum().isPresent()) {
      ByteBuffer stripe = chunk.stripeChecksum().get().packed();
      Messages.beginNested(STRIPECHECKSUM_FIELD_NUMBER, stripe.remaining(), out);
      out.write(stripe);
    }
  }

  /**
   * Decodes a message.
   *
   * @param message the message, not delimited, with nothing after it
   * @return the record
   * @throws MalformedChecksumDataException if it is not well formed
   */
  public ChunkInfo decode(ByteString message) throws MalformedChecksumDataException {
    return Fields.readAll(message, this::read);
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
   * Decodes the message between a buffer's position and limit.
   *
   * @param message the message, not delimited, with nothing after it; neither moved nor kept
   * @return the record
   * @throws MalformedChecksumDataException if it is not well formed; offsets count from the
   *     buffer's position
   */
  public ChunkInfo decode(ByteBuffer message) throws MalformedChecksumDataException {
    return decode(UnsafeByteOperations.unsafeWrap(message));
  }

  /**
   * Converts a generated message to the record of a chunk, with the same checks as decoding its
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

  ChunkInfo read(Fields fields) throws IOException {
    return new Parts().read(fields);
  }

  /** The fields of a message that is being read; null until seen. */
  private final class Parts {

    private @Nullable String name;
    private @Nullable Long offset;
    private @Nullable Long length;
    private @Nullable ChecksumData checksums;
    private final KeyValues metadata = new KeyValues();
    private byte @Nullable [] stripe;
    private int stripeOffset;

    ChunkInfo read(Fields fields) throws IOException {
      int start = fields.offset();
      for (int field = fields.next(); field != 0; field = fields.next()) {
        readField(field, fields);
      }
      if (name == null || offset == null || length == null || checksums == null) {
        throw new MalformedChecksumDataException("chunk without " + missing(), start);
      }
      try {
        return new ChunkInfo(
            name, offset, length, checksums, metadata.list(), stripeChecksum(checksums));
      } catch (IllegalArgumentException e) {
        throw new MalformedChecksumDataException(String.valueOf(e.getMessage()), start, e);
      }
    }

    /** Returns the first field without which there is no chunk. */
    private String missing() {
      if (name == null) {
        return "chunkName";
      }
      if (offset == null) {
        return "offset";
      }
      return length == null ? "len" : "checksumData";
    }

    private void readField(int field, Fields fields) throws IOException {
      switch (field) {
        case CHUNKNAME_FIELD_NUMBER -> name = fields.readString("chunkName");
        case OFFSET_FIELD_NUMBER -> offset = fields.readVarint64("offset");
        case LEN_FIELD_NUMBER -> length = fields.readVarint64("len");
        case METADATA_FIELD_NUMBER -> metadata.read("metadata", fields);
        case CHECKSUMDATA_FIELD_NUMBER -> {
          if (checksums != null) {
            throw fields.malformed("checksumData given twice");
          }
          checksums =
              fields.readMessage(
                  "checksumData", nested -> ChecksumDataReader.read(nested, numbers));
        }
        case STRIPECHECKSUM_FIELD_NUMBER -> {
          stripe = fields.readBytes("stripeChecksum");
          stripeOffset = fields.tagOffset();
        }
        default -> fields.skipField();
      }
    }

    /** Reads those of the stripe as if of the chunk's type; empty if they must be of another. */
    private Optional<ChecksumData> stripeChecksum(ChecksumData own)
        throws MalformedChecksumDataException {
      if (stripe == null) {
        return Optional.empty();
      }
      int length = own.type().checksumLength();
      if (length == 0 ? stripe.length == 0 : stripe.length % length == 0) {
        return Optional.of(ChecksumData.of(own.type(), own.bytesPerChecksum(), stripe));
      }
      if (stripe.length % UNIT != 0) {
        throw new MalformedChecksumDataException(
            "stripeChecksum: " + stripe.length + " bytes are checksums of no type", stripeOffset);
      }
      return Optional.empty();
    }
  }
}
