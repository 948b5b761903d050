// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of verifying a segment file. Immutable.
 *
 * <p>If the file could not be read to its end, it tells of what is before that; the last bad frame
 * may be shorter than stated.
 *
 * @param length bytes in the file
 * @param expectedLength bytes in a segment file of its recording; if that is not known, the bytes
 *     in the file
 * @param start offset in the file of the first frame; where the recording ends, if it has none
 *     there
 * @param end offset in the file after the last frame; the same as {@code start}, if there is none
 * @param dataFrames number of frames with data, including those with a different checksum
 * @param badCount number of bad frames and stretches, including those not kept
 * @param badFrames the first of them, at most {@value SegmentVerifier#MAX_KEPT}, in order of offset
 * @param failure why the file could not be read to its end; null if it was
 */
@SuppressWarnings("exports") // Users need JSpecify's annotations neither to compile nor to run.
public record SegmentResult(
    long length,
    long expectedLength,
    long start,
    long end,
    long dataFrames,
    long badCount,
    List<BadFrame> badFrames,
    @Nullable IOException failure) {

  /**
   * Copies the list.
   *
   * @param length bytes in the file
   * @param expectedLength bytes it should have
   * @param start offset of the first frame
   * @param end offset after the last frame
   * @param dataFrames number of frames with data
   * @param badCount number of bad frames
   * @param badFrames the first of them
   * @param failure why the file could not be read to its end
   */
  public SegmentResult {
    badFrames = List.copyOf(badFrames);
  }

  /**
   * Returns whether the file was read to its end and nothing wrong was found.
   *
   * @return true if no frame is bad
   */
  public boolean ok() {
    return badCount == 0 && failure == null;
  }
}
