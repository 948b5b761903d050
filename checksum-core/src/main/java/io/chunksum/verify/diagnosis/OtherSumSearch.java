// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.verify.diagnosis.Cause.WrongAlgorithm;
import io.chunksum.verify.diagnosis.Cause.WrongWindowSize;
import io.chunksum.window.WindowLayout;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Computes other checksums of good data: with other algorithms, and over windows of other sizes.
 */
final class OtherSumSearch implements Search {

  private static final long MIN_WINDOW_BYTES = 16;
  private static final long MAX_WINDOW_BYTES = 64 * 1024 * 1024;

  /** Bytes read for one window to try sizes that would yield the number of checksums. */
  private static final long TRIED_BYTES = 16 * 1024 * 1024;

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

  private static void addSizes(
      BadWindow window, Evidence evidence, ChecksumAlgorithm algorithm, List<Finding> findings)
      throws IOException {
    Set<Long> sizes = sizes(evidence, algorithm);
    sizes.removeIf(size -> !fits(size, window, evidence));
    for (long size : sizes) {
      long offset = window.index() * size;
      long length = Math.min(size, evidence.length() - offset);
      byte[] sum = evidence.checksum(algorithm, offset, length);
      if (Arrays.equals(sum, window.expected())
          && isSizeBeside(window.index(), size, evidence, algorithm)) {
        Finding finding = window.finding(new WrongWindowSize(size), sizes.size());
        // Some CRCs of zeros are the same for every length. And all the data there was may have
        // been shorter than one window, and then have grown.
        boolean mayBeRight =
            evidence.isZero(offset, length)
                || (evidence.sums().count() == 1 && size < evidence.length());
        findings.add(
            mayBeRight ? Finding.unlessByRight(finding.cause(), finding.probability()) : finding);
      }
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

  /** Powers of two, the whole, and sizes that would yield the number of checksums there are. */
  private static Set<Long> sizes(Evidence evidence, ChecksumAlgorithm algorithm)
      throws IOException {
    Set<Long> sizes = new TreeSet<>();
    for (long size = MIN_WINDOW_BYTES; size <= MAX_WINDOW_BYTES; size *= 2) {
      sizes.add(size);
    }
    long length = evidence.length();
    if (length > 0 && length <= MAX_WINDOW_BYTES) {
      sizes.add(length);
    }
    int count = evidence.sums().count();
    long windows = WindowLayout.windowCount(length, evidence.bytesPerChecksum());
    // If the first window is as it should be, data is missing or surplus, and the size is right.
    if (evidence.firstWindow() == 0
        && count > 1
        && count != windows
        && !evidence.matches(algorithm, 0, 0)) {
      long least = Math.max(1, (length - 1) / count + 1);
      long most = Math.min((length - 1) / (count - 1), least + TRIED_BYTES / least);
      LongStream.rangeClosed(least, most).forEach(sizes::add);
    }
    return sizes;
  }
}
