// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** Runs code until the JVM has finished compiling it, as far as its speed shows. */
final class WarmUp {

  /** A speed-up by this factor is more than noise: another part has been compiled. */
  private static final double FASTER = 1.1;

  /** The compiler may need this long to make the next difference. */
  private static final long PATIENCE_NANOS = 400_000_000;

  private static final long MAX_NANOS = 4_000_000_000L;

  private WarmUp() {}

  /**
   * Repeats until no round has been faster for a while.
   *
   * @param round runs the code and returns its speed, in any unit
   * @param clock the time in nanoseconds
   */
  static void run(DoubleSupplier round, LongSupplier clock) {
    long begin = clock.getAsLong();
    long faster = begin;
    long now = begin;
    double best = 0;
    while (now - faster < PATIENCE_NANOS && now - begin < MAX_NANOS) {
      double speed = round.getAsDouble();
      now = clock.getAsLong();
      if (speed > best * FASTER) {
        best = speed;
        faster = now;
      }
    }
  }
}
