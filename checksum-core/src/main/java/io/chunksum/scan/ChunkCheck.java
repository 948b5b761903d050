// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.internal.Failures;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.VerifierCache;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.VerifyResult;
import io.chunksum.window.WindowLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares runs of windows of chunks with checksums of one or more types in one pass over the
 * bytes. Mutable, for one thread at a time; verifiers are reused from run to run.
 */
final class ChunkCheck {

  private static final WindowLayout NO_WINDOWS = new WindowLayout(0, 1);

  private final VerifierCache verifiers;

  /** The verifiers of the current run, one for each record; null between runs. */
  private @Nullable List<ChunkVerifier> current;

  /** Results of those that have ended, which are the first. */
  private final List<VerifyResult> ended = new ArrayList<>();

  /**
   * Creates a check.
   *
   * @param options what its verifiers do besides verifying
   */
  ChunkCheck(VerifyOptions options) {
    this.verifiers = new VerifierCache(options);
  }

  /**
   * Returns the windows of a chunk that can be checked.
   *
   * @param chunk the records of the chunk, one for each type, with windows of one size
   * @return its windows, relative to the chunk; none if all records are of type NONE
   */
  static WindowLayout windows(List<ChunkInfo> chunk) {
    return chunk.stream()
        .filter(record -> !record.checksums().type().isNone())
        .findFirst()
        .map(record -> new WindowLayout(record.length(), record.checksums().bytesPerChecksum()))
        .orElse(NO_WINDOWS);
  }

  /**
   * Begins a run of windows. An earlier run that was not finished is discarded.
   *
   * @param file name of the file, for Flight Recorder
   * @param records the records of the chunk that can be checked, one for each type
   * @param firstWindow index of the run's first window in the chunk
   * @param windowCount number of windows in the run
   * @throws IndexOutOfBoundsException if the chunk has no such windows
   */
  void begin(String file, List<ChunkInfo> records, int firstWindow, int windowCount) {
    current = null;
    ended.clear();
    List<ChunkVerifier> begun = new ArrayList<>();
    for (ChunkInfo record : records) {
      ChunkVerifier verifier = verifiers.get(record.checksums());
      verifier.begin(named(file, record), firstWindow, windowCount);
      begun.add(verifier);
    }
    current = begun;
  }

  /** Names the file as well, since the names of chunks are not unique among files. */
  private static ChunkInfo named(String file, ChunkInfo chunk) {
    String inFile = file + " at " + chunk.offset();
    String name = chunk.name().isEmpty() ? inFile : inFile + " (" + chunk.name() + ")";
    return new ChunkInfo(name, chunk.offset(), chunk.length(), chunk.checksums());
  }

  /**
   * Adds the next bytes of the run. If it throws because an algorithm fails, the others have taken
   * them all the same.
   *
   * @param bytes the bytes; read during the call and not kept
   * @throws IllegalStateException if there is no run
   */
  void update(ChunkBuffer bytes) {
    update(currentRun(), bytes);
  }

  private static void update(List<ChunkVerifier> run, ChunkBuffer bytes) {
    for (int i = 0; i < run.size(); i++) {
      try {
        run.get(i).update(bytes);
      } catch (Exception e) { // Also one that nobody declares.
        try {
          update(run.subList(i + 1, run.size()), bytes);
        } catch (Exception other) {
          Failures.addSuppressed(e, other);
        }
        throw e;
      }
    }
  }

  /** The verifiers of the current run; bytes that nothing would be compared with are refused. */
  private List<ChunkVerifier> currentRun() {
    if (current == null) {
      throw new IllegalStateException("no windows are being verified");
    }
    return current;
  }

  /**
   * Ends the run. If it throws because an algorithm fails, the run can still be broken off.
   *
   * @return what was found for each record, in their order; windows and offsets count from the
   *     start of the chunk
   * @throws IllegalStateException if there is no run
   */
  List<VerifyResult> finish() {
    return endRun(currentRun(), ChunkVerifier::finish);
  }

  /**
   * Ends a run whose bytes cannot be read to the end, or that an algorithm failed to finish.
   *
   * @return what was found in the windows that were taken whole, likewise; nothing if there is no
   *     run
   */
  List<VerifyResult> breakOff() {
    return current == null ? List.of() : endRun(current, ChunkCheck::breakOff);
  }

  private static VerifyResult breakOff(ChunkVerifier verifier) {
    try {
      return verifier.breakOff();
    } catch (Exception e) {
      // All bytes were taken, so the algorithm had to finish, and failed. It is not asked again.
      return verifier.breakOff();
    }
  }

  private List<VerifyResult> endRun(
      List<ChunkVerifier> run, Function<ChunkVerifier, VerifyResult> ending) {
    for (ChunkVerifier verifier : run.subList(ended.size(), run.size())) {
      ended.add(ending.apply(verifier));
    }
    current = null;
    return List.copyOf(ended);
  }
}
