// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrefetcherTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);

  private static final int OFFSET = 3;
  private static final int LINE = 64;

  private final Prefetcher prefetcher = new Prefetcher();

  /** The range ends where the memory does. */
  @Test
  void everyLineIsReadExceptPerhapsTheLast() {
    for (int length = 0; length <= 5 * LINE; length++) {
      int lines = (length + LINE - 1) / LINE;
      for (int line = 0; line < lines - 1; line++) {
        byte[] array = new byte[OFFSET + length];
        array[OFFSET + line * LINE] = 1;
        prefetcher.sum = 0;
        prefetcher.fetch(array, OFFSET, length);
        assertThat(prefetcher.sum).as("line %d of %d bytes", line, length).isEqualTo(1);
        prefetcher.sum = 0;
        prefetcher.fetch(ByteBuffer.wrap(array), OFFSET, length);
        assertThat(prefetcher.sum).as("line %d of %d bytes", line, length).isEqualTo(1);
      }
    }
  }

  /** Each range ends where its memory does; what is counted are the bytes of value 1. */
  @Test
  void rangesOfAnyLengthsAreReadTogether() {
    Random random = new Random(SEED);
    for (int round = 0; round < 300; round++) {
      int expected = 0;
      prefetcher.sum = 0;
      for (int range = random.nextInt(3 * Prefetcher.TOGETHER); range > 0; range--) {
        int lines = 1 + random.nextInt(5);
        byte[] array = new byte[OFFSET + lines * LINE];
        for (int line = 0; line < lines - 1; line++) {
          array[OFFSET + line * LINE] = 1;
          expected++;
        }
        if (random.nextBoolean()) {
          prefetcher.add(array, OFFSET, lines * LINE);
        } else {
          prefetcher.add(ByteBuffer.wrap(array), OFFSET, lines * LINE);
        }
      }
      prefetcher.fetchAdded();
      assertThat(prefetcher.sum).as("lines, round %d, seed %d", round, SEED).isEqualTo(expected);
    }
  }

  /** So the last lines are read, too. */
  @Test
  void rangesOfOneLengthAreReadAsSoonAsThereAreEnough() {
    for (int range = 1; range <= Prefetcher.TOGETHER; range++) {
      assertThat(prefetcher.sum).as("before range %d", range).isZero();
      byte[] array = new byte[3 * LINE];
      Arrays.fill(array, (byte) 1);
      prefetcher.add(array, 0, array.length);
    }
    assertThat(prefetcher.sum).isEqualTo(3 * Prefetcher.TOGETHER);
    prefetcher.fetchAdded();
    assertThat(prefetcher.sum).as("with nothing left").isEqualTo(3 * Prefetcher.TOGETHER);
  }
}
