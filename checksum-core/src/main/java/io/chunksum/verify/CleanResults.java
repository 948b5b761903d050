// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import org.jspecify.annotations.Nullable;

/**
 * The results of clean runs, which are the same for all runs of one shape: of the same windows, up
 * to the same end. The {@value #MAX_KEPT} made last are kept, so that one who meets full chunks and
 * shorter ones in turn makes no garbage, and one who meets ever new lengths no leak.
 *
 * <p>Mutable, for one thread at a time; the results are immutable.
 */
final class CleanResults {

  private static final int MAX_KEPT = 8;

  private final @Nullable VerifyResult[] kept = new VerifyResult[MAX_KEPT];

  /** Where the next one made goes, in place of the oldest. */
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
