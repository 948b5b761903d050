// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.compute.LaneSelfCheck.Rounds;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Waits for the compiler: makes rounds until the lanes have not become any better for some time.
 * Good lanes must wait for that, too, so that they come into use once their compiler is done and
 * are not judged slower than they will be.
 *
 * <p>That time is what the checking thread gets of a processor. On a busy machine, or in a process
 * that was stopped, the compiler gets as little.
 */
final class LaneWarmUp {

  /** Lanes have become better if they take less than this part of the least time so far. */
  private static final double IMPROVED = 0.9;

  /** Lanes that have not become better in this time are fully compiled. */
  static final long PATIENCE_NANOS = 2_500_000_000L;

  /** How long to wait for more speed once lanes are good enough. */
  static final long SETTLING_NANOS = 150_000_000L;

  /** Limit for lanes that become better again and again. */
  static final long MAX_NANOS = 10_000_000_000L;

  /** Limit by the clock, so that a check ends; the others are of processor time. */
  static final long CLOCK_LIMIT_NANOS = 60_000_000_000L;

  private final LongSupplier processorTime;
  private final LongSupplier clock;

  /**
   * Creates one.
   *
   * @param processorTime nanoseconds that the calling thread has had of a processor
   * @param clock nanoseconds that have passed
   */
  LaneWarmUp(LongSupplier processorTime, LongSupplier clock) {
    this.processorTime = processorTime;
    this.clock = clock;
  }

  /**
   * Makes rounds, and returns the best, or the first with a wrong digest. If the best are not good,
   * they say how fast MessageDigest was in any: it, too, may not have been compiled in theirs.
   *
   * @throws TimeoutException if the thread got too little of a processor to tell good lanes from
   *     others
   */
  Rounds run(Supplier<Rounds> rounds) throws TimeoutException {
    long start = clock.getAsLong();
    long begin = processorTime.getAsLong();
    long improved = begin;
    long now = begin;
    Rounds best = rounds.get();
    Rounds all = best;
    while (best.right()
        && now - improved < (best.good() ? SETTLING_NANOS : PATIENCE_NANOS)
        && now - begin < MAX_NANOS) {
      if (clock.getAsLong() - start >= CLOCK_LIMIT_NANOS) {
        if (best.good()) {
          break;
        }
        throw new TimeoutException("too little processor time");
      }
      Rounds next = rounds.get();
      now = processorTime.getAsLong();
      all = all.withMessageDigestOf(next);
      if (!next.right()
          || next.lanesNanos() < best.lanesNanos() * IMPROVED
          || (next.good() && !best.good())) {
        best = next;
        improved = now;
      }
    }
    return best.good() ? best : best.withMessageDigestOf(all);
  }
}
