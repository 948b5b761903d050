// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import java.util.concurrent.atomic.AtomicLong;

/**
 * When a check of lanes starts by itself: once so many bytes have been digested without them. A
 * check that was put off takes more, and more each time. Safe to use from any thread.
 */
final class CheckSchedule {

  /** Bytes left when no check will start by itself. */
  private static final long NEVER = Long.MAX_VALUE;

  /** Each time that a check is put off, it takes 16 times as many bytes, up to 65,536 times. */
  private static final int SHIFT = 4;

  private static final int MAX_SHIFT = 16;

  private final long bytesAtFirst;

  /** Bytes that MessageDigest must still take before a check is due. */
  private final AtomicLong bytesLeft;

  /** How often a check was put off lately. Guarded by this. */
  private int timesPutOff;

  CheckSchedule(long bytesAtFirst) {
    this.bytesAtFirst = bytesAtFirst;
    this.bytesLeft = new AtomicLong(bytesAtFirst);
  }

  /** Whether a check will become due, however many bytes that takes. */
  boolean isPending() {
    return bytesLeft.get() != NEVER;
  }

  /** Takes note of bytes digested without lanes, and returns whether a check is due. */
  boolean spend(long bytes) {
    long left;
    do {
      left = bytesLeft.get();
      if (left == NEVER) {
        return false;
      }
    } while (!bytesLeft.compareAndSet(left, left - bytes));
    return left <= bytes;
  }

  /** If a check is due, counts anew, with as many bytes as at first. */
  void startOver() {
    long left = bytesLeft.get();
    if (left <= 0) {
      bytesLeft.compareAndSet(left, bytesAtFirst);
    }
  }

  /** No check becomes due, until one is put off. */
  void cancel() {
    bytesLeft.set(NEVER);
  }

  /** A check becomes due later than the last that was put off. */
  synchronized void putOff() {
    timesPutOff++;
    bytesLeft.set(bytesAtFirst << Math.min(SHIFT * timesPutOff, MAX_SHIFT));
  }

  /** Forgets what was put off so far, so that it does not count for the next. */
  synchronized void forgive() {
    timesPutOff = 0;
  }
}
