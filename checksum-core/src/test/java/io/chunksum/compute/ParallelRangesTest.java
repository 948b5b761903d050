// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static io.chunksum.compute.RangeCalls.LENGTH;
import static io.chunksum.compute.RangeCalls.PARALLELISM;
import static io.chunksum.compute.RangeCalls.WINDOW;
import static io.chunksum.compute.RangeCalls.ranges;
import static io.chunksum.compute.RangeCalls.waitFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.DigestAlgorithm;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.compute.RangeCalls.Recorder;
import java.util.List;
import java.util.Map;
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

/** How chunks are divided among threads. No byte is read here. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // Callers ignore interrupts.
class ParallelRangesTest {

  private final ExecutorService pool = Executors.newFixedThreadPool(PARALLELISM);

  @AfterEach
  void stop() {
    pool.shutdownNow();
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
  void whatIsOutOfRangeIsRefused() {
    for (int parallelism : new int[] {Integer.MIN_VALUE, 0, 1025, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> ranges(ChecksumType.MD5, pool, parallelism))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("parallelism must be from 1 to 1024: " + parallelism);
    }
    for (int parallelism : new int[] {1, 1024}) {
      assertThat(ParallelRanges.checkParallelism(parallelism)).isEqualTo(parallelism);
    }
    assertThatThrownBy(
            () -> new ParallelRanges(ChecksumAlgorithms.of(ChecksumType.MD5), 0, pool, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bytesPerChecksum must be at least 1: 0");
    Recorder recorder = new Recorder();
    assertThatThrownBy(() -> ranges(ChecksumType.MD5, pool, 2).run(-5, recorder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("length must not be negative: -5");
  }
}
