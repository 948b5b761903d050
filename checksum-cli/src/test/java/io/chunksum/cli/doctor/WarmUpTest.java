// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** With a clock on which each round takes 100 ms. */
class WarmUpTest {

  private long nanos = 17;
  private int rounds;

  /** Returns the number of rounds; after the given speeds, the last one continues. */
  private int roundsAt(double... speeds) {
    WarmUp.run(
        () -> {
          nanos += TimeUnit.MILLISECONDS.toNanos(100);
          return speeds[Math.min(rounds++, speeds.length - 1)];
        },
        () -> nanos);
    return rounds;
  }

  @Test
  void endsWhenNothingHasBecomeFasterForAWhile() {
    assertThat(roundsAt(1)).isEqualTo(5);
  }

  @Test
  void everyStepForwardMakesItGoOn() {
    assertThat(roundsAt(1, 1, 1, 1, 2, 2, 2, 3)).isEqualTo(12);
  }

  @Test
  void noiseIsNoStepForward() {
    assertThat(roundsAt(1, 0.5, 1.05, 0.5, 1.09)).isEqualTo(5);
  }

  @Test
  void endsAtSomeTimeInAnyCase() {
    assertThat(roundsAt(DoubleStream.iterate(1, speed -> 2 * speed).limit(100).toArray()))
        .isEqualTo(40);
  }
}
