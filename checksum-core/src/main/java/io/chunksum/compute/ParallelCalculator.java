// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.OneCall;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Computes the checksums of a large chunk in several threads: those of an executor and the calling
 * one. The result is that of a {@link ChecksumCalculator}. Chunks too small for that to pay off are
 * done by the calling thread alone; {@link ParallelRanges} describes what that means, and what is
 * required of the executor.
 *
 * <p>Once a call returns or throws, no thread reads the chunk or writes checksums any more. What a
 * thread throws midway, because the bytes are in memory that is gone or the algorithm fails,
 * reaches the caller, as does anything that the executor throws but {@link
 * java.util.concurrent.RejectedExecutionException}. A buffer for the checksums then has some of
 * them, and the calculator is ready for the next call.
 *
 * <p>Memory that only one thread may read, such as that of a confined {@code Arena}, fails once the
 * chunk is large enough for several.
 *
 * <p>Mutable, for one call at a time: an executor that calls it again before it returns gets an
 * {@link IllegalStateException}, and the call in progress goes on if the executor does.
 */
public final class ParallelCalculator {

  private static final ByteBuffer NOWHERE = ByteBuffer.allocate(0);

  /** One for each worker. */
  private final ChecksumCalculator[] calculators;

  private final ChecksumType type;
  private final int bytesPerChecksum;
  private final PackedLengths lengths;

  /** Bytes copied by all workers: to add them up in each call would slow down small chunks. */
  private final AtomicLong totalBytesCopied = new AtomicLong();

  private final ComputeRecorder recorder;

  /** Null for NONE, which reads nothing. */
  private final @Nullable ParallelRanges ranges;

  private final ParallelRanges.RangeTask task = this::computeRange;

  private final OneCall call = new OneCall("the calculator");

  /** The current chunk, where its packed checksums go, and the index of the first. */
  private ChunkBuffer chunk = ChunkBuffer.EMPTY;

  private ByteBuffer target = NOWHERE;
  private int targetStart;

  /**
   * Creates a calculator.
   *
   * @param algorithm what to compute
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @param executor runs what the calling thread does not do itself; neither shut down nor kept
   *     busy between calls; its {@code execute} must return or reject without waiting, or calls
   *     from its own threads may wait for each other forever
   * @param parallelism maximum number of threads that work on a chunk at the same time, from 1 to
   *     1024, including the calling thread
   * @throws IllegalArgumentException if {@code bytesPerChecksum} or {@code parallelism} is out of
   *     range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public ParallelCalculator(
      ChecksumAlgorithm algorithm, int bytesPerChecksum, Executor executor, int parallelism) {
    this(algorithm, bytesPerChecksum, executor, parallelism, null);
  }

  /**
   * Creates a calculator.
   *
   * @param algorithm what to compute
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @param executor runs what the calling thread does not do itself; neither shut down nor kept
   *     busy between calls; its {@code execute} must return or reject without waiting, or calls
   *     from its own threads may wait for each other forever
   * @param parallelism maximum number of threads that work on a chunk at the same time, from 1 to
   *     1024, including the calling thread
   * @param counters the counters to add to; null to count nothing
   * @throws IllegalArgumentException if {@code bytesPerChecksum} or {@code parallelism} is out of
   *     range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  @SuppressWarnings("exports") // Users need JSpecify's annotations neither to compile nor to run.
  public ParallelCalculator(
      ChecksumAlgorithm algorithm,
      int bytesPerChecksum,
      Executor executor,
      int parallelism,
      @Nullable ChecksumCounters counters) {
    this.calculators = new ChecksumCalculator[ParallelRanges.checkParallelism(parallelism)];
    for (int i = 0; i < parallelism; i++) {
      calculators[i] = new ChecksumCalculator(algorithm, bytesPerChecksum);
    }
    this.type = algorithm.type();
    this.bytesPerChecksum = bytesPerChecksum;
    this.lengths = new PackedLengths(type, bytesPerChecksum);
    this.recorder = new ComputeRecorder(type, bytesPerChecksum, counters);
    this.ranges =
        type.isNone()
            ? null
            : new ParallelRanges(algorithm, bytesPerChecksum, executor, parallelism);
  }

  /**
   * Computes the checksums of a chunk.
   *
   * @param chunk the chunk; read during the call and not kept
   * @return one entry for each window; no entries for an empty chunk or for NONE
   * @throws IllegalArgumentException if the entries take more than 2<sup>31</sup>−9 bytes
   */
  public ChecksumData compute(ChunkBuffer chunk) {
    byte[] packed = new byte[lengths.of(chunk.length())];
    compute(chunk, ByteBuffer.wrap(packed));
    return ChecksumData.of(type, bytesPerChecksum, packed);
  }

  /**
   * Computes the checksums of a chunk into the caller's buffer, from its position on. Its position
   * and limit are not moved.
   *
   * @param chunk the chunk; read during the call and not kept
   * @param packed receives the entries one after the other, in the order of the windows; until the
   *     call returns they are written in no particular order
   * @return number of bytes written: the window count times {@link ChecksumType#checksumLength()}
   * @throws IllegalArgumentException if {@code packed} is read-only or has too few bytes remaining;
   *     nothing is written
   */
  public int compute(ChunkBuffer chunk, ByteBuffer packed) {
    int length = lengths.of(chunk.length());
    PackedLengths.checkRoom(packed, length);
    if (ranges != null) {
      call.begin();
      try {
        this.chunk = chunk;
        target = packed;
        targetStart = packed.position();
        recorder.begin(totalBytesCopied.get());
        ranges.run(chunk.length(), task);
      } finally {
        call.end();
        this.chunk = ChunkBuffer.EMPTY;
        target = NOWHERE;
      }
      recorder.end(
          chunk.length(),
          WindowLayout.windowCount(chunk.length(), bytesPerChecksum),
          totalBytesCopied.get());
    }
    return length;
  }

  private void computeRange(int worker, long offset, long length) {
    ChecksumCalculator calculator = calculators[worker];
    long copiedBefore = calculator.totalBytesCopied();
    try {
      calculator.computePart(chunk, offset, length, target, targetStart);
    } finally {
      long copied = calculator.totalBytesCopied() - copiedBefore;
      if (copied > 0) {
        totalBytesCopied.addAndGet(copied);
      }
    }
  }

  /**
   * Returns the number of payload bytes that had to be copied, as {@link
   * ChecksumStream#bytesCopied()} does.
   *
   * @return bytes since construction, by kind of memory
   */
  public CopiedBytes bytesCopied() {
    CopiedBytes copied = CopiedBytes.NONE;
    for (ChecksumCalculator calculator : calculators) {
      copied = copied.plus(calculator.bytesCopied());
    }
    return copied;
  }
}
