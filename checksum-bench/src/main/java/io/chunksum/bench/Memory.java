// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import com.google.protobuf.ByteString;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.netty.NettyChunk;
import io.chunksum.proto.ByteStrings;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The kinds of memory a chunk can lie in. */
public enum Memory {
  HEAP {
    @Override
    ByteBuffer piece(byte[] content, int offset, int length) {
      return ByteBuffer.allocate(length).put(content, offset, length).flip();
    }
  },
  DIRECT {
    @Override
    ByteBuffer piece(byte[] content, int offset, int length) {
      return ByteBuffer.allocateDirect(length).put(content, offset, length).flip();
    }
  },
  READ_ONLY_HEAP {
    @Override
    ByteBuffer piece(byte[] content, int offset, int length) {
      return HEAP.piece(content, offset, length).asReadOnlyBuffer();
    }
  },
  /** A rope of protobuf. Shown as buffers, as linearizing takes it, it is read-only heap memory. */
  BYTE_STRING {
    @Override
    ByteBuffer piece(byte[] content, int offset, int length) {
      return READ_ONLY_HEAP.piece(content, offset, length);
    }

    @Override
    ChunkBuffer chunk(byte[] content, int pieceBytes) {
      List<ByteString> parts =
          pieces(content, pieceBytes).stream().map(ByteString::copyFrom).toList();
      return ByteStrings.wrap(ByteString.copyFrom(parts));
    }
  },
  /** A composite of direct buffers of Netty. */
  NETTY {
    @Override
    ByteBuffer piece(byte[] content, int offset, int length) {
      return DIRECT.piece(content, offset, length);
    }

    @Override
    ChunkBuffer chunk(byte[] content, int pieceBytes) {
      ByteBuf[] parts =
          pieces(content, pieceBytes).stream().map(Unpooled::wrappedBuffer).toArray(ByteBuf[]::new);
      return NettyChunk.wrap(Unpooled.wrappedBuffer(parts.length, parts));
    }
  };

  abstract ByteBuffer piece(byte[] content, int offset, int length);

  /** Lays {@code content} out in pieces of {@code pieceBytes}; the last may be shorter. */
  final List<ByteBuffer> pieces(byte[] content, int pieceBytes) {
    List<ByteBuffer> pieces = new ArrayList<>();
    for (int at = 0; at < content.length; at += pieceBytes) {
      pieces.add(piece(content, at, Math.min(pieceBytes, content.length - at)));
    }
    return pieces;
  }

  /** Makes a chunk of such pieces. */
  ChunkBuffer chunk(byte[] content, int pieceBytes) {
    return ChunkBuffer.wrap(pieces(content, pieceBytes));
  }
}
