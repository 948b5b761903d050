// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PrefetcherTest {

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
        prefetcher.fetch(array, OFFSET, length);
        assertThat(prefetcher.sum).as("line %d of %d bytes", line, length).isEqualTo(1);
        prefetcher.sum = 0;
        prefetcher.fetch(ByteBuffer.wrap(array), OFFSET, length);
        assertThat(prefetcher.sum).as("line %d of %d bytes", line, length).isEqualTo(1);
      }
    }
  }
}
