// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.verify.diagnosis.Cause.ZeroFilled;
import java.util.List;

/**
 * Finds what looks like a write that never reached the disk: the longest run of zero sectors.
 *
 * <p>The zeros may always have been there, and the only clue is how many of the sectors nearby are
 * zero: if z of n others are, one more is expected to be zero with a probability of (z + 1) / (n +
 * 2), by Laplace's rule of succession. A window that is zero from end to end was not so before, or
 * its checksum would match, unless it is the checksum that was damaged.
 */
final class ZeroSearch implements Search {

  private static final int SECTOR_BYTES = 512;

  /** Zeros, by the indices of the first and of the byte after the last. */
  private record Run(int start, int end) {

    int length() {
      return end - start;
    }
  }

  private final Evidence evidence;

  ZeroSearch(Evidence evidence) {
    this.evidence = evidence;
  }

  @Override
  public void search(BadWindow window, List<Finding> findings) {
    // Sectors are those of the whole, of which the evidence may be a part.
    int phase =
        (int) ((evidence.surroundings().bytesBefore() + window.bytesOffset()) % SECTOR_BYTES);
    Run run = longestRun(window, phase);
    boolean whole = run.length() == window.length();
    if (whole || run.length() >= SECTOR_BYTES) {
      Cause cause = new ZeroFilled(window.bytesOffset() + run.start(), run.length());
      double share = shareNearby(window, phase, run);
      findings.add(
          whole
              ? Finding.unlessChecksumIsDamaged(cause, share)
              : Finding.neverCertain(cause, share));
    }
  }

  /** Finds the longest run that begins and ends where a sector or the window does. */
  private static Run longestRun(BadWindow window, int phase) {
    byte[] bytes = window.bytes();
    int start = window.start();
    int end = window.end();
    int shortest = Math.min(SECTOR_BYTES, window.length());
    Run longest = new Run(start, start);
    int from = start;
    while (end - from >= shortest) {
      int zerosStart = startOfZeros(bytes, from, from + shortest);
      if (zerosStart > from) {
        from = zerosStart; // Where data is not zero, hardly any of it is looked at.
      } else {
        int to = endOfZeros(bytes, from + shortest, end);
        int first = from == start ? start : alignUp(phase, from);
        int last = to == end ? end : alignUp(phase, to + 1 - SECTOR_BYTES);
        if (last - first > longest.length()) {
          longest = new Run(first, last);
        }
        from = to;
      }
    }
    return longest;
  }

  private static int endOfZeros(byte[] bytes, int from, int end) {
    int to = from;
    while (to < end && bytes[to] == 0) {
      to++;
    }
    return to;
  }

  private static int startOfZeros(byte[] bytes, int start, int to) {
    int from = to;
    while (from > start && bytes[from - 1] == 0) {
      from--;
    }
    return from;
  }

  /** Index of the first sector that begins at an index or after it; 0 is {@code phase} into one. */
  private static int alignUp(int phase, int index) {
    return index + Math.floorMod(-(phase + index), SECTOR_BYTES);
  }

  /** Estimates the share of zero sectors, without those that the run extends into. */
  private static double shareNearby(BadWindow window, int phase, Run run) {
    byte[] bytes = window.bytes();
    int skipFrom = startOfZeros(bytes, 0, run.start());
    int skipTo = endOfZeros(bytes, run.end(), bytes.length);
    int sectors = 0;
    int zero = 0;
    for (int at = alignUp(phase, 0); at + SECTOR_BYTES <= bytes.length; at += SECTOR_BYTES) {
      if (at + SECTOR_BYTES <= skipFrom || at >= skipTo) {
        sectors++;
        zero += endOfZeros(bytes, at, at + SECTOR_BYTES) == at + SECTOR_BYTES ? 1 : 0;
      }
    }
    return (zero + 1.0) / (sectors + 2.0);
  }
}
