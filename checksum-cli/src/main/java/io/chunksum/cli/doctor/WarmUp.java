// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** Runs code until the JVM has compiled it for good, as far as that can be told from its speed. */
final class WarmUp {

  /** Faster by this factor is more than noise: another part has been compiled. */
  private static final double FASTER = 1.1;

  /** The compiler may need so long until it makes the next difference. */
  private static final long PATIENCE_NANOS = 400_000_000;

  private static final long MOST_NANOS = 4_000_000_000L;

  private WarmUp() {}

  /**
   * Goes round until no round has been faster for a while.
   *
   * @param round runs the code, and gives its speed, in any unit
   * @param clock the time in nanoseconds
   */
  static void run(DoubleSupplier round, LongSupplier clock) {
    long begin = clock.getAsLong();
    long faster = begin;
    long now = begin;
    double best = 0;
    while (now - faster < PATIENCE_NANOS && now - begin < MOST_NANOS) {
      double speed = round.getAsDouble();
      now = clock.getAsLong();
      if (speed > best * FASTER) {
        best = speed;
        faster = now;
      }
    }
  }
}
