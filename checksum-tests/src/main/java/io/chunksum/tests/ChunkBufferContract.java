// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What every {@link ChunkBuffer} must do, whoever makes it. A test of an adapter extends this and
 * makes chunks of the adapter's kind; every part should become its own piece.
 */
public abstract class ChunkBufferContract {

  private static final byte[] CONTENT = TestBytes.random(20_02, 40);

  /** More bytes than scratch arrays have, and more than a length of two bytes can express. */
  private static final int LONG = 100_003;

  /** Parts of this length are more than composites, or system calls, usually take. */
  private static final int MANY_PARTS_BYTES = 90;

  /** For subclasses. */
  protected ChunkBufferContract() {}

  /**
   * Makes a chunk through the adapter under test.
   *
   * @param parts the bytes of the chunk, in parts, some of them empty
   * @return a chunk of all the parts, in order, whatever chunks are made after it
   */
  protected abstract ChunkBuffer chunkOf(List<byte[]> parts);

  private ChunkBuffer chunk(int... cuts) {
    return chunkOf(Parts.cut(CONTENT, cuts));
  }

  private static byte[] walked(ChunkBuffer chunk) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    chunk.forEachPiece(writingTo(bytes));
    return bytes.toByteArray();
  }

  private static byte[] walked(ChunkBuffer chunk, int from, int to) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    chunk.forEachPiece(from, to - from, writingTo(bytes));
    return bytes.toByteArray();
  }

  private static PieceConsumer writingTo(ByteArrayOutputStream bytes) {
    return new PieceConsumer() {
      @Override
      public void accept(byte[] array, int offset, int length) {
        assertThat(length).isPositive();
        bytes.write(array, offset, length);
      }

      @Override
      public void accept(ByteBuffer view) {
        assertThat(view.remaining()).isPositive();
        while (view.hasRemaining()) {
          bytes.write(view.get());
        }
      }
    };
  }

  @Test
  void theWalkGivesAllBytesInOrderAsOftenAsItIsMade() {
    for (int cut = 0; cut <= CONTENT.length; cut++) {
      ChunkBuffer chunk = chunk(cut);
      assertThat(chunk.length()).as("cut at %d", cut).isEqualTo(CONTENT.length);
      assertThat(walked(chunk)).as("cut at %d", cut).isEqualTo(CONTENT);
      assertThat(walked(chunk)).as("cut at %d, again", cut).isEqualTo(CONTENT);
    }
  }

  @Test
  void chunksDoNotShareBytes() {
    byte[] others = TestBytes.random(20_05, CONTENT.length);
    ChunkBuffer first = chunk(7, 20);
    ChunkBuffer second = chunkOf(Parts.cut(others, 7, 20));
    assertThat(walked(first)).isEqualTo(CONTENT);
    assertThat(walked(second)).isEqualTo(others);
  }

  @Test
  void noPartsMakeAnEmptyChunk() {
    assertThat(chunkOf(List.of()).length()).isZero();
    assertThat(walked(chunkOf(List.of(new byte[0], new byte[0])))).isEmpty();
  }

  @Test
  void manyPartsAndLongOnesAreWalkedToTheirEnd() {
    byte[] content = TestBytes.random(20_06, LONG);
    for (int partBytes : new int[] {MANY_PARTS_BYTES, LONG}) {
      ChunkBuffer chunk = chunkOf(Parts.ofLength(content, partBytes));
      assertThat(chunk.length()).as("parts of %d bytes", partBytes).isEqualTo(LONG);
      assertThat(walked(chunk)).as("parts of %d bytes", partBytes).isEqualTo(content);
    }
  }

  @Test
  void everySliceGivesItsBytes() {
    ChunkBuffer chunk = chunk(0, 7, 7, 20, 39);
    for (int from = 0; from <= CONTENT.length; from++) {
      for (int to = from; to <= CONTENT.length; to++) {
        ChunkBuffer slice = chunk.slice(from, to - from);
        assertThat(slice.length()).as("slice from %d to %d", from, to).isEqualTo(to - from);
        assertThat(walked(slice))
            .as("slice from %d to %d", from, to)
            .isEqualTo(Arrays.copyOfRange(CONTENT, from, to));
      }
    }
    assertThat(walked(chunk.slice(5, 30).slice(10, 15)))
        .isEqualTo(Arrays.copyOfRange(CONTENT, 15, 30));
  }

  @Test
  void everyRangeCanBeWalked() {
    ChunkBuffer chunk = chunk(0, 7, 7, 20, 39);
    for (int from = 0; from <= CONTENT.length; from++) {
      for (int to = from; to <= CONTENT.length; to++) {
        byte[] range = Arrays.copyOfRange(CONTENT, from, to);
        assertThat(walked(chunk, from, to)).as("range from %d to %d", from, to).isEqualTo(range);
      }
    }
  }

  @Test
  void everyRangeCanBeRead() {
    ChunkBuffer chunk = chunk(0, 7, 7, 20, 39);
    for (int from = 0; from <= CONTENT.length; from++) {
      for (int to = from; to <= CONTENT.length; to++) {
        byte[] target = new byte[to - from + 4];
        chunk.read(from, target, 2, to - from);
        assertThat(Arrays.copyOfRange(target, 2, target.length - 2))
            .as("range from %d to %d", from, to)
            .isEqualTo(Arrays.copyOfRange(CONTENT, from, to));
        assertThat(new byte[] {target[0], target[1], target[target.length - 1]})
            .as("target around the range from %d to %d", from, to)
            .containsOnly(0);
      }
    }
  }

  @Test
  void rangesOutsideTheChunkAreRefused() {
    ChunkBuffer chunk = chunk(13);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] target = new byte[100];
    long[][] ranges = {{-1, 1}, {0, -1}, {0, 41}, {41, 0}, {40, 1}, {1, Long.MAX_VALUE}};
    for (long[] range : ranges) {
      assertThatThrownBy(() -> chunk.slice(range[0], range[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> chunk.forEachPiece(range[0], range[1], writingTo(bytes)))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(bytes.size()).isZero();
    for (int[] range : new int[][] {{-1, 1}, {0, -1}, {0, 41}, {40, 1}, {1, Integer.MAX_VALUE}}) {
      assertThatThrownBy(() -> chunk.read(range[0], target, 0, range[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThatThrownBy(() -> chunk.read(0, target, 61, 40))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(target).containsOnly(0);
  }

  @Test
  void aWalkThatFailsLeavesTheChunkUsable() {
    ChunkBuffer chunk = chunk(7, 20);
    PieceConsumer failing =
        new PieceConsumer() {
          @Override
          public void accept(byte[] array, int offset, int length) {
            throw new IllegalStateException("on purpose");
          }

          @Override
          public void accept(ByteBuffer view) {
            view.limit(view.position());
            throw new IllegalStateException("on purpose");
          }
        };
    assertThatThrownBy(() -> chunk.forEachPiece(failing)).hasMessage("on purpose");
    assertThat(walked(chunk)).isEqualTo(CONTENT);
  }
}
