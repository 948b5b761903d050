// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.diagnosis.Cause.ChecksumBitFlip;
import io.chunksum.verify.diagnosis.Cause.OtherWindow;
import io.chunksum.verify.diagnosis.Cause.WrongByteOrder;
import java.util.Arrays;
import java.util.List;

/** Compares the computed checksum with stored ones: a damaged one, a reversed one, another one. */
final class StoredSumSearch implements Search {

  @Override
  public void search(
      BadWindow window, Evidence evidence, ChecksumAlgorithm algorithm, List<Finding> findings) {
    if (window.actual().length == 0) {
      return;
    }
    if (window.isWhole()) {
      addFlippedBit(window, findings);
      addReversed(window, findings);
    }
    addOtherWindow(window, evidence, findings);
  }

  private static void addFlippedBit(BadWindow window, List<Finding> findings) {
    int flips = 0;
    Cause cause = null;
    for (int i = 0; i < window.expected().length; i++) {
      int difference = (window.expected()[i] ^ window.actual()[i]) & 0xFF;
      flips += Integer.bitCount(difference);
      if (difference != 0) {
        cause = new ChecksumBitFlip(i, Integer.numberOfTrailingZeros(difference));
      }
    }
    if (flips == 1 && cause != null) {
      findings.add(window.finding(cause, (double) window.expected().length * Byte.SIZE));
    }
  }

  private static void addReversed(BadWindow window, List<Finding> findings) {
    byte[] reversed = new byte[window.actual().length];
    for (int i = 0; i < reversed.length; i++) {
      reversed[i] = window.actual()[reversed.length - 1 - i];
    }
    if (Arrays.equals(reversed, window.expected())) {
      findings.add(window.finding(new WrongByteOrder(), 1));
    }
  }

  private static void addOtherWindow(BadWindow window, Evidence evidence, List<Finding> findings) {
    ChecksumData sums = evidence.sums();
    long own = window.index() - evidence.firstWindow();
    long nearest = -1;
    for (int i = 0; i < sums.count(); i++) {
      if (sums.matches(i, window.actual(), 0)
          && (nearest < 0 || Math.abs(i - own) < Math.abs(nearest - own))) {
        nearest = i;
      }
    }
    if (nearest >= 0) {
      Cause cause = new OtherWindow(evidence.firstWindow() + nearest);
      findings.add(window.finding(cause, sums.count() - 1.0));
    }
  }
}
