// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

/**
 * What comes before and after the evidence in the whole that it is a part of, whose start
 * mismatches and causes count from. None of it is at hand.
 *
 * @param windowsBefore number of windows before the data, not negative
 * @param bytesBefore number of bytes before the data, not negative
 * @param windowsAfter number of windows after the evidence that have checksums, not negative
 */
record Surroundings(long windowsBefore, long bytesBefore, int windowsAfter) {

  /** Those of evidence that is a whole by itself. */
  static final Surroundings NONE = new Surroundings(0, 0, 0);

  Surroundings {
    if (windowsBefore < 0 || bytesBefore < 0 || windowsAfter < 0) {
      throw new IllegalArgumentException(
          "windowsBefore, bytesBefore and windowsAfter must not be negative: "
              + windowsBefore
              + ", "
              + bytesBefore
              + ", "
              + windowsAfter);
    }
  }
}
