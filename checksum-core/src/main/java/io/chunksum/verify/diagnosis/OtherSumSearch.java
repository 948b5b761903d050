// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.verify.diagnosis.Cause.WrongAlgorithm;
import io.chunksum.verify.diagnosis.Cause.WrongWindowSize;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Computes other checksums of good data: with other algorithms, and over windows of other sizes.
 */
final class OtherSumSearch implements Search {

  private static final long MIN_WINDOW_BYTES = 16;

  @Override
  public void search(
      BadWindow window, Evidence evidence, ChecksumAlgorithm algorithm, List<Finding> findings)
      throws IOException {
    if (window.isWhole()) {
      addAlgorithms(window, evidence, algorithm, findings);
    }
    addSizes(window, evidence, algorithm, findings);
  }

  private static void addAlgorithms(
      BadWindow window, Evidence evidence, ChecksumAlgorithm algorithm, List<Finding> findings)
      throws IOException {
    List<ChecksumAlgorithm> others =
        ChecksumAlgorithms.all().stream()
            .filter(other -> other.type().checksumLength() == window.expected().length)
            .filter(other -> !other.type().equals(algorithm.type()))
            .toList();
    for (ChecksumAlgorithm other : others) {
      byte[] sum = evidence.checksum(other, window.offset(), window.length());
      if (Arrays.equals(sum, window.expected())) {
        findings.add(window.finding(new WrongAlgorithm(other.type()), others.size()));
      }
    }
  }

  /** Sizes that are usual, and any others: of those there are more, so they say less. */
  private static void addSizes(
      BadWindow window, Evidence evidence, ChecksumAlgorithm algorithm, List<Finding> findings)
      throws IOException {
    Set<Long> usual = usualSizes(evidence.length());
    usual.removeIf(size -> !fits(size, window, evidence));
    for (long size : usual) {
      addSize(size, usual.size(), window, evidence, algorithm, findings);
    }
    FirstWindowSizes first = evidence.firstWindowSizes(algorithm);
    for (long size : first.found()) {
      if (fits(size, window, evidence) && !usual.contains(size)) {
        addSize(size, first.tried(), window, evidence, algorithm, findings);
      }
    }
  }

  private static void addSize(
      long size,
      int tried,
      BadWindow window,
      Evidence evidence,
      ChecksumAlgorithm algorithm,
      List<Finding> findings)
      throws IOException {
    long offset = window.index() * size;
    long length = Math.min(size, evidence.length() - offset);
    byte[] sum = evidence.checksum(algorithm, offset, length);
    if (Arrays.equals(sum, window.expected())
        && isSizeBeside(window.index(), size, evidence, algorithm)) {
      Finding finding = window.finding(new WrongWindowSize(size), tried);
      // Some CRCs of zeros are the same for every length. And all the data there was may have been
      // shorter than one window, and then have grown.
      boolean mayBeRight =
          evidence.isZero(offset, length)
              || (evidence.sums().count() == 1 && size < evidence.length());
      findings.add(
          mayBeRight ? Finding.unlessByRight(finding.cause(), finding.probability()) : finding);
    }
  }

  /**
   * Whether a window next to it, if there is one, has that size as well, and not the one recorded.
   * Data that repeats itself, or has moved, may have the checksum of one window at the place where
   * it would be.
   */
  private static boolean isSizeBeside(
      long window, long size, Evidence evidence, ChecksumAlgorithm algorithm) throws IOException {
    return evidence.sums().count() == 1
        || isOfSize(window - 1, size, evidence, algorithm)
        || isOfSize(window + 1, size, evidence, algorithm);
  }

  private static boolean isOfSize(
      long window, long size, Evidence evidence, ChecksumAlgorithm algorithm) throws IOException {
    return evidence.isInPlace(algorithm, window, size) && !evidence.isInPlace(algorithm, window);
  }

  /** Whether there is data in the window with that index if windows have another size. */
  private static boolean fits(long size, BadWindow window, Evidence evidence) {
    long length = evidence.length();
    boolean begins = window.index() == 0 ? size <= length : size <= (length - 1) / window.index();
    return begins && size != evidence.bytesPerChecksum();
  }

  /** Powers of two, and the whole. */
  private static Set<Long> usualSizes(long length) {
    Set<Long> sizes = new TreeSet<>();
    for (long size = MIN_WINDOW_BYTES; size <= Diagnostician.MAX_WINDOW_BYTES; size *= 2) {
      sizes.add(size);
    }
    if (length > 0 && length <= Diagnostician.MAX_WINDOW_BYTES) {
      sizes.add(length);
    }
    return sizes;
  }
}
