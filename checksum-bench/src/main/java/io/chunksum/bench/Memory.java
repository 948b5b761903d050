// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.netty.NettyChunk;
import io.chunksum.proto.ByteStrings;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The kinds of memory a chunk can be in.
 *
 * <p>The pieces of a chunk are parts of one allocation, as pooled buffers are: otherwise, a system
 * that gives large pages to large allocations would make one piece faster than many. They are laid
 * out in order, with a gap after each, so that no piece continues where the previous one ended.
 */
public enum Memory {
  HEAP {
    @Override
    public List<ByteBuffer> pieces(byte[] content, int pieceBytes) {
      return layOut(content, pieceBytes, ByteBuffer::allocate);
    }
  },
  DIRECT {
    @Override
    public List<ByteBuffer> pieces(byte[] content, int pieceBytes) {
      return layOut(content, pieceBytes, ByteBuffer::allocateDirect);
    }
  },
  READ_ONLY_HEAP {
    @Override
    public List<ByteBuffer> pieces(byte[] content, int pieceBytes) {
      return HEAP.pieces(content, pieceBytes).stream().map(ByteBuffer::asReadOnlyBuffer).toList();
    }
  },
  /** A protobuf rope. As buffers, which linearizing needs, it is read-only heap memory. */
  BYTE_STRING {
    @Override
    public List<ByteBuffer> pieces(byte[] content, int pieceBytes) {
      return READ_ONLY_HEAP.pieces(content, pieceBytes);
    }

    @Override
    public ChunkBuffer chunk(byte[] content, int pieceBytes) {
      return ByteStrings.wrap(rope(content, pieceBytes));
    }
  },
  /** A Netty composite of direct buffers. */
  NETTY {
    @Override
    public List<ByteBuffer> pieces(byte[] content, int pieceBytes) {
      return DIRECT.pieces(content, pieceBytes);
    }

    @Override
    public ChunkBuffer chunk(byte[] content, int pieceBytes) {
      return NettyChunk.wrap(composite(pieces(content, pieceBytes)));
    }
  };

  /** A cache line of the processor. */
  private static final int GAP_BYTES = 64;

  /** Lays out {@code content} in pieces of {@code pieceBytes}; the last may be shorter. */
  public abstract List<ByteBuffer> pieces(byte[] content, int pieceBytes);

  /** Makes a chunk of such pieces. */
  public ChunkBuffer chunk(byte[] content, int pieceBytes) {
    return ChunkBuffer.wrap(pieces(content, pieceBytes));
  }

  /** Makes one Netty buffer of such pieces, without copying. */
  public static ByteBuf composite(List<ByteBuffer> pieces) {
    ByteBuf[] parts = pieces.stream().map(Unpooled::wrappedBuffer).toArray(ByteBuf[]::new);
    return Unpooled.wrappedBuffer(parts.length, parts);
  }

  /** Makes one protobuf rope of heap pieces, without copying. */
  public static ByteString rope(byte[] content, int pieceBytes) {
    // What is wrapped must not be read-only, or protobuf would not reach the array behind it.
    List<ByteString> parts =
        HEAP.pieces(content, pieceBytes).stream().map(UnsafeByteOperations::unsafeWrap).toList();
    return ByteString.copyFrom(parts);
  }

  private static List<ByteBuffer> layOut(
      byte[] content, int pieceBytes, IntFunction<ByteBuffer> allocator) {
    int count = (content.length + pieceBytes - 1) / pieceBytes;
    ByteBuffer memory = allocator.apply(content.length + count * GAP_BYTES);
    List<ByteBuffer> pieces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int at = i * pieceBytes;
      int length = Math.min(pieceBytes, content.length - at);
      pieces.add(memory.slice(at + i * GAP_BYTES, length).put(0, content, at, length));
    }
    return pieces;
  }
}
