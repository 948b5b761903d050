// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.results;

/**
 * A measured value.
 *
 * @param value the estimate
 * @param error how far off it may be, to either side; NaN if unknown
 */
public record Estimate(double value, double error) {

  /**
   * Divides two values that were measured independently of each other, by the usual first-order
   * rule: relative errors add up as the sides of a right-angled triangle do.
   */
  public Estimate dividedBy(Estimate other) {
    double ratio = value / other.value;
    return new Estimate(
        ratio, Math.abs(ratio) * Math.hypot(error / value, other.error / other.value));
  }
}
