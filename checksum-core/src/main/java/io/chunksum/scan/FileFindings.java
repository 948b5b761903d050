// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import io.chunksum.scan.TypeFindings.Counts;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.VerifyResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what verifying the parts of a file finds, in whatever order they end. If the file cannot
 * be verified to its end, everything up to there counts, and nothing after it: what one thread
 * would have found. Mutable, for one thread at a time.
 */
final class FileFindings {

  private final List<TypeFindings> types;

  /** The counts of parts that ended before an earlier one did, by index: those for each type. */
  private final Map<Long, List<Counts>> early = new HashMap<>();

  /** Index of the first part that has not been added. */
  private long nextIndex;

  /**
   * Creates findings with nothing found.
   *
   * @param file the file's name
   * @param record its record
   * @param options how many mismatches are kept for each type, and counters, if any
   * @throws IllegalArgumentException if there is no algorithm for any of the record's types
   * @throws IllegalStateException if one of them cannot be run
   */
  FileFindings(String file, FileRecord record, VerifyOptions options) {
    types =
        record.types().stream()
            .map(type -> new TypeFindings(file, type, record.bytesPerChecksum(), options))
            .toList();
    RuntimeException problem = problem();
    if (problem != null && types.stream().allMatch(type -> type.problem() != null)) {
      throw problem;
    }
  }

  /** Returns why the first type that cannot be computed here cannot; null if all can. */
  @Nullable RuntimeException problem() {
    return types.stream()
        .map(TypeFindings::problem)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Returns those records of a chunk, one for each type, that its bytes can be compared with. */
  List<ChunkInfo> compared(List<ChunkInfo> chunk) {
    List<ChunkInfo> compared = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      if (isCompared(i, chunk)) {
        compared.add(chunk.get(i));
      }
    }
    return compared;
  }

  /** A chunk may have a record of type NONE in place of any other type. */
  private boolean isCompared(int i, List<ChunkInfo> chunk) {
    return types.get(i).isCompared() && !chunk.get(i).checksums().type().isNone();
  }

  /**
   * Adds what was found in a part.
   *
   * @param index number of parts before it
   * @param windowsBefore number of windows in the file before the part's chunk
   * @param chunk the records of the chunk, one for each type
   * @param found one result for each record that was {@link #compared}, counting from the start of
   *     the chunk; none if nothing was found out
   */
  void add(long index, long windowsBefore, List<ChunkInfo> chunk, List<VerifyResult> found) {
    List<Counts> counts = new ArrayList<>();
    Iterator<VerifyResult> results = found.iterator();
    for (int i = 0; i < types.size(); i++) {
      Counts ofType = Counts.NONE;
      if (isCompared(i, chunk) && results.hasNext()) {
        VerifyResult result = results.next();
        types.get(i).keep(windowsBefore, chunk.get(i).offset(), result);
        ofType = new Counts(result.windows(), result.mismatchCount());
      }
      counts.add(ofType);
    }
    early.put(index, counts);
    while (early.containsKey(nextIndex)) {
      count(early.remove(nextIndex));
      nextIndex++;
    }
  }

  /**
   * Returns the number of parts that ended before an earlier one did, and are kept until it does.
   */
  int early() {
    return early.size();
  }

  private void count(List<Counts> part) {
    for (int i = 0; i < types.size(); i++) {
      types.get(i).count(part.get(i));
    }
  }

  /**
   * Forgets what was found after a part that is yet to be added.
   *
   * @param index number of parts before it
   * @param end offset in the file after the part
   */
  void dropAfter(long index, long end) {
    early.keySet().removeIf(other -> other > index);
    types.forEach(type -> type.dropFrom(end));
  }

  /** Returns whether bytes are compared with checksums of any type. */
  boolean isCompared() {
    return types.stream().anyMatch(TypeFindings::isCompared);
  }

  /** Returns whether there is a mismatch. */
  boolean mismatched() {
    return types.stream().anyMatch(TypeFindings::mismatched);
  }

  /** Returns the findings for each type of the record. */
  List<TypeFindings> types() {
    return types;
  }

  /**
   * Returns the results.
   *
   * @param length bytes the file has
   * @param expectedLength bytes it had when the checksums were computed
   * @param failure why the file was not verified to its end; null if it was
   * @return one result for each type of the record
   */
  List<FileResult> results(long length, long expectedLength, @Nullable Exception failure) {
    return types.stream().map(type -> type.result(length, expectedLength, failure)).toList();
  }
}
