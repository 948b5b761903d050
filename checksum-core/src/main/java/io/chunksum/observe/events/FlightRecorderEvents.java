// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import org.jspecify.annotations.Nullable;

/**
 * Makes events of the JDK's Flight Recorder.
 *
 * <p>Whether a recording asks for an event is asked of one event that is kept for it, so that
 * nothing is allocated where none does, on JVMs without escape analysis either.
 */
final class FlightRecorderEvents extends Events {

  private final ComputationEvent computation = new ComputationEvent();
  private final VerificationEvent verification = new VerificationEvent();
  private final CopyEvent copy = new CopyEvent();
  private final MismatchEvent mismatch = new MismatchEvent();
  private final ScanProgressEvent scanProgress = new ScanProgressEvent();

  @Override
  @Nullable CallEvent beginComputation() {
    return computation.isEnabled() ? begun(new ComputationEvent()) : null;
  }

  @Override
  @Nullable CallEvent beginVerification() {
    return verification.isEnabled() ? begun(new VerificationEvent()) : null;
  }

  private static CallEvent begun(WorkEvent event) {
    event.begin();
    return event;
  }

  @Override
  void copied(String type, int bytesPerChecksum, long bytes, long bytesCopied) {
    if (copy.isEnabled()) {
      CopyEvent event = new CopyEvent();
      event.type = type;
      event.bytesPerChecksum = bytesPerChecksum;
      event.bytes = bytes;
      event.bytesCopied = bytesCopied;
      event.commit();
    }
  }

  @Override
  public boolean recordsMismatches() {
    return mismatch.isEnabled();
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
    event.commit();
  }

  @Override
  public void scanProgress(
      String scan, long files, long bytes, long mismatched, long failed, long elapsedNanos) {
    if (scanProgress.isEnabled()) {
      ScanProgressEvent event = new ScanProgressEvent();
      event.scan = scan;
      event.files = files;
      event.bytes = bytes;
      event.mismatched = mismatched;
      event.failed = failed;
      event.elapsed = elapsedNanos;
      event.commit();
    }
  }
}
