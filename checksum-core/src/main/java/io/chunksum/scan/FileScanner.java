// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import java.io.IOException;

/**
 * Holds many files against what was recorded of them, with several threads. Work is shared out in
 * runs of windows, so that one large file keeps all threads busy, too.
 *
 * <pre>{@code
 * FileScanner scanner = FileScanner.of(4).withMaxRate(100 << 20);
 * ScanCounts counts = scanner.scan(new FileTree(folder, format), listener);
 * }</pre>
 *
 * <p>What is reported, and in which order, does not depend on the number of threads. Nothing that
 * is wrong with a file ends the scan: a file that is unreadable, has vanished, or has malformed
 * checksums has that as its outcome; one that is too short or too long has mismatches.
 *
 * <p>Memory does not grow with the number of files or their sizes: at most 64 files a thread are in
 * flight at the same time, each thread has a buffer of 1 MiB, and of each open file the records of
 * one or two chunks are held.
 *
 * <p>Immutable and safe to share between threads.
 */
public final class FileScanner {

  /** The largest number of threads. */
  public static final int MAX_THREADS = 1024;

  private final int threads;

  /** 0 for no limit. */
  private final long maxRate;

  private FileScanner(int threads, long maxRate) {
    this.threads = threads;
    this.maxRate = maxRate;
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
    return new FileScanner(threads, 0);
  }

  /**
   * Limits how fast files are read.
   *
   * @param bytesPerSecond bytes of files that all threads together read in a second, at least 1;
   *     reading what was recorded of them comes on top
   * @return a scanner that keeps to it
   * @throws IllegalArgumentException if {@code bytesPerSecond} is below 1
   */
  public FileScanner withMaxRate(long bytesPerSecond) {
    if (bytesPerSecond < 1) {
      throw new IllegalArgumentException("rate must be at least 1: " + bytesPerSecond);
    }
    return new FileScanner(threads, bytesPerSecond);
  }

  /**
   * Scans all files of a source. The calling thread asks the source and tells the listener; the
   * work is done by daemon threads, which end with the call.
   *
   * <p>Where the call ends with an exception, they end as soon as the read comes back that each of
   * them is waiting for, and close their files; that is not waited for.
   *
   * @param source gives the files
   * @param listener is told what is found
   * @return the counts of the whole scan
   * @throws IOException if the source or the listener throws it
   * @throws InterruptedException if the calling thread is interrupted
   */
  public ScanCounts scan(ScanSource source, ScanListener listener)
      throws IOException, InterruptedException {
    Throttle throttle = maxRate == 0 ? null : new Throttle(maxRate, System.nanoTime());
    return new ScanRun(source, listener, throttle).run(threads);
  }
}
