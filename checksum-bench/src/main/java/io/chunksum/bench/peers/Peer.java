// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

/**
 * One library at work on one chunk. Everything that its users would make once is made before.
 *
 * @param <T> the form in which the library gives checksums
 */
interface Peer<T> {

  /** Computes the checksums of the chunk. */
  T compute();

  /** Gives checksums as one run of bytes: CRCs of four bytes in big-endian order, or digests. */
  byte[] packed(T sums);

  /** Whether the chunk has the checksums that are expected of it. */
  boolean verify();

  /**
   * Number of payload bytes that {@link #compute} or {@link #verify} copies because something
   * cannot read them in place, be it this class, the library or the JDK. Reading byte by byte does
   * not count.
   */
  long bytesCopiedPerCall();

  /** What {@link #compute} gives, packed. */
  default byte[] computePacked() {
    return packed(compute());
  }
}
