// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

/**
 * By how much lanes have lately been slower than MessageDigest, in all calculators together: one
 * may not live long enough to find out. Gains make up for losses, but earn no credit.
 *
 * <p>A pause of the thread must not count as a loss: garbage may be collected, or other threads may
 * have the processor, for longer than lanes may lose. There are two ways to measure:
 *
 * <ul>
 *   <li>Long groups: the processor time of the thread, which goes on only while it runs.
 *   <li>Short groups, where asking for that takes too long, and JVMs that do not count it: the
 *       clock. A pause hits one group, slow lanes are slow in one group after another. So the first
 *       slow group counts for at most the time that MessageDigest takes; after each group that lost
 *       more than it could count for, the next may count for {@value #GROWTH} times as much, until
 *       a group is fast again.
 * </ul>
 *
 * <p>Safe to use from any thread. As long as nothing is lost, nothing is written, so that threads
 * do not wait for one another.
 */
final class LaneLosses {

  /** The time that lanes may lose: more than the JVM takes to recompile a method. */
  static final long MAX_NANOS = 250_000_000;

  /** Large enough that lanes 100 times as slow as MessageDigest are found out in few groups. */
  private static final int GROWTH = 4;

  private final long start = System.nanoTime();

  private volatile double lost;

  /** {@code System.nanoTime()} up to which time has been accounted for. Guarded by this. */
  private long accounted = start;

  /**
   * How many times as long as MessageDigest the next slow group counts, by the clock. Guarded by
   * this.
   */
  private double most = 1;

  /** Nanoseconds since this was made. */
  long age(long now) {
    return now - start;
  }

  /**
   * Adds a group. Time in which several threads lose counts once: if all are stopped together, that
   * is one loss.
   *
   * @param begin {@code System.nanoTime()} at its start
   * @param end the same at its end
   * @param processor nanoseconds of a processor that its thread got meanwhile; {@link
   *     ProcessorTime#UNKNOWN} if it has not been asked or cannot tell
   * @param allowed nanoseconds that MessageDigest would have taken
   * @return whether too much has been lost
   */
  boolean add(long begin, long end, long processor, double allowed) {
    // Where the JVM counts in milliseconds, the processor time of most groups is 0.
    boolean known = processor > 0;
    long taken = known ? Math.min(processor, end - begin) : end - begin;
    double over = taken - allowed;
    return (over > 0 || lost > 0) && addToLost(end, over, known, allowed);
  }

  private synchronized boolean addToLost(long end, double over, boolean known, double allowed) {
    long unaccounted = end - accounted;
    if (over <= 0) {
      lost = Math.max(0, lost + over);
      most = 1;
    } else if (unaccounted > 0) {
      double counted = Math.min(over, (double) unaccounted);
      if (!known && counted > most * allowed) {
        counted = most * allowed;
        most *= GROWTH; // Once for a stop that several threads see, and only if one was assumed.
      }
      lost += counted;
      accounted = end;
    }
    return lost > MAX_NANOS;
  }
}
