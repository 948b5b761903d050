// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

/**
 * By how much lanes have lately been slower than MessageDigest, in all calculators together: one
 * may not live long enough to find out. Gains make up for losses, but earn no credit.
 *
 * <p>Safe to use from any thread. As long as nothing is lost, nothing is written, so that threads
 * do not wait for one another.
 */
final class LaneLosses {

  /** What lanes may lose: more than the JVM takes to recompile a method or to collect garbage. */
  static final long MAX_NANOS = 250_000_000;

  private volatile double lost;

  /** {@code System.nanoTime()} up to which time has been accounted for. Guarded by this. */
  private long accounted;

  LaneLosses() {
    accounted = System.nanoTime();
  }

  /**
   * Adds a group. Time in which several threads lose counts once: if all are stopped together, say
   * to collect garbage, that is one loss.
   *
   * @param begin {@code System.nanoTime()} at its begin
   * @param end the same at its end
   * @param allowed nanoseconds that MessageDigest would have taken
   * @return whether too much has been lost
   */
  boolean add(long begin, long end, double allowed) {
    double over = end - begin - allowed;
    return (over > 0 || lost > 0) && addToLost(end, over);
  }

  private synchronized boolean addToLost(long end, double over) {
    long unaccounted = end - accounted;
    if (over <= 0) {
      lost = Math.max(0, lost + over);
    } else if (unaccounted > 0) {
      lost += Math.min(over, (double) unaccounted);
      accounted = end;
    }
    return lost > MAX_NANOS;
  }
}
