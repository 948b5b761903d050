// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a segment file in advance. Immutable.
 *
 * @param length bytes in a segment file of the recording; if that is not known, those in the file
 * @param start offset of the first frame, or unknown
 * @param end offset after the last frame, or unknown
 * @param basePosition position in the stream of its first byte, if the recording is known
 * @param recording the recording; null if it is not known
 */
record SegmentExtent(
    long length, long start, long end, long basePosition, @Nullable RecordingDescriptor recording) {

  static final long UNKNOWN = -1;

  static SegmentExtent unknown(long length) {
    return new SegmentExtent(length, UNKNOWN, UNKNOWN, 0, null);
  }

  static SegmentExtent of(long basePosition, RecordingDescriptor recording) {
    int length = recording.segmentLength();
    if (basePosition < 0 || basePosition % recording.termLength() != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "no segment of recording %d begins at %d",
              recording.recordingId(),
              basePosition));
    }
    long start = recording.startPosition() - basePosition;
    long end = recording.stopPosition().orElse(Long.MAX_VALUE) - basePosition;
    return new SegmentExtent(
        length,
        // A segment that was detached, so that the recording now begins after it.
        start >= length ? UNKNOWN : Math.max(start, 0),
        recording.stopPosition().isEmpty() ? UNKNOWN : Math.max(0, Math.min(end, length)),
        basePosition,
        recording);
  }

  boolean knowsStart() {
    return start != UNKNOWN;
  }

  boolean knowsEnd() {
    return end != UNKNOWN;
  }

  /**
   * Returns whether there is nothing of the recording in the file: an archive makes the next one as
   * soon as one is full, and the first one before there is a frame.
   */
  boolean isEmpty() {
    return knowsStart() && knowsEnd() && start == end;
  }

  /** The message for a file without any frame that the recording can have there. */
  String describeLack() {
    return recording == null
        ? "there is no frame of a recording"
        : "there is no frame that recording "
            + recording.recordingId()
            + " can have from position "
            + basePosition
            + " on";
  }

  /** Moves a place to an offset of the file, so that it tells what a frame there must be like. */
  void movePlace(TermPlace place, long offset) {
    if (recording == null) {
      place.moveTo(offset);
    } else {
      place.moveTo(recording, basePosition + offset);
    }
  }
}
