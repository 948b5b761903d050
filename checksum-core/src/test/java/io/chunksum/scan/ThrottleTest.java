// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThrottleTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Close to where the clock wraps. */
  private static final long START = Long.MAX_VALUE - SECOND;

  @Test
  void bytesArePaidForBeforeTheNextAreRead() {
    Throttle throttle = new Throttle(1000, START);
    assertThat(throttle.book(500, START)).isEqualTo(SECOND / 2);
    assertThat(throttle.book(1000, START)).isEqualTo(3 * SECOND / 2);
    assertThat(throttle.book(1, START + SECOND)).isEqualTo(SECOND / 2 + SECOND / 1000);
  }

  @Test
  void threadsTogetherKeepToTheRateWhateverTheirTurns() {
    Throttle throttle = new Throttle(1 << 20, START);
    long now = START;
    for (int i = 0; i < 1000; i++) {
      // A thread that wakes too late makes up for it with the next.
      now += Math.max(0, throttle.book(1 << 20, now)) + SECOND / 1000 * (i % 3);
    }
    assertThat(now - START).isBetween(1000 * SECOND, 1000 * SECOND + SECOND / 100);
  }

  @Test
  void timeInHandIsNotSavedUp() {
    Throttle throttle = new Throttle(1000, START);
    assertThat(throttle.book(100, START + 3600 * SECOND)).isZero();
    assertThat(throttle.book(100, START + 3600 * SECOND)).isEqualTo(SECOND / 10);
  }

  @Test
  void neitherHighNorLowRatesOverflow() {
    assertThat(new Throttle(Long.MAX_VALUE, 0).book(1 << 20, 0)).isZero();
    assertThat(new Throttle(1, 0).book(1 << 20, 0)).isEqualTo((1L << 20) * SECOND);
  }
}
