// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.file.ByteReader;
import io.chunksum.internal.Failures;
import io.chunksum.scan.ScanTarget.RecordOpener;
import io.chunksum.verify.VerifyOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;

/**
 * Compares many files with what was recorded of them, using several threads. Work is divided into
 * runs of windows, so that even one large file keeps all threads busy.
 *
 * <pre>{@code
 * FileScanner scanner = FileScanner.of(4).withMaxRate(100 << 20);
 * ScanCounts counts = scanner.scan(new FileTree(folder, format), listener);
 * List<FileResult> results = scanner.verify(file, () -> format.open(sums, file));
 * }</pre>
 *
 * <p>What is reported, and in which order, does not depend on the number of threads, except for the
 * number of bytes read where a file cannot be verified to its end: threads may be ahead of the
 * place where it fails. No problem with a file ends the scan: if a file is unreadable, has
 * vanished, has malformed checksums, or loses bytes that have been read and matched, that is its
 * outcome; one that is too short or too long has mismatches.
 *
 * <p>Memory does not grow with the number of files or their sizes: at most 64 files per thread are
 * in flight at the same time, each thread has a buffer of 1 MiB, and the records of one or two
 * chunks are held for each open file, besides those of the chunks that threads work on. The buffers
 * are direct memory, and are kept for later calls: as many as threads have read at the same time,
 * in all calls of a scanner and of those made from it by {@link #with} and {@link #withMaxRate},
 * but at most {@value #MAX_THREADS}, which is 1 GiB. They are freed when all these scanners have
 * become garbage.
 *
 * <p>Immutable but for these buffers, and safe to share between threads, which then do not wait for
 * each other.
 */
public final class FileScanner {

  /** The largest number of threads. */
  public static final int MAX_THREADS = 1024;

  private final int threads;

  /** 0 for no limit. */
  private final long maxRate;

  private final VerifyOptions options;

  /** Readers with buffers that no thread uses, the last first. */
  private final BlockingDeque<ByteReader> idleReaders;

  private FileScanner(
      int threads, long maxRate, VerifyOptions options, BlockingDeque<ByteReader> idleReaders) {
    this.threads = threads;
    this.maxRate = maxRate;
    this.options = options;
    this.idleReaders = idleReaders;
  }

  /**
   * Creates a scanner that reads as fast as it can.
   *
   * @param threads number of threads that read and verify, from 1 to {@value #MAX_THREADS}
   * @return the scanner
   * @throws IllegalArgumentException if {@code threads} is out of range
   */
  public static FileScanner of(int threads) {
    if (threads < 1 || threads > MAX_THREADS) {
      throw new IllegalArgumentException(
          "threads must be from 1 to " + MAX_THREADS + ": " + threads);
    }
    return new FileScanner(
        threads, 0, VerifyOptions.DEFAULT, new LinkedBlockingDeque<>(MAX_THREADS));
  }

  /**
   * Limits how fast files are read.
   *
   * @param bytesPerSecond bytes of files that all threads together read per second, at least 1;
   *     reading their records is not included
   * @return a scanner with that limit
   * @throws IllegalArgumentException if {@code bytesPerSecond} is below 1
   */
  public FileScanner withMaxRate(long bytesPerSecond) {
    if (bytesPerSecond < 1) {
      throw new IllegalArgumentException("bytesPerSecond must be at least 1: " + bytesPerSecond);
    }
    return new FileScanner(threads, bytesPerSecond, options, idleReaders);
  }

  /**
   * Returns the same scanner with other options. Counters count what is verified and found, for
   * each type of a record by itself, including what is not reported because the file failed before
   * it. Chunks of type NONE are not read, and not counted; nor are those of which every other type
   * has no algorithm here.
   *
   * @param newOptions how many mismatches are kept for each type of a file's record, and counters,
   *     if any; they replace all it has
   * @return a scanner with these options
   */
  public FileScanner with(VerifyOptions newOptions) {
    return new FileScanner(
        threads, maxRate, Objects.requireNonNull(newOptions, "newOptions"), idleReaders);
  }

  /**
   * Scans all files of a source. The calling thread calls the source and the listener; the work is
   * done by daemon threads, which end with the call.
   *
   * <p>If the call ends with an exception, each of them ends as soon as the read that it is waiting
   * for returns, and closes its files; the call does not wait for that.
   *
   * @param source supplies the files
   * @param listener receives what is found
   * @return the counts of the whole scan
   * @throws IOException if the source or the listener throws it
   * @throws InterruptedException if the calling thread is interrupted
   */
  public ScanCounts scan(ScanSource source, ScanListener listener)
      throws IOException, InterruptedException {
    Throttle throttle = maxRate == 0 ? null : new Throttle(maxRate, System.nanoTime());
    return new ScanPass(source, listener, throttle, options, idleReaders).run(threads);
  }

  /**
   * Verifies one file against what was recorded of it. Threads and limit are those of a scan.
   *
   * @param file the file, a regular one and not a symbolic link, as in a scan
   * @param record opens the record, anew for each call; called by another thread
   * @return one result for each type of the record, in record order
   * @throws IOException if the file or the record cannot be read, or the record is malformed or was
   *     read before, and no mismatch was found before
   * @throws IllegalArgumentException if there is no algorithm for any type of the record
   * @throws IllegalStateException if one of the algorithms cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     io.chunksum.algorithm.ChecksumAlgorithms#find}
   * @throws java.lang.reflect.UndeclaredThrowableException if the record or an algorithm throws a
   *     checked exception that it does not declare, and no mismatch was found before
   * @throws InterruptedException if the calling thread is interrupted
   */
  public List<FileResult> verify(Path file, RecordOpener record)
      throws IOException, InterruptedException {
    Objects.requireNonNull(record, "record");
    ScanTarget target = ScanTarget.recorded(file.toString(), file, Files.size(file), record);
    List<ScanOutcome> outcomes = new ArrayList<>();
    scan(new OneFile(target), (outcome, soFar) -> outcomes.add(outcome));
    ScanOutcome outcome = outcomes.get(0);
    if (outcome.results().isEmpty()) {
      if (outcome.failure() instanceof IOException failure) {
        throw failure;
      }
      Failures.rethrow(outcome.failure());
    }
    return outcome.results();
  }

  /** The source of a scan of one file. */
  private static final class OneFile implements ScanSource {

    private final ScanTarget target;
    private boolean given;

    OneFile(ScanTarget target) {
      this.target = target;
    }

    @Override
    public Optional<ScanTarget> next() {
      Optional<ScanTarget> next = given ? Optional.empty() : Optional.of(target);
      given = true;
      return next;
    }

    @Override
    public String toString() {
      return target.path();
    }
  }
}
