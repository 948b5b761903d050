// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

/** The outcome of verifying a chunk. */
public enum Verdict {
  /** Every window was checked and agrees. */
  MATCH,
  /** At least one window disagrees, or data is missing or surplus. */
  MISMATCH,
  /** There was nothing to check against: the type is NONE. */
  NOT_CHECKED,
  /**
   * The length is right and no window that was checked disagrees, but a {@link ReceivePolicy} or
   * {@link ReadPolicy} let at least one window pass unchecked.
   */
  TRUSTED,
  /** The stored checksums are of another type than the verifier's; no byte was read. */
  WRONG_TYPE,
  /** The stored checksums are of another window size than the verifier's; no byte was read. */
  WRONG_BYTES_PER_CHECKSUM
}
