// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.DigestAlgorithm;
import io.chunksum.algorithm.StreamingChecksum;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How calls and executors get along. No byte is read here, so that chunks can have any length.
 * Long, because every way in which an executor or a task can behave is a case of its own, and all
 * share the tasks that record and wait.
 */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // Callers ignore interrupts.
class ParallelRangesTest {

  private static final int WINDOW = 1000;
  private static final long LENGTH = 1L << 40;
  private static final int PARALLELISM = 4;

  private final ExecutorService pool = Executors.newFixedThreadPool(PARALLELISM);

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  private static ParallelRanges ranges(Executor executor) {
    return ranges(ChecksumType.CRC32C, executor, PARALLELISM);
  }

  private static ParallelRanges ranges(ChecksumType type, Executor executor, int parallelism) {
    return new ParallelRanges(ChecksumAlgorithms.of(type), WINDOW, executor, parallelism);
  }

  /** Notes every range, and fails where they overlap or one worker has two at the same time. */
  private static final class Recorder implements ParallelRanges.RangeTask {

    private final Map<Long, Long> lengths = new ConcurrentSkipListMap<>();
    private final Map<Integer, Thread> workers = new ConcurrentHashMap<>();

    @Override
    public void run(int worker, long offset, long length) {
      Thread before = workers.putIfAbsent(worker, Thread.currentThread());
      assertThat(before).isIn(null, Thread.currentThread());
      assertThat(lengths.put(offset, length)).isNull();
    }

    void assertCovers(long length) {
      long end = 0;
      for (Map.Entry<Long, Long> range : lengths.entrySet()) {
        assertThat(range.getKey()).isEqualTo(end);
        assertThat(range.getKey() % WINDOW).isZero();
        end += range.getValue();
      }
      assertThat(end).isEqualTo(length);
      assertThat(workers.get(0)).isIn(null, Thread.currentThread());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {LENGTH, (16L << 20) + 1, 100_000_000_001L, 99_999_000, Long.MAX_VALUE})
  void rangesCoverTheChunkOnceInWholeWindows(long length) {
    ParallelRanges ranges = ranges(pool);
    for (int i = 0; i < 500; i++) {
      Recorder recorder = new Recorder();
      ranges.run(length, recorder);
      recorder.assertCovers(length);
      assertThat(recorder.lengths.size()).isBetween(2, 4 * PARALLELISM);
    }
  }

  /** The helper comes first here, so that what is left is all the caller's. */
  @Test
  void whenARangeHasFailedNoFurtherOneIsStarted() {
    AtomicInteger started = new AtomicInteger();
    assertThatThrownBy(() ->
            ranges(Runnable::run)
                .run(
                    LENGTH,
                    (worker, offset, length) -> {
                      started.incrementAndGet();
                      throw new IllegalStateException("no memory");
                    }))
        .hasMessage("no memory");
    assertThat(started).hasValue(1);
  }

  @Test
  void whatIsTooSmallIsOneRangeOfTheCaller() {
    Executor nobody =
        task -> {
          throw new AssertionError("asked for help");
        };
    for (long length : new long[] {0, 1, WINDOW, 1 << 20, (16 << 20) - 1}) {
      Recorder recorder = new Recorder();
      ranges(nobody).run(length, recorder);
      assertThat(recorder.lengths).isEqualTo(Map.of(0L, length));
      assertThat(recorder.workers).isEqualTo(Map.of(0, Thread.currentThread()));
    }
    ranges(ChecksumType.SHA256, nobody, PARALLELISM).run((512 << 10) - 1, new Recorder());
    // Only one thread is allowed, or there is only one window to work on.
    ranges(ChecksumType.CRC32C, nobody, 1).run(LENGTH, new Recorder());
    new ParallelRanges(
            ChecksumAlgorithms.of(ChecksumType.MD5), Integer.MAX_VALUE, nobody, PARALLELISM)
        .run(Integer.MAX_VALUE, (worker, offset, length) -> {});
  }

  @Test
  void noMoreHelpersAreAskedForThanHaveAShareOfTheWork() {
    for (int shares = 2; shares < 8; shares++) {
      AtomicInteger asked = new AtomicInteger();
      ranges(ChecksumType.CRC32C, task -> asked.incrementAndGet(), 100)
          .run(shares * (8L << 20), new Recorder());
      assertThat(asked).hasValue(shares - 1);
    }
  }

  /** A service for another algorithm, as {@link DigestAlgorithm} describes it. */
  private record Registered(ChecksumAlgorithm own) implements ChecksumAlgorithm {
    @Override
    public ChecksumType type() {
      return own.type();
    }

    @Override
    public StreamingChecksum newChecksum() {
      return own.newChecksum();
    }
  }

  @Test
  void digestsOfAnyKindAreShared() {
    for (ChecksumAlgorithm digest :
        List.of(
            ChecksumAlgorithms.of(ChecksumType.SHA256),
            new DigestAlgorithm("SHA1", "SHA-1"),
            new Registered(new DigestAlgorithm("SHA1", "SHA-1")))) {
      AtomicInteger asked = new AtomicInteger();
      new ParallelRanges(digest, WINDOW, task -> asked.incrementAndGet(), PARALLELISM)
          .run(2 * (256L << 10), new Recorder());
      assertThat(asked).hasValue(1);
    }
  }

  @Test
  void theExecutorsThreadsAndTheCallersWorkAtTheSameTime() {
    CountDownLatch all = new CountDownLatch(PARALLELISM);
    AtomicBoolean met = new AtomicBoolean(true);
    Recorder recorder = new Recorder();
    ranges(pool)
        .run(
            LENGTH,
            (worker, offset, length) -> {
              recorder.run(worker, offset, length);
              all.countDown();
              met.compareAndSet(true, waitFor(all));
            });
    recorder.assertCovers(LENGTH);
    assertThat(met).isTrue();
    assertThat(recorder.workers).hasSize(PARALLELISM).containsEntry(0, Thread.currentThread());
  }

  @Test
  void anExecutorThatNeverRunsATaskDoesNoHarm() {
    List<Runnable> queue = new ArrayList<>();
    Recorder recorder = new Recorder();
    ranges(queue::add).run(LENGTH, recorder);
    recorder.assertCovers(LENGTH);
    assertThat(recorder.workers).isEqualTo(Map.of(0, Thread.currentThread()));

    // And when it runs them at last, they find that all is over.
    assertThat(queue).hasSize(PARALLELISM - 1);
    recorder.lengths.clear();
    queue.forEach(Runnable::run);
    assertThat(recorder.lengths).isEmpty();
  }

  /** Such as one whose threads all call and never end. */
  @Test
  void anExecutorHasNoMoreTasksToBeginThanHelpOneCall() {
    List<Runnable> queue = new ArrayList<>();
    ParallelRanges ranges = ranges(queue::add);
    for (int i = 0; i < 1000; i++) {
      Recorder recorder = new Recorder();
      ranges.run(LENGTH, recorder);
      recorder.assertCovers(LENGTH);
      assertThat(queue).hasSize(PARALLELISM - 1);
    }
    queue.forEach(Runnable::run);
    queue.clear();
    ranges.run(LENGTH, new Recorder());
    assertThat(queue).as("asked for again").hasSize(PARALLELISM - 1);
    // Those that wait do for a call that needs fewer; to one that needs more, the rest is added.
    queue.remove(0).run();
    ranges.run(2 * (8L << 20), new Recorder());
    assertThat(queue).hasSize(PARALLELISM - 2);
    ranges.run(LENGTH, new Recorder());
    assertThat(queue).hasSize(PARALLELISM - 1);
  }

  @Test
  void aTaskThatIsBegunLateHelpsTheCallInProgress() {
    List<Runnable> queue = new ArrayList<>();
    ParallelRanges ranges = ranges(queue::add);
    Recorder first = new Recorder();
    ranges.run(LENGTH, first);
    List<Runnable> late = List.copyOf(queue);
    AtomicBoolean begun = new AtomicBoolean();
    CountDownLatch helped = new CountDownLatch(PARALLELISM - 1);
    Recorder second = new Recorder();
    ranges.run(
        LENGTH,
        (worker, offset, length) -> {
          second.run(worker, offset, length);
          if (begun.compareAndSet(false, true)) {
            late.forEach(pool::execute);
          }
          helped.countDown();
          assertThat(waitFor(helped)).isTrue();
        });
    first.assertCovers(LENGTH);
    second.assertCovers(LENGTH);
    assertThat(second.workers.size()).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTaskThatWasNotAcceptedIsNotWaitedFor(boolean rejects) {
    AtomicInteger asked = new AtomicInteger();
    RuntimeException thrown =
        rejects ? new RejectedExecutionException("full") : new IllegalStateException("broken");
    AtomicBoolean broken = new AtomicBoolean(true);
    ParallelRanges ranges =
        ranges(task -> {
          asked.incrementAndGet();
          if (broken.get()) {
            throw thrown;
          }
        });
    for (int i = 0; i < 10; i++) {
      try {
        ranges.run(LENGTH, new Recorder());
      } catch (IllegalStateException e) {
        assertThat(e).isSameAs(thrown);
      }
    }
    assertThat(asked).hasValue(10);
    broken.set(false);
    ranges.run(LENGTH, new Recorder());
    assertThat(asked).hasValue(10 + PARALLELISM - 1);
  }

  @Test
  void tasksThatWereRunTwiceLeaveRoomForNoMore() {
    List<Runnable> queue = new ArrayList<>();
    AtomicBoolean twice = new AtomicBoolean(true);
    ParallelRanges ranges =
        ranges(task -> {
          if (twice.get()) {
            task.run();
            task.run();
          } else {
            queue.add(task);
          }
        });
    ranges.run(LENGTH, (worker, offset, length) -> {});
    twice.set(false);
    for (int i = 0; i < 10; i++) {
      ranges.run(LENGTH, new Recorder());
    }
    assertThat(queue).hasSize(PARALLELISM - 1);
  }

  @Test
  void anExecutorThatRunsTasksInTheCallersThreadDoesNoHarm() {
    Recorder recorder = new Recorder();
    ranges(Runnable::run).run(LENGTH, recorder);
    recorder.assertCovers(LENGTH);
  }

  @Test
  void aThreadOfTheExecutorCanCall() throws Exception {
    for (ExecutorService own :
        List.of(
            Executors.newSingleThreadExecutor(),
            new ForkJoinPool(1),
            Executors.newFixedThreadPool(2))) {
      try {
        Recorder recorder = new Recorder();
        own.submit(
                () -> {
                  ranges(own).run(LENGTH, recorder);
                  recorder.assertCovers(LENGTH);
                })
            .get();
      } finally {
        own.shutdownNow();
      }
    }
  }

  /** A pool that must not have another thread refuses to replace one that waits in its own way. */
  @Test
  void aCallerInAPoolThatCannotGrowWaitsForItsHelpers() throws Exception {
    ForkJoinPool callers =
        new ForkJoinPool(
            1,
            ForkJoinPool.defaultForkJoinWorkerThreadFactory,
            null,
            false,
            1,
            1,
            1,
            null,
            1,
            TimeUnit.MINUTES);
    CountDownLatch helping = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicBoolean helped = new AtomicBoolean();
    ParallelRanges.RangeTask task =
        (worker, offset, length) -> {
          if (worker == 0) {
            waitFor(helping);
          } else {
            helping.countDown();
            waitFor(goOn);
            helped.set(true);
          }
        };
    try {
      Future<?> call =
          callers.submit(() -> {
            ranges(pool).run(LENGTH, task);
            assertThat(helped).isTrue();
          });
      helping.await();
      Thread.sleep(100); // The caller should wait by now; if it does not yet, the test passes too.
      goOn.countDown();
      call.get();
    } finally {
      callers.shutdownNow();
    }
  }

  @Test
  void allThreadsOfAnExecutorCanCallAtOnce() throws Exception {
    List<Future<?>> calls = new ArrayList<>();
    for (int i = 0; i < 50 * PARALLELISM; i++) {
      calls.add(
          pool.submit(() -> {
            Recorder recorder = new Recorder();
            ranges(pool).run(LENGTH, recorder);
            recorder.assertCovers(LENGTH);
          }));
    }
    for (Future<?> call : calls) {
      call.get();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whereTheExecutorRejectsTheOthersDoTheWork(int accepted) {
    AtomicInteger asked = new AtomicInteger();
    Executor reluctant =
        task -> {
          if (asked.getAndIncrement() >= accepted) {
            throw new RejectedExecutionException("full");
          }
          pool.execute(task);
        };
    for (int i = 0; i < 100; i++) {
      asked.set(0);
      Recorder recorder = new Recorder();
      ranges(reluctant).run(LENGTH, recorder);
      recorder.assertCovers(LENGTH);
      assertThat(asked.get()).isLessThanOrEqualTo(accepted + 1);
    }
    pool.shutdown();
    Recorder recorder = new Recorder();
    ranges(pool).run(LENGTH, recorder);
    recorder.assertCovers(LENGTH);
  }

  @Test
  void whatElseTheExecutorThrowsReachesTheCallerWhenAllHaveStopped() {
    Inside inside = new Inside();
    AtomicInteger asked = new AtomicInteger();
    Executor broken =
        task -> {
          if (asked.getAndIncrement() == 2) {
            inside.awaitSomebody();
            throw new OutOfMemoryError("no more threads, says the test");
          }
          pool.execute(task);
        };
    assertThatThrownBy(() -> ranges(broken).run(LENGTH, inside))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessageContaining("says the test");
    inside.assertNobodyIsLeft();
  }

  /** A task that takes a while and knows who is inside. */
  private static final class Inside implements ParallelRanges.RangeTask {

    private final AtomicInteger count = new AtomicInteger();
    private final AtomicInteger started = new AtomicInteger();
    private final CountDownLatch somebody = new CountDownLatch(1);

    @Override
    public void run(int worker, long offset, long length) {
      started.incrementAndGet();
      count.incrementAndGet();
      somebody.countDown();
      pause(1);
      count.decrementAndGet();
    }

    void awaitSomebody() {
      assertThat(waitFor(somebody)).isTrue();
    }

    void assertNobodyIsLeft() {
      int before = started.get();
      assertThat(count).hasValue(0);
      pause(5);
      assertThat(started).hasValue(before);
    }
  }

  @Test
  void nothingIsWorkedOnAfterTheCall() {
    for (int i = 0; i < 100; i++) {
      Inside inside = new Inside();
      ranges(pool).run(LENGTH, inside);
      assertThat(inside.count).hasValue(0);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatATaskThrowsReachesTheCallerWhenAllHaveStopped(boolean callerFails) {
    for (Throwable thrown :
        List.of(new IllegalStateException("broken"), new InternalError("gone"))) {
      CountDownLatch failed = new CountDownLatch(1);
      AtomicInteger started = new AtomicInteger();
      AtomicInteger ended = new AtomicInteger();
      ParallelRanges.RangeTask task =
          (worker, offset, length) -> {
            started.incrementAndGet();
            if ((worker == 0) == callerFails) {
              ended.incrementAndGet();
              failed.countDown();
              sneak(thrown);
            }
            assertThat(waitFor(failed)).isTrue();
            pause(20);
            ended.incrementAndGet();
            throw new IllegalArgumentException("later than the first");
          };
      assertThatThrownBy(() -> ranges(pool).run(LENGTH, task)).isSameAs(thrown);
      // The others were not torn away from their ranges, and began hardly any further ones.
      int before = started.get();
      assertThat(ended).hasValue(before);
      assertThat(before).isLessThanOrEqualTo(2 * PARALLELISM);
      pause(5);
      assertThat(started).hasValue(before);
    }
  }

  /** Such as one that tries again, or asks two threads and takes whichever is first. */
  @Test
  void anExecutorThatRunsTasksTwiceFindsNoWorkerLeft() {
    Executor twice =
        task -> {
          pool.execute(task);
          pool.execute(task);
          pool.execute(task);
        };
    ParallelRanges ranges = ranges(ChecksumType.CRC32C, twice, 2);
    for (int i = 0; i < 50; i++) {
      Recorder recorder = new Recorder();
      ranges.run(
          LENGTH,
          (worker, offset, length) -> {
            recorder.run(worker, offset, length);
            pause(1);
          });
      recorder.assertCovers(LENGTH);
      assertThat(recorder.workers.keySet()).isSubsetOf(0, 1);
    }
  }

  @Test
  void whatNoTaskMayThrowReachesTheCallerToo() {
    IOException checked = new IOException("checked");
    assertThatThrownBy(() -> ranges(pool).run(LENGTH, (worker, offset, length) -> sneak(checked)))
        .isInstanceOf(UndeclaredThrowableException.class)
        .hasCause(checked);
  }

  @Test
  void ofManyFailuresOneReachesTheCallerAndTheNextCallIsAsGoodAsNew() {
    ParallelRanges ranges = ranges(pool);
    for (int i = 0; i < 200; i++) {
      Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
      assertThatThrownBy(() ->
              ranges.run(
                  LENGTH,
                  (worker, offset, length) -> {
                    IllegalStateException failure = new IllegalStateException("at " + offset);
                    thrown.add(failure);
                    throw failure;
                  }))
          .satisfies(caught -> assertThat(thrown).contains(caught));
      Recorder recorder = new Recorder();
      ranges.run(LENGTH, recorder);
      recorder.assertCovers(LENGTH);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInterruptDoesNotEndTheCallAndIsKept(boolean before) {
    Thread caller = Thread.currentThread();
    CountDownLatch callerIsThrough = new CountDownLatch(1);
    AtomicBoolean late = new AtomicBoolean();
    if (before) {
      caller.interrupt();
    }
    Recorder recorder = new Recorder();
    try {
      ranges(pool)
          .run(
              LENGTH,
              (worker, offset, length) -> {
                recorder.run(worker, offset, length);
                if (worker == 0) {
                  callerIsThrough.countDown();
                } else if (waitFor(callerIsThrough)) {
                  // By now the caller waits for this range, or soon will.
                  pause(20);
                  caller.interrupt();
                  pause(20);
                  late.set(true);
                }
              });
      boolean helped = recorder.workers.size() > 1;
      assertThat(late.get()).isEqualTo(helped);
      assertThat(Thread.interrupted()).isEqualTo(before || helped);
    } finally {
      Thread.interrupted();
    }
    recorder.assertCovers(LENGTH);
  }

  @Test
  void whatIsOutOfRangeIsRefused() {
    for (int parallelism : new int[] {Integer.MIN_VALUE, 0, 1025, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> ranges(ChecksumType.MD5, pool, parallelism))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("" + parallelism);
    }
    for (int parallelism : new int[] {1, 1024}) {
      assertThat(ParallelRanges.checkParallelism(parallelism)).isEqualTo(parallelism);
    }
    assertThatThrownBy(
            () -> new ParallelRanges(ChecksumAlgorithms.of(ChecksumType.MD5), 0, pool, 2))
        .isInstanceOf(IllegalArgumentException.class);
    Recorder recorder = new Recorder();
    assertThatThrownBy(() -> ranges(ChecksumType.MD5, pool, 2).run(-5, recorder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-5");
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  private static boolean waitFor(CountDownLatch latch) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void pause(int millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
