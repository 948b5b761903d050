// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.format.RecordFormat;
import io.chunksum.scan.FileTree;
import io.chunksum.scan.ScanTarget;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The progress of a scan on a terminal. A separate daemon thread finds out how much there is to
 * read while the scan is running.
 */
final class ScanProgress implements Closeable {

  private final Progress progress;

  private long shown;

  /** Bytes that the files reported so far had when they were found, but that were not read. */
  private long unread;

  /** Bytes read of these files. */
  private long reported;

  private volatile long total = Progress.UNKNOWN;
  private volatile boolean closed;

  private ScanProgress(Progress progress) {
    this.progress = progress;
  }

  /** Begins to show the progress of a scan of the files after a place. */
  static ScanProgress of(Console console, Path directory, RecordFormat format, String after) {
    ScanProgress scan = new ScanProgress(console.progress(Progress.UNKNOWN));
    if (scan.progress.isDrawn()) {
      FileTree tree = new FileTree(directory, format, after);
      Thread thread = new Thread(() -> scan.addUpIfPossible(tree), "chunksum-scan-size");
      thread.setDaemon(true);
      try {
        thread.start();
      } catch (OutOfMemoryError e) {
        // No further thread may be started: the same as below.
      }
    }
    return scan;
  }

  private void addUpIfPossible(FileTree tree) {
    try {
      addUp(tree);
    } catch (RuntimeException | OutOfMemoryError e) {
      // The total stays unknown. If the scan has the same problem, it will say so.
    }
  }

  private void addUp(FileTree tree) {
    long bytes = 0;
    Optional<ScanTarget> target = tree.next();
    while (target.isPresent() && !closed) {
      bytes += toRead(target.get());
      target = tree.next();
    }
    total = bytes;
  }

  private static long toRead(ScanTarget target) {
    return target.record() == null ? 0 : target.length();
  }

  /**
   * Takes what was not read of a file off the total: what is beyond the recorded length, or all
   * that follows a failure.
   *
   * @param bytes read in total of the files reported so far
   */
  void scanned(ScanTarget target, long bytes) {
    unread += toRead(target) - (bytes - reported);
    reported = bytes;
  }

  /** Records how many bytes have been read in total. */
  void show(long bytes) {
    progress.total(total == Progress.UNKNOWN ? total : total - unread);
    progress.add(bytes - shown);
    shown = bytes;
  }

  /** Erases the line so that something else can be printed; it will be drawn again. */
  void erase() {
    progress.erase();
  }

  @Override
  public void close() {
    closed = true;
    erase();
  }
}
