// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.netty.NettyChunk;
import io.chunksum.tests.BufferKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Netty buffers in buffers in buffers, of random kinds: all bytes are seen, and nothing is moved.
 */
class NettyNestingTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final int ROUNDS = 2000;
  private static final int DEEPEST = 4;

  private final Random random = new Random(SEED);

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** A buffer whose readable bytes are the content. Releasing it once frees all. */
  private ByteBuf nested(byte[] content, int depth) {
    if (depth == 0) {
      return leaf(content);
    }
    return switch (random.nextInt(8)) {
      case 0 -> nested(content, depth - 1).slice();
      case 1 -> nested(content, depth - 1).duplicate();
      case 2 -> nested(content, depth - 1).asReadOnly();
      case 3 -> middle(content, depth - 1);
      case 4 -> Unpooled.wrappedUnmodifiableBuffer(halves(content, depth - 1));
      case 5 -> Unpooled.wrappedBuffer(halves(content, depth - 1));
      default -> composite(content, depth - 1);
    };
  }

  private ByteBuf leaf(byte[] content) {
    BufferKind[] kinds = BufferKind.values();
    return switch (random.nextInt(3)) {
      case 0 -> PooledByteBufAllocator.DEFAULT.heapBuffer().writeBytes(content);
      case 1 -> PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(content);
      default -> Unpooled.wrappedBuffer(kinds[random.nextInt(kinds.length)].of(content));
    };
  }

  /** Netty reads parts of an unmodifiable composite from index 0, so slices begin there. */
  private ByteBuf[] halves(byte[] content, int depth) {
    int cut = random.nextInt(content.length + 1);
    return new ByteBuf[] {
      nested(Arrays.copyOf(content, cut), depth).slice(),
      nested(Arrays.copyOfRange(content, cut, content.length), depth).slice()
    };
  }

  /** The content with other bytes around it, in a slice or between the indexes. */
  private ByteBuf middle(byte[] content, int depth) {
    int before = random.nextInt(5);
    byte[] padded = bytes(before + content.length + random.nextInt(5));
    System.arraycopy(content, 0, padded, before, content.length);
    ByteBuf all = nested(padded, depth).skipBytes(before);
    return random.nextBoolean()
        ? all.readSlice(content.length)
        : all.writerIndex(all.readerIndex() + content.length);
  }

  private ByteBuf composite(byte[] content, int depth) {
    CompositeByteBuf composite = Unpooled.compositeBuffer(content.length + 2);
    int before = random.nextInt(20);
    composite.addComponent(true, nested(bytes(before), 0));
    for (int at = 0; at < content.length; ) {
      int end = at + random.nextInt(content.length - at + 1);
      end = Math.max(end, at + 1);
      composite.addComponent(true, nested(Arrays.copyOfRange(content, at, end), depth));
      at = end;
    }
    composite.skipBytes(before);
    return random.nextBoolean() ? composite : composite.discardReadComponents();
  }

  @Test
  void allIsShownOnceInOrderAndNothingIsMoved() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] content = bytes(random.nextInt(4) == 0 ? random.nextInt(2) : random.nextInt(150));
      ByteBuf buffer = nested(content, random.nextInt(DEEPEST + 1));
      String what = "seed %d, round %d: %s".formatted(SEED, round, buffer);
      List<Integer> state = state(buffer);
      assertThat(read(NettyChunk.wrap(buffer))).as(what).isEqualTo(content);
      assertRange(buffer, what);
      assertThat(state(buffer)).as(what).isEqualTo(state);
      try (NettyChunk retained = NettyChunk.retain(List.of(buffer, buffer))) {
        ByteBuf twice = Unpooled.copiedBuffer(content, content);
        assertThat(read(retained.chunk())).as(what).isEqualTo(twice.array());
      }
      assertThat(state(buffer)).as(what).isEqualTo(state);
      buffer.release();
    }
  }

  private static List<Integer> state(ByteBuf buffer) {
    return List.of(buffer.readerIndex(), buffer.writerIndex(), buffer.refCnt());
  }

  private static byte[] read(ChunkBuffer chunk) {
    byte[] bytes = new byte[(int) chunk.length()];
    chunk.read(0, bytes, 0, bytes.length);
    return bytes;
  }

  /** Any range, which may lie outside of the indexes. */
  private void assertRange(ByteBuf buffer, String what) {
    int index = random.nextInt(buffer.capacity() + 1);
    byte[] expected = new byte[random.nextInt(buffer.capacity() - index + 1)];
    buffer.getBytes(index, expected);
    assertThat(read(NettyChunk.wrap(buffer, index, expected.length))).as(what).isEqualTo(expected);
  }
}
