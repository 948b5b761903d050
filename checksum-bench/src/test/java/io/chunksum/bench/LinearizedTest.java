// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearizedTest {
  private static final int LENGTH = 4_000;

  private static final byte[] CONTENT = new byte[LENGTH];

  static {
    new Random(1).nextBytes(CONTENT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 10, 100, 333, 4_000, 5_000})
  void computesWhatChunksumDoes(int window) {
    for (int pieceBytes : new int[] {1, 3, 10, 99, 4_000}) {
      ByteBuffer packed = ByteBuffer.allocate((LENGTH + window - 1) / window * Integer.BYTES);
      new Linearized(ChecksumType.CRC32C, window)
          .compute(Memory.HEAP.pieces(CONTENT, pieceBytes), packed);
      assertThat(packed.array())
          .as("pieces of %s", pieceBytes)
          .isEqualTo(
              ChunkChecksum.of(ChecksumType.CRC32C, window)
                  .compute(ChunkBuffer.wrap(CONTENT))
                  .toByteArray());
    }
  }

  /** Or it would be slower than what it stands for, the more pieces there are. */
  @Test
  void looksAtThePiecesOfAWindowAlone() {
    class Counting extends AbstractList<ByteBuffer> {
      private final List<ByteBuffer> pieces = Memory.HEAP.pieces(CONTENT, 10);
      private int gets;

      @Override
      public ByteBuffer get(int index) {
        gets++;
        return pieces.get(index);
      }

      @Override
      public int size() {
        return pieces.size();
      }
    }

    Counting pieces = new Counting();
    new Linearized(ChecksumType.CRC32C, 100)
        .compute(pieces, ByteBuffer.allocate(40 * Integer.BYTES));
    assertThat(pieces.gets).isLessThan(4 * pieces.size());
  }
}
