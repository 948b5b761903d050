// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.window.ByteRange;
import java.io.Serial;
import java.io.Serializable;
import java.util.BitSet;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Which windows of a run are good and which are bad: one bit for each window from the first of the
 * run up to the last bad one, so that the ranges are exact for any number of mismatches and take a
 * small fraction of the memory that the checksums take. Immutable once the sets have been handed
 * over.
 */
final class CheckedWindows implements Serializable {

  @Serial private static final long serialVersionUID = 1;

  private static final BitSet NONE = new BitSet(0);

  private final int firstWindow;
  private final int windows;
  private final int bytesPerChecksum;

  /** Offset in the chunk at which the last window of the run ends. */
  private final long end;

  private final BitSet bad;

  /** The bad ones, and those that were not checked. */
  private final BitSet notGood;

  CheckedWindows(
      int firstWindow, int windows, int bytesPerChecksum, long end, BitSet bad, BitSet notGood) {
    this.firstWindow = firstWindow;
    this.windows = windows;
    this.bytesPerChecksum = bytesPerChecksum;
    this.end = end;
    this.bad = bad;
    this.notGood = notGood;
  }

  static CheckedWindows allGood(int firstWindow, int windows, int bytesPerChecksum, long end) {
    return new CheckedWindows(firstWindow, windows, bytesPerChecksum, end, NONE, NONE);
  }

  /** Whether this is the run of these windows. */
  boolean isRun(int first, int count, int windowBytes, long runEnd) {
    return first == firstWindow
        && count == windows
        && windowBytes == bytesPerChecksum
        && runEnd == end;
  }

  Stream<ByteRange> good() {
    return ranges(notGood, false);
  }

  Stream<ByteRange> bad() {
    return ranges(bad, true);
  }

  /** Marks the bad windows in a set whose bit 0 stands for the window {@code origin}. */
  void addBadTo(BitSet target, int origin) {
    int to;
    for (int from = bad.nextSetBit(0); from >= 0; from = bad.nextSetBit(to)) {
      to = bad.nextClearBit(from);
      target.set(firstWindow + from - origin, firstWindow + to - origin);
    }
  }

  /** The ranges of windows that are, or are not, in a set. Found one by one: there may be many. */
  private Stream<ByteRange> ranges(BitSet set, boolean inSet) {
    int order = Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE;
    return StreamSupport.stream(
        new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, order) {

          private int next;

          @Override
          public boolean tryAdvance(Consumer<? super ByteRange> action) {
            int from = next(set, inSet, next);
            if (from >= windows) {
              return false;
            }
            next = next(set, !inSet, from);
            action.accept(range(from, next));
            return true;
          }
        },
        false);
  }

  private int next(BitSet set, boolean inSet, int from) {
    int found = inSet ? set.nextSetBit(from) : set.nextClearBit(from);
    return found < 0 ? windows : found;
  }

  private ByteRange range(int from, int to) {
    long start = (long) (firstWindow + from) * bytesPerChecksum;
    long rangeEnd = Math.min((long) (firstWindow + to) * bytesPerChecksum, end);
    return new ByteRange(start, rangeEnd - start);
  }
}
