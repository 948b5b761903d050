// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.verify.diagnosis.Cause.Shifted;
import io.chunksum.verify.diagnosis.Cause.WrongWindowSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the window's data elsewhere nearby. The window in which bytes were inserted or lost is
 * nowhere as a whole; it is recognized by a window before it that is in place and one after it that
 * is not.
 */
final class ShiftSearch implements Search {

  /**
   * How far away the windows around the break may be, in windows; and in bytes, except for the
   * nearest ones.
   */
  private static final int MAX_WINDOWS_APART = 16;

  private static final long MAX_BYTES_APART = 64 * 1024;

  /** How many windows after one that has moved should have moved as well, to prove it. */
  private static final int FOLLOWERS = 3;

  /**
   * How many windows are asked whether they have moved as far: the one before and the one after.
   */
  private static final int NEIGHBOURS = 2;

  /** More windows than are looked at from one bad window to the next. */
  private static final int MAX_REMEMBERED = 64;

  /**
   * Where the data of a window has moved to.
   *
   * @param by how far from its place
   * @param tries number of places that were examined, for this window and those tried before it
   * @param agreed whether a neighbour has moved as far
   * @param proven whether only that explains it: all the data was searched, the window is nowhere
   *     else in it, and the windows after it have moved as far, but not by whole windows, as
   *     checksums might have, too
   */
  private record Shift(long by, long tries, boolean agreed, boolean proven) {

    /** The same as a guess at what happened to a window nearby, after more places were tried. */
    Shift withoutProof(long moreTries) {
      return new Shift(by, tries + moreTries, agreed, false);
    }

    /** How likely a match by chance is. A neighbour that agrees is worth a second checksum. */
    double chance(int sumBits) {
      double chance =
          agreed
              ? Math.scalb((double) NEIGHBOURS * tries, -2 * sumBits)
              : Math.scalb((double) tries, -sumBits);
      return Math.min(1, chance);
    }
  }

  private final Evidence evidence;

  /**
   * Where full windows are: a bad window also needs those of the next, which may be bad as well.
   */
  private final Map<Long, ShiftedPlaces> remembered =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, ShiftedPlaces> eldest) {
          return size() > MAX_REMEMBERED;
        }
      };

  ShiftSearch(Evidence evidence) {
    this.evidence = evidence;
  }

  @Override
  public void search(BadWindow window, List<Finding> findings) throws IOException {
    // Of a window that may be diagnosed, a short last one, the neighbours may be larger than
    // memory.
    if (evidence.bytesPerChecksum() > Diagnostician.MAX_WINDOW_BYTES) {
      return;
    }
    // Where each place costs a digest, none is looked at for what is explained already.
    if (evidence.crc().isEmpty() && findings.stream().anyMatch(Finding::isCertain)) {
      return;
    }
    Optional<Shift> own = shiftOf(window);
    if (own.isPresent()) {
      if (own.get().agreed() || !isWindowOfOtherSize(window, own.get().by(), findings)) {
        findings.add(finding(own.get(), window));
      }
      return;
    }
    Optional<Shift> before = shiftBefore(window);
    if (before.isPresent() && !evidence.isPresent(window.index(), before.get().by())) {
      addEnd(before.get(), window, findings);
    } else if (evidence.isFull(window.index())) {
      addBreak(window, findings);
    }
  }

  /**
   * How far the window before has moved, unless by whole windows, as checksums may have. Asked only
   * for windows that may extend beyond the end of the data if they have moved as far.
   */
  private Optional<Shift> shiftBefore(BadWindow window) throws IOException {
    long before = window.index() - 1;
    boolean mayExtendBeyond =
        !evidence.isFull(window.index())
            || window.bytesOffset() + window.bytes().length == evidence.length();
    return !mayExtendBeyond || !evidence.isFull(before) || evidence.hasSumAt(before, 0)
        ? Optional.empty()
        : shiftOf(BadWindow.full(evidence, before))
            .filter(shift -> shift.by() % evidence.bytesPerChecksum() != 0);
  }

  /**
   * Adds the shift of the window before if what follows the bytes found, to the end of the data,
   * has the checksum: where the last window's length is not known, that is the one to try. If the
   * window would extend beyond that end, no checksum can tell, but where else should its data be,
   * unless the one before is elsewhere by chance?
   */
  private void addEnd(Shift before, BadWindow window, List<Finding> findings) throws IOException {
    long from = window.offset() + before.by();
    long length = evidence.length() - from;
    Shifted cause = new Shifted(before.by());
    if (length > 0
        && length <= evidence.bytesPerChecksum()
        && Arrays.equals(evidence.checksum(from, length), window.expected())) {
      findings.add(Finding.neverCertain(cause, Math.scalb(1.0, -evidence.sumBits(length))));
    } else if (before.by() > 0 && length < window.length()) {
      double chance = before.chance(evidence.sumBits(evidence.bytesPerChecksum()));
      findings.add(new Finding(cause, Math.max(Finding.WEAK, chance)));
    }
  }

  /**
   * Finds how far a window has moved; empty if it has not, or if it might equally have moved
   * otherwise, because the data repeats itself.
   */
  private Optional<Shift> shiftOf(BadWindow window) throws IOException {
    ShiftedPlaces places = places(window);
    List<Shift> shifts = new ArrayList<>();
    for (long by : places.shifts()) {
      if (!wouldCoverGoodWindow(window, by)) {
        boolean agreed = isMoved(window.index() - 1, by) || isMoved(window.index() + 1, by);
        boolean proven =
            isOnlyOne(places)
                && by % evidence.bytesPerChecksum() != 0
                && haveNeighboursMoved(window.index(), by);
        shifts.add(new Shift(by, places.tries(), agreed, proven));
      }
    }
    List<Shift> agreed = shifts.stream().filter(Shift::agreed).toList();
    List<Shift> likely = agreed.isEmpty() ? shifts : agreed;
    return likely.size() == 1 ? Optional.of(likely.get(0)) : Optional.empty();
  }

  /** Finds where the data of a window is, once for a full one. */
  private ShiftedPlaces places(BadWindow window) {
    if (!evidence.isFull(window.index())) {
      return ShiftedPlaces.of(window, evidence);
    }
    return remembered.computeIfAbsent(window.index(), index -> ShiftedPlaces.of(window, evidence));
  }

  /**
   * Whether the bytes at this distance, or those on the way there, belong to windows that are in
   * place: nothing has moved.
   */
  private boolean wouldCoverGoodWindow(BadWindow window, long by) throws IOException {
    long from = window.offset() + by;
    long first = Math.min(window.index(), from / evidence.bytesPerChecksum());
    long last =
        Math.max(window.index(), (from + window.length() - 1) / evidence.bytesPerChecksum());
    for (long other = first; other <= last; other++) {
      if (other != window.index() && evidence.isInPlace(other)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a neighbour has moved as far and nowhere else, and so have the windows after it. */
  private boolean haveNeighboursMoved(long index, long by) throws IOException {
    boolean agreed = isOnlyThere(index - 1, by);
    for (long next = index + 1; next <= index + FOLLOWERS; next++) {
      if (evidence.isPresent(next, by)) {
        if (!isOnlyThere(next, by)) {
          return false;
        }
        agreed = true;
      }
    }
    return agreed;
  }

  /** Whether a window has moved, and its data is in one place only. */
  private boolean isOnlyThere(long index, long by) throws IOException {
    return isMoved(index, by) && isOnlyOne(places(BadWindow.full(evidence, index)));
  }

  /** Whether there is one place in all the data, and not just near the window, or in a part. */
  private boolean isOnlyOne(ShiftedPlaces places) {
    return evidence.isWhole()
        && places.shifts().size() == 1
        && places.tries() == evidence.length() - evidence.bytesPerChecksum();
  }

  /**
   * Whether the bytes found are those of a cause that is already known: the trailing window of
   * another size may be just as long as a full one.
   */
  private static boolean isWindowOfOtherSize(BadWindow window, long by, List<Finding> findings) {
    return findings.stream()
        .map(Finding::cause)
        .anyMatch(cause ->
            cause instanceof WrongWindowSize other
                && window.index() * other.bytesPerChecksum() == window.offset() + by);
  }

  /** Whether the nearest window in place before it is near, or there is none. */
  private boolean isAfterGood(long index) throws IOException {
    long window = index - 1;
    while (isNear(window, index) && !evidence.hasSumAt(window, 0)) {
      window--;
    }
    return window < 0 || isNear(window, index);
  }

  /**
   * Adds the shift of the nearest window after it that is found elsewhere, if it is near. No
   * checksum confirms that this window has the break, and not some other damage next to it. The
   * more windows are tried until then, this one first, the more likely one is found by chance.
   */
  private void addBreak(BadWindow window, List<Finding> findings) throws IOException {
    if (!isAfterGood(window.index())) {
      return;
    }
    long next = window.index() + 1;
    long tries = places(window).tries();
    Optional<Shift> found = Optional.empty();
    while (isNear(next, window.index()) && !evidence.hasSumAt(next, 0)) {
      BadWindow after = BadWindow.full(evidence, next);
      found = shiftOf(after);
      if (found.isPresent()) {
        break;
      }
      tries += places(after).tries();
      next++;
    }
    // Windows that were swapped are whole windows away, and nothing was inserted or lost.
    if (found.isPresent() && found.get().by() % evidence.bytesPerChecksum() != 0) {
      findings.add(finding(found.get().withoutProof(tries), window));
    }
  }

  private boolean isNear(long window, long index) {
    long apart = Math.abs(window - index);
    return evidence.isFull(window)
        && apart <= MAX_WINDOWS_APART
        && (apart == 1 || apart * evidence.bytesPerChecksum() <= MAX_BYTES_APART);
  }

  /** Whether a window is not in its place, but {@code by} bytes from it. */
  private boolean isMoved(long index, long by) throws IOException {
    return evidence.hasSumAt(index, by) && !evidence.hasSumAt(index, 0);
  }

  private static Finding finding(Shift shift, BadWindow window) {
    Shifted cause = new Shifted(shift.by());
    double chance = shift.chance(window.sumBits());
    return shift.proven() ? new Finding(cause, chance) : Finding.neverCertain(cause, chance);
  }
}
