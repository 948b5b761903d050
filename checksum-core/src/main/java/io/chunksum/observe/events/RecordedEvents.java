// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import jdk.jfr.Event;
import org.jspecify.annotations.Nullable;

/** Creates the events that recordings of the JDK's Flight Recorder ask for. */
final class RecordedEvents extends Events {

  /*
   * One event of each kind, to ask whether a recording wants such events: nothing is allocated if
   * none does, even on JVMs without escape analysis.
   */
  private static final Event COMPUTATION = new ComputationEvent();
  private static final Event VERIFICATION = new VerificationEvent();
  private static final Event COPY = new CopyEvent();
  private static final Event MISMATCH = new MismatchEvent();
  private static final Event SCAN_PROGRESS = new ScanProgressEvent();

  @Override
  @Nullable CallEvent beginComputation() {
    return COMPUTATION.isEnabled() ? begun(new ComputationEvent()) : null;
  }

  @Override
  @Nullable CallEvent beginVerification() {
    return VERIFICATION.isEnabled() ? begun(new VerificationEvent()) : null;
  }

  private static CallEvent begun(WorkEvent event) {
    event.begin();
    return event;
  }

  @Override
  void copied(String type, int bytesPerChecksum, long bytes, long bytesCopied) {
    if (COPY.isEnabled()) {
      CopyEvent event = new CopyEvent();
      event.type = type;
      event.bytesPerChecksum = bytesPerChecksum;
      event.bytes = bytes;
      event.bytesCopied = bytesCopied;
      FlightRecorderEvents.commit(event);
    }
  }

  @Override
  public boolean recordsMismatches() {
    return MISMATCH.isEnabled();
  }

  @Override
  public void mismatch(MismatchFacts facts) {
    MismatchEvent event = new MismatchEvent();
    event.verdict = facts.verdict();
    event.type = facts.type();
    event.bytesPerChecksum = facts.bytesPerChecksum();
    event.chunk = facts.chunk();
    event.windows = facts.windows();
    event.mismatches = facts.mismatches();
    event.mismatchBytes = facts.mismatchBytes();
    event.firstWindow = facts.firstWindow();
    event.firstOffset = facts.firstOffset();
    event.expected = facts.expected();
    event.actual = facts.actual();
    event.message = facts.message();
    FlightRecorderEvents.commit(event);
  }

  @Override
  public void scanProgress(
      String scan, long files, long bytes, long mismatched, long failed, long elapsedNanos) {
    if (SCAN_PROGRESS.isEnabled()) {
      ScanProgressEvent event = new ScanProgressEvent();
      event.scan = scan;
      event.files = files;
      event.bytes = bytes;
      event.mismatched = mismatched;
      event.failed = failed;
      event.elapsed = elapsedNanos;
      FlightRecorderEvents.commit(event);
    }
  }
}
