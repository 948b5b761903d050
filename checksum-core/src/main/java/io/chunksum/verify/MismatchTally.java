// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import java.util.ArrayList;
import java.util.List;

/** The mismatches found so far: all are counted, the first are kept. Mutable, for one thread. */
final class MismatchTally {

  private final List<Mismatch> kept = new ArrayList<>();
  private long count;
  private long bytes;

  void clear() {
    kept.clear();
    count = 0;
    bytes = 0;
  }

  void add(Mismatch mismatch) {
    count++;
    bytes += mismatch.length();
    if (kept.size() < VerifyResult.MAX_KEPT) {
      kept.add(mismatch);
    }
  }

  /** Adds what verifying a later part of the same chunk found. */
  void addAll(VerifyResult part) {
    count += part.mismatchCount();
    bytes += part.mismatchBytes();
    int room = VerifyResult.MAX_KEPT - kept.size();
    kept.addAll(part.mismatches().subList(0, Math.min(room, part.mismatches().size())));
  }

  long count() {
    return count;
  }

  long bytes() {
    return bytes;
  }

  List<Mismatch> kept() {
    return kept;
  }
}
