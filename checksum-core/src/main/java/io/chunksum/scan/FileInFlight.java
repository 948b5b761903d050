// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.file.ByteReader;
import io.chunksum.internal.Failures;
import io.chunksum.scan.FileParts.Part;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.VerifyResult;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A file in flight. Its parts may be verified by different threads at the same time; the last
 * thread to leave closes it and produces the outcome. {@link #nextPart} is called by one thread at
 * a time, everything else by any thread.
 *
 * <p>Any failure with the file, except for {@link Error}s, is its outcome, together with the
 * mismatches before it: also a checked exception that a record or an algorithm does not declare. If
 * there is more than one, the first in the file counts, which is the one that a single thread would
 * have met.
 */
final class FileInFlight implements Comparable<FileInFlight> {

  /**
   * The most parts that may end before an earlier one, since what was found in them is kept until
   * then. Those beyond the end of a file take next to no time, and a damaged record can have
   * millions.
   */
  private static final int MAX_EARLY = 1024;

  /*
   * What threads share. The lock of this object guards who is inside, what went wrong, and what is
   * added to the findings.
   *
   * The fields parts, findings and allCut are set without it, and so is what moves on when parts are
   * cut: in nextPart, where threads take turns. Each has taken the file out of the work list, which
   * is synchronized, and sees what those before it have done. Whoever verifies a part has got it
   * there, after the file was opened. The last thread to leave closes the file, and lets go of the
   * parts and the findings: it holds the lock, under which all others have left.
   */

  private final long number;
  private final ScanTarget target;
  private final VerifyOptions options;
  private @Nullable FileParts parts;
  private @Nullable FileFindings findings;

  /** Whether all parts have been handed out. */
  private boolean allCut;

  /** Bytes read so far. */
  private final AtomicLong bytes = new AtomicLong();

  /** Threads inside; guarded by this. */
  private int active;

  /** Whether no more threads may enter; guarded by this. */
  private boolean exhausted;

  /** What went wrong, first of all in the file; guarded by this. */
  private @Nullable Exception failure;

  /** The first part that is known to have failed; guarded by this. */
  private long failedIndex = Long.MAX_VALUE;

  /** What was thrown and is no {@link Exception}; it ends the scan. */
  private volatile @Nullable Throwable error;

  /** Set before the file has ended, and read after that. */
  private @Nullable ScanOutcome outcome;

  private final CountDownLatch ended = new CountDownLatch(1);

  /** Takes a file, its place among the scan's files, and what counts what is found. */
  FileInFlight(long number, ScanTarget target, VerifyOptions options) {
    this.number = number;
    this.target = target;
    this.options = options;
  }

  /** Returns whether there is nothing to compare the file with, so that it has no outcome. */
  boolean isUnrecorded() {
    return target.record() == null && target.problem() == null;
  }

  /** Earlier files are worked on first. */
  @Override
  public int compareTo(FileInFlight other) {
    return Long.compare(number, other.number);
  }

  /** Waits up to {@code millis} for the file to end, and returns whether it has. */
  boolean await(long millis) throws InterruptedException {
    return isUnrecorded() || ended.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Returns whether nothing more will happen with the file. */
  boolean hasEnded() {
    return isUnrecorded() || ended.getCount() == 0;
  }

  /**
   * Returns the outcome of a file that has ended and is not unrecorded.
   *
   * @throws Error if a worker threw one over this file, which then has no outcome
   */
  ScanOutcome outcome() {
    Failures.rethrow(error);
    return Objects.requireNonNull(outcome);
  }

  /** Returns the number of bytes read so far. */
  long bytes() {
    return bytes.get();
  }

  /** Returns a part that the caller must verify; null if there are no more. */
  @Nullable Part nextPart() {
    if (!enter()) {
      return null;
    }
    Part part = null;
    try {
      part = tryNextPart();
    } finally {
      if (part == null) {
        shutAndLeave();
      }
    }
    return part;
  }

  private @Nullable Part tryNextPart() {
    try {
      if (parts == null) {
        open();
      }
      awaitEarlierParts();
      if (parts == null || isOver()) {
        return null;
      }
      Part part = parts.next(this::isOver, Objects.requireNonNull(findings)::compared);
      allCut = part == null;
      return part;
    } catch (Exception e) {
      fail(parts == null ? 0 : parts.nextIndex(), Long.MAX_VALUE, e);
      return null;
    } catch (Throwable e) {
      error = e;
      throw e;
    }
  }

  private synchronized void awaitEarlierParts() {
    try {
      while (!isOver() && error == null && findings != null && findings.early() >= MAX_EARLY) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new CancellationException("interrupted");
    }
  }

  private void open() throws IOException {
    if (target.problem() != null) {
      throw target.problem();
    }
    parts = FileParts.open(target.file(), Objects.requireNonNull(target.record()));
    findings = new FileFindings(target.file().toString(), parts.record(), options);
  }

  /** Verifies a part; the meter is told of all bytes read. */
  void verify(Part part, ByteReader reader, ChunkCheck check, LongConsumer meter) {
    FileFindings found = Objects.requireNonNull(findings);
    try {
      check.begin(
          target.file().toString(),
          found.compared(part.chunk()),
          part.firstWindow(),
          part.windowCount());
      reader.read(
          Objects.requireNonNull(parts).channel(),
          part.offset(),
          part.length(),
          read -> {
            meter.accept(read.length());
            bytes.addAndGet(read.length());
            check.update(read);
          });
      add(part, check.finish());
    } catch (Exception e) {
      fail(part.index(), part.offset() + part.length(), e);
      add(part, check.breakOff());
    } catch (Throwable e) {
      error = e;
      throw e;
    } finally {
      leave();
    }
  }

  /** Adds what was found in a part, unless it comes after one that failed. */
  private synchronized void add(Part part, List<VerifyResult> found) {
    if (findings != null && part.index() <= failedIndex) {
      findings.add(part.index(), part.windowsBefore(), part.chunk(), found);
    }
  }

  /** Notes a failure in a part that has not been added yet, or in cutting it. */
  private synchronized void fail(long index, long end, Exception e) {
    if (index < failedIndex) {
      failedIndex = index;
      failure = e;
      if (findings != null) {
        findings.dropAfter(index, end);
      }
    }
  }

  /** Whether parts that have not been handed out are not wanted any more. */
  private synchronized boolean isOver() {
    return failure != null || exhausted;
  }

  /** Lets no more threads in; the file is closed when the last one has left. */
  synchronized void abandon() {
    if (enter()) {
      shutAndLeave();
    }
  }

  private synchronized boolean enter() {
    if (!exhausted) {
      active++;
    }
    return !exhausted;
  }

  /** Lets no more threads in, and leaves. */
  private synchronized void shutAndLeave() {
    exhausted = true;
    leave();
  }

  private synchronized void leave() {
    active--;
    if (exhausted && active == 0) {
      outcome = close();
      // The file may wait long to be reported, with many others.
      parts = null;
      findings = null;
      ended.countDown();
    }
    notifyAll(); // Also of what was added, or has failed, before.
  }

  /** Closes the file and returns what came of it. */
  private ScanOutcome close() {
    long length = target.length();
    try (FileParts closing = parts) {
      if (closing != null && findings != null && error == null) {
        length = closing.channel().size();
        if (allCut && failure == null) {
          closing.soFar().addWrongLength(findings, closing.record().length(), 0, length);
        }
      }
    } catch (Exception e) {
      if (failure == null) {
        failure = e;
      } else {
        Failures.addSuppressed(failure, e);
      }
    } catch (Throwable e) { // Not thrown here: it would keep others from being given up.
      error = error == null ? e : error;
    }
    return outcomeOf(length);
  }

  /** The outcome of a file of that length. */
  private ScanOutcome outcomeOf(long length) {
    if (parts == null || findings == null || !areResults(findings)) {
      return new ScanOutcome(target, List.of(), failure);
    }
    List<FileResult> results = findings.results(length, parts.record().length(), failure);
    return new ScanOutcome(target, results, failure != null ? failure : findings.problem());
  }

  /** Whether that is all there was to find out, or shows that something is wrong. */
  private boolean areResults(FileFindings found) {
    return failure == null ? allCut : found.mismatched();
  }
}
