// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import java.util.ArrayList;
import java.util.List;

/**
 * What a {@link Diagnostician} found out about a bad window. Immutable and safe to share between
 * threads.
 *
 * @param best the cause that fits best
 * @param alternatives the others that also fit, best first; unmodifiable
 */
public record Diagnosis(Finding best, List<Finding> alternatives) {

  /** Nothing is known: no cause was found that may fit. */
  public static final Diagnosis UNKNOWN =
      new Diagnosis(new Finding(new Cause.Unknown(), 1), List.of());

  /**
   * Copies the list.
   *
   * @param best the cause that fits best
   * @param alternatives the others that also fit, best first
   */
  public Diagnosis {
    alternatives = List.copyOf(alternatives);
  }

  /** The diagnosis from all findings; unknown if there are none, or none that says anything. */
  static Diagnosis of(List<Finding> findings) {
    List<Finding> ordered = new ArrayList<>(findings);
    ordered.sort(Finding.BEST_FIRST);
    if (ordered.isEmpty() || ordered.get(0).saysNothing()) {
      return new Diagnosis(UNKNOWN.best(), ordered);
    }
    return new Diagnosis(ordered.get(0), ordered.subList(1, ordered.size()));
  }

  /**
   * Returns the cause that fits best: of the causes whose match by chance has a probability of at
   * most one in 100,000, the one whose kind is first in the order of {@link CauseKind}; if there is
   * none, of those up to 1 %; then of those up to 20 %; else {@link Cause.Unknown}.
   *
   * @return the cause
   */
  public Cause cause() {
    return best.cause();
  }

  /**
   * Returns how likely it is that the cause fits by chance.
   *
   * @return {@link Finding#probability()} of the best
   */
  public double probability() {
    return best.probability();
  }

  /**
   * Returns whether the cause may be taken as a fact: it fits by chance in at most one of 100,000
   * cases, and no other fits by chance in at most one of 100. A flipped bit is certain in windows
   * of up to 4 KiB under a CRC of 32 bits, and likely in larger ones; under one of 64 bits it is
   * certain in any.
   *
   * @return whether the cause is certain; never for {@link Cause.Unknown}
   */
  public boolean certain() {
    return best.isCertain() && alternatives.stream().allMatch(Finding::isWeak);
  }

  /**
   * Returns the same diagnosis counted from the start of what the chunk is part of.
   *
   * @param windowsBefore number of windows before the chunk
   * @param bytesBefore number of bytes before the chunk
   * @return a diagnosis of {@linkplain Cause#offsetBy the same causes}
   * @throws ArithmeticException if a number exceeds 2<sup>63</sup>−1
   */
  public Diagnosis offsetBy(long windowsBefore, long bytesBefore) {
    return new Diagnosis(
        best.offsetBy(windowsBefore, bytesBefore),
        alternatives.stream().map(other -> other.offsetBy(windowsBefore, bytesBefore)).toList());
  }

  /**
   * Describes the diagnosis in one line.
   *
   * @return how certain it is, the cause, the first alternative, and the number of further ones
   */
  @Override
  public String toString() {
    String words =
        certain() || best.saysNothing() ? "" : best.isWeak() ? "possibly: " : "probably: ";
    String others =
        alternatives.isEmpty()
            ? ""
            : "; or: "
                + alternatives.get(0).cause()
                + (alternatives.size() == 1 ? "" : " (and " + (alternatives.size() - 1) + " more)");
    return words + best.cause() + others;
  }
}
