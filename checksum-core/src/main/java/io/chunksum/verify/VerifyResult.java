// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.internal.Texts;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.io.Serial;
import java.io.Serializable;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of verifying a chunk. Immutable and safe to share between threads.
 *
 * <p>Every bad window is counted and included in {@link #badRanges()}; the first ones, {@value
 * #DEFAULT_KEPT} unless {@link VerifyOptions} say otherwise, are kept as {@link Mismatch} objects.
 *
 * <p>A result can be serialized, for the sake of {@link ChecksumMismatchException}, between JVMs
 * that have the same version of this class.
 *
 * @serial exclude
 */
@SuppressWarnings("exports") // Users need JSpecify's annotations neither to compile nor to run.
public final class VerifyResult implements Serializable {
  // A long file: half of it says what each of its methods takes, gives and refuses.

  /** Number of mismatches that a result keeps by default; further ones are only counted. */
  public static final int DEFAULT_KEPT = 1000;

  @Serial private static final long serialVersionUID = 1;

  private static final VerifyResult NOT_CHECKED =
      new VerifyResult(Verdict.NOT_CHECKED, 0, null, "not checked: the checksum type is NONE");

  private final Verdict verdict;
  private final long windows;
  private final long mismatchCount;
  private final long mismatchBytes;

  @SuppressWarnings("serial") // The lists of List.copyOf can be serialized.
  private final List<Mismatch> mismatches;

  /** Null if nothing could be checked, or if a policy chose the windows and none is bad. */
  private final @Nullable CheckedWindows checkedWindows;

  private final String message;

  private VerifyResult(
      Verdict verdict, long windows, @Nullable CheckedWindows checkedWindows, String message) {
    this(verdict, windows, 0, 0, List.of(), checkedWindows, message);
  }

  private VerifyResult(
      Verdict verdict,
      long windows,
      long mismatchCount,
      long mismatchBytes,
      List<Mismatch> mismatches,
      @Nullable CheckedWindows checkedWindows,
      String message) {
    this.verdict = verdict;
    this.windows = windows;
    this.mismatchCount = mismatchCount;
    this.mismatchBytes = mismatchBytes;
    this.mismatches = List.copyOf(mismatches);
    this.checkedWindows = checkedWindows;
    this.message = message;
  }

  /** The result of a clean run. */
  static VerifyResult match(int firstWindow, int windows, int bytesPerChecksum, long end) {
    CheckedWindows all = CheckedWindows.allGood(firstWindow, windows, bytesPerChecksum, end);
    String message = windows == 1 ? "1 window matches" : "all " + windows + " windows match";
    return new VerifyResult(Verdict.MATCH, windows, all, message);
  }

  /** Whether this is the result of that run; only for results of clean runs. */
  boolean isMatchOf(int firstWindow, int windows, int bytesPerChecksum, long end) {
    return checkedWindows != null
        && checkedWindows.isRun(firstWindow, windows, bytesPerChecksum, end);
  }

  static VerifyResult trusted(long windows) {
    return notAllChecked(Verdict.TRUSTED, "trusted", windows, null);
  }

  /** The result of a run that ended early, and in which nothing is bad up to there. */
  static VerifyResult brokenOff(int firstWindow, int windows, int bytesPerChecksum, long end) {
    CheckedWindows taken = CheckedWindows.allGood(firstWindow, windows, bytesPerChecksum, end);
    return notAllChecked(Verdict.INCOMPLETE, "broken off", windows, taken);
  }

  private static VerifyResult notAllChecked(
      Verdict verdict, String why, long windows, @Nullable CheckedWindows checkedWindows) {
    String checked =
        windows == 0
            ? "no window was checked"
            : "windows checked and matching: " + windows + ", the others were not checked";
    return new VerifyResult(verdict, windows, checkedWindows, why + ": " + checked);
  }

  /** The result of a run in which something is bad; the name of its chunk is null if not known. */
  static VerifyResult mismatch(
      ChecksumType type,
      @Nullable String chunk,
      long windows,
      MismatchTally found,
      @Nullable CheckedWindows checkedWindows) {
    Mismatch first = found.kept().get(0);
    boolean cutShort = found.missingFrom() >= 0 && !first.isMissing();
    String message =
        type
            + " mismatch"
            + named(" in chunk ", chunk)
            + ": "
            + first
            + (found.count() == 1 ? "" : " (the first of " + found.count() + " mismatches)")
            + (cutShort ? "; missing from byte " + found.missingFrom() + " onward" : "");
    return new VerifyResult(
        Verdict.MISMATCH,
        windows,
        found.count(),
        found.bytes(),
        found.kept(),
        checkedWindows,
        message);
  }

  static VerifyResult notChecked() {
    return NOT_CHECKED;
  }

  static VerifyResult wrongType(@Nullable String chunk, ChecksumType wanted, ChecksumType stored) {
    String message = storedChecksums(chunk) + stored + ", not " + wanted;
    return new VerifyResult(Verdict.WRONG_TYPE, 0, null, message);
  }

  static VerifyResult wrongWindowSize(@Nullable String chunk, int wanted, int stored) {
    String message = storedChecksums(chunk) + "over windows of " + stored + " bytes, not " + wanted;
    return new VerifyResult(Verdict.WRONG_BYTES_PER_CHECKSUM, 0, null, message);
  }

  private static String storedChecksums(@Nullable String chunk) {
    return "the stored checksums" + named(" of chunk ", chunk) + " are ";
  }

  private static String named(String before, @Nullable String chunk) {
    // A name is whatever was recorded; the message stays one line.
    return chunk == null || chunk.isEmpty() ? "" : before + Texts.inOneLine(Texts.shorten(chunk));
  }

  /**
   * Returns the outcome.
   *
   * @return the verdict
   */
  public Verdict verdict() {
    return verdict;
  }

  /**
   * Returns whether nothing wrong was found.
   *
   * @return true for {@link Verdict#MATCH}, and for {@link Verdict#NOT_CHECKED}, {@link
   *     Verdict#TRUSTED} and {@link Verdict#INCOMPLETE}, which do not prove that all is right: call
   *     {@link #checked()} where that matters
   */
  public boolean ok() {
    return switch (verdict) {
      case MATCH, NOT_CHECKED, TRUSTED, INCOMPLETE -> true;
      case MISMATCH, WRONG_TYPE, WRONG_BYTES_PER_CHECKSUM -> false;
    };
  }

  /**
   * Returns whether the verdict rests on checksums.
   *
   * @return true for {@link Verdict#MATCH} and {@link Verdict#MISMATCH}; false for {@link
   *     Verdict#TRUSTED} and {@link Verdict#INCOMPLETE}, although some windows may have been
   *     checked: {@link #windows()} counts them
   */
  public boolean checked() {
    return verdict == Verdict.MATCH || verdict == Verdict.MISMATCH;
  }

  /**
   * Returns the number of windows that were checked. A missing window counts, except in a run that
   * was {@link ChunkVerifier#breakOff() broken off}, where nobody knows what is missing.
   *
   * @return the number of windows; 0 if nothing was checked
   */
  public long windows() {
    return windows;
  }

  /**
   * Returns the number of mismatches, including those not kept.
   *
   * @return the number of bad windows, plus 1 if there was surplus data
   */
  public long mismatchCount() {
    return mismatchCount;
  }

  /** Total bytes of all mismatches, including those not kept. */
  long mismatchBytes() {
    return mismatchBytes;
  }

  /**
   * Returns the first mismatches.
   *
   * @return at most {@link VerifyOptions#keptMismatches()} of them, in window order; unmodifiable.
   *     None if the stored checksums are of another type or window size, although {@link #ok()} is
   *     false then: ask that first.
   */
  public List<Mismatch> mismatches() {
    return mismatches;
  }

  /**
   * Returns the byte ranges to fetch again from another replica: the bad windows, including those
   * not kept, with neighbours merged into one range. Surplus bytes are not among them, since no
   * replica should have them. There are none if no window was checked because the stored checksums
   * are of another type or window size.
   *
   * @return the ranges in ascending order, from the start of the chunk, none touching the next;
   *     computed as the stream is read, so that even many take no memory
   */
  public Stream<ByteRange> badRanges() {
    return checkedWindows != null
        ? checkedWindows.bad()
        : mismatches.stream()
            .filter(mismatch -> !mismatch.isSurplus())
            .map(mismatch -> new ByteRange(mismatch.offset(), mismatch.length()));
  }

  /**
   * Returns the byte ranges to keep: the windows that were checked and agree, with neighbours
   * merged into one range.
   *
   * @return the ranges, in the form of {@link #badRanges()}; none for verdicts other than {@link
   *     Verdict#MATCH}, {@link Verdict#MISMATCH} and {@link Verdict#INCOMPLETE}
   */
  public Stream<ByteRange> goodRanges() {
    return checkedWindows != null ? checkedWindows.good() : Stream.empty();
  }

  /** Marks the bad windows in a set whose bit 0 stands for the window {@code origin}. */
  void addBadTo(BitSet bad, int origin) {
    if (checkedWindows != null) {
      checkedWindows.addBadTo(bad, origin);
    }
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
   * Returns normally if nothing wrong was found, and otherwise says where.
   *
   * @param where what the data belongs to, such as the name of a file; begins the message
   * @throws ChecksumMismatchException if {@link #ok()} is false; its message is {@code where}, a
   *     colon, and this result in one line
   */
  public void orThrowIn(String where) throws ChecksumMismatchException {
    if (!ok()) {
      throw new ChecksumMismatchException(where + ": " + this, this);
    }
  }

  /**
   * Returns normally if nothing wrong was found and nothing failed before. A caller told only of
   * the failed read would learn nothing of the damage, and vice versa, so both are thrown together.
   *
   * @param earlier what failed while the bytes were read, or null if nothing did
   * @throws ChecksumMismatchException if {@link #ok()} is false; {@code earlier} is then a
   *     suppressed exception of it
   * @throws IOException {@code earlier}, if there is one and {@link #ok()} is true
   */
  public void orThrow(@Nullable IOException earlier) throws IOException {
    if (earlier == null) {
      orThrow();
    } else {
      throw ok() ? earlier : new ChecksumMismatchException(this, earlier);
    }
  }

  /**
   * Describes the outcome in one line, however many mismatches there are.
   *
   * @return the line; if something is wrong, with the recorded name of the chunk, if it is not
   *     empty, or its first 5000 characters, in which {@code ?} stands for control characters and
   *     line separators
   */
  @Override
  public String toString() {
    return message;
  }
}
