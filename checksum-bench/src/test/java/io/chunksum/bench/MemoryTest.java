// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.buffer.PieceConsumer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MemoryTest {

  private static final byte[] CONTENT = TimedBenchmark.randomBytes(1000);
  private static final int PIECE_BYTES = 300;

  /** What a walk over a chunk sees. */
  private static final class Seen implements PieceConsumer {

    private final List<byte[]> arrays = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private final ByteBuffer bytes = ByteBuffer.allocate(CONTENT.length);

    @Override
    public void accept(byte[] array, int offset, int length) {
      arrays.add(array);
      offsets.add(offset);
      bytes.put(array, offset, length);
    }

    @Override
    public void accept(ByteBuffer view) {
      bytes.put(view);
    }
  }

  @ParameterizedTest
  @EnumSource
  void chunksHaveTheContentInPieces(Memory memory) {
    Seen seen = new Seen();
    memory.chunk(CONTENT, PIECE_BYTES).forEachPiece(seen);
    assertThat(seen.bytes.array()).isEqualTo(CONTENT);
    assertThat(memory.chunk(CONTENT, PIECE_BYTES).pieceCount()).isEqualTo(4);
    assertThat(memory.pieces(CONTENT, PIECE_BYTES)).hasSize(4);
  }

  /** Otherwise, a benchmark would measure memory of another kind than its results say. */
  @Test
  void piecesAreOfTheKindTheyAreNamedAfter() {
    assertThat(Memory.HEAP.pieces(CONTENT, PIECE_BYTES)).allMatch(ByteBuffer::hasArray);
    assertThat(Memory.DIRECT.pieces(CONTENT, PIECE_BYTES)).allMatch(ByteBuffer::isDirect);
    assertThat(Memory.NETTY.pieces(CONTENT, PIECE_BYTES)).allMatch(ByteBuffer::isDirect);
    for (Memory memory : List.of(Memory.READ_ONLY_HEAP, Memory.BYTE_STRING)) {
      assertThat(memory.pieces(CONTENT, PIECE_BYTES))
          .noneMatch(ByteBuffer::isDirect)
          .allMatch(ByteBuffer::isReadOnly);
    }
  }

  /** As in all other memory: otherwise, ways through a chunk would not read the same layout. */
  @Test
  void thePartsOfARopeAreInOneArrayWithGaps() {
    Seen seen = new Seen();
    Memory.BYTE_STRING.chunk(CONTENT, PIECE_BYTES).forEachPiece(seen);
    assertThat(seen.arrays).allSatisfy(array -> assertThat(array).isSameAs(seen.arrays.get(0)));
    assertThat(seen.offsets).containsExactly(0, 364, 728, 1092);
  }
}
