// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import java.security.AccessController;
import java.security.PrivilegedAction;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Creates events of the JDK's Flight Recorder. */
final class FlightRecorderEvents extends Events {

  /**
   * One event of each kind, to ask whether a recording wants such events: nothing is allocated if
   * none does, even on JVMs without escape analysis.
   *
   * <p>A class of its own, loaded when Flight Recorder is first used: only then does the JVM
   * generate code for each kind of event, which takes longer than many programs run.
   */
  private static final class Kinds {

    static final Event COMPUTATION = new ComputationEvent();
    static final Event VERIFICATION = new VerificationEvent();
    static final Event COPY = new CopyEvent();
    static final Event MISMATCH = new MismatchEvent();
    static final Event SCAN_PROGRESS = new ScanProgressEvent();
  }

  /** Whether there may and can be such events; found out when Flight Recorder is first used. */
  private static final class Permission {

    static final boolean GRANTED = ask();

    /**
     * Registers the events as Chunksum's own doing: before JDK 24, their settings keep the access
     * control context in which they are created, and that has the class loader of every caller.
     * Where nothing is privileged any more, this is a plain call.
     */
    @SuppressWarnings("removal")
    private static boolean ask() {
      PrivilegedAction<Event> register =
          () -> {
            FlightRecorder.register(ComputationEvent.class);
            return Kinds.COPY;
          };
      try {
        AccessController.doPrivileged(register);
        return true;
      } catch (SecurityException | LinkageError e) {
        return false; // To throw it would end the work of whoever happens to be the first.
      }
    }
  }

  /**
   * Cleared for good if an event cannot be recorded: what the JVM adds to the classes of events
   * needs classes of its own, which our class loader may not show, as in OSGi. Some of them are
   * missed when events are registered, and some only when one is recorded.
   */
  private static volatile boolean linked = true;

  private static boolean isUsable() {
    return FlightRecorder.isInitialized() && linked && Permission.GRANTED;
  }

  /** Ends an event that was begun, and records it if it is one that recordings ask for. */
  static void commit(Event event) {
    try {
      event.commit();
    } catch (LinkageError e) {
      linked = false;
    }
  }

  @Override
  @Nullable CallEvent beginComputation() {
    return isUsable() && Kinds.COMPUTATION.isEnabled() ? begun(new ComputationEvent()) : null;
  }

  @Override
  @Nullable CallEvent beginVerification() {
    return isUsable() && Kinds.VERIFICATION.isEnabled() ? begun(new VerificationEvent()) : null;
  }

  private static CallEvent begun(WorkEvent event) {
    event.begin();
    return event;
  }

  @Override
  void copied(String type, int bytesPerChecksum, long bytes, long bytesCopied) {
    if (isUsable() && Kinds.COPY.isEnabled()) {
      CopyEvent event = new CopyEvent();
      event.type = type;
      event.bytesPerChecksum = bytesPerChecksum;
      event.bytes = bytes;
      event.bytesCopied = bytesCopied;
      commit(event);
    }
  }

  @Override
  public boolean recordsMismatches() {
    return isUsable() && Kinds.MISMATCH.isEnabled();
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
    commit(event);
  }

  @Override
  public void scanProgress(
      String scan, long files, long bytes, long mismatched, long failed, long elapsedNanos) {
    if (isUsable() && Kinds.SCAN_PROGRESS.isEnabled()) {
      ScanProgressEvent event = new ScanProgressEvent();
      event.scan = scan;
      event.files = files;
      event.bytes = bytes;
      event.mismatched = mismatched;
      event.failed = failed;
      event.elapsed = elapsedNanos;
      commit(event);
    }
  }
}
