// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
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
 * block table. What {@link ChunkInfoCodec} says about memory and malformed input applies here too.
 *
 * <p>All methods are safe to use from any thread.
 */
public final class BlockDataCodec {

  private static final ChunkInfoCodec CHUNKS = new ChunkInfoCodec(TypeNumbers.OZONE);

  private BlockDataCodec() {}

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
    long size = Messages.nestedSize(1, size(block.id())) + KeyValues.size(3, block.metadata());
    if (block.flags().isPresent()) {
      size += CodedOutputStream.computeInt64Size(2, block.flags().getAsLong());
    }
    for (ChunkInfo chunk : block.chunks()) {
      size += Messages.nestedSize(4, CHUNKS.size(chunk));
    }
    if (block.size().isPresent()) {
      size += CodedOutputStream.computeInt64Size(5, block.size().getAsLong());
    }
    return Messages.toArray(Messages.checkSize(size), out -> write(block, out));
  }

  private static void write(BlockData block, CodedOutputStream out) throws IOException {
    Messages.beginNested(1, size(block.id()), out);
    write(block.id(), out);
    if (block.flags().isPresent()) {
      out.writeInt64(2, block.flags().getAsLong());
    }
    KeyValues.write(3, block.metadata(), out);
    for (ChunkInfo chunk : block.chunks()) {
      Messages.beginNested(4, CHUNKS.size(chunk), out);
      CHUNKS.write(chunk, out);
    }
    if (block.size().isPresent()) {
      out.writeInt64(5, block.size().getAsLong());
    }
  }

  private static int size(BlockId id) {
    int size =
        CodedOutputStream.computeInt64Size(1, id.containerId())
            + CodedOutputStream.computeInt64Size(2, id.localId());
    if (id.commitSequenceId().isPresent()) {
      size += CodedOutputStream.computeUInt64Size(3, id.commitSequenceId().getAsLong());
    }
    if (id.replicaIndex().isPresent()) {
      size += CodedOutputStream.computeInt32Size(4, id.replicaIndex().getAsInt());
    }
    return size;
  }

  private static void write(BlockId id, CodedOutputStream out) throws IOException {
    out.writeInt64(1, id.containerId());
    out.writeInt64(2, id.localId());
    if (id.commitSequenceId().isPresent()) {
      out.writeUInt64(3, id.commitSequenceId().getAsLong());
    }
    if (id.replicaIndex().isPresent()) {
      out.writeInt32(4, id.replicaIndex().getAsInt());
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

  private static BlockId readId(Fields fields) throws IOException {
    int start = fields.offset();
    OptionalLong container = OptionalLong.empty();
    OptionalLong local = OptionalLong.empty();
    OptionalLong commit = OptionalLong.empty();
    OptionalInt replica = OptionalInt.empty();
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case 1 -> container = OptionalLong.of(fields.readVarint64("containerID"));
        case 2 -> local = OptionalLong.of(fields.readVarint64("localID"));
        case 3 -> commit = OptionalLong.of(fields.readVarint64("blockCommitSequenceId"));
        case 4 -> replica = OptionalInt.of(fields.readVarint32("replicaIndex"));
        default -> fields.skipField();
      }
    }
    if (container.isEmpty() || local.isEmpty()) {
      throw new MalformedChecksumDataException("block id without a required field", start);
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
        case 1 -> {
          if (id != null) {
            throw fields.malformed("blockID given twice");
          }
          id = fields.readMessage("blockID", BlockDataCodec::readId);
        }
        case 2 -> flags = OptionalLong.of(fields.readVarint64("flags"));
        case 3 -> metadata.read("metadata", fields);
        case 4 -> chunks.add(fields.readMessage("chunk", CHUNKS::read));
        case 5 -> {
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
