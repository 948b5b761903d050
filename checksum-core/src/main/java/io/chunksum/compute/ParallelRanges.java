// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.internal.Failures;
import io.chunksum.internal.OneCall;
import io.chunksum.window.WindowLayout;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Divides the windows of one chunk between the calling thread and threads of an executor, in ranges
 * of whole windows, where that is worthwhile.
 *
 * <pre>
 * windows   |---|---|---|---|---|---|---|---|---|---|-|
 * ranges    |-----------|-----------|-----------|-----|
 * claimed    by caller   by helper   by caller   by helper
 * </pre>
 *
 * <p>Ranges are claimed one by one by whichever thread is free. The calling thread takes part and
 * can do all of the work, so it does not wait for a thread to become free. An executor that is
 * saturated and queues or rejects tasks, whose only thread is the calling one, or that runs tasks
 * in the calling thread does no harm, and one that rejects a task is not asked again during the
 * call. However many calls there are, the executor never has more tasks to begin than one less than
 * the parallelism: one that it begins late helps the call that is then in progress. An executor
 * that drops tasks without rejecting them may get none any more, and the calling thread does all.
 *
 * <p>{@link Executor#execute} must return or reject without waiting. The caller asks for help
 * before it works, so with an executor that blocks until a thread or a place in its queue is free
 * it would wait, too; if the callers are the threads of such an executor, they can wait for each
 * other forever.
 *
 * <p>When the calling thread finds nothing left to claim, it waits only for the ranges that are
 * being worked on. A task that the executor runs between calls does nothing.
 *
 * <p>A thread is asked for only if each has so much to do that the time to wake one does not count:
 * 8 MiB, or 256 KiB if its checksums are longer than 8 bytes, as those of digests are; where {@link
 * DigestLanes} are in use, 1 MiB and a full group of windows. Anything smaller is done by the
 * calling thread alone.
 *
 * <p>What is worked on must be accessible to all threads. Memory of a confined {@code Arena} is
 * not: it does for chunks that the calling thread does alone, and fails for larger ones.
 *
 * <p>For one call at a time; one that the executor or a task makes meanwhile is refused. A call
 * that asks for help makes a few hundred bytes of garbage, besides what the executor makes.
 */
public final class ParallelRanges {
  // A long file: half of it says what the caller, its executor and the task may rely on.

  /** Does the work. */
  @FunctionalInterface
  public interface RangeTask {

    /**
     * Works on one range. Called by several threads at once, for different ranges and workers.
     *
     * @param worker index of the worker, from 0 to one less than the parallelism; during a call a
     *     worker is always the same thread, so each can have its own objects; 0 is the calling
     *     thread
     * @param offset offset in the chunk of the range's first byte, where a window begins
     * @param length number of bytes: whole windows, up to the end of the chunk
     */
    void run(int worker, long offset, long length);
  }

  private static final int MAX_PARALLELISM = 1024;

  /** More than one, because threads do not all begin at once or run equally fast. */
  private static final int RANGES_PER_THREAD = 4;

  private static final long MIN_SHARE = 8L << 20;
  private static final long MIN_SHARE_OF_DIGESTS = 256L << 10;
  private static final long MIN_SHARE_IN_LANES = 1L << 20;

  private final int bytesPerChecksum;
  private final Executor executor;
  private final int parallelism;
  private final boolean digest;
  private final @Nullable LaneRunner lanes;

  /** What the executor runs: the same for all calls, so that it may be run late. */
  private final Runnable helper = this::help;

  /** Number of helpers that the executor has accepted and not begun. */
  private final AtomicInteger waiting = new AtomicInteger();

  private final OneCall oneCall = new OneCall("ParallelRanges");

  /** The call in progress, which helpers take part in. */
  private volatile @Nullable Call current;

  /**
   * Creates ranges for chunks of one window size.
   *
   * @param algorithm what is computed; decides what is worthwhile
   * @param bytesPerChecksum number of bytes in a full window, at least 1
   * @param executor runs the tasks; its {@code execute} must return or reject without waiting
   * @param parallelism maximum number of threads that work at the same time, from 1 to {@value
   *     #MAX_PARALLELISM}, including the calling thread
   * @throws IllegalArgumentException if {@code bytesPerChecksum} or {@code parallelism} is out of
   *     range
   */
  public ParallelRanges(
      ChecksumAlgorithm algorithm, int bytesPerChecksum, Executor executor, int parallelism) {
    if (bytesPerChecksum < 1) {
      throw new IllegalArgumentException(
          "bytesPerChecksum must be at least 1: " + bytesPerChecksum);
    }
    this.bytesPerChecksum = bytesPerChecksum;
    this.executor = Objects.requireNonNull(executor, "executor");
    this.parallelism = checkParallelism(parallelism);
    this.digest = algorithm.type().checksumLength() > Long.BYTES; // CRCs have 64 bits at most.
    this.lanes = LaneRunner.of(algorithm);
  }

  /**
   * Checks a number of threads.
   *
   * @param parallelism maximum number of threads that work at the same time
   * @return {@code parallelism}
   * @throws IllegalArgumentException if it is not from 1 to {@value #MAX_PARALLELISM}
   */
  public static int checkParallelism(int parallelism) {
    if (parallelism < 1 || parallelism > MAX_PARALLELISM) {
      throw new IllegalArgumentException(
          "parallelism must be from 1 to " + MAX_PARALLELISM + ": " + parallelism);
    }
    return parallelism;
  }

  /**
   * Runs a task for all ranges of a chunk. When this returns or throws, every range that was begun
   * has ended, and no more will be begun.
   *
   * <p>If the task throws, or the executor anything but a {@link RejectedExecutionException}, no
   * further range is begun, and what was thrown first is rethrown here. This object is then ready
   * for the next call. Interrupting the calling thread does not end the call; the thread stays
   * interrupted.
   *
   * @param length number of bytes in the chunk
   * @param task does the work; not kept
   * @throws IllegalArgumentException if {@code length} is negative
   * @throws IllegalStateException if the executor or a task of a call in progress calls it
   * @throws java.lang.reflect.UndeclaredThrowableException if several threads take part, and what
   *     was thrown is a checked exception, which is then its cause
   */
  public void run(long length, RangeTask task) {
    if (length < 0) {
      throw new IllegalArgumentException("length must not be negative: " + length);
    }
    oneCall.begin();
    try {
      runInRanges(length, task);
    } finally {
      oneCall.end();
    }
  }

  private void runInRanges(long length, RangeTask task) {
    long windows = WindowLayout.windowCount(length, bytesPerChecksum);
    // A group takes as long if some of its lanes are idle, so groups are not divided.
    int group = lanes == null ? 1 : lanes.chosenGroupSize(windows);
    long groups = ceilDiv(windows, group);
    long threads = Math.min(parallelism, Math.min(groups, length / minShare(group)));
    if (threads < 2) {
      task.run(0, 0, length);
      return;
    }
    long groupsPerRange = ceilDiv(groups, threads * RANGES_PER_THREAD);
    run(new Call(length, groupsPerRange * group * bytesPerChecksum, (int) threads, task));
  }

  /** Shows the call before it counts, as helpers that begin are uncounted before they look. */
  private void run(Call call) {
    current = call;
    try {
      askForHelp(call);
      call.run();
    } finally {
      current = null;
    }
  }

  private void askForHelp(Call call) {
    int helpers = call.workers - 1;
    try {
      for (int i = 0; i < helpers && waiting.get() < helpers && call.hasRanges(); i++) {
        waiting.incrementAndGet();
        executor.execute(helper);
      }
    } catch (RejectedExecutionException e) {
      uncount(); // Help is welcome, but not needed.
    } catch (Throwable e) {
      uncount();
      call.fail(e);
    }
  }

  private void help() {
    uncount();
    Call call = current;
    if (call != null) {
      call.help();
    }
  }

  /** An executor may run a helper more often than it was asked to. */
  private void uncount() {
    waiting.getAndUpdate(count -> Math.max(0, count - 1));
  }

  private long minShare(int group) {
    if (group > 1) {
      return MIN_SHARE_IN_LANES;
    }
    return digest ? MIN_SHARE_OF_DIGESTS : MIN_SHARE;
  }

  /** The quotient rounded up, for a dividend from 0 to the largest there is. */
  private static long ceilDiv(long dividend, long divisor) {
    return -Math.floorDiv(-dividend, divisor);
  }

  /**
   * One call. If more helpers come than it has workers, such as those that an earlier one asked
   * for, the last find no worker left and do nothing.
   *
   * <p>Threads inside are counted. When all have left, including the caller, nobody is let in
   * anymore.
   */
  private static final class Call {

    private final long length;
    private final long rangeBytes;
    private final int ranges;
    private final int workers;
    private final RangeTask task;
    private final AtomicInteger nextRange = new AtomicInteger();
    private final AtomicInteger nextWorker = new AtomicInteger(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicInteger inside = new AtomicInteger(1);
    private final Thread caller = Thread.currentThread();

    Call(long length, long rangeBytes, int workers, RangeTask task) {
      this.length = length;
      this.rangeBytes = rangeBytes;
      this.ranges = (int) ceilDiv(length, rangeBytes);
      this.workers = workers;
      this.task = task;
    }

    /** What the caller does. */
    void run() {
      work(0);
      inside.decrementAndGet();
      awaitHelpers();
      Failures.rethrow(failure.get());
    }

    /**
     * Waits until all have left; an interrupted thread waits on and stays interrupted. Parks rather
     * than using a synchronizer, since those tell a ForkJoinPool of the wait. If that cannot start
     * a thread to make up for it, they throw, and helpers would go on without the caller.
     */
    private void awaitHelpers() {
      boolean interrupted = false;
      while (inside.get() > 0) {
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
      if (interrupted) {
        caller.interrupt();
      }
    }

    /** What a helper does. */
    void help() {
      if (inside.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0) {
        work(nextWorker.getAndIncrement());
        if (inside.decrementAndGet() == 0) {
          LockSupport.unpark(caller);
        }
      }
    }

    boolean hasRanges() {
      return nextRange.get() < ranges;
    }

    /** Throws nothing: every thread inside must leave, and the caller must learn what happened. */
    private void work(int worker) {
      try {
        int i = worker < workers ? nextRange.getAndIncrement() : ranges;
        for (; i < ranges; i = nextRange.getAndIncrement()) {
          long offset = i * rangeBytes;
          task.run(worker, offset, Math.min(rangeBytes, length - offset));
        }
      } catch (Throwable e) {
        fail(e);
      }
    }

    void fail(Throwable thrown) {
      failure.compareAndSet(null, thrown);
      nextRange.set(ranges);
    }
  }
}
