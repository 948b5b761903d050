// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static io.chunksum.proto.wire.ChunksumProtos.BlockData.BLOCKID_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.BlockData.CHUNKS_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.BlockData.FLAGS_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.BlockData.METADATA_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.BlockData.SIZE_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.DatanodeBlockID.BLOCKCOMMITSEQUENCEID_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.DatanodeBlockID.CONTAINERID_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.DatanodeBlockID.LOCALID_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.DatanodeBlockID.REPLICAINDEX_FIELD_NUMBER;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.proto.wire.ChunksumProtos;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Converts {@link BlockData} to Apache Ozone's BlockData message ({@code
 * DatanodeClientProtocol.proto}) and back.
 *
 * <p>{@code decode(encode(b))} equals {@code b}, and the bytes are those that Ozone keeps in its
 * block table. Fields that are not in the messages of this library are dropped in decoding, so a
 * record of a later Ozone may lose some if it is decoded and encoded again. What {@link
 * ChunkInfoCodec} says about memory and malformed input applies here too. In addition, blockID must
 * be given once, where protocol buffers would merge several, and the size must not be negative.
 *
 * <p>All methods are safe to use from any thread.
 */
public final class BlockDataCodec {

  private static final ChunkInfoCodec CHUNK_CODEC = ChunkInfoCodec.OZONE;

  /** Four numbers of at most 10 bytes, and their tags. */
  private static final int MAX_ID_BYTES = 4 * 11;

  private BlockDataCodec() {}

  /** Returns whether bytes begin with the id of a block, which comes first, and its container. */
  static boolean beginsBlock(byte[] start) {
    return start.length > 2
        && start[0] == tag(BLOCKID_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED)
        && Byte.toUnsignedInt(start[1]) <= MAX_ID_BYTES
        && start[2] == tag(CONTAINERID_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT);
  }

  private static int tag(int field, int wireType) {
    return field << 3 | wireType;
  }

  /**
   * Encodes the record of a block.
   *
   * @param block the record
   * @return the message, not delimited
   * @throws IllegalArgumentException if a checksum type has no wire number, the message would be
   *     over 2<sup>31</sup>−1 bytes, or text is not Unicode because half of a surrogate pair is
   *     missing
   */
  public static ByteString encode(BlockData block) {
    return UnsafeByteOperations.unsafeWrap(encodeToArray(block));
  }

  /**
   * Encodes the record of a block into a new array.
   *
   * @param block the record
   * @return the message, not delimited
   * @throws IllegalArgumentException if a checksum type has no wire number, the message would be
   *     over 2<sup>31</sup>−1 bytes, or text is not Unicode because half of a surrogate pair is
   *     missing
   */
  public static byte[] encodeToArray(BlockData block) {
    long size =
        Messages.nestedSize(BLOCKID_FIELD_NUMBER, size(block.id()))
            + KeyValues.size(METADATA_FIELD_NUMBER, block.metadata());
    if (block.flags().isPresent()) {
      size += CodedOutputStream.computeInt64Size(FLAGS_FIELD_NUMBER, block.flags().getAsLong());
    }
    for (ChunkInfo chunk : block.chunks()) {
      size += Messages.nestedSize(CHUNKS_FIELD_NUMBER, CHUNK_CODEC.size(chunk));
    }
    if (block.size().isPresent()) {
      size += CodedOutputStream.computeInt64Size(SIZE_FIELD_NUMBER, block.size().getAsLong());
    }
    return Messages.toArray(Messages.checkSize(size), out -> write(block, out));
  }

  /**
   * Converts the record of a block to a generated message whose fields share one copy of the
   * encoded form.
   *
   * @param block the record
   * @return the message
   * @throws IllegalArgumentException if {@link #encode} refuses the record
   */
  public static ChunksumProtos.BlockData toMessage(BlockData block) {
    return Messages.parse(ChunksumProtos.BlockData.parser(), encodeToArray(block));
  }

  private static void write(BlockData block, CodedOutputStream out) throws IOException {
    Messages.beginNested(BLOCKID_FIELD_NUMBER, size(block.id()), out);
    write(block.id(), out);
    if (block.flags().isPresent()) {
      out.writeInt64(FLAGS_FIELD_NUMBER, block.flags().getAsLong());
    }
    KeyValues.write(METADATA_FIELD_NUMBER, block.metadata(), out);
    for (ChunkInfo chunk : block.chunks()) {
      Messages.beginNested(CHUNKS_FIELD_NUMBER, CHUNK_CODEC.size(chunk), out);
      CHUNK_CODEC.write(chunk, out);
    }
    if (block.size().isPresent()) {
      out.writeInt64(SIZE_FIELD_NUMBER, block.size().getAsLong());
    }
  }

  private static int size(BlockId id) {
    int size =
        CodedOutputStream.computeInt64Size(CONTAINERID_FIELD_NUMBER, id.containerId())
            + CodedOutputStream.computeInt64Size(LOCALID_FIELD_NUMBER, id.localId());
    if (id.commitSequenceId().isPresent()) {
      size +=
          CodedOutputStream.computeUInt64Size(
              BLOCKCOMMITSEQUENCEID_FIELD_NUMBER, id.commitSequenceId().getAsLong());
    }
    if (id.replicaIndex().isPresent()) {
      size +=
          CodedOutputStream.computeInt32Size(
              REPLICAINDEX_FIELD_NUMBER, id.replicaIndex().getAsInt());
    }
    return size;
  }

  private static void write(BlockId id, CodedOutputStream out) throws IOException {
    out.writeInt64(CONTAINERID_FIELD_NUMBER, id.containerId());
    out.writeInt64(LOCALID_FIELD_NUMBER, id.localId());
    if (id.commitSequenceId().isPresent()) {
      out.writeUInt64(BLOCKCOMMITSEQUENCEID_FIELD_NUMBER, id.commitSequenceId().getAsLong());
    }
    if (id.replicaIndex().isPresent()) {
      out.writeInt32(REPLICAINDEX_FIELD_NUMBER, id.replicaIndex().getAsInt());
    }
  }

  /**
   * Decodes a message.
   *
   * @param message the message, not delimited, with nothing after it
   * @return the record
   * @throws MalformedChecksumDataException if it is not well formed
   */
  public static BlockData decode(ByteString message) throws MalformedChecksumDataException {
    return Fields.readAll(message, fields -> new Parts().read(fields));
  }

  /**
   * Decodes a message that fills an array.
   *
   * @param message the message, not delimited, with nothing after it; not kept
   * @return the record
   * @throws MalformedChecksumDataException if it is not well formed
   */
  public static BlockData decode(byte[] message) throws MalformedChecksumDataException {
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
  public static BlockData decode(ByteBuffer message) throws MalformedChecksumDataException {
    return decode(UnsafeByteOperations.unsafeWrap(message));
  }

  /**
   * Converts a generated message to the record of a block, with the same checks as decoding its
   * bytes.
   *
   * @param message the message
   * @return the record
   * @throws MalformedChecksumDataException if it is not well formed; offsets are those in its
   *     encoded form
   */
  public static BlockData fromMessage(ChunksumProtos.BlockData message)
      throws MalformedChecksumDataException {
    return decode(message.toByteString());
  }

  private static BlockId readId(Fields fields) throws IOException {
    int start = fields.offset();
    OptionalLong container = OptionalLong.empty();
    OptionalLong local = OptionalLong.empty();
    OptionalLong commit = OptionalLong.empty();
    OptionalInt replica = OptionalInt.empty();
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case CONTAINERID_FIELD_NUMBER ->
            container = OptionalLong.of(fields.readVarint64("containerID"));
        case LOCALID_FIELD_NUMBER -> local = OptionalLong.of(fields.readVarint64("localID"));
        case BLOCKCOMMITSEQUENCEID_FIELD_NUMBER ->
            commit = OptionalLong.of(fields.readVarint64("blockCommitSequenceId"));
        case REPLICAINDEX_FIELD_NUMBER ->
            replica = OptionalInt.of(fields.readVarint32("replicaIndex"));
        default -> fields.skipField();
      }
    }
    if (container.isEmpty() || local.isEmpty()) {
      String missing = container.isEmpty() ? "containerID" : "localID";
      throw new MalformedChecksumDataException("block id without " + missing, start);
    }
    return new BlockId(container.getAsLong(), local.getAsLong(), commit, replica);
  }

  /** The fields of a message that is being read. */
  private static final class Parts {

    private @Nullable BlockId id;
    private OptionalLong flags = OptionalLong.empty();
    private final KeyValues metadata = new KeyValues();
    private final List<ChunkInfo> chunks = new ArrayList<>();
    private OptionalLong size = OptionalLong.empty();

    BlockData read(Fields fields) throws IOException {
      int start = fields.offset();
      for (int field = fields.next(); field != 0; field = fields.next()) {
        readField(field, fields);
      }
      if (id == null) {
        throw new MalformedChecksumDataException("block without an id", start);
      }
      return new BlockData(id, flags, metadata.list(), chunks, size);
    }

    private void readField(int field, Fields fields) throws IOException {
      switch (field) {
        case BLOCKID_FIELD_NUMBER -> {
          if (id != null) {
            throw fields.malformed("blockID given twice");
          }
          id = fields.readMessage("blockID", BlockDataCodec::readId);
        }
        case FLAGS_FIELD_NUMBER -> flags = OptionalLong.of(fields.readVarint64("flags"));
        case METADATA_FIELD_NUMBER -> metadata.read("metadata", fields);
        case CHUNKS_FIELD_NUMBER -> chunks.add(fields.readMessage("chunk", CHUNK_CODEC::read));
        case SIZE_FIELD_NUMBER -> {
          long bytes = fields.readVarint64("size");
          if (bytes < 0) {
            throw fields.malformed("size of " + bytes);
          }
          size = OptionalLong.of(bytes);
        }
        default -> fields.skipField();
      }
    }
  }
}
