// SPDX-License-Identifier: Apache-2.0

package io.chunksum.netty;

import static io.chunksum.netty.NettyKind.CONTENT;
import static io.chunksum.netty.NettyKind.UNPOOLED;
import static io.chunksum.netty.NettyKind.fill;
import static io.chunksum.netty.NettyKind.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.util.IllegalReferenceCountException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("netty")
class NettyChunkTest {

  static byte[] bytes(ChunkBuffer chunk) {
    byte[] bytes = new byte[(int) chunk.length()];
    chunk.read(0, bytes, 0, bytes.length);
    return bytes;
  }

  @ParameterizedTest
  @EnumSource(NettyKind.class)
  void everyKindIsReadInPlaceAndLeftAsItWas(NettyKind kind) {
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
      if (!buffer.isReadOnly() && kind != NettyKind.FIXED_COMPOSITE) { // It does not say so.
        buffer.setByte(readerIndex, ~CONTENT[0]);
        assertThat(bytes(chunk)[0]).isEqualTo((byte) ~CONTENT[0]);
      }
      assertThat(buffer.readerIndex()).isEqualTo(readerIndex);
      assertThat(buffer.writerIndex()).isEqualTo(writerIndex);
      assertThat(buffer.refCnt()).isEqualTo(1);
    } finally {
      assertThat(buffer.release()).isTrue();
    }
  }

  /** A copy that wrapping made would not be counted. */
  @Test
  void anUnmodifiableCompositeOfDirectBuffersIsReadInPlace() {
    ByteBuf start = UNPOOLED.directBuffer().writeBytes(part(0, 700));
    ByteBuf rest = UNPOOLED.directBuffer().writeBytes(part(700, 1000));
    ByteBuf buffer = Unpooled.wrappedUnmodifiableBuffer(start, rest);
    ChunkBuffer chunk = NettyChunk.wrap(buffer);
    assertThat(bytes(chunk)).isEqualTo(part(0, 1000));
    start.setZero(0, 700);
    rest.setZero(0, 300);
    assertThat(bytes(chunk)).containsOnly(0);
    assertThat(buffer.release()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(NettyKind.class)
  void aRetainedChunkKeepsItsBufferUntilItIsClosedOnce(NettyKind kind) {
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
    ByteBuf buffer = NettyKind.POOLED_DIRECT.create();
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
    ByteBuf alive = NettyKind.HEAP.create();
    ByteBuf released = NettyKind.POOLED_DIRECT.create();
    released.release();
    String message = "the buffer was released: " + released;
    assertThatThrownBy(() -> NettyChunk.retain(List.of(alive, released)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(message);
    assertThat(alive.refCnt()).isEqualTo(1);
    assertThatThrownBy(() -> NettyChunk.wrap(released))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(message);
    alive.release();
  }

  @Test
  void aBufferThatWasReleasedIsRefusedThoughTheMemoryBehindItLives() {
    ByteBuf parent = NettyKind.POOLED_DIRECT.create();
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

  /** A kind of somebody's own that does not show its array. */
  private static class WithoutArray extends UnpooledHeapByteBuf {
    WithoutArray() {
      super(UNPOOLED, 64, 64);
    }

    @Override
    public boolean hasArray() {
      return false;
    }
  }

  /** One that shows its bytes one by one only. */
  @Test
  void aBufferThatHidesItsMemoryIsCopiedWhenItIsWrapped() {
    ByteBuf hidden =
        new WithoutArray() {
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

  /** One that has views, which need not begin where the array does. */
  @Test
  void aBufferThatHidesItsArrayIsReadWhereItsViewBegins() {
    ByteBuf hidden =
        new WithoutArray() {
          @Override
          public ByteBuffer[] nioBuffers(int index, int length) {
            return new ByteBuffer[] {ByteBuffer.wrap(array(), index, length)};
          }
        };
    fill(hidden, part(0, 40));
    ChunkBuffer chunk = NettyChunk.wrap(hidden);
    assertThat(bytes(chunk)).isEqualTo(part(0, 40));
    hidden.setZero(0, hidden.capacity());
    assertThat(bytes(chunk)).containsOnly(0);
    assertThat(hidden.release()).isTrue();
  }

  /** A direct buffer whose memory cannot be asked for. */
  private static ByteBuf failing(Error error) {
    return new UnpooledDirectByteBuf(UNPOOLED, 4, 4) {
      @Override
      public ByteBuffer[] nioBuffers(int index, int length) {
        throw error;
      }
    };
  }

  @Test
  void whereWrappingEndsWithAnErrorAllAreGivenBack() {
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    ByteBuf alive = NettyKind.HEAP.create();
    ByteBuf failing = failing(error).writeInt(1);
    assertThatThrownBy(() -> NettyChunk.retain(List.of(alive, failing)))
        .isSameAs(error)
        .hasNoSuppressedExceptions();
    assertThat(alive.release()).isTrue();
    assertThat(failing.release()).isTrue();
  }

  @Test
  void whatCannotBeGivenBackDoesNotHideWhy() {
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    IllegalReferenceCountException kept = new IllegalReferenceCountException("kept");
    ByteBuf failing = failing(error).writeInt(1);
    ByteBuf stuck =
        new UnpooledHeapByteBuf(UNPOOLED, 4, 4) {
          @Override
          public boolean release() {
            throw kept;
          }
        };
    assertThatThrownBy(() -> NettyChunk.retain(List.of(stuck, failing)))
        .isSameAs(error)
        .hasSuppressedException(kept);
    assertThat(failing.release()).isTrue();
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
