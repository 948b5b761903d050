// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaneLossesTest {

  private static final long MOST = LaneLosses.MAX_NANOS;
  private static final long MILLISECOND = 1_000_000;

  private final LaneLosses losses = new LaneLosses();

  /** Of the next group. */
  private long begin = System.nanoTime();

  /** Of a thread that cannot tell what it gets of a processor. */
  private boolean add(long nanos, double allowed) {
    return add(nanos, ProcessorTime.UNKNOWN, allowed);
  }

  private boolean add(long nanos, long processor, double allowed) {
    long end = begin + nanos;
    boolean tooMuch = losses.add(begin, end, processor, allowed);
    begin = end;
    return tooMuch;
  }

  /** Loses this much, which is no more than MessageDigest is said to take. */
  private boolean lose(long nanos) {
    return add(2 * nanos, (double) nanos);
  }

  /** Loses as much in a group, however long MessageDigest takes. */
  private boolean stop(long nanos, double allowed) {
    return add(Math.round(allowed) + nanos, allowed);
  }

  @Test
  void lossesAddUp() {
    assertThat(lose(MOST - 50)).isFalse();
    assertThat(lose(50)).isFalse();
    assertThat(lose(1)).isTrue();
  }

  @Test
  void gainsMakeUpForLossesButAreNoCredit() {
    for (int i = 0; i < 3; i++) {
      assertThat(lose(MOST)).isFalse();
      assertThat(add(0, 2.0 * MOST)).isFalse();
    }
    assertThat(add(0, Double.POSITIVE_INFINITY)).isFalse();
    assertThat(lose(MOST)).isFalse();
    assertThat(lose(1)).isTrue();
  }

  @Test
  void aPauseOfAllThreadsIsOneLoss() {
    for (int thread = 0; thread < 100; thread++) {
      long end = begin + MOST / 2 - thread;
      assertThat(losses.add(begin - thread, end, ProcessorTime.UNKNOWN, MOST / 4.0)).isFalse();
    }
    assertThat(losses.add(begin - 100, begin + MOST / 2 + 10, ProcessorTime.UNKNOWN, MOST / 4.0))
        .isFalse();
    begin += MOST / 2 + 10;
    assertThat(lose(3 * (MOST / 4) - 10)).isFalse();
    assertThat(lose(1)).isTrue();
  }

  /** Its time has been accounted for, and what others lost then is not made up for by it. */
  @Test
  void aGroupThatIsAddedLateIsNoGain() {
    assertThat(lose(MOST)).isFalse();
    long end = begin - MILLISECOND;
    assertThat(losses.add(end - MILLISECOND, end, ProcessorTime.UNKNOWN, 1)).isFalse();
    assertThat(lose(1)).isTrue();
  }

  /** Each thread goes on a bit later than the one before. */
  @Test
  void aGroupThatIsAddedLateDoesNotMakeTheNextOneCountInFull() {
    for (int pause = 0; pause < 3; pause++) {
      for (int thread = 0; thread < 8; thread++) {
        long end = begin + MOST + thread * MILLISECOND / 1000;
        assertThat(losses.add(begin, end, ProcessorTime.UNKNOWN, MILLISECOND)).isFalse();
      }
      begin += MOST + MILLISECOND;
    }
  }

  /** Of any length, and however long groups take. */
  @ParameterizedTest
  @ValueSource(doubles = {0.001, 1, 50})
  void aStopAmongFastGroupsIsNoReasonToAbandonLanes(double milliseconds) {
    double allowed = milliseconds * MILLISECOND;
    for (int i = 0; i < 1000; i++) {
      assertThat(stop(100 * MOST, allowed)).isFalse();
      assertThat(add(0, allowed)).isFalse();
    }
  }

  /** Lanes that are three times as fast, with a processor for 20 ms in 100. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 6})
  void stopsOfAThrottledProcessAreNoReasonToAbandonLanes(double milliseconds) {
    double allowed = milliseconds * MILLISECOND;
    long taken = Math.round(allowed / 3);
    long used = 0;
    for (int group = 0; group < 100_000; group++) {
      used += taken;
      boolean stopped = used >= 20 * MILLISECOND;
      assertThat(add(taken + (stopped ? 80 * MILLISECOND : 0), allowed)).isFalse();
      used %= 20 * MILLISECOND;
    }
  }

  /** As long as the JVM has not compiled them. */
  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.1, 1, 6})
  void lanesThatAreAHundredTimesSlowerAreFoundOutSoon(double milliseconds) {
    double allowed = milliseconds * MILLISECOND;
    long start = begin;
    while (!add(Math.round(100 * allowed), allowed)) {
      assertThat(begin - start).isLessThan(2_500 * MILLISECOND);
    }
    assertThat(begin - start).isGreaterThan(MOST);
  }

  @Test
  void eachSlowGroupInARowCountsForMoreUntilOneIsFast() {
    double allowed = MOST / 21.0; // 1 + 4 + 16
    for (int i = 0; i < 2; i++) {
      assertThat(stop(MOST, allowed)).isFalse();
      assertThat(stop(MOST, allowed)).isFalse();
      assertThat(add(0, 6 * allowed)).isFalse();
    }
    assertThat(stop(MOST, allowed)).isFalse();
    assertThat(stop(MOST, allowed)).isFalse();
    assertThat(stop(MOST, allowed + 1)).isTrue();
  }

  /** Neither a group that could count for all it lost nor one that lost nothing is a slow one. */
  @Test
  void onlyAGroupThatLostMoreThanItCountedForMakesTheNextOneCountForMore() {
    double allowed = 80 * MILLISECOND;
    assertThat(lose(1)).isFalse();
    assertThat(stop(MOST, allowed)).isFalse();
    assertThat(add(80 * MILLISECOND, allowed)).isFalse();
    assertThat(stop(MOST, allowed)).isFalse();
    assertThat(lose(1)).isFalse();
    assertThat(stop(MOST, allowed)).isTrue();
  }

  /** Lanes that are twice as fast, in groups that nearly always wait for a processor. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 6, 50})
  void waitingForAProcessorIsNoLoss(double milliseconds) {
    double allowed = milliseconds * MILLISECOND;
    long processor = Math.round(allowed / 2);
    for (int group = 0; group < 1000; group++) {
      assertThat(add(10 * processor, processor, allowed)).isFalse();
    }
  }

  /** The same with two processors, however many threads wait for them. */
  @ParameterizedTest
  @ValueSource(ints = {8, 1000})
  void waitingForAProcessorInSeveralThreadsIsNoLoss(int threads) {
    double allowed = 6 * MILLISECOND;
    long processor = 3 * MILLISECOND;
    begin += threads * processor / 2;
    for (int group = 0; group < 10_000; group++) {
      begin += processor / 2;
      assertThat(losses.add(begin - threads * processor / 2, begin, processor, allowed)).isFalse();
    }
  }

  /** Short groups are not asked, but few of them wait: here, one of six. */
  @Test
  void waitingForAProcessorInShortGroupsIsNoLoss() {
    double allowed = MILLISECOND / 2.0;
    for (int group = 0; group < 10_000; group++) {
      long waited = group % 6 == 0 ? 100 * MILLISECOND : 0;
      assertThat(add(MILLISECOND / 4 + waited, allowed)).isFalse();
    }
  }

  /** It also makes up for what was counted by the clock. */
  @Test
  void aGroupThatTookLittleProcessorTimeIsAGain() {
    assertThat(lose(MOST)).isFalse();
    assertThat(add(10 * MOST, 1, (double) MOST + 1)).isFalse();
    assertThat(lose(MOST)).isFalse();
    assertThat(lose(1)).isTrue();
  }

  @Test
  void processorTimeCountsInFull() {
    assertThat(add(2 * MOST, MOST - 50, 1)).isFalse();
    assertThat(add(2 * MOST, 51, 1)).isFalse();
    assertThat(add(2 * MOST, 3, 1)).isTrue();
  }

  /** In steps of milliseconds, it may be too much. */
  @Test
  void processorTimeIsNoMoreThanTheClockSays() {
    assertThat(lose(MOST)).isFalse();
    assertThat(add(2, 16 * MILLISECOND, 3)).isFalse();
    assertThat(lose(1)).isFalse();
    assertThat(lose(1)).isTrue();
  }

  @Test
  void processorTimeOfSeveralThreadsCountsOnce() {
    begin += 1000 * MILLISECOND;
    lose(MILLISECOND);
    for (int thread = 0; thread < 100; thread++) {
      long end = begin + MOST / 2;
      assertThat(losses.add(begin, end, MOST / 2, 1)).isFalse();
    }
    assertThat(losses.add(begin, begin + MOST, MOST, 1)).isTrue();
  }

  /** In steps of 16 ms, which gives some groups too much and most nothing. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.1, 1, 6})
  void slowLanesAreFoundOutByACoarseCount(double milliseconds) {
    double allowed = milliseconds * MILLISECOND;
    long tick = 16 * MILLISECOND;
    long taken = Math.round(11 * allowed);
    long start = begin;
    boolean tooMuch = false;
    while (!tooMuch) {
      assertThat(begin - start).isLessThan(1000 * MILLISECOND);
      long got = (begin + taken) / tick * tick - begin / tick * tick;
      tooMuch = add(taken, got, allowed);
    }
    assertThat(begin - start).isGreaterThan(MOST);
  }
}
