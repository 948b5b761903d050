// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumType;
import java.util.List;

/**
 * What verifying a chunk found. Immutable and safe to share between threads.
 *
 * <p>Every bad window is counted; the first {@value #MAX_KEPT} are kept as {@link Mismatch}.
 */
public final class VerifyResult {

  /** Number of mismatches that a result keeps; further ones are only counted. */
  public static final int MAX_KEPT = 1000;

  private static final VerifyResult NOT_CHECKED =
      new VerifyResult(Verdict.NOT_CHECKED, 0, "not checked: the checksum type is NONE");

  private final Verdict verdict;
  private final long windows;
  private final long mismatchCount;
  private final long mismatchBytes;
  private final List<Mismatch> mismatches;
  private final String message;

  private VerifyResult(Verdict verdict, long windows, String message) {
    this(verdict, windows, new MismatchTally(), message);
  }

  private VerifyResult(Verdict verdict, long windows, MismatchTally found, String message) {
    this.verdict = verdict;
    this.windows = windows;
    this.mismatchCount = found.count();
    this.mismatchBytes = found.bytes();
    this.mismatches = List.copyOf(found.kept());
    this.message = message;
  }

  static VerifyResult match(long windows) {
    return new VerifyResult(Verdict.MATCH, windows, "all " + windows + " windows match");
  }

  static VerifyResult trusted(long windows) {
    String message =
        windows == 0
            ? "trusted: no window was checked"
            : "trusted: " + windows + " windows were checked and match, the others were not";
    return new VerifyResult(Verdict.TRUSTED, windows, message);
  }

  static VerifyResult mismatch(ChecksumType type, long windows, MismatchTally found) {
    String message =
        type
            + " mismatch: "
            + found.kept().get(0)
            + (found.count() == 1 ? "" : " (the first of " + found.count() + " mismatches)");
    return new VerifyResult(Verdict.MISMATCH, windows, found, message);
  }

  static VerifyResult notChecked() {
    return NOT_CHECKED;
  }

  static VerifyResult wrongType(ChecksumType wanted, ChecksumType stored) {
    String message = "the stored checksums are " + stored + ", not " + wanted;
    return new VerifyResult(Verdict.WRONG_TYPE, 0, message);
  }

  static VerifyResult wrongWindowSize(int wanted, int stored) {
    String message = "the stored checksums are over windows of " + stored + " bytes, not " + wanted;
    return new VerifyResult(Verdict.WRONG_BYTES_PER_CHECKSUM, 0, message);
  }

  /**
   * Gives the outcome.
   *
   * @return the verdict
   */
  public Verdict verdict() {
    return verdict;
  }

  /**
   * Tells whether nothing wrong was found.
   *
   * @return true for {@link Verdict#MATCH}, and for {@link Verdict#NOT_CHECKED} and {@link
   *     Verdict#TRUSTED}, which prove nothing: ask {@link #checked()} where that matters
   */
  public boolean ok() {
    return switch (verdict) {
      case MATCH, NOT_CHECKED, TRUSTED -> true;
      case MISMATCH, WRONG_TYPE, WRONG_BYTES_PER_CHECKSUM -> false;
    };
  }

  /**
   * Tells whether the verdict rests on checksums.
   *
   * @return true for {@link Verdict#MATCH} and {@link Verdict#MISMATCH}; false for {@link
   *     Verdict#TRUSTED}, although some windows may have been checked: {@link #windows()} counts
   *     them
   */
  public boolean checked() {
    return verdict == Verdict.MATCH || verdict == Verdict.MISMATCH;
  }

  /**
   * Counts the windows that were to be checked, missing ones included.
   *
   * @return the number of windows; 0 if nothing was checked
   */
  public long windows() {
    return windows;
  }

  /**
   * Counts the mismatches, those not kept included.
   *
   * @return the number of bad windows, plus 1 if there was surplus data
   */
  public long mismatchCount() {
    return mismatchCount;
  }

  /** Bytes of all mismatches together, those not kept included. */
  long mismatchBytes() {
    return mismatchBytes;
  }

  /**
   * Gives the first mismatches.
   *
   * @return at most {@value #MAX_KEPT} of them, in window order; unmodifiable
   */
  public List<Mismatch> mismatches() {
    return mismatches;
  }

  /**
   * Returns normally if nothing wrong was found.
   *
   * @throws ChecksumMismatchException if {@link #ok()} is false
   */
  public void orThrow() throws ChecksumMismatchException {
    if (!ok()) {
      throw new ChecksumMismatchException(this);
    }
  }

  /**
   * Describes the outcome in one line, however many mismatches there are.
   *
   * @return the line
   */
  @Override
  public String toString() {
    return message;
  }
}
