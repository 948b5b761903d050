// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import io.chunksum.bench.Memory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdds.protocol.datanode.proto.ContainerProtos;
import org.apache.hadoop.ozone.common.ChecksumData;
import org.apache.hadoop.ozone.common.ChunkBuffer;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** A chunk in the types of Apache Ozone, whose copy of protobuf has its own package. */
final class OzoneChunk {

  private final ContainerProtos.ChecksumType type;
  private final ChecksumData expected;
  private final ChunkBuffer buffer;
  private final List<ByteString> strings;

  OzoneChunk(PeerChunk chunk) {
    this.type = ContainerProtos.ChecksumType.valueOf(chunk.type().name());
    this.expected =
        new ChecksumData(
            type,
            chunk.bytesPerChecksum(),
            entries(ByteString.copyFrom(chunk.expected()), chunk.type().checksumLength()));
    List<ByteBuffer> pieces = chunk.pieces().stream().map(ByteBuffer::duplicate).toList();
    this.buffer = ChunkBuffer.wrap(pieces);
    this.strings =
        chunk.memory() == Memory.BYTE_STRING
            ? pieces.stream().map(UnsafeByteOperations::unsafeWrap).toList()
            : List.of();
  }

  private static List<ByteString> entries(ByteString packed, int length) {
    List<ByteString> entries = new ArrayList<>();
    for (int at = 0; at < packed.size(); at += length) {
      entries.add(packed.substring(at, at + length));
    }
    return entries;
  }

  ContainerProtos.ChecksumType type() {
    return type;
  }

  ChecksumData expected() {
    return expected;
  }

  /** Returns the chunk as a buffer for one call: Ozone moves the position of what it is given. */
  ChunkBuffer buffer() {
    return buffer.duplicate(0, buffer.limit());
  }

  /** Returns the pieces of a rope; empty if the chunk is not one. */
  List<ByteString> strings() {
    return strings;
  }

  /** Returns the entries of Ozone's checksum data as one run of bytes. */
  static byte[] packed(ChecksumData sums) {
    return ByteString.copyFrom(sums.getChecksums()).toByteArray();
  }
}
