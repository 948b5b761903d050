// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.buffer.ChunkBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The mismatches found so far: all are counted and their windows marked; the first are kept.
 * Mutable, for one thread.
 */
final class MismatchTally {

  private final int maxKept;
  private final List<Mismatch> kept = new ArrayList<>();
  private long count;
  private long bytes;

  /** Offset in the chunk at which the data ends too early, -1 if it does not. */
  private long missingFrom = -1;

  /** The window that bit 0 stands for, so that a run late in a chunk needs no more bits. */
  private int firstWindow;

  private BitSet bad = new BitSet(0);

  MismatchTally(VerifyOptions options) {
    this.maxKept = options.keptMismatches();
  }

  /** Forgets everything, and begins with a run from that window on. */
  void clear(int newFirstWindow) {
    firstWindow = newFirstWindow;
    missingFrom = -1;
    if (count > 0) {
      bad = new BitSet(0); // The old one may be large. First, as this may fail for lack of memory.
      kept.clear();
      count = 0;
      bytes = 0;
    }
  }

  void add(Mismatch mismatch) {
    if (kept.size() < maxKept) {
      kept.add(mismatch); // First: there may be no memory for it. If any is counted, one is kept.
    }
    count++;
    bytes += mismatch.length();
    if (!mismatch.isSurplus()) {
      bad.set((int) mismatch.window() - firstWindow);
    }
  }

  /** Whether no further mismatch is kept. */
  boolean isFull() {
    return kept.size() == maxKept;
  }

  /** Adds the windows from {@code from} up to {@code to}, of that many bytes together. */
  void addUnkept(int from, int to, long length) {
    count += to - from;
    bytes += length;
    bad.set(from - firstWindow, to - firstWindow);
  }

  /** Takes note if the data ends before the run does; both are offsets in the chunk. */
  void dataEnds(long offset, long end) {
    missingFrom = offset < end ? offset : -1;
  }

  /** Adds the result of verifying a later run of windows of the same chunk. */
  void addAll(VerifyResult part) {
    count += part.mismatchCount();
    bytes += part.mismatchBytes();
    int room = maxKept - kept.size();
    kept.addAll(part.mismatches().subList(0, Math.min(room, part.mismatches().size())));
    part.addBadTo(bad, firstWindow);
  }

  /** Locates the kept ones in bytes that begin at the offset {@code start} of the chunk. */
  void locate(ChunkBuffer bytes, long start) {
    kept.replaceAll(mismatch -> mismatch.in(bytes, start));
  }

  /** The good and bad windows of a run that ends at the offset {@code end}. */
  CheckedWindows windows(int count, int bytesPerChecksum, long end) {
    BitSet found = trimmed(bad);
    return new CheckedWindows(firstWindow, count, bytesPerChecksum, end, found, found);
  }

  /** The windows of a run of which only some were checked; bit 0 stands for its first. */
  CheckedWindows windows(BitSet checked, int count, int bytesPerChecksum, long end) {
    BitSet notGood = (BitSet) checked.clone();
    notGood.flip(0, count);
    notGood.or(bad);
    return new CheckedWindows(
        firstWindow, count, bytesPerChecksum, end, trimmed(bad), trimmed(notGood));
  }

  /** A copy that stays as it is when it is serialized, which trims others. */
  private static BitSet trimmed(BitSet set) {
    return BitSet.valueOf(set.toLongArray());
  }

  /** Offset in the chunk at which the data ends too early, -1 if it does not. */
  long missingFrom() {
    return missingFrom;
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
