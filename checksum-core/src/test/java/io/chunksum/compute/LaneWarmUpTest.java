// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.compute.LaneSelfCheck.Rounds;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** How long a check waits for the compiler; time only passes where a test says so. */
class LaneWarmUpTest {

  private static final long STEP = 50_000_000;

  private static final Rounds GOOD = rounds(true, 0, 100);
  private static final Rounds GARBAGE = rounds(true, 1_000_000, 20_000);
  private static final Rounds WRONG = rounds(false, 0, 100);

  /** More than any check takes: the thread has done other work before. */
  private long processorTime = 1_234_567_890_123L;

  private long clock = -5678;

  /** By the clock, a step takes this many times as long. */
  private int slowness = 1;

  /** Number of rounds made. */
  private int made;

  private static Rounds rounds(boolean right, long garbage, long lanesNanos) {
    return new Rounds(right, garbage, lanesNanos, 200, Long.MAX_VALUE);
  }

  private Rounds warmUp(IntFunction<Rounds> rounds) throws TimeoutException {
    return new LaneWarmUp(() -> processorTime, () -> clock)
        .run(() -> {
          processorTime += STEP;
          clock += slowness * STEP;
          return rounds.apply(made++);
        });
  }

  @Test
  void goodLanesAreWaitedForUntilTheyHaveSettled() throws Exception {
    assertThat(warmUp(i -> GOOD)).isSameAs(GOOD);
    assertThat(made).isEqualTo(LaneWarmUp.SETTLING_NANOS / STEP);
  }

  @Test
  void lanesThatBecomeNoBetterAreGivenUpAfterSomePatience() throws Exception {
    assertThat(warmUp(i -> GARBAGE)).isEqualTo(GARBAGE);
    assertThat(made).isEqualTo(LaneWarmUp.PATIENCE_NANOS / STEP);
  }

  @Test
  void patienceBeginsAnewWhenTheyBecomeBetter() throws Exception {
    Rounds better = rounds(true, 1_000_000, 17_999);
    int last = (int) (LaneWarmUp.PATIENCE_NANOS / STEP) - 1;
    assertThat(warmUp(i -> i < last ? GARBAGE : better)).isEqualTo(better);
    assertThat(made).isEqualTo(last + 1 + LaneWarmUp.PATIENCE_NANOS / STEP);
  }

  @Test
  void patienceDoesNotBeginAnewWhenTheyBecomeHardlyBetter() throws Exception {
    Rounds hardlyBetter = rounds(true, 1_000_000, 18_000);
    assertThat(warmUp(i -> i < 10 ? GARBAGE : hardlyBetter)).isEqualTo(GARBAGE);
    assertThat(made).isEqualTo(LaneWarmUp.PATIENCE_NANOS / STEP);
  }

  @Test
  void lanesThatAreNowGoodReplaceSomeThatWereAsFast() throws Exception {
    assertThat(warmUp(i -> i < 10 ? rounds(true, 1, 100) : GOOD)).isSameAs(GOOD);
    assertThat(made).isEqualTo(11 + LaneWarmUp.SETTLING_NANOS / STEP);
  }

  @Test
  void lanesThatBecomeBetterAllTheTimeAreWaitedForUpToALimit() throws Exception {
    warmUp(i -> rounds(true, 1, Math.round(1e18 * Math.pow(0.8, i))));
    assertThat(made).isEqualTo(LaneWarmUp.MAX_NANOS / STEP);
  }

  /** The process is stopped in each round, or nearly always waits for a processor. */
  @Test
  void whatTheClockSaysIsNoReasonToLosePatience() throws Exception {
    slowness = 20;
    assertThat(warmUp(i -> i < 20 ? GARBAGE : GOOD)).isSameAs(GOOD);
    assertThat(made).isEqualTo(21 + LaneWarmUp.SETTLING_NANOS / STEP);
  }

  @Test
  void withTooLittleProcessorTimeNothingIsKnown() {
    slowness = 60;
    assertThatThrownBy(() -> warmUp(i -> GARBAGE))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("too little processor time");
    assertThat(made).isEqualTo(LaneWarmUp.CLOCK_LIMIT_NANOS / (slowness * STEP));
  }

  @Test
  void unlessLanesAreAlreadyGood() throws Exception {
    slowness = 1200;
    assertThat(warmUp(i -> GOOD)).isSameAs(GOOD);
    assertThat(made).isOne();
  }

  /**
   * Which, like the lanes, is not compiled at first; the lanes were the best in the third round.
   */
  @Test
  void lanesThatAreGivenUpAreComparedWithMessageDigestAtItsBest() throws Exception {
    Rounds found =
        warmUp(i ->
            switch (i) {
              case 0 -> new Rounds(true, 1, 20_000, 900, 90_000);
              case 2 -> new Rounds(true, 1, 10_000, 800, 80_000);
              case 7 -> new Rounds(true, 1, 10_000, 300, 250);
              case 8 -> new Rounds(true, 1, 9_900, 200, 260);
              default -> new Rounds(true, 1, 12_000, 400, 300);
            });
    assertThat(found).isEqualTo(new Rounds(true, 1, 10_000, 200, 250));
  }

  @Test
  void aWrongDigestIsNeverMadeUpFor() throws Exception {
    assertThat(warmUp(i -> i == 0 ? WRONG : GOOD)).isEqualTo(WRONG);
    assertThat(made).isOne();
    assertThat(warmUp(i -> i == 3 ? WRONG : GOOD)).isEqualTo(WRONG);
    assertThat(made).isEqualTo(4);
  }
}
