// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static io.chunksum.compute.RangeCalls.LENGTH;
import static io.chunksum.compute.RangeCalls.PARALLELISM;
import static io.chunksum.compute.RangeCalls.pause;
import static io.chunksum.compute.RangeCalls.ranges;
import static io.chunksum.compute.RangeCalls.waitFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.compute.RangeCalls.Recorder;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a call in which a task or the executor fails. No byte is read here. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // Callers ignore interrupts.
class ParallelFailuresTest {

  private final ExecutorService pool = Executors.newFixedThreadPool(PARALLELISM);

  @AfterEach
  void stop() {
    pool.shutdownNow();
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

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
