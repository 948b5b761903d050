// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.diagnosis.Cause.WrongAlgorithm;
import io.chunksum.verify.diagnosis.Cause.WrongWindowSize;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Computes other checksums of good data: with other algorithms, and over windows of other sizes.
 */
final class OtherSumSearch implements Search {

  private static final long MIN_WINDOW_BYTES = 16;

  /**
   * How many bad windows are tried with every usual size, although none of those before had one. If
   * windows have another size, all have it; so then only small sizes are tried, for which no more
   * is read than around the window anyway.
   */
  private static final int MAX_TRIED_IN_VAIN = 16;

  private final Evidence evidence;

  /** Number of windows tried since the last one that had another usual size. */
  private int triedInVain;

  private @Nullable FirstWindowSizes firstWindowSizes;

  OtherSumSearch(Evidence evidence) {
    this.evidence = evidence;
  }

  @Override
  public void search(BadWindow window, List<Finding> findings) throws IOException {
    if (window.isWhole()) {
      addAlgorithms(window, findings);
    }
    addSizes(window, findings);
  }

  private void addAlgorithms(BadWindow window, List<Finding> findings) throws IOException {
    List<StreamingChecksum> others =
        ChecksumAlgorithms.all().stream()
            .filter(other -> other.type().checksumLength() == window.expected().length)
            .filter(other -> !other.type().equals(evidence.algorithm().type()))
            .flatMap(OtherSumSearch::running)
            .toList();
    for (StreamingChecksum other : others) {
      byte[] sum = evidence.checksum(other, window.offset(), window.length());
      if (Arrays.equals(sum, window.expected())) {
        findings.add(window.finding(new WrongAlgorithm(other.type()), others.size()));
      }
    }
  }

  /** None if it cannot be run here, which does not matter: the checksums are said to be others. */
  private static Stream<StreamingChecksum> running(ChecksumAlgorithm algorithm) {
    try {
      return Stream.of(StreamingChecksum.of(algorithm));
    } catch (IllegalStateException e) {
      return Stream.empty();
    }
  }

  private void addSizes(BadWindow window, List<Finding> findings) throws IOException {
    // A neighbour has to confirm a size, so if none can, there is nothing to compute.
    if (evidence.sums().count() > 1
        && !evidence.hasWrongSum(window.index() - 1)
        && !evidence.hasWrongSum(window.index() + 1)) {
      return;
    }
    Set<Long> usual = usualSizes(evidence.length());
    usual.removeIf(size -> !fits(window, size));
    if (triedInVain >= MAX_TRIED_IN_VAIN) {
      usual.removeIf(size -> size > window.bytes().length);
    }
    int inVain = triedInVain + 1;
    for (long size : usual) {
      if (isOfSize(window, size)) {
        inVain = 0;
        Finding finding = window.finding(new WrongWindowSize(size), usual.size());
        findings.add(allowingForGoodData(finding, window, size));
      }
    }
    triedInVain = inVain; // A window that cannot be read has not been tried.
    FirstWindowSizes first = firstWindowSizes();
    for (long size : first.found()) {
      if (!usual.contains(size) && fits(window, size) && isOfSize(window, size)) {
        Finding finding = confirmed(window, size, first.tried());
        findings.add(allowingForGoodData(finding, window, size));
      }
    }
  }

  /** Finds the sizes that fit the first window, once. */
  private FirstWindowSizes firstWindowSizes() throws IOException {
    if (firstWindowSizes == null) {
      firstWindowSizes = FirstWindowSizes.of(evidence);
    }
    return firstWindowSizes;
  }

  /**
   * A size that was found for the first window, among many, and that a second one has as well. If
   * their checksums are the same, as where data repeats itself, the second says nothing new.
   */
  private Finding confirmed(BadWindow window, long size, int tried) {
    long second = Math.max(1, window.index());
    long length = Math.min(size, evidence.length() - second * size);
    ChecksumData sums = evidence.sums();
    boolean same = sums.checksum(0).equals(sums.checksum((int) second));
    double alsoByChance = same ? tried : Math.scalb((double) tried, -evidence.sumBits(length));
    return Finding.of(new WrongWindowSize(size), alsoByChance, evidence.sumBits(size));
  }

  /**
   * Returns the finding; never certain if data and checksum may both be good. Under some algorithms
   * zeros have the same checksum whatever their number. And all the data there was may have been
   * shorter than one window, and then have grown.
   */
  private Finding allowingForGoodData(Finding finding, BadWindow window, long size)
      throws IOException {
    long offset = window.index() * size;
    boolean mayBeGood =
        (countsNoZeros(evidence.algorithm())
                && evidence.isZero(offset, Math.min(size, evidence.length() - offset)))
            || (evidence.sums().count() == 1 && size < evidence.length());
    return mayBeGood ? Finding.neverCertain(finding.cause(), finding.probability()) : finding;
  }

  /**
   * Whether the number of zeros makes no difference: as for a CRC whose initial value is 0. If a
   * second zero leaves a CRC as it is, so do all others.
   */
  private static boolean countsNoZeros(ChecksumAlgorithm algorithm) {
    byte[] zeros = new byte[2];
    return Arrays.equals(
        Evidence.checksum(algorithm, zeros, 0, 1), Evidence.checksum(algorithm, zeros, 0, 2));
  }

  /**
   * Whether a window has its checksum if windows have a size, and a window next to it, if there is
   * one, has it as well, and not with the size recorded. Data that repeats itself, or has moved,
   * may have the checksum of one window at the place where it would be.
   */
  private boolean isOfSize(BadWindow window, long size) throws IOException {
    return evidence.isInPlace(window.index(), size)
        && (evidence.sums().count() == 1
            || isOnlyOfSize(window.index() - 1, size)
            || isOnlyOfSize(window.index() + 1, size));
  }

  private boolean isOnlyOfSize(long window, long size) throws IOException {
    return evidence.isInPlace(window, size) && evidence.hasWrongSum(window);
  }

  /** Whether there is data in the window with that index if windows have another size. */
  private boolean fits(BadWindow window, long size) {
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
