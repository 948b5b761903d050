// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

/** Sums of numbers that others claim, which may be anything. */
public final class SaturatingSum {

  private SaturatingSum() {}

  /**
   * Adds two numbers.
   *
   * @param a a number, not negative
   * @param b a number, not negative
   * @return the sum; 2<sup>63</sup>−1 if it would exceed that
   */
  public static long of(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
