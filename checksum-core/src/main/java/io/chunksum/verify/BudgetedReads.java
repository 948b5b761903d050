// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.observe.SkipReason;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A token bucket with one token per byte, kept as a single number: the time up to which everything
 * verified so far is paid for. Time that has passed since then, up to that of a burst, is what is
 * left of the budget; a time in the future is a debt.
 */
final class BudgetedReads implements ReadPolicy {

  private static final double NANOS_PER_SECOND = 1e9;

  /** About seventy years, so that differences of times do not overflow. */
  private static final long LONGEST = Long.MAX_VALUE / 4;

  private final double nanosPerByte;
  private final long burstNanos;
  private final LongSupplier nanoClock;
  private final AtomicLong paidUntil;
  private final String name;

  BudgetedReads(long bytesPerSecond, long burstBytes, LongSupplier nanoClock) {
    if (bytesPerSecond < 1 || burstBytes < 1) {
      throw new IllegalArgumentException(
          "bytesPerSecond and burstBytes must be at least 1: "
              + bytesPerSecond
              + ", "
              + burstBytes);
    }
    this.nanosPerByte = NANOS_PER_SECOND / bytesPerSecond;
    this.burstNanos = nanos(burstBytes);
    this.nanoClock = nanoClock;
    this.paidUntil = new AtomicLong(nanoClock.getAsLong() - burstNanos);
    this.name = "BUDGET[bytesPerSecond=" + bytesPerSecond + ", burstBytes=" + burstBytes + "]";
  }

  /** Time that a read of so many bytes uses up; at least 1, so that even a huge budget ends. */
  private long nanos(long bytes) {
    return Math.max(1, Math.min(LONGEST, (long) Math.ceil(bytes * nanosPerByte)));
  }

  @Override
  public @Nullable SkipReason skipReason(Object key, long bytes) {
    long now = nanoClock.getAsLong();
    long cost = nanos(bytes);
    while (true) {
      long paid = paidUntil.get();
      long left = Math.min(burstNanos, now - paid);
      if (left <= 0) {
        return SkipReason.OVER_BUDGET;
      }
      if (paidUntil.compareAndSet(paid, now - left + cost)) {
        return null;
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
