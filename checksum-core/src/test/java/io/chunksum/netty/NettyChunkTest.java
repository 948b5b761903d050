// SPDX-License-Identifier: Apache-2.0

package io.chunksum.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.data.ChecksumData;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.util.IllegalReferenceCountException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("netty")
class NettyChunkTest {

  private static final byte[] CONTENT = new byte[20_000];

  static {
    new Random(17).nextBytes(CONTENT);
  }

  private static final ByteBufAllocator UNPOOLED = UnpooledByteBufAllocator.DEFAULT;
  private static final ByteBufAllocator POOLED = PooledByteBufAllocator.DEFAULT;

  /** Fills a buffer so that its readable bytes are in the middle of it. */
  private static ByteBuf fill(ByteBuf buffer, byte[] content) {
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

  private static byte[] part(int from, int to) {
    return Arrays.copyOfRange(CONTENT, from, to);
  }

  /** The ways Netty holds CONTENT; each buffer has one reference, which frees all of it. */
  enum Kind {
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
  }

  private static byte[] bytes(ChunkBuffer chunk) {
    byte[] bytes = new byte[(int) chunk.length()];
    chunk.read(0, bytes, 0, bytes.length);
    return bytes;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void everyKindIsReadInPlaceAndLeftAsItWas(Kind kind) {
    ByteBuf buffer = kind.create();
    try {
      int readerIndex = buffer.readerIndex();
      int writerIndex = buffer.writerIndex();
      ChunkBuffer chunk = NettyChunk.wrap(buffer);
      assertThat(bytes(chunk)).isEqualTo(CONTENT);
      ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.CRC32C, 512).newCalculator();
      ChecksumData expected = calculator.compute(ChunkBuffer.wrap(CONTENT));
      assertThat(calculator.compute(chunk)).isEqualTo(expected);
      assertThat(calculator.bytesCopied().total()).isZero();
      assertThat(buffer.readerIndex()).isEqualTo(readerIndex);
      assertThat(buffer.writerIndex()).isEqualTo(writerIndex);
      assertThat(buffer.refCnt()).isEqualTo(1);
    } finally {
      assertThat(buffer.release()).isTrue();
    }
  }

  /** Copies what it is shown, and lets nobody else see that it moves the views. */
  private static final class Copying implements PieceConsumer {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void accept(byte[] array, int offset, int length) {
      assertThat(length).isPositive();
      bytes.write(array, offset, length);
    }

    @Override
    public void accept(ByteBuffer view) {
      assertThat(view.hasArray()).isFalse();
      assertThat(view.remaining()).isPositive();
      byte[] copy = new byte[view.remaining()];
      view.get(copy);
      bytes.writeBytes(copy);
    }

    byte[] bytes() {
      return bytes.toByteArray();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void everyRangeOfEveryKindIsWalkedInPlace(Kind kind) {
    ByteBuf buffer = kind.create();
    try {
      int start = buffer.readerIndex();
      int end = buffer.writerIndex();
      int[][] ranges = {{0, 20_000}, {0, 1}, {699, 2}, {700, 19_300}, {8_999, 10_002}, {20_000, 0}};
      for (int[] range : ranges) {
        Copying walked = new Copying();
        NettyChunk.forEachPiece(buffer, start + range[0], range[1], walked);
        byte[] expected = part(range[0], range[0] + range[1]);
        assertThat(walked.bytes()).isEqualTo(expected);
        ChunkBuffer chunk = NettyChunk.wrap(buffer, start + range[0], range[1]);
        assertThat(bytes(chunk)).isEqualTo(expected);
        ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.CRC32C, 512).newCalculator();
        calculator.compute(chunk);
        assertThat(calculator.bytesCopied().total()).isZero();
      }
      assertThat(buffer.readerIndex()).isEqualTo(start);
      assertThat(buffer.writerIndex()).isEqualTo(end);
      assertThat(buffer.refCnt()).isEqualTo(1);
    } finally {
      assertThat(buffer.release()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void rangesBeyondTheCapacityAreRefused(Kind kind) {
    ByteBuf buffer = kind.create();
    Copying walked = new Copying();
    int capacity = buffer.capacity();
    int[][] ranges = {
      {-1, 1}, {0, capacity + 1}, {capacity, 1}, {1, -1}, {1, Integer.MAX_VALUE}, {capacity + 1, 0}
    };
    for (int[] range : ranges) {
      assertThatThrownBy(() -> NettyChunk.forEachPiece(buffer, range[0], range[1], walked))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> NettyChunk.wrap(buffer, range[0], range[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(walked.bytes()).isEmpty();
    assertThat(NettyChunk.wrap(buffer, 0, capacity).length()).isEqualTo(capacity);
    buffer.release();
    assertThatThrownBy(() -> NettyChunk.forEachPiece(buffer, 0, 0, walked))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> NettyChunk.wrap(buffer, 0, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  /** The walk of a stream moves the views to their ends. */
  @Test
  void aWalkLeavesTheBufferAsItWasForTheNext() {
    ByteBuf buffer = Kind.COMPOSITE_OF_COMPOSITES.create();
    int[] sum = {0};
    ChecksumStream stream =
        ChunkChecksum.of(ChecksumType.CRC32C, Integer.MAX_VALUE)
            .newStream((window, length, checksum, offset) ->
                sum[0] = ByteBuffer.wrap(checksum).getInt(offset));
    int expected =
        ChunkChecksum.of(ChecksumType.CRC32C, 20_000).compute(ChunkBuffer.wrap(CONTENT)).crc(0);
    for (int i = 0; i < 2; i++) {
      NettyChunk.forEachPiece(buffer, 0, 9_500, stream);
      NettyChunk.forEachPiece(buffer, 9_500, 10_500, stream);
      stream.finish();
      assertThat(sum[0]).isEqualTo(expected);
    }
    assertThat(stream.totalBytesCopied()).isZero();
    buffer.release();
  }

  @Test
  void emptyPartsAreNotShown() {
    ByteBuf buffer =
        Unpooled.wrappedUnmodifiableBuffer(
            Unpooled.directBuffer().writeBytes(part(0, 10)),
            Unpooled.directBuffer(),
            Unpooled.directBuffer().writeBytes(part(10, 30)));
    Copying walked = new Copying();
    NettyChunk.forEachPiece(buffer, 0, 30, walked);
    assertThat(walked.bytes()).isEqualTo(part(0, 30));
    buffer.release();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aRetainedChunkKeepsItsBufferUntilItIsClosedOnce(Kind kind) {
    ByteBuf buffer = kind.create();
    NettyChunk chunk = NettyChunk.retain(buffer);
    assertThat(buffer.release()).isFalse();
    assertThat(bytes(chunk.chunk())).isEqualTo(CONTENT);
    assertThat(buffer.refCnt()).isEqualTo(1);
    chunk.close();
    assertThat(buffer.refCnt()).isZero();
    chunk.close();
  }

  @Test
  void closingTwiceDoesNotTakeTheCallersReference() {
    ByteBuf buffer = Kind.POOLED_DIRECT.create();
    NettyChunk chunk = NettyChunk.retain(List.of(buffer, buffer));
    assertThat(buffer.refCnt()).isEqualTo(3);
    chunk.close();
    chunk.close();
    assertThat(buffer.refCnt()).isEqualTo(1);
    buffer.release();
  }

  @Test
  void aClosedChunkIsNotGivenAway() {
    NettyChunk chunk = NettyChunk.retain(Unpooled.buffer(4).writeInt(1));
    chunk.close();
    assertThatThrownBy(chunk::chunk)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the chunk was closed");
  }

  @Test
  void aBufferThatWasReleasedIsRefusedAndTheOthersAreGivenBack() {
    ByteBuf alive = Kind.HEAP.create();
    ByteBuf released = Kind.POOLED_DIRECT.create();
    released.release();
    assertThatThrownBy(() -> NettyChunk.retain(List.of(alive, released)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(alive.refCnt()).isEqualTo(1);
    assertThatThrownBy(() -> NettyChunk.wrap(released)).isInstanceOf(IllegalStateException.class);
    alive.release();
  }

  @Test
  void aBufferThatWasReleasedIsRefusedThoughTheMemoryBehindItLives() {
    ByteBuf parent = Kind.POOLED_DIRECT.create();
    ByteBuf derived = parent.retainedSlice(3, 500).duplicate();
    derived.release();
    assertThatThrownBy(() -> NettyChunk.wrap(derived)).isInstanceOf(IllegalStateException.class);
    parent.release();
    ByteBuf nothing = Unpooled.directBuffer();
    nothing.release();
    assertThatThrownBy(() -> NettyChunk.wrap(nothing)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void emptyBuffersMakeAnEmptyChunk() {
    assertThat(NettyChunk.wrap(Unpooled.EMPTY_BUFFER).length()).isZero();
    assertThat(NettyChunk.wrap(List.of()).length()).isZero();
    assertThat(NettyChunk.wrap(Unpooled.compositeBuffer()).length()).isZero();
  }

  /** The one kind whose memory cannot be reached: a wrapped read-only heap buffer. */
  @Test
  void aReadOnlyHeapByteBufferInsideIsCopiedAndCounted() {
    ByteBuf buffer = Unpooled.wrappedBuffer(ByteBuffer.wrap(CONTENT).asReadOnlyBuffer());
    ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.CRC32C, 512).newCalculator();
    assertThat(calculator.compute(NettyChunk.wrap(buffer)))
        .isEqualTo(calculator.compute(ChunkBuffer.wrap(CONTENT)));
    assertThat(calculator.bytesCopied().total()).isEqualTo(CONTENT.length);
  }

  /** A kind of somebody's own that shows its bytes one by one only. */
  @Test
  void aBufferThatHidesItsMemoryIsCopiedWhenItIsWrapped() {
    ByteBuf hidden =
        new UnpooledHeapByteBuf(UNPOOLED, 64, 64) {
          @Override
          public boolean hasArray() {
            return false;
          }

          @Override
          public int nioBufferCount() {
            return -1;
          }
        };
    fill(hidden, part(0, 40));
    ChunkBuffer chunk = NettyChunk.wrap(hidden);
    hidden.setZero(0, hidden.capacity());
    assertThat(bytes(chunk)).isEqualTo(part(0, 40));
    assertThat(hidden.readerIndex()).isEqualTo(7);
    assertThat(hidden.release()).isTrue();
  }

  /** Somebody who releases what is not theirs does not keep the others from being released. */
  @Test
  void closingReleasesAllEvenIfOneIsGone() {
    ByteBuf gone = Unpooled.wrappedBuffer(new byte[3]);
    ByteBuf kept = Unpooled.wrappedBuffer(new byte[5]);
    NettyChunk chunk = NettyChunk.retain(List.of(gone, kept));
    gone.release(2);
    assertThatThrownBy(chunk::close).isInstanceOf(IllegalReferenceCountException.class);
    assertThat(kept.refCnt()).isEqualTo(1);
    kept.release();
  }
}
