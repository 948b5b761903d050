// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.file.ByteReader;
import io.chunksum.internal.DaemonThreads;
import io.chunksum.internal.Failures;
import io.chunksum.observe.events.Events;
import io.chunksum.scan.FileParts.Part;
import io.chunksum.verify.VerifyOptions;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One scan. The caller's thread keeps the files in flight in order: it adds new ones at the back,
 * and reports those at the front that have ended. Workers take parts of them from the work list.
 */
final class ScanPass {

  /**
   * Enough that half of them, if they are small, keep the workers busy while the caller's thread
   * wakes up and handles the other half: waking it for each would keep a worker from its work.
   */
  private static final int FILES_PER_THREAD = 64;

  private static final long PROGRESS_MILLIS = 100;
  private static final long EVENT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ScanSource source;

  /** Asked for before anything is found, which would be lost if the source had no answer. */
  private final String name;

  private final ScanListener listener;
  private final @Nullable Throttle throttle;
  private final VerifyOptions options;
  private final BlockingDeque<ByteReader> idleReaders;

  private final Deque<FileInFlight> inFlight = new ArrayDeque<>();
  private final WorkList work = new WorkList();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();

  /** Bytes read, and those of them that were of files reported. */
  private final LongAdder bytes = new LongAdder();

  private long reportedBytes;
  private long found;
  private long files;
  private long mismatched;
  private long failed;
  private long unrecorded;
  private final long begun = System.nanoTime();
  private long progressAt = begun;
  private long eventAt = begun;

  ScanPass(
      ScanSource source,
      ScanListener listener,
      @Nullable Throttle throttle,
      VerifyOptions options,
      BlockingDeque<ByteReader> idleReaders) {
    this.source = source;
    this.name = source.toString();
    this.listener = listener;
    this.throttle = throttle;
    this.options = options;
    this.idleReaders = idleReaders;
  }

  ScanCounts run(int threads) throws IOException, InterruptedException {
    List<Thread> workers = new ArrayList<>();
    try {
      startWorkers(threads, workers);
      int most = FILES_PER_THREAD * threads;
      boolean more = true;
      while (more || !inFlight.isEmpty()) {
        if (more && inFlight.size() <= most / 2) {
          more = addUpTo(most);
        }
        awaitFiles();
        reportEnded();
      }
    } finally {
      stopped.countDown();
      work.close();
      inFlight.forEach(FileInFlight::abandon);
      emitEvent(System.nanoTime());
    }
    for (Thread worker : workers) {
      worker.join();
    }
    Failures.rethrow(fatal.get()); // It may have come after the last file had ended.
    ScanCounts all = counts(bytes.sum());
    listener.progress(all);
    return all;
  }

  /** Adds files until so many are in flight; returns false once the source has no more. */
  private boolean addUpTo(int most) throws IOException, InterruptedException {
    boolean more = true;
    while (more && inFlight.size() < most) {
      more = addNext();
      if (isProgressDue(System.nanoTime())) { // The source is slow.
        checkGoesOn();
        reportEnded();
        reportProgress();
      }
    }
    return more;
  }

  /** Adds the next file; returns false if the source has no more. */
  private boolean addNext() throws IOException {
    ScanTarget target;
    try {
      target = source.next().orElse(null);
    } catch (Exception e) { // Also one that nobody declares.
      reportEndedBefore(e);
      throw e;
    }
    if (target == null) {
      return false;
    }
    FileInFlight file = new FileInFlight(found++, target, options);
    inFlight.add(file);
    if (!file.isUnrecorded()) {
      work.add(file);
    }
    return true;
  }

  /**
   * Waits for the file in the middle, so that several can be reported at once, and if that has
   * ended, for the first, before which none can. It does not wait long for either: anyone who waits
   * for a large file wants to see progress, and the reports of the files before it.
   */
  private void awaitFiles() throws IOException, InterruptedException {
    FileInFlight middle = inFlight.stream().skip(inFlight.size() / 2).findFirst().orElse(null);
    if (middle != null && middle.await(PROGRESS_MILLIS)) {
      inFlight.element().await(PROGRESS_MILLIS);
    }
    checkGoesOn();
    reportProgress();
  }

  /** Throws what ends the scan early; of an error in a worker, after the files before it. */
  private void checkGoesOn() throws IOException, InterruptedException {
    if (Thread.interrupted()) { // Files without a record are not waited for.
      throw new InterruptedException();
    }
    Throwable error = fatal.get();
    if (error != null) {
      reportEndedBefore(error);
      Failures.rethrow(error);
    }
  }

  /** Reports files before the scan is ended by a failure, which is attached if they cannot be. */
  private void reportEndedBefore(Throwable failure) throws IOException {
    try {
      reportEnded();
    } catch (Throwable e) {
      Failures.addSuppressed(e, failure);
      throw e;
    }
  }

  /** Reports the files at the front that have ended, in order. */
  private void reportEnded() throws IOException {
    while (!inFlight.isEmpty() && inFlight.element().hasEnded()) {
      report(inFlight.element());
      inFlight.remove();
    }
  }

  private void report(FileInFlight file) throws IOException {
    if (file.isUnrecorded()) {
      unrecorded++;
      return;
    }
    ScanOutcome outcome = file.outcome();
    files++;
    mismatched += outcome.mismatched() ? 1 : 0;
    failed += outcome.failure() != null ? 1 : 0;
    reportedBytes += file.bytes();
    listener.scanned(outcome, counts(reportedBytes));
    reportProgress();
  }

  private void reportProgress() throws IOException {
    long now = System.nanoTime();
    if (isProgressDue(now)) {
      progressAt = now;
      listener.progress(counts(bytes.sum()));
    }
    if (now - eventAt >= EVENT_NANOS) {
      emitEvent(now);
    }
  }

  private boolean isProgressDue(long now) {
    return now - progressAt >= TimeUnit.MILLISECONDS.toNanos(PROGRESS_MILLIS);
  }

  /** Reports progress to Flight Recorder, if it is running. */
  private void emitEvent(long now) {
    eventAt = now;
    Events.get().scanProgress(name, files, bytes.sum(), mismatched, failed, now - begun);
  }

  private ScanCounts counts(long read) {
    return new ScanCounts(files, mismatched, failed, unrecorded, read);
  }

  /**
   * Starts the workers. If one cannot be started, those started before are in the list and end with
   * the work.
   */
  private void startWorkers(int threads, List<Thread> workers) {
    for (int i = 1; i <= threads; i++) {
      workers.add(DaemonThreads.start("chunksum-scan-" + i, this::runWorker));
    }
  }

  /** The body of a worker. */
  private void runWorker() {
    try {
      FileInFlight file = work.take();
      if (file == null) { // A reader that others do not take is one more to keep.
        return;
      }
      ByteReader reader = Objects.requireNonNullElseGet(idleReaders.pollFirst(), ByteReader::new);
      try {
        ChunkCheck check = new ChunkCheck(options);
        for (; file != null; file = work.take()) {
          verifyPart(file, reader, check);
          FileParts.dropInterrupt();
        }
      } finally {
        idleReaders.offerFirst(reader);
      }
    } catch (Throwable e) { // Passed on to the caller, who would otherwise wait forever.
      fatal.compareAndSet(null, e);
    }
  }

  /** Takes a part of a file and leaves the others, if any, to all workers. */
  private void verifyPart(FileInFlight file, ByteReader reader, ChunkCheck check) {
    Part part = file.nextPart();
    while (part != null) {
      boolean shared = !part.last();
      if (shared) {
        work.add(file);
      }
      file.verify(part, reader, check, this::meter);
      part = shared ? null : file.nextPart();
    }
  }

  /** Counts bytes that were read, and pauses if that was too fast. */
  private void meter(long count) {
    long wait = throttle == null ? 0 : throttle.book(count, System.nanoTime());
    try {
      if (stopped.await(wait, TimeUnit.NANOSECONDS)) {
        throw new CancellationException("the scan has ended");
      }
    } catch (InterruptedException e) {
      throw new CancellationException("interrupted");
    }
    bytes.add(count);
  }
}
