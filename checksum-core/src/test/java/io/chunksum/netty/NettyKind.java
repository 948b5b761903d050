// SPDX-License-Identifier: Apache-2.0

package io.chunksum.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/** The ways Netty holds CONTENT; each buffer has one reference, which frees all of it. */
enum NettyKind {
  HEAP {
    @Override
    ByteBuf create() {
      return fill(UNPOOLED.heapBuffer(), CONTENT);
    }
  },
  POOLED_HEAP {
    @Override
    ByteBuf create() {
      return fill(POOLED.heapBuffer(), CONTENT);
    }
  },
  POOLED_DIRECT {
    @Override
    ByteBuf create() {
      return fill(POOLED.directBuffer(), CONTENT);
    }
  },
  WRAPPED_READ_ONLY_DIRECT {
    @Override
    ByteBuf create() {
      ByteBuffer direct = ByteBuffer.allocateDirect(CONTENT.length + 3);
      return Unpooled.wrappedBuffer(direct.put(3, CONTENT).asReadOnlyBuffer()).skipBytes(3);
    }
  },
  READ_ONLY_HEAP {
    @Override
    ByteBuf create() {
      return HEAP.create().asReadOnly();
    }
  },
  READ_ONLY_DIRECT {
    @Override
    ByteBuf create() {
      return POOLED_DIRECT.create().asReadOnly();
    }
  },
  SLICE {
    @Override
    ByteBuf create() {
      return POOLED_HEAP.create().slice();
    }
  },
  READ_ONLY_SLICE {
    @Override
    ByteBuf create() {
      ByteBuf buffer = HEAP.create().asReadOnly();
      return buffer.slice(5, 2 + CONTENT.length).skipBytes(2);
    }
  },
  DUPLICATE {
    @Override
    ByteBuf create() {
      return POOLED_DIRECT.create().duplicate();
    }
  },
  COMPOSITE {
    @Override
    ByteBuf create() {
      return composite(
          fill(POOLED.heapBuffer(), part(0, 700)),
          fill(POOLED.directBuffer(), part(700, 701)),
          fill(UNPOOLED.heapBuffer(), part(701, 20_000)).asReadOnly());
    }
  },
  COMPOSITE_OF_COMPOSITES {
    @Override
    ByteBuf create() {
      ByteBuf inner =
          composite(
              fill(POOLED.directBuffer(), part(100, 9_000)),
              fill(POOLED.heapBuffer(), part(9_000, 19_000)));
      return composite(
          fill(POOLED.heapBuffer(), part(0, 100)),
          inner,
          fill(POOLED.heapBuffer(), part(19_000, 20_000)));
    }
  },
  PART_OF_A_COMPOSITE {
    @Override
    ByteBuf create() {
      ByteBuf before = fill(POOLED.heapBuffer(), new byte[90]);
      ByteBuf after = fill(POOLED.directBuffer(), new byte[90]);
      CompositeByteBuf all = composite(before, COMPOSITE_OF_COMPOSITES.create(), after);
      return all.skipBytes(90).writerIndex(90 + CONTENT.length);
    }
  },
  SLICE_OF_A_COMPOSITE {
    @Override
    ByteBuf create() {
      return PART_OF_A_COMPOSITE.create().slice();
    }
  },
  READ_ONLY_COMPOSITE {
    @Override
    ByteBuf create() {
      return COMPOSITE_OF_COMPOSITES.create().asReadOnly();
    }
  },
  FIXED_COMPOSITE {
    @Override
    ByteBuf create() {
      // Netty itself reads the parts of this kind from index 0, whatever their readerIndex.
      return Unpooled.wrappedUnmodifiableBuffer(
          POOLED.heapBuffer().writeBytes(part(0, 8_000)),
          POOLED.directBuffer().writeBytes(part(8_000, 20_000)));
    }
  };

  abstract ByteBuf create();

  static final byte[] CONTENT = new byte[20_000];

  static {
    new Random(17).nextBytes(CONTENT);
  }

  static final ByteBufAllocator UNPOOLED = UnpooledByteBufAllocator.DEFAULT;
  private static final ByteBufAllocator POOLED = PooledByteBufAllocator.DEFAULT;

  /** Fills a buffer so that its readable bytes are in the middle of it. */
  static ByteBuf fill(ByteBuf buffer, byte[] content) {
    return buffer
        .writeZero(7)
        .writeBytes(content)
        .writeZero(5)
        .skipBytes(7)
        .writerIndex(7 + content.length);
  }

  private static CompositeByteBuf composite(ByteBuf... parts) {
    return Unpooled.compositeBuffer().addComponents(true, parts);
  }

  static byte[] part(int from, int to) {
    return Arrays.copyOfRange(CONTENT, from, to);
  }
}
