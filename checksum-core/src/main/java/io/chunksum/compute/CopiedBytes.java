// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.internal.CopyCounter;

/**
 * Payload bytes that were copied because an algorithm could not read them in place, by the kind of
 * memory that caused it. Bytes in arrays and in writable heap buffers are never copied. Immutable.
 *
 * @param direct bytes outside the heap, including mapped files
 * @param readOnlyHeap bytes in heap buffers that hide their array because they are read-only
 */
public record CopiedBytes(long direct, long readOnlyHeap) {

  /** Nothing was copied. */
  public static final CopiedBytes NONE = new CopiedBytes(0, 0);

  /** What has been counted so far. */
  static CopiedBytes of(CopyCounter copied) {
    return new CopiedBytes(copied.direct(), copied.readOnlyHeap());
  }

  /**
   * Returns the sum of both kinds.
   *
   * @return number of bytes
   * @throws ArithmeticException if it exceeds 2<sup>63</sup>−1
   */
  public long total() {
    return Math.addExact(direct, readOnlyHeap);
  }

  /**
   * Returns this count plus another.
   *
   * @param other the other count
   * @return the sums by kind
   * @throws ArithmeticException if one exceeds 2<sup>63</sup>−1
   */
  public CopiedBytes plus(CopiedBytes other) {
    return new CopiedBytes(
        Math.addExact(direct, other.direct), Math.addExact(readOnlyHeap, other.readOnlyHeap));
  }
}
