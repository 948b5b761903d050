// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.MemoryConsumer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.buffer.PieceSpan;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.ChunkBufferContract;
import io.chunksum.tests.Chunks;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds what {@link ChunkBuffer} itself makes to the contract. */
class WrappedChunkTest {

  abstract static class OfKind extends ChunkBufferContract {
    abstract BufferKind kind();

    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      return ChunkBuffer.wrap(parts.stream().map(kind()::of).toList());
    }
  }

  @Nested
  class Heap extends OfKind {
    @Override
    BufferKind kind() {
      return BufferKind.HEAP_ARRAY_OFFSET;
    }
  }

  @Nested
  class ReadOnlyHeap extends OfKind {
    @Override
    BufferKind kind() {
      return BufferKind.READ_ONLY_HEAP;
    }
  }

  @Nested
  class Direct extends OfKind {
    @Override
    BufferKind kind() {
      return BufferKind.DIRECT_POSITION;
    }
  }

  /** Every piece of another kind than the one before. */
  @Nested
  class Mixed extends ChunkBufferContract {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      return Chunks.ofAllKinds(parts);
    }
  }

  @Nested
  class FromArrayRanges extends ChunkBufferContract {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      ChunkBuffer.Builder builder = ChunkBuffer.builder();
      for (byte[] part : parts) {
        byte[] larger = new byte[part.length + 4];
        System.arraycopy(part, 0, larger, 3, part.length);
        builder.add(larger, 3, part.length);
      }
      return builder.build();
    }
  }

  @Nested
  class FromChunks extends ChunkBufferContract {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      List<ByteBuffer> buffers = parts.stream().map(ByteBuffer::wrap).toList();
      int half = buffers.size() / 2;
      return ChunkBuffer.builder()
          .add(ChunkBuffer.wrap(buffers.subList(0, half)))
          .add(ChunkBuffer.wrap(buffers.subList(half, buffers.size())))
          .build();
    }
  }

  @Test
  void wrappingDoesNotMoveBuffersAndTheyMayBeMovedLater() {
    for (BufferKind kind : BufferKind.values()) {
      ByteBuffer buffer = kind.of(new byte[] {1, 2, 3});
      int position = buffer.position();
      ChunkBuffer chunk = ChunkBuffer.wrap(buffer);
      assertThat(buffer.position()).as("%s", kind).isEqualTo(position);
      assertThat(buffer.remaining()).as("%s", kind).isEqualTo(3);
      buffer.position(0).limit(0);
      byte[] bytes = new byte[3];
      chunk.read(0, bytes, 0, 3);
      assertThat(bytes).as("%s", kind).containsExactly(1, 2, 3);
    }
  }

  @Test
  void theMemoryIsShared() {
    byte[] array = {1, 2, 3};
    ChunkBuffer chunk = ChunkBuffer.wrap(array);
    array[1] = 9;
    byte[] bytes = new byte[1];
    chunk.read(1, bytes, 0, 1);
    assertThat(bytes).containsExactly(9);
  }

  @Test
  void buffersForSendingAreReadOnlySlicesWithTheBytesOfEachPiece() {
    byte[] content = TestBytes.random(257, 50);
    List<byte[]> parts = new ArrayList<>(Parts.ofLength(content, 7));
    parts.add(3, new byte[0]);
    ChunkBuffer chunk = Chunks.ofAllKinds(parts);
    for (int from : new int[] {0, 2, 7, 50}) {
      ChunkBuffer slice = chunk.slice(from, 50 - from);
      List<ByteBuffer> buffers = slice.toByteBuffers();
      assertThat(buffers).hasSize(slice.pieceCount());
      int at = from;
      for (ByteBuffer buffer : buffers) {
        assertThat(buffer.isReadOnly()).isTrue();
        assertThat(buffer.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
        assertThat(buffer.position()).isZero();
        assertThat(buffer.capacity()).isEqualTo(buffer.limit()).isPositive();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        assertThat(bytes).isEqualTo(Arrays.copyOfRange(content, at, at + bytes.length));
        at += bytes.length;
      }
      assertThat(at).isEqualTo(50);
      // Those were moved to their limits; neither the next ones nor the chunk know.
      assertThat(slice.toByteBuffers()).allSatisfy(next -> assertThat(next.position()).isZero());
      byte[] read = new byte[50 - from];
      slice.read(0, read, 0, read.length);
      assertThat(read).isEqualTo(Arrays.copyOfRange(content, from, 50));
    }
  }

  @Test
  void buffersForSendingShareTheMemory() {
    byte[] array = {1, 2, 3};
    ByteBuffer direct = ByteBuffer.allocateDirect(2);
    List<ByteBuffer> buffers =
        ChunkBuffer.builder().add(array, 1, 2).add(direct).build().toByteBuffers();
    array[2] = 9;
    direct.put(1, (byte) 8);
    assertThat(buffers.get(0).get(1)).isEqualTo((byte) 9);
    assertThat(buffers.get(1).get(1)).isEqualTo((byte) 8);
    assertThat(buffers.get(1).isDirect()).isTrue();
    assertThatThrownBy(buffers::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void everyConsumerGetsBigEndianViewsWhateverTheOneBeforeDidToThem() {
    ByteBuffer direct = ByteBuffer.allocateDirect(8).order(ByteOrder.LITTLE_ENDIAN);
    ChunkBuffer chunk = ChunkBuffer.wrap(List.of(direct, direct.asReadOnlyBuffer()));
    List<ByteOrder> orders = new ArrayList<>();
    PieceConsumer changing =
        new PieceConsumer() {
          @Override
          public void accept(byte[] array, int offset, int length) {
            throw new AssertionError();
          }

          @Override
          public void accept(ByteBuffer view) {
            orders.add(view.order());
            view.order(ByteOrder.LITTLE_ENDIAN).limit(1);
          }
        };
    chunk.forEachPiece(changing);
    chunk.forEachPiece(changing);
    assertThat(orders).hasSize(4).containsOnly(ByteOrder.BIG_ENDIAN);
  }

  @Test
  void emptyPiecesDoNotCount() {
    ByteBuffer empty = ByteBuffer.allocate(0);
    ByteBuffer one = ByteBuffer.allocate(1);
    assertThat(ChunkBuffer.wrap(List.of(empty, one, empty, one)).pieceCount()).isEqualTo(2);
    assertThat(ChunkBuffer.wrap(List.of()).pieceCount()).isZero();
    assertThat(ChunkBuffer.wrap(List.of(one, one))).hasToString("ChunkBuffer[length=2, pieces=2]");
  }

  /** Counted byte by byte. */
  @Test
  void everySpanNamesThePiecesOfItsFirstAndLastByte() {
    for (List<Integer> lengths : List.of(List.of(5), List.of(3, 0, 3, 3), List.of(4, 1, 0, 6, 2))) {
      List<ByteBuffer> pieces = lengths.stream().map(ByteBuffer::allocate).toList();
      ChunkBuffer chunk = ChunkBuffer.wrap(pieces);
      List<int[]> places = new ArrayList<>();
      int piece = 0;
      for (int length : lengths) {
        for (int i = 0; i < length; i++) {
          places.add(new int[] {piece, i});
        }
        piece += length == 0 ? 0 : 1;
      }
      for (int from = 0; from < places.size(); from++) {
        for (int to = from + 1; to <= places.size(); to++) {
          int[] first = places.get(from);
          int[] last = places.get(to - 1);
          PieceSpan span = chunk.span(from, to - from);
          assertThat(span).isEqualTo(new PieceSpan(first[0], first[1], last[0], last[1] + 1));
          assertThat(span.straddles()).isEqualTo(first[0] != last[0]);
          assertThat(chunk.contiguousLength(from) >= to - from).isEqualTo(!span.straddles());
        }
      }
      for (long offset : new long[] {-1, places.size()}) {
        assertThatThrownBy(() -> chunk.contiguousLength(offset))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThatThrownBy(() -> chunk.span(1, 0)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> chunk.locate(places.size(), 0, copyingTo(new byte[1][])))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> chunk.span(1, places.size()))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void viewsAreKeptForTheNextWalkWhateverAConsumerThrows() {
    ChunkBuffer chunk = ChunkBuffer.wrap(ByteBuffer.allocateDirect(3));
    List<ByteBuffer> views = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      PieceConsumer keepingAndThrowing =
          ofViews(view -> {
            views.add(view);
            throw new IllegalStateException("full");
          });
      assertThatThrownBy(() -> chunk.forEachPiece(keepingAndThrowing))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(views).hasSize(2);
    assertThat(views.get(1)).isSameAs(views.get(0));
  }

  private static PieceConsumer ofViews(Consumer<ByteBuffer> views) {
    return new PieceConsumer() {
      @Override
      public void accept(byte[] array, int offset, int length) {
        throw new AssertionError("direct memory has no array");
      }

      @Override
      public void accept(ByteBuffer view) {
        views.accept(view);
      }
    };
  }

  /** As those of two threads may, with no view kept from an earlier walk and with one. */
  @Test
  void walksThatOverlapHaveViewsOfTheirOwn() {
    ChunkBuffer chunk = ChunkBuffer.wrap(ByteBuffer.allocateDirect(9));
    List<Integer> fed = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      chunk.forEachPiece(
          2,
          5,
          ofViews(view -> {
            chunk.forEachPiece(counting(fed));
            fed.add(view.remaining());
          }));
    }
    assertThat(fed).containsExactly(9, 5, 9, 5);
  }

  /** Ranges that straddle are not shown. */
  @Test
  void aRangeThatLiesInOnePieceIsShownThere() {
    byte[] content = TestBytes.random(255, 16);
    ChunkBuffer chunk =
        ChunkBuffer.builder()
            .add(content, 0, 4)
            .add(content, 4, 1)
            .add(content, 5, 6)
            .add(BufferKind.DIRECT_POSITION.of(Arrays.copyOfRange(content, 11, 13)))
            .add(BufferKind.HEAP_ARRAY_OFFSET.of(Arrays.copyOfRange(content, 13, 16)))
            .build();
    int[] ends = {4, 5, 11, 13, 16};
    for (int from = 0; from < 16; from++) {
      for (int to = from + 1; to <= 16; to++) {
        int end = ends[chunk.span(from, 1).firstPiece()];
        byte[][] shown = {null};
        assertThat(chunk.locate(from, to - from, copyingTo(shown)))
            .as("%d to %d", from, to)
            .isEqualTo(to <= end);
        assertThat(shown[0]).isEqualTo(to <= end ? Arrays.copyOfRange(content, from, to) : null);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void aBufferIsShownWhereAnArrayOrDirectMemoryHasIt(BufferKind kind) {
    byte[] content = TestBytes.random(256, 9);
    ByteBuffer buffer = kind.of(content);
    ByteBuffer before = buffer.duplicate();
    byte[][] shown = {null};
    boolean is = ChunkBuffer.wrap(buffer).slice(1, 8).locate(2, 5, copyingTo(shown));
    assertThat(is).isEqualTo(buffer.hasArray() || buffer.isDirect());
    assertThat(shown[0]).isEqualTo(is ? Arrays.copyOfRange(content, 3, 8) : null);
    assertThat(buffer).isEqualTo(before);
    assertThat(buffer.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
  }

  private static MemoryConsumer copyingTo(byte[][] shown) {
    return new MemoryConsumer() {
      @Override
      public void accept(byte[] array, int offset, int length) {
        shown[0] = Arrays.copyOfRange(array, offset, offset + length);
      }

      @Override
      public void accept(ByteBuffer buffer, int index, int length) {
        assertThat(buffer.isDirect()).isTrue();
        assertThat(buffer.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        shown[0] = new byte[length];
        buffer.get(index, shown[0]);
      }
    };
  }

  @Test
  void theEndOfPiecesOfOneLengthIsNoPiece() {
    ChunkBuffer chunk =
        ChunkBuffer.wrap(Parts.ofLength(new byte[9], 3).stream().map(ByteBuffer::wrap).toList());
    List<Integer> fed = new ArrayList<>();
    chunk.forEachPiece(9, 0, counting(fed));
    chunk.read(9, new byte[0], 0, 0);
    assertThat(fed).isEmpty();
    chunk.forEachPiece(6, 3, counting(fed));
    assertThat(fed).containsExactly(3);
  }

  private static PieceConsumer counting(List<Integer> lengths) {
    return new PieceConsumer() {
      @Override
      public void accept(byte[] array, int offset, int length) {
        lengths.add(length);
      }

      @Override
      public void accept(ByteBuffer view) {
        lengths.add(view.remaining());
      }
    };
  }

  @Test
  void aBuilderMayBeAddedToAfterBuild() {
    ChunkBuffer.Builder builder = ChunkBuffer.builder().add(new byte[5], 0, 5);
    ChunkBuffer first = builder.build();
    ChunkBuffer second = builder.add(ByteBuffer.allocateDirect(3)).build();
    assertThat(first.length()).isEqualTo(5);
    assertThat(second.length()).isEqualTo(8);
  }

  @Test
  void rangesOutsideAnArrayAreRefused() {
    for (int[] range : new int[][] {{-1, 1}, {0, 4}, {3, 1}, {0, -1}, {1, Integer.MAX_VALUE}}) {
      assertThatThrownBy(() -> ChunkBuffer.wrap(new byte[3], range[0], range[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
