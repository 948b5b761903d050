// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.internal.SaturatingSum;

/**
 * What a {@link ChunkReceiver} has done with the chunks received so far, in bytes and windows.
 *
 * <p>Each byte and window is counted once as verified, trusted or unchecked, so that
 *
 * <pre>
 * verified + trusted + unchecked = received
 * </pre>
 *
 * <p>A chunk whose length differs from the recorded one counts the bytes that arrived and the
 * windows that are recorded, all of them as verified, or as unchecked for type NONE. A number that
 * would exceed 2<sup>63</sup>−1 stays there: records can claim so many missing bytes. Immutable and
 * safe to share between threads.
 *
 * @param received all payload bytes that arrived, and the windows that their records list
 * @param verified those compared with their checksums
 * @param sampled those of the verified that were chosen by a sample
 * @param trusted those that the policy skipped
 * @param unchecked those of type NONE, where there is nothing to check; they have 0 windows
 * @param mismatched what the results report as mismatches: bytes as {@link Mismatch#length()}
 *     counts them, and the mismatches themselves as windows, surplus data as one. Missing bytes
 *     count as mismatched although they were not received
 */
public record ReceiveCounts(
    Amount received,
    Amount verified,
    Amount sampled,
    Amount trusted,
    Amount unchecked,
    Amount mismatched) {

  /**
   * A number of bytes and of windows. Immutable.
   *
   * @param bytes number of bytes, not negative
   * @param windows number of windows, not negative
   */
  public record Amount(long bytes, long windows) {

    /** Nothing. */
    public static final Amount ZERO = new Amount(0, 0);

    /**
     * Adds two amounts.
     *
     * @param other the other amount
     * @return the sums; 2<sup>63</sup>−1 for one that would exceed that
     */
    public Amount plus(Amount other) {
      return new Amount(
          SaturatingSum.of(bytes, other.bytes), SaturatingSum.of(windows, other.windows));
    }
  }
}
