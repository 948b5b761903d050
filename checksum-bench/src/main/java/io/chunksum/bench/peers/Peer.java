// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

/**
 * One library at work on one chunk. Everything its users would create once is created beforehand.
 *
 * @param <T> the form in which the library returns checksums
 */
interface Peer<T> {

  /** Computes the checksums of the chunk. */
  T compute();

  /** Returns checksums as one run of bytes: CRCs of four bytes in big-endian order, or digests. */
  byte[] packed(T sums);

  /** Returns whether the chunk has the checksums expected of it. */
  boolean verify();

  /**
   * Returns the number of payload bytes that {@link #compute} or {@link #verify} copies because
   * something (this class, the library or the JDK) cannot read them in place. Reading byte by byte
   * does not count.
   */
  long bytesCopiedPerCall();

  /** Returns the result of {@link #compute}, packed. */
  default byte[] computePacked() {
    return packed(compute());
  }
}
