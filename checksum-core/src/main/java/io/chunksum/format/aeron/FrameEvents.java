// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.observe.events.Events;
import io.chunksum.verify.Verdict;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Reports bad frames to Flight Recorder. */
final class FrameEvents {

  private static final Events EVENTS = Events.get();

  private FrameEvents() {}

  /** Returns whether a recording asks for bad frames. */
  static boolean wanted() {
    return EVENTS.recordsMismatches();
  }

  /**
   * Reports the bad frames of a batch or of a segment file.
   *
   * @param type the type of the checksums
   * @param file the name of the segment file; null for a batch
   * @param dataFrames number of frames with data, including those with a different checksum
   * @param badCount number of bad frames and stretches
   * @param badBytes number of bytes in them
   * @param first the first of them
   */
  static void record(
      ChecksumType type,
      @Nullable String file,
      long dataFrames,
      long badCount,
      long badBytes,
      BadFrame first) {
    boolean isFrame = first.outcome() == FrameOutcome.MISMATCH;
    EVENTS.mismatch(
        new Events.MismatchFacts(
            Verdict.MISMATCH.name(),
            type.name(),
            0,
            file,
            dataFrames,
            badCount,
            badBytes,
            first.index(),
            first.offset(),
            isFrame ? HexFormat.of().toHexDigits(first.recorded()) : null,
            isFrame ? HexFormat.of().toHexDigits(first.computed()) : null,
            first.toString()));
  }
}
