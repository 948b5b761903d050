// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.internal.Texts;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.events.CallRecorder;
import io.chunksum.observe.events.Events;
import org.jspecify.annotations.Nullable;

/**
 * Reports to counters and Flight Recorder what a verifier does, where either is listening. Mutable,
 * for one thread at a time.
 */
final class VerifyRecorder {

  private static final Events EVENTS = Events.get();

  private final ChecksumType type;
  private final int bytesPerChecksum;
  private final CallRecorder calls;
  private final @Nullable ChecksumCounters counters;

  /**
   * Creates a recorder of a verifier.
   *
   * @param type the type of its checksums
   * @param bytesPerChecksum number of bytes in its full windows
   * @param options of the verifier
   */
  VerifyRecorder(ChecksumType type, int bytesPerChecksum, VerifyOptions options) {
    this.type = type;
    this.bytesPerChecksum = bytesPerChecksum;
    this.counters = options.counters();
    this.calls = new CallRecorder(type.name(), bytesPerChecksum, counters);
  }

  /**
   * Begins a call whose bytes are all available, so that its duration is that of verifying.
   *
   * @param allCopied number of bytes that the verifier has copied since it was created
   */
  void begin(long allCopied) {
    calls.beginVerification(allCopied);
  }

  /** Begins a run whose bytes are yet to arrive, so that its duration means nothing. */
  void beginUntimed(long allCopied) {
    calls.beginUntimed(allCopied);
  }

  /**
   * Ends a call.
   *
   * @param allCopied as in {@link #begin}, by now
   */
  void end(long bytes, long windows, long allCopied) {
    calls.end(bytes, windows, allCopied);
  }

  /**
   * Records a result.
   *
   * @param chunk name of the chunk, if known
   * @param bytes number of bytes present
   * @param checkedBytes number of those that were compared with checksums, if any
   */
  void found(VerifyResult result, @Nullable String chunk, long bytes, long checkedBytes) {
    if (counters != null) {
      count(counters, result, bytes, checkedBytes);
    }
    if (!result.ok() && EVENTS.recordsMismatches()) {
      EVENTS.mismatch(facts(result, chunk));
    }
  }

  private static void count(
      ChecksumCounters counters, VerifyResult result, long bytes, long checkedBytes) {
    long unchecked = bytes;
    if (result.windows() > 0) {
      counters.addVerified(checkedBytes, result.windows());
      unchecked -= checkedBytes;
    }
    if (result.verdict() != Verdict.TRUSTED && unchecked > 0) {
      counters.addUnchecked(unchecked);
    }
    if (result.mismatchCount() > 0) {
      counters.addMismatched(result.mismatchBytes(), result.mismatchCount());
    }
  }

  private Events.MismatchFacts facts(VerifyResult result, @Nullable String chunk) {
    Mismatch first = result.mismatches().isEmpty() ? null : result.mismatches().get(0);
    return new Events.MismatchFacts(
        result.verdict().name(),
        type.name(),
        bytesPerChecksum,
        chunk == null ? null : Texts.shorten(chunk),
        result.windows(),
        result.mismatchCount(),
        result.mismatchBytes(),
        first == null ? -1 : first.window(),
        first == null ? -1 : first.offset(),
        first == null ? null : first.expectedHex(),
        first == null ? null : first.actualHex(),
        result.toString());
  }
}
