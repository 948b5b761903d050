// SPDX-License-Identifier: Apache-2.0

package io.chunksum;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.append.ChunkWriter;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.ChecksumCollector;
import io.chunksum.compute.ChecksumConsumer;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.compute.ParallelCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.verify.BatchVerifier;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.ParallelVerifier;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.VerifyResult;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * Computes and verifies the checksums of chunks, with one algorithm and one window size.
 *
 * <pre>{@code
 * ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, 16 * 1024);
 * ChunkBuffer chunk = ChunkBuffer.wrap(pieces);
 * ChecksumData sums = crc32c.compute(chunk);
 * crc32c.verify(chunk, sums).orThrow();
 * }</pre>
 *
 * <p>Immutable and safe to share between threads. {@code compute} and {@code verify} of this class
 * allocate what they need on each call; loops that must not allocate should keep one {@link
 * #newCalculator()} or {@link #newVerifier()} per thread.
 *
 * <p>Every method that computes or verifies, and every one whose name begins with {@code new},
 * throws {@link IllegalStateException} if the algorithm cannot be run, as in {@link
 * io.chunksum.algorithm.StreamingChecksum#of}.
 *
 * <p>No method copies payload bytes that the JDK can read in place, and none moves the position or
 * limit of a caller's buffer.
 */
public final class ChunkChecksum {
  // A long file: most of it says what each of its methods takes, gives and refuses.

  private final ChecksumAlgorithm algorithm;
  private final int bytesPerChecksum;
  private final VerifyOptions options;

  private ChunkChecksum(ChecksumAlgorithm algorithm, int bytesPerChecksum, VerifyOptions options) {
    this.algorithm = algorithm;
    this.bytesPerChecksum = ChecksumData.checkWindowSize(algorithm.type(), bytesPerChecksum);
    this.options = options;
  }

  /**
   * Returns the checksum function of a type that is built in or registered as a service.
   *
   * @param type what to compute
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @return the checksum function
   * @throws IllegalArgumentException if there is no algorithm for the type, or {@code
   *     bytesPerChecksum} is out of range
   * @throws IllegalStateException if services are searched, as in {@link ChecksumAlgorithms#find}
   */
  public static ChunkChecksum of(ChecksumType type, int bytesPerChecksum) {
    return of(ChecksumAlgorithms.of(type), bytesPerChecksum);
  }

  /**
   * Returns the checksum function of your own algorithm.
   *
   * @param algorithm what to compute
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @return the checksum function
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range
   */
  public static ChunkChecksum of(ChecksumAlgorithm algorithm, int bytesPerChecksum) {
    return new ChunkChecksum(algorithm, bytesPerChecksum, VerifyOptions.DEFAULT);
  }

  /**
   * Returns the checksum function with the type and window size of stored checksums, for a reader
   * that accepts whatever was stored.
   *
   * @param stored the stored checksums
   * @return the checksum function
   * @throws IllegalArgumentException if there is no algorithm for their type
   * @throws IllegalStateException if services are searched, as in {@link ChecksumAlgorithms#find}
   */
  public static ChunkChecksum like(ChecksumData stored) {
    return of(stored.type(), stored.bytesPerChecksum());
  }

  /**
   * Returns the same function with other options, which replace all it has: its counters, too.
   *
   * @param newOptions what verifiers do besides verifying; the counters also serve calculators
   * @return the checksum function
   */
  public ChunkChecksum with(VerifyOptions newOptions) {
    return new ChunkChecksum(
        algorithm, bytesPerChecksum, Objects.requireNonNull(newOptions, "newOptions"));
  }

  /**
   * Returns the same function with counters, for its own calls and for the calculators and
   * verifiers it makes. What its streams, collectors, appenders and writers do is not counted.
   *
   * @param counters the counters to add to
   * @return the checksum function
   */
  public ChunkChecksum countingInto(ChecksumCounters counters) {
    return with(options.countingInto(counters));
  }

  /**
   * Returns the type of checksum that is computed.
   *
   * @return the type
   */
  public ChecksumType type() {
    return algorithm.type();
  }

  /**
   * Returns the number of bytes in a full window.
   *
   * @return number of bytes, at least 1; may be 0 for NONE
   */
  public int bytesPerChecksum() {
    return bytesPerChecksum;
  }

  /**
   * Computes the checksums of a chunk.
   *
   * @param chunk the chunk; read during the call and not kept
   * @return one entry for each window; no entries for an empty chunk or for NONE
   * @throws IllegalArgumentException if the entries take more than 2<sup>31</sup>−9 bytes
   */
  public ChecksumData compute(ChunkBuffer chunk) {
    return newCalculator().compute(chunk);
  }

  /**
   * Verifies a whole chunk whose length is not recorded.
   *
   * @param chunk the chunk; read during the call and not kept
   * @param expected its stored checksums
   * @return what was found, see {@link ChunkVerifier#verify(ChunkBuffer, ChecksumData)}
   */
  public VerifyResult verify(ChunkBuffer chunk, ChecksumData expected) {
    return newVerifier().verify(chunk, expected);
  }

  /**
   * Verifies a whole chunk whose length is recorded.
   *
   * @param chunk the chunk; read during the call and not kept
   * @param expected its record
   * @return what was found, see {@link ChunkVerifier#verify(ChunkBuffer, ChunkInfo)}
   */
  public VerifyResult verify(ChunkBuffer chunk, ChunkInfo expected) {
    return newVerifier().verify(chunk, expected);
  }

  /**
   * Verifies a run of windows of a chunk.
   *
   * @param windows the bytes of the run; read during the call and not kept
   * @param expected the stored checksums of the whole chunk
   * @param firstWindow index of the run's first window, from 0
   * @param windowCount number of windows that the run must have
   * @return what was found, see {@link ChunkVerifier#verifyWindows(ChunkBuffer, ChecksumData, int,
   *     int)}
   * @throws IndexOutOfBoundsException if {@code expected} has no such windows
   */
  public VerifyResult verifyWindows(
      ChunkBuffer windows, ChecksumData expected, int firstWindow, int windowCount) {
    return newVerifier().verifyWindows(windows, expected, firstWindow, windowCount);
  }

  /**
   * Verifies a run of windows of a chunk whose length is recorded.
   *
   * @param windows the bytes of the run; read during the call and not kept
   * @param expected the record of the whole chunk
   * @param firstWindow index of the run's first window, from 0
   * @param windowCount number of windows that the run must have
   * @return what was found, see {@link ChunkVerifier#verifyWindows(ChunkBuffer, ChunkInfo, int,
   *     int)}
   * @throws IndexOutOfBoundsException if {@code expected} has no such windows
   */
  public VerifyResult verifyWindows(
      ChunkBuffer windows, ChunkInfo expected, int firstWindow, int windowCount) {
    return newVerifier().verifyWindows(windows, expected, firstWindow, windowCount);
  }

  /**
   * Creates a calculator, which computes chunk after chunk without garbage.
   *
   * @return a new calculator, for one thread at a time
   */
  public ChecksumCalculator newCalculator() {
    return new ChecksumCalculator(algorithm, bytesPerChecksum, options.counters());
  }

  /**
   * Creates a verifier, which verifies chunk after chunk without garbage.
   *
   * @return a new verifier, for one thread at a time
   */
  public ChunkVerifier newVerifier() {
    return new ChunkVerifier(algorithm, bytesPerChecksum, options);
  }

  /**
   * Creates a verifier for several chunks at a time. A calculator already takes several chunks.
   *
   * @return a new verifier, for one thread at a time
   */
  public BatchVerifier newBatchVerifier() {
    return new BatchVerifier(algorithm, bytesPerChecksum, options);
  }

  /**
   * Creates a calculator that computes the checksums of one large chunk in several threads.
   *
   * @param executor runs what the calling thread does not do itself; its {@code execute} must
   *     return or reject without waiting, or calls from its own threads may wait for each other
   *     forever
   * @param parallelism maximum number of threads that work on a chunk at the same time, from 1 to
   *     1024, including the calling thread
   * @return a new calculator, for one call at a time
   * @throws IllegalArgumentException if {@code parallelism} is out of range
   */
  public ParallelCalculator newParallelCalculator(Executor executor, int parallelism) {
    return new ParallelCalculator(
        algorithm, bytesPerChecksum, executor, parallelism, options.counters());
  }

  /**
   * Creates a verifier that verifies one large chunk in several threads.
   *
   * @param executor runs what the calling thread does not do itself; its {@code execute} must
   *     return or reject without waiting, or calls from its own threads may wait for each other
   *     forever
   * @param parallelism maximum number of threads that work on a chunk at the same time, from 1 to
   *     1024, including the calling thread
   * @return a new verifier, for one call at a time
   * @throws IllegalArgumentException if {@code parallelism} is out of range
   */
  public ParallelVerifier newParallelVerifier(Executor executor, int parallelism) {
    return new ParallelVerifier(algorithm, bytesPerChecksum, executor, parallelism, options);
  }

  /**
   * Creates a stream for a chunk whose bytes arrive part by part, and whose checksums are wanted
   * one by one; a {@link #newCollector() collector} gives them all at the end.
   *
   * @param consumer receives the checksum of each window; none for NONE
   * @return a new stream, for one thread at a time
   */
  public ChecksumStream newStream(ChecksumConsumer consumer) {
    return new ChecksumStream(algorithm, bytesPerChecksum, consumer);
  }

  /**
   * Creates a collector of the checksums of a chunk whose bytes arrive part by part.
   *
   * @return a new collector, for one thread at a time
   */
  public ChecksumCollector newCollector() {
    return new ChecksumCollector(algorithm, bytesPerChecksum);
  }

  /**
   * Creates an appender for a growing chunk whose checksums are wanted at every flush. To continue
   * a persisted chunk, use {@link ChecksumAppender#restore}.
   *
   * @return a new appender, for one thread at a time
   */
  public ChecksumAppender newAppender() {
    return new ChecksumAppender(algorithm, bytesPerChecksum);
  }

  /**
   * Creates a writer of chunks in direct memory, which computes as bytes are put into it.
   *
   * @param capacity maximum number of bytes in a chunk
   * @param increment number of bytes to allocate at a time, at least 1; {@code capacity} or more
   *     allocates all at once
   * @return a new writer, for one thread at a time
   * @throws IllegalArgumentException if {@code capacity} is negative or {@code increment} below 1
   */
  public ChunkWriter newWriter(long capacity, int increment) {
    return new ChunkWriter(newAppender(), capacity, increment, ByteBuffer::allocateDirect);
  }

  /**
   * Describes the function.
   *
   * @return type and window size
   */
  @Override
  public String toString() {
    return "ChunkChecksum[" + type() + ", bytesPerChecksum=" + bytesPerChecksum + "]";
  }
}
