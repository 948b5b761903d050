// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import com.google.protobuf.ByteString;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.file.MappedFile;
import io.chunksum.netty.NettyChunk;
import io.chunksum.proto.ByteStrings;
import io.chunksum.tests.Parts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The rows of docs/zero-copy.md: what storage systems hold their bytes in. */
enum Source {
  ONE_ARRAY {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return ChunkBuffer.wrap(content);
    }
  },
  HEAP_BUFFERS {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return pieces(content, ByteBuffer::wrap);
    }
  },
  DIRECT_BUFFERS {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return pieces(content, Source::direct);
    }
  },
  READ_ONLY_DIRECT_BUFFERS {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return pieces(content, part -> direct(part).asReadOnlyBuffer());
    }
  },
  READ_ONLY_HEAP_BUFFERS {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return pieces(content, part -> ByteBuffer.wrap(part).asReadOnlyBuffer());
    }
  },
  MAPPED_FILE {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) throws IOException {
      Path file = Files.write(folder.resolve("mapped"), content);
      try (FileChannel channel = FileChannel.open(file)) {
        return MappedFile.map(channel);
      }
    }
  },
  PROTOBUF_STRING {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return ByteStrings.wrap(ByteString.copyFrom(content));
    }
  },
  PROTOBUF_ROPE {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return ByteStrings.wrap(rope(content));
    }
  },
  PROTOBUF_SUBSTRING_OF_A_ROPE {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      ByteString longer = ByteString.copyFromUtf8("head").concat(rope(content));
      return ByteStrings.wrap(
          longer.concat(ByteString.copyFromUtf8("tail")).substring(4, 4 + content.length));
    }
  },
  LIST_OF_PROTOBUF_STRINGS {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return ByteStrings.wrap(parts(content).stream().map(ByteString::copyFrom).toList());
    }
  },
  NETTY_HEAP_BUFFER {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return NettyChunk.wrap(Unpooled.wrappedBuffer(content));
    }
  },
  NETTY_READ_ONLY_HEAP_BUFFER {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return NettyChunk.wrap(Unpooled.wrappedBuffer(content).asReadOnly());
    }
  },
  NETTY_DIRECT_BUFFER {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return NettyChunk.wrap(nettyDirect(content));
    }
  },
  NETTY_COMPOSITE_OF_HEAP_BUFFERS {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return NettyChunk.wrap(composite(content, Unpooled::wrappedBuffer));
    }
  },
  NETTY_COMPOSITE_OF_DIRECT_BUFFERS {
    @Override
    ChunkBuffer chunk(byte[] content, Path folder) {
      return NettyChunk.wrap(composite(content, Source::nettyDirect));
    }
  };

  static final int PIECE_BYTES = 4096;

  abstract ChunkBuffer chunk(byte[] content, Path folder) throws IOException;

  /** As the document writes it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("read only", "read-only");
  }

  private static List<byte[]> parts(byte[] content) {
    return Parts.ofLength(content, PIECE_BYTES);
  }

  private static ByteString rope(byte[] content) {
    // Not copyFrom(list), which would make a balanced tree of it: ropes grow by concatenation.
    ByteString rope = ByteString.EMPTY;
    for (byte[] part : parts(content)) {
      rope = rope.concat(ByteString.copyFrom(part));
    }
    return rope;
  }

  private static ChunkBuffer pieces(byte[] content, Function<byte[], ByteBuffer> kind) {
    return ChunkBuffer.wrap(parts(content).stream().map(kind).toList());
  }

  private static ByteBuffer direct(byte[] content) {
    return ByteBuffer.allocateDirect(content.length).put(content).flip();
  }

  private static ByteBuf nettyDirect(byte[] content) {
    return Unpooled.wrappedBuffer(direct(content));
  }

  /** Composites of 16 parts each, in one. */
  private static ByteBuf composite(byte[] content, Function<byte[], ByteBuf> kind) {
    CompositeByteBuf outer = Unpooled.compositeBuffer(1024);
    for (byte[] group : Parts.ofLength(content, 16 * PIECE_BYTES)) {
      CompositeByteBuf inner = Unpooled.compositeBuffer(16);
      parts(group).forEach(part -> inner.addComponent(true, kind.apply(part)));
      outer.addComponent(true, inner);
    }
    return outer;
  }
}
