// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.CrcValue;
import io.chunksum.window.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects, in ascending order, what a pass over a range finds. */
final class RangeFindings {

  private final ByteRange requested;
  private final List<ChunkResult> chunks = new ArrayList<>();
  private final List<ByteRange> unverified = new ArrayList<>();
  private boolean complete = true;

  RangeFindings(ByteRange requested) {
    this.requested = requested;
  }

  void checked(ChunkResult chunk) {
    chunks.add(chunk);
  }

  /**
   * Adds bytes that should have been checked if they are requested: they were not read, or not with
   * the rest of their window, or are in no chunk. None if the range is empty.
   */
  void leftOut(long from, long to) {
    if (from < to) {
      ByteRange range = new ByteRange(from, to - from);
      addUnverified(range);
      complete &= range.intersection(requested).length() == 0;
    }
  }

  /** Adds bytes that were read of a chunk of type NONE: there is nothing to check them against. */
  void ofTypeNone(ByteRange range) {
    addUnverified(range);
  }

  private void addUnverified(ByteRange range) {
    int last = unverified.size() - 1;
    if (last >= 0 && unverified.get(last).end() == range.offset()) {
      ByteRange before = unverified.remove(last);
      unverified.add(new ByteRange(before.offset(), before.length() + range.length()));
    } else {
      unverified.add(range);
    }
  }

  RangeResult result(Optional<CrcValue> crc) {
    return new RangeResult(requested, chunks, unverified, complete, crc);
  }
}
