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
   * No window that was checked disagrees, but at least one was not checked: a {@link ReceivePolicy}
   * or {@link ReadPolicy} let it pass, and the length is right; or the run was {@linkplain
   * ChunkVerifier#breakOff() broken off} before its end.
   */
  TRUSTED,
  /** The stored checksums are of another type than the verifier's; no byte was read. */
  WRONG_TYPE,
  /** The stored checksums are of another window size than the verifier's; no byte was read. */
  WRONG_BYTES_PER_CHECKSUM
}
