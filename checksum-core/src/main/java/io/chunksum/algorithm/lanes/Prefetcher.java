// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import java.nio.ByteBuffer;

/**
 * Brings memory into the processor's caches before lanes need it, by reading a byte of every line.
 * Many reads in a row wait for memory together; those of lanes, with computation in between, wait a
 * few at a time. Mutable, for one thread at a time.
 */
final class Prefetcher {

  private static final int CACHE_LINE = 64;

  /** Keeps compilers from leaving out the reads. */
  long sum;

  /**
   * Fetches a range of an array, two lines per iteration: C2 of newer JDKs vectorizes a sum of one
   * per iteration, and a sum of ints, which makes them slower. A single line at the end is left
   * out.
   */
  void fetch(byte[] array, int offset, int length) {
    long lines = 0;
    for (int i = CACHE_LINE; i < length; i += 2 * CACHE_LINE) {
      lines += array[offset + i - CACHE_LINE] + array[offset + i];
    }
    sum = lines;
  }

  /** The same for a range of a buffer. */
  void fetch(ByteBuffer buffer, int offset, int length) {
    long lines = 0;
    for (int i = CACHE_LINE; i < length; i += 2 * CACHE_LINE) {
      lines += buffer.get(offset + i - CACHE_LINE) + buffer.get(offset + i);
    }
    sum = lines;
  }
}
