// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

/** The constants of MD5 (RFC 1321), used by both of its kernels. */
public final class Md5Constants {

  private static final int STEPS = 64;

  private Md5Constants() {}

  /**
   * Returns the words A, B, C and D (section 3.3).
   *
   * @return the state before the first block, a new array
   */
  public static int[] initialState() {
    return new int[] {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  }

  /**
   * Returns the table T (section 3.4), which the RFC defines as the integer part of 2<sup>32</sup>
   * times the absolute value of the sine of 1, 2, … 64 radians.
   *
   * @return one constant for each of the 64 steps, a new array
   */
  public static int[] table() {
    int[] table = new int[STEPS];
    for (int i = 0; i < STEPS; i++) {
      table[i] = (int) (long) (0x1p32 * Math.abs(StrictMath.sin(i + 1)));
    }
    return table;
  }
}
