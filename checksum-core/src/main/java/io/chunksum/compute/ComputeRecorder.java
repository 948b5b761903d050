// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.events.CallRecorder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports to counters and Flight Recorder what a calculator does, as far as they are in use.
 * Mutable, for one thread at a time.
 */
final class ComputeRecorder {

  private final @Nullable ChecksumCounters counters;
  private final LongSupplier allCopied;
  private final CallRecorder calls;

  /**
   * Creates a recorder of a calculator.
   *
   * @param type the type of its checksums
   * @param bytesPerChecksum number of bytes in its full windows
   * @param counters the counters to add to; null to count nothing
   * @param allCopied number of bytes that it has copied since it was created
   */
  ComputeRecorder(
      ChecksumType type,
      int bytesPerChecksum,
      @Nullable ChecksumCounters counters,
      LongSupplier allCopied) {
    this.counters = counters;
    this.allCopied = allCopied;
    this.calls = new CallRecorder(type.name(), bytesPerChecksum, counters);
  }

  /** Begins a call. */
  void begin() {
    calls.beginComputation(allCopied.getAsLong());
  }

  /** Ends a call. One that had no windows has computed nothing, and is not reported. */
  void end(long bytes, long windows) {
    if (windows > 0) {
      calls.end(bytes, windows, allCopied.getAsLong());
      if (counters != null) {
        counters.addComputed(bytes, windows);
      }
    }
  }
}
