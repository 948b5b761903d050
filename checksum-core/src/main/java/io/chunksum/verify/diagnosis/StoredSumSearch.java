// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.data.ChecksumData;
import io.chunksum.verify.diagnosis.Cause.ChecksumBitFlip;
import io.chunksum.verify.diagnosis.Cause.OtherWindow;
import io.chunksum.verify.diagnosis.Cause.WrongByteOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Compares the computed checksum with stored ones: its own, damaged or reversed, and others. */
final class StoredSumSearch implements Search {

  private final Evidence evidence;

  StoredSumSearch(Evidence evidence) {
    this.evidence = evidence;
  }

  @Override
  public void search(BadWindow window, List<Finding> findings) throws IOException {
    if (window.actual().length == 0 || !window.isWhole()) {
      return;
    }
    addFlippedBit(window, findings);
    addReversed(window, findings);
    addOtherWindow(window, findings);
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

  /**
   * Never certain: a window whose data is also that of a good one, or of several, may rightly have
   * it, like the many windows of zeros in sparse files; and if it is that of one bad window, a
   * checksum that was written to the wrong place looks like data that was.
   */
  private void addOtherWindow(BadWindow window, List<Finding> findings) throws IOException {
    ChecksumData sums = evidence.sums();
    ByteBuffer packed = sums.packed();
    byte first = window.actual()[0];
    int sumBytes = window.actual().length;
    long own = window.index() - evidence.firstWindow();
    int count = 0;
    long nearest = -1;
    for (int i = 0; i < sums.count(); i++) {
      // There may be millions, and a byte tells most of them apart.
      if (packed.get(i * sumBytes) == first && i != own && sums.matches(i, window.actual(), 0)) {
        count++;
        if (nearest < 0 || Math.abs(i - own) < Math.abs(nearest - own)) {
          nearest = i;
        }
      }
    }
    if (nearest >= 0) {
      long other = evidence.firstWindow() + nearest;
      Finding finding = window.finding(new OtherWindow(other), sums.count() - 1.0);
      double probability = finding.probability();
      if (count > 1 || evidence.isInPlace(other)) {
        double share = count / (double) sums.count();
        Finding damaged = Finding.unlessChecksumIsDamaged(finding.cause(), share);
        probability = Math.max(probability, damaged.probability());
      }
      findings.add(Finding.neverCertain(finding.cause(), probability));
    }
  }
}
