// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairTrialTest {

  private static final int FIRST_COMPARISONS = 24;

  /** Stands for a random number, as far as its bound allows. */
  private int random;

  private final PairTrial.Score score =
      new PairTrial.Score(0, bound -> Math.min(random, bound - 1));

  /** Makes the two calls of a comparison, the first of which takes 100 ns for 100 bytes. */
  private static void compare(PairTrial trial, long nanosInPairs) {
    assertThat(trial.begin()).isTrue();
    assertThat(trial.inPairs()).isFalse();
    trial.end(100, 100);
    assertThat(trial.begin()).isTrue();
    assertThat(trial.inPairs()).isTrue();
    trial.end(nanosInPairs, 100);
  }

  private static void settle(PairTrial trial, long nanosInPairs) {
    for (int i = 0; i < FIRST_COMPARISONS; i++) {
      compare(trial, nanosInPairs);
    }
  }

  private void assertPause(PairTrial trial, int calls) {
    for (int i = 0; i < calls; i++) {
      assertThat(trial.begin()).isFalse();
      assertThat(trial.inPairs()).isEqualTo(score.inPairs());
    }
    assertThat(trial.begin()).isTrue();
  }

  @Test
  void untilTheScoreIsSettledEveryCallOrEverySecondIsTimed() {
    for (int pause = 0; pause < 3; pause++) {
      random = pause;
      PairTrial trial = new PairTrial(score);
      assertPause(trial, Math.min(pause, 1));
      trial.end(100, 100);
      assertPause(trial, Math.min(pause, 1));
    }
  }

  /** Until the JVM has compiled their code, pairs would only take longer. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void theFirstCallsAreNotTimedWhoeverMakesThem(int pause) {
    PairTrial.Score first = new PairTrial.Score(PairTrial.Score.UNTIMED, bound -> pause);
    PairTrial trial = new PairTrial(first);
    for (int call = 0; call < PairTrial.Score.UNTIMED; call++) {
      if (call % 50 == 0) {
        trial = new PairTrial(first);
        for (int paused = 0; paused < pause; paused++) {
          assertThat(trial.begin()).isFalse();
        }
      }
      assertThat(trial.begin()).as("call %d", call).isFalse();
      assertThat(trial.inPairs()).isFalse();
    }
    assertThat(trial.begin()).isTrue();
  }

  @Test
  void afterwardsCallsAreTimedNowAndThen() {
    settle(new PairTrial(score), 50);
    for (int pause : new int[] {0, 1, 30, 62, 63}) {
      random = pause;
      PairTrial trial = new PairTrial(score);
      assertPause(trial, Math.min(pause, PairTrial.PAUSE - 2));
      trial.end(100, 100);
      assertPause(trial, Math.min(pause, PairTrial.PAUSE - 2));
    }
  }

  /** As often as in one trial of many calls. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 63, 64, 100, 1000})
  void callsAreTimedAsOftenHoweverFewOfThemATrialHas(int calls) {
    PairTrial.Score seeded = new PairTrial.Score(0, new Random(1)::nextInt);
    int timed = 0;
    int made = 0;
    while (made < 640_000) {
      PairTrial trial = new PairTrial(seeded);
      for (int call = 0; call < calls; call++) {
        if (trial.begin()) {
          timed++;
          trial.end(trial.inPairs() ? 50 : 100, 100);
        }
        made++;
      }
    }
    assertThat(timed).isBetween(made / 80, made / 26);
  }

  @Test
  void theSecondHalfOfAComparisonMayBeInAnotherTrial() {
    for (int i = 0; i < FIRST_COMPARISONS; i++) {
      PairTrial first = new PairTrial(score);
      assertThat(first.begin()).isTrue();
      assertThat(first.inPairs()).isFalse();
      first.end(100, 100);
      PairTrial second = new PairTrial(score);
      assertThat(second.begin()).isTrue();
      assertThat(second.inPairs()).isTrue();
      second.end(50, 100);
    }
    assertThat(score.settled()).isTrue();
    assertThat(score.inPairs()).isTrue();
  }

  /**
   * Two kinds of calls that alternate, one by one and in pairs: whether each trial has one call or
   * all of them, and whichever kind comes first, pairs are used if they are faster for both.
   */
  @ParameterizedTest
  @CsvSource({
    "100, 130, 0.75, 1",
    "130, 100, 0.75, 1",
    "100, 130, 0.75, 1000000",
    "130, 100, 0.75, 1000000",
    "100, 115, 1, 1",
    "115, 100, 1, 1",
    "100, 115, 1, 1000000",
    "115, 100, 1, 1000000",
    "100, 1000, 0.75, 1",
    "1000, 100, 0.75, 2",
    "100, 1000, 1, 1",
    "1000, 100, 1, 2",
  })
  void callsOfTwoKindsAreJudgedByTheGain(int even, int odd, double gain, int callsOfATrial) {
    PairTrial.Score seeded = new PairTrial.Score(0, new Random(2)::nextInt);
    PairTrial trial = new PairTrial(seeded);
    int inPairs = 0;
    for (int call = 0; call < 1_000_000; call++) {
      if (call % callsOfATrial == 0) {
        trial = new PairTrial(seeded);
      }
      boolean timed = trial.begin();
      inPairs += trial.inPairs() ? 1 : 0;
      if (timed) {
        long nanos = call % 2 == 0 ? even : odd;
        trial.end(trial.inPairs() ? (long) (gain * nanos) : nanos, 100);
      }
    }
    if (gain < 1) {
      assertThat(inPairs).isGreaterThan(850_000);
    } else {
      assertThat(inPairs).isLessThan(150_000);
    }
  }

  /** What cold code measured is corrected later. */
  @Test
  void shortTrialsChangeASettledScore() {
    PairTrial.Score seeded = new PairTrial.Score(0, new Random(3)::nextInt);
    for (int i = 0; i < 10_000; i++) {
      PairTrial trial = new PairTrial(seeded);
      if (trial.begin()) {
        trial.end(trial.inPairs() && seeded.settled() ? 50 : 100, 100);
      }
    }
    assertThat(seeded.inPairs()).isTrue();
  }

  @Test
  void callsOfDifferentLengthAreComparedByTheByte() {
    PairTrial trial = new PairTrial(score);
    for (int i = 0; i < FIRST_COMPARISONS; i++) {
      trial.begin();
      trial.end(100, 100);
      trial.begin();
      trial.end(500, 1000);
    }
    assertThat(score.inPairs()).isTrue();
  }

  @Test
  void pairsMustBeFasterByATwentieth() {
    settle(new PairTrial(score), 96);
    assertThat(score.inPairs()).isFalse();
    for (int i = 0; i < 6; i++) {
      assertThat(score.inPairs()).isFalse();
      score.add(100, 95);
    }
    assertThat(score.inPairs()).isTrue();
  }

  @Test
  void aFewComparisonsLostByChanceChangeNothingAndManyDo() {
    settle(new PairTrial(score), 50);
    for (int lost = 0; lost < 6; lost++) {
      assertThat(score.inPairs()).isTrue();
      score.add(100, 200);
    }
    assertThat(score.inPairs()).isFalse();
    for (int won = 0; won < 4; won++) {
      assertThat(score.inPairs()).isFalse();
      score.add(100, 50);
    }
    assertThat(score.inPairs()).isTrue();
  }

  @Test
  void losingBeforeTheCompilerIsDoneDoesNotCountForGood() {
    PairTrial trial = new PairTrial(score);
    for (int i = 0; i < FIRST_COMPARISONS - 6; i++) {
      compare(trial, 300);
    }
    for (int i = 0; i < 6; i++) {
      compare(trial, 50);
    }
    assertThat(score.settled()).isTrue();
    assertThat(score.inPairs()).isTrue();
  }
}
