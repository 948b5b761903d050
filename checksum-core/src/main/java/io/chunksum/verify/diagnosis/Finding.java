// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import java.util.Comparator;

/**
 * A cause that fits, and how much that says. Immutable.
 *
 * @param cause what may have happened
 * @param probability how likely it is, from 0 to 1, that the cause fits by chance although
 *     something else happened: the number of possibilities tried for it, divided by the number of
 *     values a checksum can have, which is no more than the window can have; for data that may be
 *     there legitimately, how much of such data there is. 1 for {@link Cause.Unknown}, which always
 *     fits
 */
public record Finding(Cause cause, double probability) {

  /** Up to this, it may be taken as a fact, and ranks before what may not. */
  static final double CERTAIN = 1e-5;

  /** The minimum for what no checksum proves. */
  private static final double NOT_PROVEN = 10 * CERTAIN;

  /** Above this, 1 %, a match says so little that causes with better ones rank first. */
  static final double WEAK = 0.01;

  /** Above this, it says nothing by itself, and the cause is as good as unknown. */
  private static final double SAYS_NOTHING = 0.2;

  /** Findings that say more first, then in the order of {@link CauseKind}. */
  static final Comparator<Finding> BEST_FIRST =
      Comparator.comparingInt(Finding::doubt)
          .thenComparing(finding -> finding.cause().kind())
          .thenComparingDouble(Finding::probability);

  private int doubt() {
    return saysNothing() ? 3 : isWeak() ? 2 : isCertain() ? 0 : 1;
  }

  /**
   * Creates a finding with the chance that one of {@code tries} tries gives a checksum of {@code
   * sumBits} bits.
   */
  static Finding of(Cause cause, double tries, int sumBits) {
    return new Finding(cause, Math.min(1, Math.scalb(tries, -sumBits)));
  }

  /**
   * Creates a finding that is not certain, however small the chance: something else may well look
   * the same, such as data that has always been like this.
   */
  static Finding neverCertain(Cause cause, double probability) {
    return new Finding(cause, Math.max(NOT_PROVEN, probability));
  }

  /**
   * A cause that fits good data only if it is the stored checksum that was damaged: never weak,
   * because checksums are so much smaller than data that they are damaged far less often. One in a
   * hundred is assumed.
   *
   * @param share how much of the data nearby is of the same kind
   */
  static Finding unlessChecksumIsDamaged(Cause cause, double share) {
    return neverCertain(cause, WEAK * share);
  }

  Finding offsetBy(long windowsBefore, long bytesBefore) {
    return new Finding(cause.offsetBy(windowsBefore, bytesBefore), probability);
  }

  boolean isCertain() {
    return probability <= CERTAIN;
  }

  boolean isWeak() {
    return probability > WEAK;
  }

  boolean saysNothing() {
    return probability > SAYS_NOTHING;
  }

  /**
   * Describes the finding.
   *
   * @return the cause and the probability of a match by chance
   */
  @Override
  public String toString() {
    return cause + " (by chance: " + probability + ")";
  }
}
