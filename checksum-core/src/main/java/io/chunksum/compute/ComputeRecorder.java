// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.events.CallRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Reports to counters and Flight Recorder what a calculator does, as far as they are in use.
 * Mutable, for one thread at a time.
 */
final class ComputeRecorder {

  private final @Nullable ChecksumCounters counters;
  private final CallRecorder calls;

  /**
   * Creates a recorder of a calculator.
   *
   * @param type the type of its checksums
   * @param bytesPerChecksum number of bytes in its full windows
   * @param counters the counters to add to; null to count nothing
   */
  ComputeRecorder(ChecksumType type, int bytesPerChecksum, @Nullable ChecksumCounters counters) {
    this.counters = counters;
    this.calls = new CallRecorder(type.name(), bytesPerChecksum, counters);
  }

  /**
   * Begins a call.
   *
   * @param allCopied number of bytes that the calculator has copied since it was created
   */
  void begin(long allCopied) {
    calls.beginComputation(allCopied);
  }

  /**
   * Ends a call. One that had no windows has computed nothing, and is not reported.
   *
   * @param allCopied as in {@link #begin}, by now
   */
  void end(long bytes, long windows, long allCopied) {
    if (windows > 0) {
      calls.end(bytes, windows, allCopied);
      if (counters != null) {
        counters.addComputed(bytes, windows);
      }
    }
  }
}
