// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import io.chunksum.observe.ChecksumCounters;
import org.jspecify.annotations.Nullable;

/**
 * Records the calls of one calculator or verifier for counters and Flight Recorder, as far as they
 * are in use. Once per call, never once per window.
 *
 * <p>Mutable, for one thread at a time.
 */
@SuppressWarnings("exports") // The package is not exported.
public final class CallRecorder {

  private static final Events EVENTS = Events.get();

  private final String type;
  private final int bytesPerChecksum;
  private final @Nullable ChecksumCounters counters;

  /*
   * A reference is stored only if the old or the new one is not null: a store costs a garbage
   * collector barrier, which is most of what a call that nobody records would pay.
   */

  /** The current call, if it is timed. */
  private Events.@Nullable CallEvent event;

  private long copiedBefore;

  /**
   * Creates a recorder.
   *
   * @param type name of the checksum type
   * @param bytesPerChecksum number of bytes in a full window
   * @param counters the counters, or null if there are none
   */
  public CallRecorder(String type, int bytesPerChecksum, @Nullable ChecksumCounters counters) {
    this.type = type;
    this.bytesPerChecksum = bytesPerChecksum;
    this.counters = counters;
  }

  /**
   * Begins a call that computes.
   *
   * @param allCopied as in {@link #end}
   */
  public void beginComputation(long allCopied) {
    beginUntimed(allCopied);
    Events.CallEvent begun = EVENTS.beginComputation();
    if (begun != null) {
      event = begun;
    }
  }

  /**
   * Begins a call that verifies.
   *
   * @param allCopied as in {@link #end}
   */
  public void beginVerification(long allCopied) {
    beginUntimed(allCopied);
    Events.CallEvent begun = EVENTS.beginVerification();
    if (begun != null) {
      event = begun;
    }
  }

  /**
   * Begins a call whose duration means nothing. One that was begun and never ended is forgotten,
   * but for what it copied, which is counted.
   *
   * @param allCopied as in {@link #end}
   */
  public void beginUntimed(long allCopied) {
    if (event != null) {
      event = null;
    }
    countCopied(allCopied);
  }

  /**
   * Ends a call that was begun, or one that is not timed.
   *
   * @param bytes number of bytes that were read
   * @param windows number of windows
   * @param allCopied number of bytes that this calculator or verifier has copied since it was
   *     created
   */
  public void end(long bytes, long windows, long allCopied) {
    long copied = countCopied(allCopied);
    if (event != null) {
      event.end(type, bytesPerChecksum, bytes, windows, copied);
      event = null;
    }
    if (copied > 0) {
      EVENTS.copied(type, bytesPerChecksum, bytes, copied);
    }
  }

  /** Counts what was copied since it was last counted, and returns how much that is. */
  private long countCopied(long allCopied) {
    long copied = allCopied - copiedBefore;
    if (copied > 0) {
      copiedBefore = allCopied;
      if (counters != null) {
        counters.addCopied(copied);
      }
    }
    return copied;
  }
}
