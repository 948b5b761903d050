// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

/**
 * Counts payload bytes that are copied, by the kind of memory they are in. Made by whoever reports
 * the counts, and handed down to whatever copies.
 *
 * <p>Mutable, for one thread at a time.
 */
public final class CopyCounter {

  private long direct;
  private long readOnlyHeap;

  /** Creates a counter at 0. */
  public CopyCounter() {}

  /**
   * Counts bytes outside the heap.
   *
   * @param count number of bytes
   */
  public void addDirect(int count) {
    direct += count;
  }

  /**
   * Counts bytes of heap buffers that hide their array.
   *
   * @param count number of bytes
   */
  public void addReadOnlyHeap(int count) {
    readOnlyHeap += count;
  }

  /**
   * Returns how many bytes outside the heap were copied.
   *
   * @return number of bytes
   */
  public long direct() {
    return direct;
  }

  /**
   * Returns how many bytes of heap buffers that hide their array were copied.
   *
   * @return number of bytes
   */
  public long readOnlyHeap() {
    return readOnlyHeap;
  }

  /**
   * Returns how many bytes were copied.
   *
   * @return number of bytes of both kinds
   */
  public long total() {
    return direct + readOnlyHeap;
  }
}
