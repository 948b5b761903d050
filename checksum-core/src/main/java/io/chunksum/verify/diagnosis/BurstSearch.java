// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.internal.BigEndian;
import io.chunksum.verify.diagnosis.Cause.BitFlip;
import io.chunksum.verify.diagnosis.Cause.Burst;
import java.util.List;
import java.util.Optional;

/**
 * Finds flipped bits from the CRC alone, without trying them.
 *
 * <p>A CRC is linear: stored and computed CRC differ by that of the error, e(x)·x^(k+32) mod P if
 * the error is the short polynomial e(x) and k bits follow it. So the difference is multiplied by
 * x^−32, and then by x^−1 for each bit that may follow; wherever what is left is short, it is an
 * error that explains the difference. See W. W. Peterson and D. T. Brown, "Cyclic codes for error
 * detection", 1961, for bursts.
 *
 * <p>The walk goes byte by byte from the end of the window: an error that ends within the last 8
 * bits shows as a polynomial that is at most 7 bits longer.
 */
final class BurstSearch implements Search {

  /** The longest that the step of a byte leaves room for; no window is so small that more fits. */
  private static final int MAX_LENGTH = Integer.SIZE - Byte.SIZE;

  @Override
  public void search(
      BadWindow window, Evidence evidence, ChecksumAlgorithm algorithm, List<Finding> findings) {
    Optional<CrcCombiner> crc = ReflectedCrc32.of(algorithm);
    if (crc.isEmpty() || !window.isWhole()) {
      return;
    }
    int[] inverse = inverseBytes(ReflectedCrc32.polynomial(crc.get()));
    int error = BigEndian.getInt(window.expected(), 0) ^ BigEndian.getInt(window.actual(), 0);
    for (int i = 0; i < Integer.BYTES; i++) {
      error = timesInverseByte(error, inverse);
    }
    int longest = longest(window.length());
    int tooLong = -1 >>> (longest + Byte.SIZE - 1);
    for (int at = window.length() - 1; at >= 0; at--) {
      if ((error & tooLong) == 0) {
        add(error, at, longest, window, findings);
      }
      error = timesInverseByte(error, inverse);
    }
  }

  /**
   * Number of bits up to which bursts are looked for. A window of n bits has n·2^(b−1) bursts of at
   * most b bits, and one of them fits by chance all too often if these are more than 1 % of the
   * values of a CRC. Single bits are looked for in any window.
   */
  static int longest(int windowBytes) {
    double bits = (double) windowBytes * Byte.SIZE;
    int longest = 1;
    while (longest < MAX_LENGTH && Math.scalb(bits, longest - Integer.SIZE) <= Finding.WEAK) {
      longest++;
    }
    return longest;
  }

  /** Adds the error if it ends in the byte at hand and is short enough. */
  private static void add(
      int error, int at, int longest, BadWindow window, List<Finding> findings) {
    // The highest bit is the coefficient of x^0, the last bit of the byte.
    int after = Integer.numberOfLeadingZeros(error);
    int length = Integer.SIZE - Integer.numberOfTrailingZeros(error) - after;
    int first = after + length - 1;
    long offset = window.offset() + at - first / Byte.SIZE;
    if (after >= Byte.SIZE || length > longest || offset < window.offset()) {
      return;
    }
    int bit = Byte.SIZE - 1 - first % Byte.SIZE;
    Cause cause = length == 1 ? new BitFlip(offset, bit) : new Burst(offset, bit, length);
    double tries = Math.scalb((double) window.length() * Byte.SIZE, length - 1);
    findings.add(window.finding(cause, tries));
  }

  private static int timesInverseByte(int value, int[] inverse) {
    return (value << Byte.SIZE) ^ inverse[value >>> (Integer.SIZE - Byte.SIZE)];
  }

  /** What is to be added after a shift, for the eight bits that it takes off the top. */
  private static int[] inverseBytes(int polynomial) {
    int[] table = new int[1 << Byte.SIZE];
    for (int i = 0; i < table.length; i++) {
      int value = i << (Integer.SIZE - Byte.SIZE);
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        // Multiplying shifts right and adds P if that carries out; so what has the bit that P
        // always has came from a carry.
        value = value < 0 ? ((value ^ polynomial) << 1) | 1 : value << 1;
      }
      table[i] = value;
    }
    return table;
  }
}
