// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.internal.Texts;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyResult;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The result of comparing a file with its recorded checksums of one type. Immutable.
 *
 * <p>If the file could not be read to its end, or its record could not, what was found before that
 * counts: the windows up to there, and the mismatches among them.
 *
 * @param file the file, as the caller named it
 * @param length bytes it has; those that were read, if it could not be read to its end and has no
 *     other end
 * @param expectedLength bytes it had when the checksums were computed; if the record does not say,
 *     as in Hadoop's formats and most lists, its length as far as the number of checksums allows
 * @param type the type of the checksums; NONE checks nothing
 * @param bytesPerChecksum bytes in a full window; empty if that differs from chunk to chunk, or the
 *     file has one checksum
 * @param windows number of windows that were to be checked, with those whose bytes are missing
 * @param mismatchCount number of mismatches, including those not kept
 * @param mismatches the first of them in the file, at most {@value VerifyResult#DEFAULT_KEPT}
 *     unless {@link io.chunksum.verify.VerifyOptions} say otherwise, counted from the start of the
 *     file
 * @param failure why not all windows were compared: reading failed, or there is no algorithm for
 *     this one of the record's types; null if all were
 */
@SuppressWarnings("exports") // Users need JSpecify's annotations neither to compile nor to run.
public record FileResult(
    String file,
    long length,
    long expectedLength,
    ChecksumType type,
    OptionalInt bytesPerChecksum,
    long windows,
    long mismatchCount,
    List<Mismatch> mismatches,
    @Nullable Exception failure) {

  /**
   * Checks that nothing is missing, except for the failure, and copies the list.
   *
   * @param file the file
   * @param length bytes it has
   * @param expectedLength bytes it had
   * @param type the type of the checksums
   * @param bytesPerChecksum bytes in a full window
   * @param windows number of windows that were to be checked
   * @param mismatchCount number of mismatches
   * @param mismatches the first of them
   * @param failure why not all windows were compared
   */
  public FileResult {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(bytesPerChecksum, "bytesPerChecksum");
    mismatches = List.copyOf(mismatches);
  }

  /**
   * Returns whether all windows were compared and nothing wrong was found.
   *
   * @return true if there is neither a mismatch nor a failure; also for NONE, which proves nothing
   */
  public boolean ok() {
    return mismatchCount == 0 && failure == null;
  }

  /**
   * Returns whether the result is based on checksums.
   *
   * @return false for NONE
   */
  public boolean checked() {
    return !type.isNone();
  }

  /**
   * Describes the result in one line, however many mismatches there are.
   *
   * @return the file, in whose name {@code ?} stands for control characters and line separators,
   *     the type and what was found
   */
  @Override
  public String toString() {
    String line = Texts.inOneLine(file) + ": " + type + found();
    if (length != expectedLength && checked()) {
      line += "; length " + length + " instead of " + expectedLength;
    }
    return failure == null
        ? line
        : line + "; not checked to the end: " + Texts.inOneLine(failure.toString());
  }

  private String found() {
    if (!checked()) {
      return ": not checked";
    }
    if (mismatchCount == 0) {
      return ": no mismatch in " + windows + (windows == 1 ? " window" : " windows");
    }
    String first = mismatches.isEmpty() ? "" : ": " + mismatches.get(0);
    return " mismatch"
        + first
        + (mismatchCount == 1 ? "" : " (the first of " + mismatchCount + " mismatches)");
  }
}
