// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.VerifierCache;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.VerifyResult;
import io.chunksum.window.WindowLayout;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Compares runs of windows of chunks with checksums of one or more types in one pass over the
 * bytes. Mutable, for one thread at a time; verifiers are reused from run to run.
 */
final class ChunkCheck {

  private static final WindowLayout NO_WINDOWS = new WindowLayout(0, 1);

  private static final VerifyResult NOT_CHECKED =
      new ChunkVerifier(ChecksumAlgorithms.of(ChecksumType.NONE), 0)
          .verify(ChunkBuffer.wrap(new byte[0]), ChecksumData.none(0));

  private final VerifierCache verifiers;

  private List<ChunkInfo> chunk = List.of();

  /** One for each record of the current chunk that is not of type NONE. */
  private final List<ChunkVerifier> current = new ArrayList<>();

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
        .filter(record -> !isUnchecked(record))
        .findFirst()
        .map(record -> new WindowLayout(record.length(), record.checksums().bytesPerChecksum()))
        .orElse(NO_WINDOWS);
  }

  private static boolean isUnchecked(ChunkInfo record) {
    return record.checksums().type().equals(ChecksumType.NONE);
  }

  /**
   * Begins a run of windows. An earlier run that was not finished is discarded.
   *
   * @param file name of the file, for Flight Recorder
   * @param newChunk the records of the chunk, one for each type
   * @param firstWindow index of the run's first window in the chunk
   * @param windowCount number of windows in the run
   * @throws IndexOutOfBoundsException if the chunk has no such windows
   * @throws IllegalArgumentException if there is no algorithm for one of the types
   * @throws IllegalStateException if this JVM cannot run one of the algorithms
   */
  void begin(String file, List<ChunkInfo> newChunk, int firstWindow, int windowCount) {
    current.clear();
    chunk = List.copyOf(newChunk);
    for (ChunkInfo record : chunk) {
      if (!isUnchecked(record)) {
        ChunkVerifier verifier = verifiers.get(record.checksums());
        verifier.begin(named(file, record), firstWindow, windowCount);
        current.add(verifier);
      }
    }
  }

  /** Names the file as well, since the names of chunks are not unique among files. */
  private static ChunkInfo named(String file, ChunkInfo chunk) {
    String inFile = file + " at " + chunk.offset();
    String name = chunk.name().isEmpty() ? inFile : inFile + " (" + chunk.name() + ")";
    return new ChunkInfo(name, chunk.offset(), chunk.length(), chunk.checksums());
  }

  /**
   * Adds the next bytes of the run.
   *
   * @param bytes the bytes; read during the call and not kept
   */
  void update(ChunkBuffer bytes) {
    current.forEach(verifier -> verifier.update(bytes));
  }

  /**
   * Ends the run.
   *
   * @return what was found for each type, in the order of the records; windows and offsets count
   *     from the start of the chunk
   */
  List<VerifyResult> finish() {
    Iterator<ChunkVerifier> checked = current.iterator();
    List<VerifyResult> results = new ArrayList<>();
    for (ChunkInfo record : chunk) {
      results.add(isUnchecked(record) ? NOT_CHECKED : checked.next().finish());
    }
    return results;
  }
}
