// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

/** Adds up bytes and windows without garbage. Mutable, for one thread. */
final class AmountCounter {

  private long bytes;
  private long windows;

  /** Adds; throws {@link ArithmeticException} on overflow. */
  void add(long moreBytes, long moreWindows) {
    bytes = Math.addExact(bytes, moreBytes);
    windows = Math.addExact(windows, moreWindows);
  }

  ReceiveCounts.Amount amount() {
    return new ReceiveCounts.Amount(bytes, windows);
  }
}
