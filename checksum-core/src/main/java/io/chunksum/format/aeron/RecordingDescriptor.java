// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import java.util.OptionalLong;

/**
 * What the catalog of an archive says about a recording, as far as verifying needs it. Immutable.
 *
 * @param recordingId number of the recording
 * @param startPosition position in the stream at which it begins, in bytes
 * @param stopPosition position in the stream at which it ends, in bytes; empty while it is being
 *     made
 * @param initialTermId the first term of the stream
 * @param segmentLength bytes in a segment file
 * @param termLength bytes in a term
 * @param mtuLength the most bytes in a frame with data
 * @param streamId number of the stream
 */
public record RecordingDescriptor(
    long recordingId,
    long startPosition,
    OptionalLong stopPosition,
    int initialTermId,
    int segmentLength,
    int termLength,
    int mtuLength,
    int streamId) {

  /**
   * Checks the numbers against each other.
   *
   * @param recordingId number of the recording
   * @param startPosition where it begins
   * @param stopPosition where it ends
   * @param initialTermId the first term
   * @param segmentLength bytes in a segment file
   * @param termLength bytes in a term
   * @param mtuLength the most bytes in a frame
   * @param streamId number of the stream
   * @throws IllegalArgumentException if the archive would not make such a recording
   */
  public RecordingDescriptor {
    check(recordingId >= 0, "recordingId", recordingId);
    check(isFrameBoundary(startPosition), "startPosition", startPosition);
    long stop = stopPosition.orElse(startPosition);
    check(isFrameBoundary(stop) && stop >= startPosition, "stopPosition", stop);
    check(
        Integer.bitCount(termLength) == 1
            && termLength >= FrameHeader.MIN_TERM_LENGTH
            && termLength <= FrameHeader.MAX_TERM_LENGTH,
        "termLength",
        termLength);
    check(
        Integer.bitCount(segmentLength) == 1
            && segmentLength >= termLength
            && segmentLength <= FrameHeader.MAX_TERM_LENGTH,
        "segmentLength",
        segmentLength);
    check(
        mtuLength > FrameHeader.LENGTH && mtuLength <= FrameHeader.MAX_DATA_FRAME_LENGTH,
        "mtuLength",
        mtuLength);
  }

  private static boolean isFrameBoundary(long position) {
    return position >= 0 && position % FrameHeader.LENGTH == 0;
  }

  private static void check(boolean legal, String name, long value) {
    if (!legal) {
      throw new IllegalArgumentException("no recording has a " + name + " of " + value);
    }
  }
}
