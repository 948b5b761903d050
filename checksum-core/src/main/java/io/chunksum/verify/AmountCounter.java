// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.internal.SaturatingSum;

/**
 * Adds up bytes and windows without garbage; a sum stays at 2<sup>63</sup>−1 once it is there.
 * Mutable, for one thread.
 */
final class AmountCounter {

  private long bytes;
  private long windows;

  void add(long moreBytes, long moreWindows) {
    bytes = SaturatingSum.of(bytes, moreBytes);
    windows = SaturatingSum.of(windows, moreWindows);
  }

  ReceiveCounts.Amount amount() {
    return new ReceiveCounts.Amount(bytes, windows);
  }
}
