// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

/** How verifying a batch of frames ended. */
public enum FrameOutcome {
  /** All of the batch is good frames. */
  GOOD,

  /**
   * All frames are good but the last, of which the batch has the beginning only, if the length in
   * its header is right. A frame with data has at most 65504 bytes: a batch of as many in which not
   * one frame ends begins with padding.
   */
  INCOMPLETE,

  /** A frame has another checksum than was recorded. */
  MISMATCH,

  /** There is something that cannot be a frame, or not the next one. */
  MALFORMED
}
