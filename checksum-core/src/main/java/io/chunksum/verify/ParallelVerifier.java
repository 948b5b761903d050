// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.compute.ParallelRanges;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.internal.OneCall;
import io.chunksum.window.WindowLayout;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a large chunk in several threads: those of an executor and the calling one. The results
 * are those of a {@link ChunkVerifier}, with mismatches in window order. Chunks too small for this
 * to pay off are verified by the calling thread alone; {@link ParallelRanges} describes which these
 * are, and what is required of the executor.
 *
 * <p>Once a call has returned or thrown, no thread reads the chunk any more. Memory that only one
 * thread may read, such as that of a confined {@code Arena}, fails once the chunk is large enough
 * for several.
 *
 * <p>Mutable, for one call at a time: an executor that calls it again before it returns gets an
 * {@link IllegalStateException}, and the call in progress goes on if the executor does.
 */
public final class ParallelVerifier {

  private static final ChecksumData NO_SUMS = ChecksumData.none(0);

  /** What the chunk should be; its windows are compared by the workers. */
  private final RunComparison whole;

  /** One for each worker, for its ranges. */
  private final RunVerifier[] verifiers;

  private final ChecksumType type;
  private final int bytesPerChecksum;
  private final VerifyOptions options;
  private final VerifyRecorder recorder;

  /** Null for NONE, which reads nothing. */
  private final @Nullable ParallelRanges ranges;

  private final ParallelRanges.RangeTask task = this::verifyRange;

  /** Bytes copied by all workers: to add them up in each call would slow down small chunks. */
  private final AtomicLong totalBytesCopied = new AtomicLong();

  private final OneCall call = new OneCall("the verifier");

  /** The current chunk, and how many of its bytes have a checksum. */
  private ChunkBuffer chunk = ChunkBuffer.EMPTY;

  private long bytesToCheck;

  private ChecksumData expected = NO_SUMS;

  /** Null if the length of the chunk is not recorded. */
  private @Nullable ChunkInfo recorded;

  /** Results of the ranges that are not clean, by offset. */
  private final ConcurrentSkipListMap<Long, VerifyResult> notClean = new ConcurrentSkipListMap<>();

  /**
   * Creates a verifier.
   *
   * @param algorithm expected algorithm of the stored checksums
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @param executor runs what the calling thread does not; neither shut down nor kept busy between
   *     calls; its {@code execute} must return or reject without waiting, or calls from its own
   *     threads may wait for each other forever
   * @param parallelism maximum number of threads that work on a chunk at the same time, the calling
   *     thread included, from 1 to 1024
   * @throws IllegalArgumentException if {@code bytesPerChecksum} or {@code parallelism} is out of
   *     range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public ParallelVerifier(
      ChecksumAlgorithm algorithm, int bytesPerChecksum, Executor executor, int parallelism) {
    this(algorithm, bytesPerChecksum, executor, parallelism, VerifyOptions.DEFAULT);
  }

  /**
   * Creates a verifier.
   *
   * @param algorithm expected algorithm of the stored checksums
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @param executor runs what the calling thread does not; neither shut down nor kept busy between
   *     calls; its {@code execute} must return or reject without waiting, or calls from its own
   *     threads may wait for each other forever
   * @param parallelism maximum number of threads that work on a chunk at the same time, the calling
   *     thread included, from 1 to 1024
   * @param options what to do besides verifying
   * @throws IllegalArgumentException if {@code bytesPerChecksum} or {@code parallelism} is out of
   *     range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public ParallelVerifier(
      ChecksumAlgorithm algorithm,
      int bytesPerChecksum,
      Executor executor,
      int parallelism,
      VerifyOptions options) {
    this.verifiers = new RunVerifier[ParallelRanges.checkParallelism(parallelism)];
    for (int i = 0; i < parallelism; i++) {
      verifiers[i] = new RunVerifier(algorithm, bytesPerChecksum, options);
    }
    this.bytesPerChecksum = bytesPerChecksum;
    this.options = options;
    this.type = algorithm.type();
    this.whole = new RunComparison(type, bytesPerChecksum, options);
    this.recorder = new VerifyRecorder(type, bytesPerChecksum, options);
    this.ranges =
        type.isNone()
            ? null
            : new ParallelRanges(algorithm, bytesPerChecksum, executor, parallelism);
  }

  /**
   * Verifies a whole chunk whose length is not recorded.
   *
   * @param chunk the chunk; read during the call and not kept
   * @param expected its stored checksums
   * @return what was found; see {@link ChunkVerifier#verify(ChunkBuffer, ChecksumData)}
   */
  public VerifyResult verify(ChunkBuffer chunk, ChecksumData expected) {
    return verify(chunk, expected, null);
  }

  /**
   * Verifies a whole chunk whose length is recorded.
   *
   * @param chunk the chunk; read during the call and not kept
   * @param expected its record; only length and checksums are used
   * @return what was found; see {@link ChunkVerifier#verify(ChunkBuffer, ChunkInfo)}
   */
  public VerifyResult verify(ChunkBuffer chunk, ChunkInfo expected) {
    return verify(chunk, expected.checksums(), expected);
  }

  private VerifyResult verify(
      ChunkBuffer newChunk, ChecksumData newExpected, @Nullable ChunkInfo newRecorded) {
    call.begin();
    try {
      chunk = newChunk;
      expected = newExpected;
      recorded = newRecorded;
      notClean.clear(); // An error may have come before it was.
      whole.begin(expected, recorded, 0, expected.count());
      bytesToCheck = whole.bytesToCompute(chunk.length());
      recorder.begin(totalBytesCopied.get());
      if (ranges == null || bytesToCheck == 0) {
        // There is nothing to compute, but something to report.
        return reported(whole.finish(chunk.length(), chunk, 0));
      }
      ranges.run(bytesToCheck, task);
      return reported(notClean.isEmpty() ? whole.match(chunk.length()) : mismatch());
    } finally {
      call.end(); // First: with a full stack, what follows may fail.
      chunk = ChunkBuffer.EMPTY;
      expected = NO_SUMS;
      recorded = null;
      notClean.clear();
      whole.drop();
    }
  }

  /** The last range also takes what is missing or surplus. */
  private void verifyRange(int worker, long offset, long length) {
    RunVerifier verifier = verifiers[worker];
    boolean last = offset + length == bytesToCheck;
    int firstWindow = (int) (offset / expected.bytesPerChecksum());
    int windows = (int) (length / expected.bytesPerChecksum());
    int count = last ? expected.count() - firstWindow : windows;
    long copiedBefore = verifier.totalBytesCopied();
    try {
      verifier.begin(expected, recorded, firstWindow, count);
      verifier.update(chunk, offset, last ? chunk.length() - offset : length);
      VerifyResult found = verifier.finishUnlessMatch();
      if (found != null) {
        notClean.put(offset, found);
      }
    } finally {
      verifier.comparison().drop();
      long copied = verifier.totalBytesCopied() - copiedBefore;
      if (copied > 0) {
        totalBytesCopied.addAndGet(copied);
      }
    }
  }

  private VerifyResult reported(VerifyResult result) {
    recorder.found(result, chunkName(), chunk.length(), bytesToCheck);
    long windowsRead = WindowLayout.windowCount(bytesToCheck, bytesPerChecksum);
    recorder.end(bytesToCheck, windowsRead, totalBytesCopied.get());
    return result;
  }

  private @Nullable String chunkName() {
    return recorded == null ? null : recorded.name();
  }

  private VerifyResult mismatch() {
    MismatchTally found = new MismatchTally(options);
    notClean.values().forEach(found::addAll);
    found.locate(chunk, 0);
    int windows = expected.count();
    long end = whole.endOffset(chunk.length());
    found.dataEnds(chunk.length(), end);
    return VerifyResult.mismatch(
        type,
        chunkName(),
        windows,
        found,
        found.windows(windows, expected.bytesPerChecksum(), end));
  }

  /**
   * Returns the number of payload bytes that had to be copied, as {@link
   * ChunkVerifier#bytesCopied()} does.
   *
   * @return bytes since construction, by the kind of memory they were in
   */
  public CopiedBytes bytesCopied() {
    CopiedBytes copied = CopiedBytes.NONE;
    for (RunVerifier verifier : verifiers) {
      copied = copied.plus(verifier.bytesCopied());
    }
    return copied;
  }
}
