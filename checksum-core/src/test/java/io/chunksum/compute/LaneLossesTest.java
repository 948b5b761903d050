// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LaneLossesTest {

  private static final long MOST = LaneLosses.MAX_NANOS;

  private final LaneLosses losses = new LaneLosses();

  /** Of the next group. */
  private long begin = System.nanoTime();

  private boolean add(long nanos, double allowed) {
    long end = begin + nanos;
    boolean tooMuch = losses.add(begin, end, allowed);
    begin = end;
    return tooMuch;
  }

  @Test
  void lossesAddUp() {
    assertThat(add(MOST + 50, 100)).isFalse();
    assertThat(add(100, 50)).isFalse();
    assertThat(add(101, 100)).isTrue();
  }

  @Test
  void gainsMakeUpForLossesButAreNoCredit() {
    for (int i = 0; i < 3; i++) {
      assertThat(add(MOST, 0)).isFalse();
      assertThat(add(0, 2.0 * MOST)).isFalse();
    }
    assertThat(add(0, Double.POSITIVE_INFINITY)).isFalse();
    assertThat(add(MOST, 0)).isFalse();
    assertThat(add(1, 0)).isTrue();
  }

  @Test
  void aPauseOfAllThreadsIsOneLoss() {
    for (int thread = 0; thread < 100; thread++) {
      assertThat(losses.add(begin - thread, begin + MOST / 2 - thread, thread)).isFalse();
    }
    assertThat(losses.add(begin - 100, begin + MOST / 2 + 10, 0)).isFalse();
    begin += MOST / 2 + 10;
    assertThat(add(MOST / 2 - 10, 0)).isFalse();
    assertThat(add(1, 0)).isTrue();
  }
}
