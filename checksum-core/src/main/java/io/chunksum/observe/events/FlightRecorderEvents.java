// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import java.security.AccessController;
import java.security.PrivilegedAction;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the JDK's Flight Recorder to be used. What makes events is loaded only then: most
 * programs never get there, and the JVM generates code for each kind of event, which takes longer
 * than many programs run.
 */
final class FlightRecorderEvents extends Events {

  /** What makes events, if there may and can be any. */
  private static final class Recorded {

    static final Events EVENTS = register();

    /**
     * Registers the events as Chunksum's own doing: before JDK 24, their settings keep the access
     * control context in which they are created, and that has the class loader of every caller.
     * Where nothing is privileged any more, this is a plain call.
     */
    @SuppressWarnings("removal")
    private static Events register() {
      PrivilegedAction<Events> register =
          () -> {
            FlightRecorder.register(ComputationEvent.class);
            return new RecordedEvents();
          };
      try {
        return AccessController.doPrivileged(register);
      } catch (SecurityException | LinkageError e) {
        return new Events(); // To throw it would end the work of whoever happens to be the first.
      }
    }
  }

  /**
   * Cleared for good if an event cannot be recorded: what the JVM adds to the classes of events
   * needs classes of its own, which our class loader may not show, as in OSGi. Some of them are
   * missed when events are registered, and some only when one is recorded.
   */
  private static volatile boolean linked = true;

  /**
   * Creates the only one.
   *
   * @throws LinkageError if our class loader does not show Flight Recorder
   */
  FlightRecorderEvents() {
    isUsed();
  }

  private static boolean isUsed() {
    return FlightRecorder.isInitialized() && linked;
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
    return isUsed() ? Recorded.EVENTS.beginComputation() : null;
  }

  @Override
  @Nullable CallEvent beginVerification() {
    return isUsed() ? Recorded.EVENTS.beginVerification() : null;
  }

  @Override
  void copied(String type, int bytesPerChecksum, long bytes, long bytesCopied) {
    if (isUsed()) {
      Recorded.EVENTS.copied(type, bytesPerChecksum, bytes, bytesCopied);
    }
  }

  @Override
  public boolean recordsMismatches() {
    return isUsed() && Recorded.EVENTS.recordsMismatches();
  }

  @Override
  public void mismatch(MismatchFacts facts) {
    Recorded.EVENTS.mismatch(facts);
  }

  @Override
  public void scanProgress(
      String scan, long files, long bytes, long mismatched, long failed, long elapsedNanos) {
    if (isUsed()) {
      Recorded.EVENTS.scanProgress(scan, files, bytes, mismatched, failed, elapsedNanos);
    }
  }
}
