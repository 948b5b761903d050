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

  /** As in all other memory: otherwise, ways through a chunk would not read the same layout. */
  @Test
  void thePartsOfARopeAreInOneArrayWithGaps() {
    Seen seen = new Seen();
    Memory.BYTE_STRING.chunk(CONTENT, PIECE_BYTES).forEachPiece(seen);
    assertThat(seen.arrays).allSatisfy(array -> assertThat(array).isSameAs(seen.arrays.get(0)));
    assertThat(seen.offsets).containsExactly(0, 364, 728, 1092);
  }
}
