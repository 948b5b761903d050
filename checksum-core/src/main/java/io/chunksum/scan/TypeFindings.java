// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.VerifyResult;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What verifying a file finds for one type of its record: the counts, and the first mismatches in
 * the file. Mutable, for one thread at a time.
 */
final class TypeFindings {

  /**
   * What is counted in a part of the file.
   *
   * @param windows number of windows that were checked
   * @param mismatches number of mismatches
   */
  record Counts(long windows, long mismatches) {

    static final Counts NONE = new Counts(0, 0);
  }

  private final String file;
  private final ChecksumType type;
  private final OptionalInt bytesPerChecksum;
  private final VerifyOptions options;

  /** Why nothing can be compared with these checksums; null if something can. */
  private final @Nullable RuntimeException problem;

  private long checkedWindows;
  private long mismatchCount;

  /** Keyed by offset in the file. */
  private final TreeMap<Long, Mismatch> kept = new TreeMap<>();

  /**
   * Creates findings with nothing found.
   *
   * @param file the file's name
   * @param type the type of the checksums
   * @param bytesPerChecksum bytes in a full window; empty if chunks differ
   * @param options how many mismatches are kept, and the counters that count wrong lengths, if any;
   *     verifiers count the rest
   */
  TypeFindings(
      String file, ChecksumType type, OptionalInt bytesPerChecksum, VerifyOptions options) {
    this.file = file;
    this.type = type;
    this.bytesPerChecksum = bytesPerChecksum;
    this.options = options;
    this.problem = problem(type);
  }

  private static @Nullable RuntimeException problem(ChecksumType type) {
    try {
      StreamingChecksum.of(ChecksumAlgorithms.of(type));
      return null;
    } catch (IllegalArgumentException | IllegalStateException e) {
      return e;
    } catch (LinkageError e) { // An added algorithm that lacks a class of its own.
      return new IllegalStateException("the algorithm of " + type + " cannot be run: " + e, e);
    }
  }

  /** Returns why this type cannot be computed here; null if it can. */
  @Nullable RuntimeException problem() {
    return problem;
  }

  /** Returns whether windows are compared with checksums of this type. */
  boolean isCompared() {
    return problem == null && !type.isNone();
  }

  /**
   * Keeps the mismatches of a part, in any order of parts.
   *
   * @param windowsBefore number of windows in the file before the chunk
   * @param offset offset of the chunk in the file
   * @param found the result, which counts from the start of the chunk
   */
  void keep(long windowsBefore, long offset, VerifyResult found) {
    for (Mismatch mismatch : found.mismatches()) {
      keep(mismatch.offsetBy(windowsBefore, offset));
    }
  }

  /** Adds to the counts. */
  void count(Counts part) {
    checkedWindows += part.windows();
    mismatchCount += part.mismatches();
  }

  /** Forgets the mismatches that were kept from an offset in the file on. */
  void dropFrom(long offset) {
    kept.tailMap(offset).clear();
  }

  /** Returns whether there is a mismatch. */
  boolean mismatched() {
    return mismatchCount > 0;
  }

  /**
   * Adds bytes beyond the recorded length.
   *
   * @param windows number of windows that have checksums
   * @param offset offset of the first of them in the file
   * @param length number of bytes
   */
  void addSurplus(long windows, long offset, long length) {
    addIfCompared(Mismatch.surplus(windows, offset, length));
    if (options.counters() != null && isCompared()) {
      options.counters().addUnchecked(length);
    }
  }

  /**
   * Adds missing bytes of chunks that nothing is compared with.
   *
   * @param windows number of windows in the file before them
   * @param offset offset of the first of them in the file
   * @param length number of bytes
   */
  void addMissing(long windows, long offset, long length) {
    addIfCompared(Mismatch.missingUnchecked(windows, offset, length));
  }

  private void addIfCompared(Mismatch mismatch) {
    if (!isCompared()) {
      return;
    }
    mismatchCount++;
    keep(mismatch);
    if (options.counters() != null) {
      options.counters().addMismatched(mismatch.length(), 1);
    }
    MismatchEvents.record(file, type, bytesPerChecksum.orElse(0), 0, mismatch);
  }

  private void keep(Mismatch mismatch) {
    kept.put(mismatch.offset(), mismatch);
    if (kept.size() > options.keptMismatches()) {
      kept.pollLastEntry();
    }
  }

  /**
   * Returns the result.
   *
   * @param length bytes the file has
   * @param expectedLength bytes it had when the checksums were computed
   * @param failure why the file was not verified to its end; null if it was
   * @return everything found
   */
  FileResult result(long length, long expectedLength, @Nullable Exception failure) {
    return new FileResult(
        file,
        length,
        expectedLength,
        type,
        bytesPerChecksum,
        checkedWindows,
        mismatchCount,
        List.copyOf(kept.values()),
        problem != null ? problem : failure);
  }
}
