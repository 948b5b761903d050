// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.internal.CopyCounter;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.events.CallRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Reports to counters and Flight Recorder what a calculator does, as far as they are in use.
 * Mutable, for one thread at a time.
 */
final class ComputeRecorder {

  private final ChecksumType type;
  private final int bytesPerChecksum;
  private final @Nullable ChecksumCounters counters;
  private final CopyCounter copied;
  private final CallRecorder calls;

  /** Reads what the calculator has copied where that is counted. */
  ComputeRecorder(
      ChecksumType type,
      int bytesPerChecksum,
      @Nullable ChecksumCounters counters,
      CopyCounter copied) {
    this.type = type;
    this.bytesPerChecksum = bytesPerChecksum;
    this.counters = counters;
    this.copied = copied;
    this.calls = new CallRecorder(counters);
  }

  /** Begins a call. */
  void begin() {
    calls.beginComputation(copied.total());
  }

  /** Ends a call. One that had no windows has computed nothing, and is not reported. */
  void end(long bytes, long windows) {
    if (windows > 0) {
      calls.end(type.name(), bytesPerChecksum, bytes, windows, copied.total());
      if (counters != null) {
        counters.addComputed(bytes, windows);
      }
    }
  }
}
