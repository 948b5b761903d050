// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairTrialTest {

  private static final int FIRST_COMPARISONS = 24;

  private final PairTrial.Score score = new PairTrial.Score();

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

  @Test
  void callsAreTimedUntilTheScoreIsSettledAndNowAndThenAfterwards() {
    PairTrial trial = new PairTrial(score);
    settle(trial, 50);
    for (int round = 0; round < 3; round++) {
      for (int i = 2; i < PairTrial.PAUSE; i++) {
        assertThat(trial.begin()).isFalse();
        assertThat(trial.inPairs()).isTrue();
      }
      compare(trial, 50);
    }
  }

  /** As often as in one trial of many calls. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 63, 64, 100, 1000})
  void callsAreTimedNowAndThenHoweverFewOfThemATrialHas(int calls) {
    settle(new PairTrial(score), 50);
    int trials = 64_000 / calls;
    int timed = 0;
    int inPairs = 0;
    for (int i = 0; i < trials * calls; i += calls) {
      PairTrial trial = new PairTrial(score);
      for (int call = 0; call < calls; call++) {
        boolean isTimed = trial.begin();
        inPairs += trial.inPairs() ? 1 : 0;
        if (isTimed) {
          timed++;
          trial.end(trial.inPairs() ? 50 : 100, 100);
        }
      }
    }
    assertThat(timed).isBetween(trials * calls / 64, 3 * trials * calls / 64);
    assertThat(trials * calls - inPairs).isBetween(timed / 2 - 1, timed / 2 + 1);
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

  /** What was found by cold code is found out about later. */
  @Test
  void shortTrialsChangeASettledScore() {
    settle(new PairTrial(score), 200);
    for (int i = 0; i < 1_000; i++) {
      PairTrial trial = new PairTrial(score);
      if (trial.begin()) {
        trial.end(trial.inPairs() ? 50 : 100, 100);
      }
    }
    assertThat(score.inPairs()).isTrue();
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
  void aFewComparisonsLostByChanceChangeNothingManyDo() {
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
    assertThat(trial.begin()).isFalse();
    assertThat(trial.inPairs()).isTrue();
  }
}
