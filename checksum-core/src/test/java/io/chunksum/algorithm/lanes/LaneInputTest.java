// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.buffer.MemoryConsumer;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the blocks of a lane's window are found, and what is fetched into the cache. */
class LaneInputTest {

  private static final int BLOCK = LaneKernel.BLOCK_BYTES;

  private final LaneKernel kernel = new PlainMd5();
  private final LaneBlocks blocks = new LaneBlocks(kernel.lanes());
  private final Prefetcher prefetcher = new Prefetcher();
  private final int step = kernel.loadBlocks();
  private final int capacity = 4 * step;
  private final LaneInput input =
      new LaneInput(
          kernel, blocks, prefetcher, 0, new byte[kernel.lanes() * capacity * BLOCK], capacity);

  @Test
  void blocksAreCopiedOnlyWhereAPieceEnds() {
    assertThat(copied(20_001)).as("bytes, at two ends").isBetween(2, 2 * capacity * BLOCK);
  }

  /** Shorter ones would be looked for again and again. */
  @Test
  void piecesNoShorterThanWhatIsCopiedAtATimeAreReadInPlace() {
    assertThat(copied(capacity * BLOCK)).isZero();
    assertThat(copied((capacity - 1) * BLOCK)).isGreaterThan(600 * BLOCK);
  }

  /** Finds the blocks of a window of 640 in pieces, and returns how many bytes were copied. */
  private int copied(int pieceBytes) {
    NumberedBlocks window = new NumberedBlocks(640 * BLOCK, pieceBytes, false);
    input.begin(window, false);
    for (int block = 0; block < 640; block += step) {
      input.find(window, block, step);
      for (int i = 0; i < step; i++) {
        assertThat(blocks.array(0)[blocks.offset(0) + i * BLOCK])
            .as("block %d", block + i)
            .isEqualTo(NumberedBlocks.number(block + i));
      }
    }
    return window.copied;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 33, 1000, 1500})
  void everyBlockIsFetchedOnceAndBeforeItIsLoaded(int fullBlocks) {
    int most = Prefetcher.MAX_BYTES / kernel.lanes() / BLOCK;
    for (boolean inBuffer : new boolean[] {false, true, false}) {
      NumberedBlocks window = new NumberedBlocks(fullBlocks * BLOCK, inBuffer);
      prefetcher.sum = 0;
      input.begin(window, true);
      int fetched = 0;
      for (int block = 0; block < fullBlocks; block += step) {
        int count = Math.min(step, fullBlocks - block);
        input.find(window, block, count);
        if (block + count > fetched) {
          fetched = input.fetch(block, count);
          prefetcher.fetchAdded();
        }
        assertThat(fetched).isBetween(block + count, block + most);
        // The last line of an odd number is left out.
        int read = fetched / 2 * 2;
        assertThat(prefetcher.sum).as("before block %d", block).isEqualTo(window.sum(read));
      }
      assertThat(fetched).isEqualTo(fullBlocks);
    }
  }

  @Test
  void windowsLikelyToBeInTheCacheAreFetchedOnlyIfTheyAreLong() {
    for (int length : new int[] {LaneInput.NEAR_BYTES, LaneInput.NEAR_BYTES + BLOCK}) {
      NumberedBlocks window = new NumberedBlocks(length, false);
      input.begin(window, false);
      input.find(window, 0, step);
      boolean isLong = length > LaneInput.NEAR_BYTES;
      assertThat(input.fetch(0, step) < Integer.MAX_VALUE).isEqualTo(isLong);
      prefetcher.fetchAdded();
      assertThat(prefetcher.sum > 0).as("%d bytes", length).isEqualTo(isLong);
    }
  }

  /** Another lane goes on, and this one holds whatever is there. */
  @Test
  void nothingIsFetchedAfterTheEnd() {
    NumberedBlocks window = new NumberedBlocks(step * BLOCK - 9, false);
    input.begin(window, true);
    for (int block = step; block < 4 * step; block += step) {
      input.find(window, block, step);
      assertThat(input.fetch(block, step)).isEqualTo(Integer.MAX_VALUE);
    }
    prefetcher.fetchAdded();
    assertThat(prefetcher.sum).isZero();
  }

  /** One window, whose blocks have a number in each byte, in pieces of an array or buffer. */
  private static final class NumberedBlocks implements WindowSource {

    private final byte[] array;
    private final int pieceBytes;
    private final boolean inBuffer;
    private int copied;

    NumberedBlocks(int length, boolean inBuffer) {
      this(length, length, inBuffer);
    }

    NumberedBlocks(int length, int pieceBytes, boolean inBuffer) {
      this.pieceBytes = pieceBytes;
      this.inBuffer = inBuffer;
      array = new byte[length];
      for (int i = 0; i < length; i++) {
        array[i] = number(i / BLOCK);
      }
    }

    private static byte number(int block) {
      return (byte) (1 + block % 100);
    }

    /** Sum of one byte of each of the first blocks. */
    long sum(int blocks) {
      return IntStream.range(0, blocks).map(NumberedBlocks::number).sum();
    }

    @Override
    public int length(int window) {
      return array.length;
    }

    @Override
    public int contiguousLength(int window, int offset) {
      return Math.min(pieceBytes - offset % pieceBytes, array.length - offset);
    }

    @Override
    public boolean locate(int window, int offset, int length, MemoryConsumer consumer) {
      if (length > contiguousLength(window, offset)) {
        return false;
      }
      if (inBuffer) {
        consumer.accept(ByteBuffer.wrap(array), offset, length);
      } else {
        consumer.accept(array, offset, length);
      }
      return true;
    }

    @Override
    public boolean locateAll(int first, int count, MemoryConsumer consumer) {
      throw new AssertionError("looked for other windows");
    }

    @Override
    public void read(int window, int offset, int length, byte[] target, int targetOffset) {
      System.arraycopy(array, offset, target, targetOffset, length);
      copied += length;
    }
  }
}
