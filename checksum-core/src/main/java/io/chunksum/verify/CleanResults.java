// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import org.jspecify.annotations.Nullable;

/**
 * The results of clean runs, which are the same for all runs of one shape: the same windows, up to
 * the same end. The last {@value #MAX_KEPT} created are kept, so that full chunks alternating with
 * shorter ones create no garbage, and ever new lengths cause no leak.
 *
 * <p>Mutable, for one thread at a time; the results are immutable.
 */
final class CleanResults {

  private static final int MAX_KEPT = 8;

  private final @Nullable VerifyResult[] kept = new VerifyResult[MAX_KEPT];

  /** Where the next one created goes, in place of the oldest. */
  private int oldest;

  VerifyResult of(int firstWindow, int windows, int bytesPerChecksum, long end) {
    for (VerifyResult result : kept) {
      if (result != null && result.isMatchOf(firstWindow, windows, bytesPerChecksum, end)) {
        return result;
      }
    }
    VerifyResult made = VerifyResult.match(firstWindow, windows, bytesPerChecksum, end);
    kept[oldest] = made;
    oldest = (oldest + 1) % MAX_KEPT;
    return made;
  }
}
