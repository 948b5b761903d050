// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

/** The kinds of {@link Cause}. If several fit, the one listed first is preferred. */
public enum CauseKind {
  /** One bit of the data is flipped. */
  BIT_FLIP,
  /** One bit of the stored checksum is flipped. */
  CHECKSUM_BIT_FLIP,
  /** Sectors of the data are all zero: a write that was lost or torn. */
  ZERO_FILLED,
  /** The data is that of another window: swapped, duplicated or misplaced. */
  OTHER_WINDOW,
  /** The data is further on or further back, because bytes were inserted or lost before it. */
  SHIFTED,
  /** The stored checksum is that of another algorithm. */
  WRONG_ALGORITHM,
  /** The stored checksum has its bytes in reverse order. */
  WRONG_BYTE_ORDER,
  /** The stored checksum is that of a window of another size. */
  WRONG_WINDOW_SIZE,
  /** A few neighbouring bits of the data are wrong. */
  BURST,
  /** None of the causes looked for fits. */
  UNKNOWN
}
