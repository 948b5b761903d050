// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Calls that read no byte, so that chunks can have any length, and what their tasks do. */
final class RangeCalls {

  static final int WINDOW = 1000;
  static final long LENGTH = 1L << 40;
  static final int PARALLELISM = 4;

  private RangeCalls() {}

  static ParallelRanges ranges(Executor executor) {
    return ranges(ChecksumType.CRC32C, executor, PARALLELISM);
  }

  static ParallelRanges ranges(ChecksumType type, Executor executor, int parallelism) {
    return new ParallelRanges(ChecksumAlgorithms.of(type), WINDOW, executor, parallelism);
  }

  /** Notes every range, and fails where they overlap or one worker has two at the same time. */
  static final class Recorder implements ParallelRanges.RangeTask {

    final Map<Long, Long> lengths = new ConcurrentSkipListMap<>();
    final Map<Integer, Thread> workers = new ConcurrentHashMap<>();

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

  static boolean waitFor(CountDownLatch latch) {
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

  static void pause(int millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
