// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import java.util.concurrent.TimeUnit;

/**
 * Limits the combined work of several threads to a rate: each reports what it has done, and is told
 * how long to pause before it continues.
 */
final class Throttle {

  /** How far back time lost because a thread woke too late may be made up for. */
  private static final long CREDIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final long bytesPerSecond;

  /** The time at which everything done so far is paid for. */
  private long paidAt;

  Throttle(long bytesPerSecond, long nowNanos) {
    this.bytesPerSecond = bytesPerSecond;
    this.paidAt = nowNanos;
  }

  /**
   * Books bytes.
   *
   * @return nanoseconds to pause; 0 or less if there is time in hand
   */
  synchronized long book(long bytes, long nowNanos) {
    long earliest = nowNanos - CREDIT_NANOS;
    if (earliest - paidAt > 0) {
      paidAt = earliest;
    }
    double nanos = (double) bytes * TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
    paidAt += (long) nanos;
    return paidAt - nowNanos;
  }
}
