// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

/**
 * Runs a self-check of lanes, and ends with it. A class, because a lambda would make garbage in the
 * thread of a calculator at work.
 */
final class LaneCheckThread extends Thread {

  private final DigestLanes lanes;

  /** Count of pins at the start, so that one made before the thread runs stands as well. */
  private final int pinsBefore;

  LaneCheckThread(DigestLanes lanes, String type, int pinsBefore) {
    super(null, null, "chunksum-lane-check-".concat(type), 0, false);
    // The thread runs for seconds, and must not keep anything of the caller's meanwhile.
    setContextClassLoader(LaneCheckThread.class.getClassLoader());
    setDaemon(true);
    this.lanes = lanes;
    this.pinsBefore = pinsBefore;
  }

  @Override
  public void run() {
    try {
      lanes.runCountedCheck(pinsBefore);
    } catch (RuntimeException | Error e) {
      // The status has it. An application's handler of such things may end the JVM, and this may be
      // no more than a class loader that was closed, as that of a web application that is stopped.
    }
  }

  /** Waits until it has ended, even if the calling thread is interrupted, or it never started. */
  void awaitEnd() {
    boolean interrupted = false;
    while (true) {
      try {
        join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
