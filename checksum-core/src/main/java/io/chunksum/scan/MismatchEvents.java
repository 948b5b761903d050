// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.observe.events.Events;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.Verdict;

/** Reports mismatches that no verifier of chunks sees to Flight Recorder, in the same event. */
final class MismatchEvents {

  private MismatchEvents() {}

  /**
   * Reports a mismatch, if a recording asks for it.
   *
   * @param file the name of the file
   * @param type the type of the checksums
   * @param bytesPerChecksum bytes in a full window, 0 if windows differ or the file is one window
   * @param windows number of windows that were compared
   * @param mismatch the mismatch, counted from the start of the file
   */
  static void record(
      String file, ChecksumType type, int bytesPerChecksum, long windows, Mismatch mismatch) {
    Events events = Events.get();
    if (!events.recordsMismatches()) {
      return;
    }
    events.mismatch(
        new Events.MismatchFacts(
            Verdict.MISMATCH.name(),
            type.name(),
            bytesPerChecksum,
            file,
            windows,
            1,
            mismatch.length(),
            mismatch.window(),
            mismatch.offset(),
            mismatch.expectedHex(),
            mismatch.actualHex(),
            mismatch.toString()));
  }
}
