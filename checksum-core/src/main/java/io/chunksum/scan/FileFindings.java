// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.events.Events;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.Verdict;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.VerifyResult;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what verifying the parts of a file finds for one type, in any order, and keeps the first
 * mismatches in the file. Mutable, for one thread at a time.
 */
final class FileFindings {

  private final String file;
  private final ChecksumType type;
  private final OptionalInt bytesPerChecksum;
  private final @Nullable ChecksumCounters counters;
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
   * @param options have the counters that count wrong lengths, if any; verifiers count the rest
   * @throws IllegalArgumentException if there is no algorithm for the type
   */
  FileFindings(
      String file, ChecksumType type, OptionalInt bytesPerChecksum, VerifyOptions options) {
    this.file = file;
    this.type = ChecksumAlgorithms.of(type).type();
    this.bytesPerChecksum = bytesPerChecksum;
    this.counters = options.counters();
  }

  /**
   * Adds what verifying a run of windows of a chunk found.
   *
   * @param windowsBefore number of windows in the file before the chunk
   * @param offset offset of the chunk in the file
   * @param found the result, which counts from the start of the chunk
   */
  void add(long windowsBefore, long offset, VerifyResult found) {
    checkedWindows += found.windows();
    mismatchCount += found.mismatchCount();
    for (Mismatch mismatch : found.mismatches()) {
      keep(mismatch.after(windowsBefore, offset));
    }
  }

  /**
   * Adds bytes beyond the recorded length.
   *
   * @param windows number of windows that have checksums
   * @param recordedLength bytes that the file had when the checksums were computed
   * @param length bytes beyond that
   */
  void addSurplus(long windows, long recordedLength, long length) {
    addUnlessNone(Mismatch.surplus(windows, recordedLength, length));
    if (counters != null && !type.equals(ChecksumType.NONE)) {
      counters.addUnchecked(length, 0);
    }
  }

  /**
   * Adds missing bytes of chunks of type NONE.
   *
   * @param windows number of windows in the file before them
   * @param offset offset of the first of them in the file
   * @param length number of bytes
   */
  void addMissing(long windows, long offset, long length) {
    addUnlessNone(Mismatch.missing(windows, offset, length));
  }

  private void addUnlessNone(Mismatch mismatch) {
    if (type.equals(ChecksumType.NONE)) {
      return;
    }
    mismatchCount++;
    keep(mismatch);
    if (counters != null) {
      counters.addMismatched(mismatch.length(), 1);
    }
    record(mismatch);
  }

  /** Reports to Flight Recorder, as verifiers do for what they find, that a length is wrong. */
  private void record(Mismatch mismatch) {
    Events events = Events.get();
    if (events.recordsMismatches()) {
      events.mismatch(
          new Events.MismatchFacts(
              Verdict.MISMATCH.name(),
              type.name(),
              bytesPerChecksum.orElse(0),
              file,
              0,
              1,
              mismatch.length(),
              mismatch.window(),
              mismatch.offset(),
              null,
              null,
              mismatch.toString()));
    }
  }

  private void keep(Mismatch mismatch) {
    kept.put(mismatch.offset(), mismatch);
    if (kept.size() > VerifyResult.DEFAULT_KEPT) {
      kept.pollLastEntry();
    }
  }

  /**
   * Returns the result.
   *
   * @param length bytes the file has
   * @param expectedLength bytes it had when the checksums were computed
   * @return everything found
   */
  FileResult result(long length, long expectedLength) {
    return new FileResult(
        file,
        length,
        expectedLength,
        type,
        bytesPerChecksum,
        checkedWindows,
        mismatchCount,
        List.copyOf(kept.values()));
  }
}
