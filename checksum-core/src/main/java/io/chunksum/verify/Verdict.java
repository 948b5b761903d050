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
   * No window that was checked disagrees, and the length is right, but a {@link ReceivePolicy} or
   * {@link ReadPolicy} let at least one window pass unchecked.
   */
  TRUSTED,
  /**
   * No window that was checked disagrees, but the run was {@linkplain ChunkVerifier#breakOff()
   * broken off} before its last window was checked.
   */
  INCOMPLETE,
  /** The stored checksums are of another type than the verifier's; no byte was read. */
  WRONG_TYPE,
  /** The stored checksums are of another window size than the verifier's; no byte was read. */
  WRONG_BYTES_PER_CHECKSUM
}
