// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static io.chunksum.compute.RangeCalls.LENGTH;
import static io.chunksum.compute.RangeCalls.PARALLELISM;
import static io.chunksum.compute.RangeCalls.pause;
import static io.chunksum.compute.RangeCalls.ranges;
import static io.chunksum.compute.RangeCalls.waitFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.RangeCalls.Recorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

/** How calls get along with executors of any kind. No byte is read here. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // Callers ignore interrupts.
class ParallelExecutorsTest {

  private final ExecutorService pool = Executors.newFixedThreadPool(PARALLELISM);

  @AfterEach
  void stop() {
    pool.shutdownNow();
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
      assertThat(catchThrowable(() -> ranges.run(LENGTH, new Recorder())))
          .isSameAs(rejects ? null : thrown);
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
}
