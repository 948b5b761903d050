// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates the events that a recording asks for. If no recording does, nothing is created: each
 * method costs a test of a flag. Instances of this class itself are for where there is no Flight
 * Recorder, and do nothing.
 */
@SuppressWarnings("exports") // The package is not exported.
public class Events {

  private static final Events EVENTS = find();

  Events() {}

  /**
   * Returns the object that creates events in this JVM.
   *
   * @return always the same instance
   */
  public static Events get() {
    return EVENTS;
  }

  private static Events find() {
    Module own = Events.class.getModule();
    Optional<Module> recorder = ModuleLayer.boot().findModule("jdk.jfr");
    try {
      return recorder.isPresent() && own.canRead(recorder.get())
          ? new FlightRecorderEvents()
          : new Events();
    } catch (LinkageError e) {
      return new Events(); // The JVM has the module, and our class loader does not show it.
    }
  }

  /** Begins a computation; null if no recording asks how long it takes. */
  @Nullable CallEvent beginComputation() {
    return null;
  }

  /** Begins a verification; null if no recording asks how long it takes. */
  @Nullable CallEvent beginVerification() {
    return null;
  }

  /** Records a call that had to copy payload bytes. */
  void copied(String type, int bytesPerChecksum, long bytes, long bytesCopied) {}

  /**
   * Returns whether {@link #mismatch} is worth calling.
   *
   * @return whether a recording asks for mismatches
   */
  public boolean recordsMismatches() {
    return false;
  }

  /**
   * Records a verification whose result is not ok.
   *
   * @param mismatch what was found
   */
  public void mismatch(MismatchFacts mismatch) {}

  /**
   * Records how far a scan has come. Meant to be called about once a second.
   *
   * @param scan name of the scan, such as its directory
   * @param files number of files done
   * @param bytes number of bytes verified
   * @param mismatched number of files with mismatches
   * @param failed number of files that could not be checked
   * @param elapsedNanos time since the scan began, in nanoseconds
   */
  public void scanProgress(
      String scan, long files, long bytes, long mismatched, long failed, long elapsedNanos) {}

  /** A call that is being timed. */
  interface CallEvent {

    /** Ends the call; the event is recorded if it took long enough. */
    void end(String type, int bytesPerChecksum, long bytes, long windows, long bytesCopied);
  }

  /**
   * What was found by a verification whose result is not ok.
   *
   * @param verdict name of the verdict
   * @param type name of the checksum type
   * @param bytesPerChecksum number of bytes in a full window
   * @param chunk name of the chunk, or of the file and what is known of the chunk, if known
   * @param windows number of windows that were to be checked
   * @param mismatches number of mismatches
   * @param mismatchBytes number of bytes they affect
   * @param firstWindow index of the first bad window, −1 if there is none
   * @param firstOffset offset in bytes of the first mismatch in the chunk or file, −1 if there is
   *     none
   * @param expected the stored checksum there in hex, or null if there is none
   * @param actual the checksum found there in hex, or null if there is none
   * @param message the result in one line
   */
  public record MismatchFacts(
      String verdict,
      String type,
      int bytesPerChecksum,
      @Nullable String chunk,
      long windows,
      long mismatches,
      long mismatchBytes,
      long firstWindow,
      long firstOffset,
      @Nullable String expected,
      @Nullable String actual,
      String message) {}
}
