// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

/** The outcome of verifying a batch of frames. */
public enum FrameOutcome {
  /** The whole batch consists of good frames. */
  GOOD,

  /**
   * All frames are good but the last, of which the batch has only the beginning, if the length in
   * its header is right. A frame with data has at most 65504 bytes: a batch of that many in which
   * no frame ends begins with padding, which ends at {@link FrameVerifier#resumeAt()}.
   */
  INCOMPLETE,

  /** A frame has a different checksum than was recorded. */
  MISMATCH,

  /** There are bytes that cannot be a frame, or not the next one. */
  MALFORMED
}
