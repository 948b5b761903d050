// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.ChunkBufferContract;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Adapters from buffers to chunks: one is right, the others are wrong in one way each. */
final class WrongAdapters {

  private WrongAdapters() {}

  @Tag("wrong")
  static class Right extends ChunkBufferContract {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      ChunkBuffer.Builder builder = ChunkBuffer.builder();
      for (byte[] part : parts) {
        add(builder, BufferKind.HEAP_ARRAY_OFFSET.of(part));
      }
      return builder.build();
    }

    void add(ChunkBuffer.Builder builder, ByteBuffer part) {
      builder.add(part);
    }
  }

  static final class IgnoresPosition extends Right {
    @Override
    void add(ChunkBuffer.Builder builder, ByteBuffer part) {
      builder.add(part.array(), part.arrayOffset(), part.remaining());
    }
  }

  static final class IgnoresArrayOffset extends Right {
    @Override
    @SuppressWarnings("ByteBufferBackingArray") // The mistake itself.
    void add(ChunkBuffer.Builder builder, ByteBuffer part) {
      builder.add(part.array(), part.position(), part.remaining());
    }
  }

  static final class IgnoresLimit extends Right {
    @Override
    void add(ChunkBuffer.Builder builder, ByteBuffer part) {
      builder.add(part.duplicate().limit(part.capacity()));
    }
  }

  static final class ReusesOneBuffer extends Right {

    private final byte[] buffer = new byte[1000];

    @Override
    void add(ChunkBuffer.Builder builder, ByteBuffer part) {
      int length = part.remaining();
      part.get(part.position(), buffer, 0, length);
      builder.add(buffer, 0, length);
    }
  }

  static final class ReusesOneBufferForAllChunks extends Right {

    private final byte[] buffer = new byte[1000];
    private int filled;

    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      filled = 0;
      return super.chunkOf(parts);
    }

    @Override
    void add(ChunkBuffer.Builder builder, ByteBuffer part) {
      int length = part.remaining();
      part.get(part.position(), buffer, filled, length);
      builder.add(buffer, filled, length);
      filled += length;
    }
  }

  static final class LosesTheLastPart extends Right {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      return super.chunkOf(parts.subList(0, Math.max(0, parts.size() - 1)));
    }
  }

  static final class StopsAtAnEmptyPart extends Right {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      return super.chunkOf(parts.stream().takeWhile(part -> part.length > 0).toList());
    }
  }

  static final class FailsWithoutParts extends Right {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      byte[] first = parts.get(0);
      ChunkBuffer.Builder builder = ChunkBuffer.builder().add(first, 0, first.length);
      parts.stream().skip(1).forEach(part -> builder.add(part, 0, part.length));
      return builder.build();
    }
  }

  static final class LosesPartsAfterTheSixteenth extends Right {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      return super.chunkOf(parts.stream().limit(16).toList());
    }
  }

  static final class CutsLongParts extends Right {
    @Override
    void add(ChunkBuffer.Builder builder, ByteBuffer part) {
      builder.add(part.limit(part.position() + Math.min(part.remaining(), 65_535)));
    }
  }
}
