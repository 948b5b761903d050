// SPDX-License-Identifier: Apache-2.0

package io.chunksum.netty;

import static io.chunksum.netty.NettyKind.CONTENT;
import static io.chunksum.netty.NettyKind.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Named.named;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.ChecksumStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranges of Netty buffers, as chunks and without one. */
@Tag("netty")
class NettyRangeTest {

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
  @EnumSource(NettyKind.class)
  void everyRangeOfEveryKindIsWalkedInPlace(NettyKind kind) {
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
        assertThat(NettyChunkTest.bytes(chunk)).isEqualTo(expected);
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
  @EnumSource(NettyKind.class)
  void rangesBeyondTheCapacityAreRefused(NettyKind kind) {
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
    ByteBuf buffer = NettyKind.COMPOSITE_OF_COMPOSITES.create();
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

  /**
   * Netty notices when they are read; the array behind it goes on, with what is somebody else's.
   */
  private static void assertEndsBefore(ByteBuf view, int end) {
    assertThatThrownBy(() -> view.getBytes(end, new byte[1]))
        .isInstanceOf(IndexOutOfBoundsException.class);
    Copying walked = new Copying();
    for (int start : new int[] {0, end - 1, end}) {
      assertThatThrownBy(() -> NettyChunk.forEachPiece(view, start, end + 1 - start, walked))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> NettyChunk.wrap(view, start, end + 1 - start))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(walked.bytes()).isEmpty();
    NettyChunk.forEachPiece(view, 0, end, walked);
    assertThat(walked.bytes()).isEqualTo(part(0, end));
    NettyChunk.forEachPiece(view, end, 0, walked);
  }

  private static CompositeByteBuf compositeOfOne(ByteBuf buffer) {
    return Unpooled.compositeBuffer().addComponent(true, buffer.slice(0, 40));
  }

  /** What shows the first 40 bytes of a buffer, and is released instead of it. */
  private static List<Named<UnaryOperator<ByteBuf>>> views() {
    return List.of(
        named("slice", buffer -> buffer.slice(0, 40)),
        named("read-only slice", buffer -> buffer.slice(0, 40).asReadOnly()),
        named("slice of a read-only buffer", buffer -> buffer.asReadOnly().slice(0, 40)),
        named("duplicate of a slice", buffer -> buffer.slice(0, 40).duplicate()),
        named("composite of one", NettyRangeTest::compositeOfOne),
        named("slice of a composite of one", buffer -> compositeOfOne(buffer).slice(0, 40)),
        named("read-only composite of one", buffer -> compositeOfOne(buffer).asReadOnly()),
        named(
            "composite of a composite of one",
            buffer -> Unpooled.compositeBuffer().addComponent(true, compositeOfOne(buffer))),
        named(
            "composite of one, read-only",
            buffer ->
                Unpooled.compositeBuffer().addComponent(true, buffer.slice(0, 40).asReadOnly())),
        named(
            "unmodifiable in parts",
            buffer ->
                Unpooled.wrappedUnmodifiableBuffer(
                    buffer.slice(0, 2), buffer.retainedSlice(2, 38))));
  }

  @ParameterizedTest
  @MethodSource("views")
  void whatShowsAPooledBufferThatShrankEndsWithIt(UnaryOperator<ByteBuf> view) {
    ByteBuf buffer = PooledByteBufAllocator.DEFAULT.heapBuffer(64).writeBytes(part(0, 40));
    ByteBuf shown = view.apply(buffer);
    buffer.capacity(4);
    assertEndsBefore(shown, 4);
    shown.release();
    assertThat(buffer.refCnt()).isZero();
  }

  @Test
  void aSliceOfACompositeThatLostAComponentEndsWithIt() {
    CompositeByteBuf buffer =
        Unpooled.compositeBuffer()
            .addComponent(true, Unpooled.buffer(32).writeBytes(part(0, 10)))
            .addComponent(true, Unpooled.buffer(32).writeBytes(part(10, 20)));
    ByteBuf slice = buffer.slice(0, 20);
    buffer.removeComponent(1);
    assertEndsBefore(slice, 10);
    buffer.release();
  }

  /** There, Netty throws what is otherwise thrown for released buffers, without a message. */
  @Test
  void anUnmodifiableCompositeEndsWithWhatIsLeftOfItsParts() {
    ByteBuf first = Unpooled.directBuffer(8).writeBytes(part(0, 8));
    ByteBuf second = Unpooled.directBuffer(8).writeBytes(part(8, 16));
    ByteBuf buffer = Unpooled.wrappedUnmodifiableBuffer(first, second);
    ByteBuf end = buffer.slice(12, 4);
    first.capacity(4);
    ByteBuf composite = Unpooled.compositeBuffer().addComponent(true, end);
    for (ByteBuf shown :
        List.of(buffer.duplicate().skipBytes(12), end, end.asReadOnly(), composite)) {
      assertThatThrownBy(() -> NettyChunk.wrap(shown))
          .isInstanceOf(IndexOutOfBoundsException.class)
          .hasMessageStartingWith("a buffer has shrunk that this is made of: ");
      assertThatThrownBy(() -> NettyChunk.retain(shown))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThat(shown.refCnt()).isOne();
    }
    second.release();
    assertThatThrownBy(() -> NettyChunk.wrap(buffer, 0, 12))
        .isInstanceOf(IllegalStateException.class);
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
}
