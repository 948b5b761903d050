// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

/**
 * What a {@link ChunkReceiver} did with the chunks it received so far, in bytes and windows.
 *
 * <p>Each byte and window is counted once as verified, trusted or unchecked, so that
 *
 * <pre>
 * verified + trusted + unchecked = received
 * </pre>
 *
 * <p>A chunk of another length than recorded counts with the bytes that arrived and the windows
 * that are recorded, all of them as verified, or of type NONE as unchecked. Immutable and safe to
 * share between threads.
 *
 * @param received all payload bytes that arrived, and the windows that their records list
 * @param verified those held against their checksums
 * @param sampled those of the verified that a sample chose
 * @param trusted those that the policy let pass
 * @param unchecked those of type NONE, for which there is nothing to check; their windows are 0
 * @param mismatched what the results report as mismatches: bytes as {@link Mismatch#length()}
 *     counts them, and the mismatches themselves as windows, surplus data as one. Missing bytes are
 *     mismatched although they were not received
 */
public record ReceiveCounters(
    Amount received,
    Amount verified,
    Amount sampled,
    Amount trusted,
    Amount unchecked,
    Amount mismatched) {

  /**
   * A number of bytes and of windows.
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
     * @return the sums
     * @throws ArithmeticException if one is over 2<sup>63</sup>−1
     */
    public Amount plus(Amount other) {
      return new Amount(Math.addExact(bytes, other.bytes), Math.addExact(windows, other.windows));
    }
  }
}
