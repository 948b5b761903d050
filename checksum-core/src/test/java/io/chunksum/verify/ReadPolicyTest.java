// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.observe.SkipReason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What each policy lets a reader skip, and why. Long, because every policy is tried alone and in
 * many threads, and all share the steps for that.
 */
@Timeout(60)
class ReadPolicyTest {

  private static final VerifyResult MATCH = VerifyResult.match(0, 1, 8, 8);
  private static final VerifyResult WRONG = VerifyResult.wrongWindowSize(null, 1, 2);
  private static final long SECOND = 1_000_000_000;

  private static boolean verifies(ReadPolicy policy, Object key) {
    return policy.skipReason(key, 1) == null;
  }

  /** Runs work in several threads, which begin together, and waits for them. */
  private static void inThreads(int threads, IntConsumer work) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    CyclicBarrier start = new CyclicBarrier(threads);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        all.add(
            executor.submit(() -> {
              start.await();
              work.accept(thread);
              return null;
            }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void fixedPoliciesSayWhy() {
    for (int i = 0; i < 3; i++) {
      assertThat(ReadPolicy.always().skipReason("a", 1)).isNull();
      assertThat(ReadPolicy.never().skipReason("a", 1)).isEqualTo(SkipReason.NEVER);
      assertThat(ReadPolicy.trustSender().skipReason("a", 1)).isEqualTo(SkipReason.SENDER_TRUSTED);
      assertThat(ReadPolicy.lastReplicaOnly(i, 3).skipReason("a", 1))
          .isEqualTo(i == 2 ? null : SkipReason.NOT_LAST_REPLICA);
    }
    assertThatThrownBy(() -> ReadPolicy.lastReplicaOnly(3, 3))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("replica 3 is not one of 3, counted from 0");
  }

  @Test
  void namesSayWhichPolicyItIs() {
    assertThat(ReadPolicy.always()).hasToString("ALWAYS");
    assertThat(ReadPolicy.never()).hasToString("NEVER");
    assertThat(ReadPolicy.trustSender()).hasToString("TRUST_SENDER");
    assertThat(ReadPolicy.sample(0.25, 7)).hasToString("SAMPLE[fraction=0.25, seed=7]");
    assertThat(ReadPolicy.budget(10, 20, () -> 0))
        .hasToString("BUDGET[bytesPerSecond=10, burstBytes=20]");
  }

  @Test
  void aSampleChoosesReadsAsThatOfReplicasChoosesChunks() {
    for (long seed = 0; seed < 5; seed++) {
      ReadPolicy reads = ReadPolicy.sample(0.3, seed);
      ReceivePolicy chunks = ReceivePolicy.sample(0.3, seed);
      for (int n = 0; n < 1_000; n++) {
        assertThat(reads.skipReason("a", 1))
            .as("seed %d, read %d", seed, n)
            .isEqualTo(chunks.verifies(chunks.share(0, 1), n, 0) ? null : SkipReason.NOT_SAMPLED);
      }
    }
    assertThatIllegalArgumentException().isThrownBy(() -> ReadPolicy.sample(1.1, 0));
  }

  /** However threads share the reads out among them, the same number is chosen. */
  @Test
  void aSampleOfManyThreadsIsThatOfOne() throws Exception {
    int threads = 4;
    int reads = 10_000;
    ReadPolicy one = ReadPolicy.sample(0.3, 17);
    long expected = 0;
    for (int i = 0; i < threads * reads; i++) {
      expected += verifies(one, i) ? 1 : 0;
    }
    ReadPolicy shared = ReadPolicy.sample(0.3, 17);
    AtomicLong chosen = new AtomicLong();
    inThreads(
        threads,
        thread -> {
          for (int i = 0; i < reads; i++) {
            chosen.addAndGet(verifies(shared, i) ? 1 : 0);
          }
        });
    assertThat(chosen).hasValue(expected);
  }

  @Test
  void aKeyIsVerifiedUntilItWasFoundClean() {
    ReadPolicy policy = ReadPolicy.firstTime(10);
    assertThat(verifies(policy, "a")).isTrue();
    assertThat(verifies(policy, "a")).as("nobody said what was found").isTrue();
    policy.verified("a", WRONG);
    assertThat(verifies(policy, "a")).isTrue();
    policy.verified("a", VerifyResult.notChecked());
    assertThat(verifies(policy, "a")).isTrue();
    policy.verified("a", MATCH);
    assertThat(policy.skipReason("a", 1)).isEqualTo(SkipReason.SEEN_BEFORE);
    assertThat(policy.skipReason(new String("a"), 1)).isEqualTo(SkipReason.SEEN_BEFORE);
    assertThat(verifies(policy, "b")).isTrue();
    policy.forget("a");
    assertThat(verifies(policy, "a")).isTrue();
    policy.verified("a", MATCH);
    assertThat(policy).hasToString("FIRST_TIME[keys=1]");
    policy.verified("a", WRONG);
    assertThat(verifies(policy, "a")).isTrue();
  }

  @Test
  void keysAreForgottenBeforeThereAreTooMany() {
    for (int limit = 1; limit <= 20; limit++) {
      FirstTimeReads policy = new FirstTimeReads(limit);
      for (int key = 0; key < 100; key++) {
        policy.verified(key, MATCH);
        assertThat(policy.size()).as("limit %d", limit).isBetween(1, limit);
        for (int last = Math.max(0, key - limit / 2 + 1); last <= key; last++) {
          assertThat(policy.skipReason(last, 1))
              .as("limit %d, key %d after %d", limit, last, key)
              .isEqualTo(SkipReason.SEEN_BEFORE);
        }
      }
    }
    assertThatIllegalArgumentException().isThrownBy(() -> ReadPolicy.firstTime(0));
  }

  @Test
  void aKeyThatIsReadAgainAndAgainStays() {
    FirstTimeReads policy = new FirstTimeReads(10);
    policy.verified("hot", MATCH);
    for (int key = 0; key < 1_000; key++) {
      policy.verified(key, MATCH);
      assertThat(verifies(policy, "hot")).as("key %d", key).isFalse();
    }
    policy.forget("hot");
    assertThat(verifies(policy, "hot")).isTrue();
  }

  @Test
  void whatIsForgottenDoesNotMakeOthersOld() {
    ReadPolicy policy = ReadPolicy.firstTime(100);
    policy.verified("kept", MATCH);
    for (int key = 0; key < 1_000; key++) {
      policy.verified(key, MATCH);
      policy.forget(key);
    }
    assertThat(policy.skipReason("kept", 1)).isEqualTo(SkipReason.SEEN_BEFORE);
  }

  /** Random reads against a plain set: what is skipped was found clean before and not forgotten. */
  @Test
  void onlyWhatWasFoundCleanIsSkipped() {
    for (long seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      int limit = 1 + random.nextInt(30);
      FirstTimeReads policy = new FirstTimeReads(limit);
      Set<Integer> clean = new HashSet<>();
      for (int step = 0; step < 2_000; step++) {
        int key = random.nextInt(40);
        if (random.nextInt(20) == 0) {
          policy.forget(key);
          clean.remove(key);
        } else if (verifies(policy, key)) {
          boolean good = random.nextInt(10) > 0;
          policy.verified(key, good ? MATCH : WRONG);
          if (good) {
            clean.add(key);
          } else {
            clean.remove(key);
          }
        } else {
          assertThat(clean).as("seed %d, step %d", seed, step).contains(key);
        }
        assertThat(policy.size()).as("seed %d, limit %d", seed, limit).isLessThanOrEqualTo(limit);
      }
    }
  }

  /** A key that counts how often any of them is looked up. */
  private record CountedKey(int number, AtomicLong lookups) {

    @Override
    public int hashCode() {
      lookups.incrementAndGet();
      return number;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof CountedKey key && key.number == number;
    }
  }

  /**
   * Those of a generation are neighbors in the map: a long stretch in which none can be dropped.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, -1, 3})
  void numbersInARowAreDroppedWithoutLookingAtMostOfThem(int step) {
    FirstTimeReads policy = new FirstTimeReads(10_000);
    AtomicLong lookups = new AtomicLong();
    long most = 0;
    for (int i = 0; i < 100_000; i++) {
      lookups.set(0);
      policy.verified(new CountedKey(i * step, lookups), MATCH);
      most = Math.max(most, lookups.get());
    }
    assertThat(most).isLessThan(200);
    assertThat(policy.size()).isBetween(5_000, 10_000);
  }

  /** A key whose n-th hash code, in one thread, is not given before another thread says so. */
  private static final class SlowKey {

    private final Thread slow;
    private final int call;
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private int calls;

    SlowKey(Thread slow, int call) {
      this.slow = slow;
      this.call = call;
    }

    @Override
    public int hashCode() {
      if (Thread.currentThread().equals(slow) && ++calls == call) {
        waiting.countDown();
        try {
          goOn.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      return 1;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aKeyFoundBadIsNotPutBackByAReaderWhoSawItBefore(int call) throws InterruptedException {
    ReadPolicy policy = ReadPolicy.firstTime(2);
    SlowKey[] key = new SlowKey[1];
    Thread reader = new Thread(() -> policy.skipReason(key[0], 1));
    key[0] = new SlowKey(reader, call);
    policy.verified(key[0], MATCH);
    reader.start();
    while (reader.isAlive() && !key[0].waiting.await(1, TimeUnit.MILLISECONDS)) {
      Thread.onSpinWait();
    }
    assertThat(reader.isAlive()).as("asks for the hash code so often").isTrue();
    policy.verified(key[0], WRONG);
    key[0].goOn.countDown();
    reader.join();
    assertThat(verifies(policy, key[0])).isTrue();
  }

  @Test
  void manyThreadsRememberWithinTheLimit() throws Exception {
    int threads = 4;
    FirstTimeReads policy = new FirstTimeReads(100);
    AtomicLong tooMany = new AtomicLong();
    inThreads(
        threads,
        thread -> {
          Random random = new Random(thread);
          for (int i = 0; i < 50_000; i++) {
            Object key = random.nextInt(300);
            if (verifies(policy, key)) {
              policy.verified(key, MATCH);
            }
            tooMany.addAndGet(policy.size() > 100 + 2 * threads ? 1 : 0);
          }
        });
    assertThat(tooMany).hasValue(0);
    policy.verified("last", MATCH);
    assertThat(verifies(policy, "last")).isFalse();
    policy.forget("last");
    for (int key = 0; key < 300; key++) {
      policy.forget(key);
    }
    assertThat(policy.size()).isZero();
  }

  /** What is forgotten leaves its own generation, and never the next one. */
  @Test
  void keysForgottenWhileOthersAreAddedMakeNoRoomForMore() throws Exception {
    int limit = 100;
    FirstTimeReads policy = new FirstTimeReads(limit);
    AtomicLong last = new AtomicLong();
    AtomicLong most = new AtomicLong();
    inThreads(
        5,
        thread -> {
          Random random = new Random(thread);
          while (last.get() < 100_000 && !Thread.currentThread().isInterrupted()) {
            if (thread > 0) {
              policy.forget(last.get() - random.nextInt(8));
            } else {
              policy.verified(last.get() + 1, MATCH);
              last.incrementAndGet();
              most.accumulateAndGet(policy.size(), Math::max);
            }
          }
        });
    assertThat(most.get()).isBetween(limit / 4L, limit + 2L);
  }

  @Test
  void aBudgetIsSpentAndComesBackWithTime() {
    AtomicLong clock = new AtomicLong(-5); // Times may be negative.
    ReadPolicy policy = ReadPolicy.budget(1_000, 300, clock::get);
    assertThat(policy.skipReason("a", 100)).isNull();
    assertThat(policy.skipReason("a", 199)).isNull();
    assertThat(policy.skipReason("a", 500)).as("1 byte is left").isNull();
    assertThat(policy.skipReason("a", 1)).isEqualTo(SkipReason.OVER_BUDGET);
    clock.addAndGet(SECOND * 499 / 1_000);
    assertThat(policy.skipReason("a", 1)).as("all is paid, nothing is left").isNotNull();
    clock.addAndGet(1);
    assertThat(policy.skipReason("a", 1)).isNull();
    assertThat(policy.skipReason("a", 1)).isNotNull();
    clock.addAndGet(1_000 * SECOND);
    assertThat(policy.skipReason("a", 300)).as("no more than a burst is saved").isNull();
    assertThat(policy.skipReason("a", 1)).isNotNull();
  }

  @Test
  void aClockThatWrapsOrStandsStillDoesNoHarm() {
    AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECOND / 2);
    ReadPolicy policy = ReadPolicy.budget(10, 10, clock::get);
    assertThat(policy.skipReason("a", 10)).isNull();
    assertThat(policy.skipReason("a", 1)).isNotNull();
    clock.addAndGet(SECOND);
    assertThat(clock.get()).isNegative();
    assertThat(policy.skipReason("a", 10)).isNull();
    assertThat(policy.skipReason("a", 1)).isNotNull();
    clock.addAndGet(-SECOND);
    assertThat(policy.skipReason("a", 1)).isNotNull();
  }

  @Test
  void theLargestAndTheSmallestBudgetsWork() {
    AtomicLong clock = new AtomicLong();
    ReadPolicy large = ReadPolicy.budget(Long.MAX_VALUE, Long.MAX_VALUE, clock::get);
    ReadPolicy small = ReadPolicy.budget(1, 1, clock::get);
    assertThat(large.skipReason("a", 1 << 30)).isNull();
    assertThat(large.skipReason("a", 1 << 30)).isNull();
    assertThat(small.skipReason("a", Long.MAX_VALUE)).isNull();
    for (int year = 0; year < 70; year++) {
      assertThat(small.skipReason("a", 1)).as("year %d", year).isNotNull();
      clock.addAndGet(365 * 24 * 3600 * SECOND);
    }
    for (long[] bad : new long[][] {{0, 1}, {1, 0}, {-1, 1}, {1, Long.MIN_VALUE}}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ReadPolicy.budget(bad[0], bad[1], clock::get));
    }
    assertThat(ReadPolicy.budget(1 << 20).skipReason("a", 1)).isNull();
  }

  /** At one byte a second these are as many bytes; all of a burst up to that is there. */
  @Test
  void aBurstIsWhatSeventyYearsGiveAtMost() {
    long seventyYears = 70L * 365 * 24 * 3600;
    for (long burst : new long[] {seventyYears, 10 * seventyYears}) {
      ReadPolicy policy = ReadPolicy.budget(1, burst, () -> 0);
      assertThat(policy.skipReason("a", seventyYears - 1)).isNull();
      assertThat(policy.skipReason("a", seventyYears)).as("a byte is left").isNull();
      assertThat(policy.skipReason("a", 1)).isEqualTo(SkipReason.OVER_BUDGET);
    }
  }

  /**
   * Over any stretch of time: the rate times its length, a burst and one read; and nearly all of
   * it.
   */
  @Test
  void aBudgetIsNeverExceededAndIsUsed() {
    for (long seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      long rate = 1L + random.nextInt(1_000_000);
      long burst = 1L + random.nextInt(1_000_000);
      int longest = 1 + random.nextInt(200_000);
      AtomicLong clock = new AtomicLong(random.nextLong());
      long begin = clock.get();
      ReadPolicy policy = ReadPolicy.budget(rate, burst, clock::get);
      long verified = 0;
      // By how much the rate was exceeded so far, in bytes times nanoseconds in a second; the least
      // of it is where the worst stretch begins.
      long least = 0;
      for (int read = 0; read < 5_000; read++) {
        int bytes = 1 + random.nextInt(longest);
        long excess = verified * SECOND - rate * (clock.get() - begin);
        least = Math.min(least, excess);
        if (policy.skipReason("a", bytes) == null) {
          verified += bytes;
          excess += bytes * SECOND;
        }
        assertThat(excess - least)
            .as("seed %d, read %d", seed, read)
            .isLessThanOrEqualTo((burst + longest) * SECOND);
        // At most as fast as half of the reads can be afforded, so that none of the budget is lost.
        clock.addAndGet(random.nextInt((int) Math.min(SECOND, SECOND * longest / 2 / rate + 2)));
      }
      double seconds = (double) (clock.get() - begin) / SECOND;
      assertThat((double) verified)
          .as("seed %d", seed)
          .isGreaterThan(0.2 * Math.min(rate * seconds, 2_500.0 * longest));
    }
  }

  /** With the clock standing still, threads that ask at once get no more than there is. */
  @Test
  void threadsSpendABudgetOnce() throws Exception {
    ReadPolicy policy = ReadPolicy.budget(1_000_000, 1_000_000, () -> 0);
    AtomicLong verified = new AtomicLong();
    inThreads(
        4,
        thread -> {
          for (int i = 0; i < 10_000; i++) {
            verified.addAndGet(policy.skipReason(i, 100) == null ? 100 : 0);
          }
        });
    assertThat(verified).hasValue(1_000_000);
  }
}
