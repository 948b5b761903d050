// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.verify.diagnosis.Cause.BitFlip;
import io.chunksum.verify.diagnosis.Cause.Burst;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds flipped bits from the CRC alone, without trying them.
 *
 * <p>A CRC is linear: the stored and the computed CRC differ by that of the error, e(x)·x^(k+w) mod
 * P if the error is the short polynomial e(x), k bits follow it, and the CRC has w bits. So the
 * difference is multiplied by x^−w, and then by x^−1 for each bit that may follow; wherever the
 * result is short, it is an error that explains the difference. See W. W. Peterson and D. T. Brown,
 * "Cyclic codes for error detection", 1961, for bursts.
 *
 * <p>The walk goes byte by byte from the end of the window: an error that ends within the last 8
 * bits appears as a polynomial at most 7 bits longer.
 */
final class BurstSearch implements Search {

  /** If more bursts fit, even the best says little: the CRC is too short for the window. */
  private static final int MAX_FOUND = 8;

  /** Findings whose probabilities are raised alike still differ in how short the error is. */
  private static final Comparator<Finding> SHORTEST_FIRST =
      Comparator.comparingInt(
          finding -> finding.cause() instanceof Burst burst ? burst.length() : 1);

  private final Evidence evidence;

  BurstSearch(Evidence evidence) {
    this.evidence = evidence;
  }

  @Override
  public void search(BadWindow window, List<Finding> findings) {
    CrcArithmetic crc = evidence.crc().orElse(null);
    if (crc == null || !window.isWhole() || window.actual().length == 0) {
      return;
    }
    long[] inverse = inverseBytes(crc);
    long difference = crc.polynomial(window.expected()) ^ crc.polynomial(window.actual());
    // The coefficient of x^0 is the highest bit.
    long error = difference << (Long.SIZE - crc.width());
    for (int bits = 0; bits < crc.width(); bits += Byte.SIZE) {
      error = timesInverseByte(error, inverse);
    }
    int longest = longest(window.length(), crc.width());
    long tooLong = -1L >>> (longest + Byte.SIZE - 1);
    List<Finding> found = new ArrayList<>();
    for (int at = window.length() - 1; at >= 0; at--) {
      if ((error & tooLong) == 0 && isAt(at, error, longest)) {
        found.add(finding(at, error, crc, window));
        if (found.size() == 2 * MAX_FOUND) {
          keepBest(found);
        }
      }
      error = timesInverseByte(error, inverse);
    }
    keepBest(found);
    findings.addAll(found);
  }

  /**
   * Number of bits up to which bursts are looked for. A window of n bits has n·2^(b−1) bursts of at
   * most b bits, and one of them fits by chance all too often if these are more than 1 % of the
   * values of a CRC. CRCs of more than 32 bits can identify longer bursts than are likely, so none
   * is looked for that could not be certain. Stepping by a byte leaves room for all of them: even
   * those in a window of one byte are nine bits shorter than the CRC. Single bits are looked for in
   * any window.
   */
  static int longest(int windowBytes, int crcBits) {
    double bits = (double) windowBytes * Byte.SIZE;
    double most = crcBits > Integer.SIZE ? Finding.CERTAIN : Finding.WEAK;
    int longest = 1;
    while (Math.scalb(bits, longest - crcBits) <= most) {
      longest++;
    }
    return longest;
  }

  private static void keepBest(List<Finding> found) {
    found.sort(SHORTEST_FIRST);
    if (found.size() > MAX_FOUND) {
      found.subList(MAX_FOUND, found.size()).clear();
    }
  }

  /** Whether an error ends in the byte {@code at}, begins in the window, and is short enough. */
  private static boolean isAt(int at, long error, int longest) {
    return Long.numberOfLeadingZeros(error) < Byte.SIZE
        && length(error) <= longest
        && firstBit(error) / Byte.SIZE <= at;
  }

  /** Number of bits from the first to the last that is wrong. */
  private static int length(long error) {
    return firstBit(error) - Long.numberOfLeadingZeros(error) + 1;
  }

  /**
   * The first bit that is wrong, counted back from the last of the byte in which the error ends.
   */
  private static int firstBit(long error) {
    return Long.SIZE - 1 - Long.numberOfTrailingZeros(error);
  }

  private Finding finding(int at, long error, CrcArithmetic crc, BadWindow window) {
    int length = length(error);
    int first = firstBit(error);
    long offset = window.offset() + at - first / Byte.SIZE;
    int bit = crc.bitBeforeLast(first % Byte.SIZE);
    Cause cause = length == 1 ? new BitFlip(offset, bit) : new Burst(offset, bit, length);
    double tries = Math.scalb((double) window.length() * Byte.SIZE, length - 1);
    Finding finding = window.finding(cause, tries);
    boolean telling = isTelling(offset, crc, window);
    return telling ? finding : Finding.neverCertain(cause, finding.probability());
  }

  /**
   * Whether nothing but such an error looks like one here. Where the length of the last window is
   * not known, bytes that it has more or less look like one at its start. And if the two highest
   * powers of a generator are far apart, errors of few bits look like others elsewhere.
   */
  private boolean isTelling(long offset, CrcArithmetic crc, BadWindow window) {
    boolean atStart = offset <= window.offset() + crc.width() / Byte.SIZE;
    return crc.secondPower() >= crc.width() / 2 && (evidence.isFull(window.index()) || !atStart);
  }

  private static long timesInverseByte(long value, long[] inverse) {
    return (value << Byte.SIZE) ^ inverse[(int) (value >>> (Long.SIZE - Byte.SIZE))];
  }

  /** Table for a shift by a byte: what to add for the eight bits shifted out. */
  private static long[] inverseBytes(CrcArithmetic crc) {
    int unused = Long.SIZE - crc.width();
    long generator = crc.generator() << unused;
    long[] table = new long[1 << Byte.SIZE];
    for (int i = 0; i < table.length; i++) {
      long value = (long) i << (Long.SIZE - Byte.SIZE);
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        // Multiplying shifts right and adds P if that carries out; so a value with the bit that P
        // always has came from a carry.
        value = value < 0 ? ((value ^ generator) << 1) | (1L << unused) : value << 1;
      }
      table[i] = value;
    }
    return table;
  }
}
