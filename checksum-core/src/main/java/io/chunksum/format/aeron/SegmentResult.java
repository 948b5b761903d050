// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import java.util.List;

/**
 * What verifying a segment file found. Immutable.
 *
 * @param length bytes of the file
 * @param expectedLength bytes of a segment file of its recording; of one that is not known, the
 *     bytes of the file
 * @param start offset in the file of the first frame
 * @param end offset in the file behind the last frame
 * @param dataFrames number of frames with data, those with another checksum included
 * @param badCount number of bad frames and stretches, those not kept included
 * @param badFrames the first of them, at most {@value SegmentVerifier#MAX_KEPT}, in the order of
 *     their offsets
 */
public record SegmentResult(
    long length,
    long expectedLength,
    long start,
    long end,
    long dataFrames,
    long badCount,
    List<BadFrame> badFrames) {

  /**
   * Takes a copy of the list.
   *
   * @param length bytes of the file
   * @param expectedLength bytes it should have
   * @param start offset of the first frame
   * @param end offset behind the last frame
   * @param dataFrames number of frames with data
   * @param badCount number of bad frames
   * @param badFrames the first of them
   */
  public SegmentResult {
    badFrames = List.copyOf(badFrames);
  }

  /**
   * Tells whether nothing wrong was found.
   *
   * @return true if no frame is bad
   */
  public boolean ok() {
    return badCount == 0;
  }
}
