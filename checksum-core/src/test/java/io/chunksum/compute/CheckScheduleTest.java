// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CheckScheduleTest {

  private static final int FIRST = 1000;

  private final CheckSchedule schedule = new CheckSchedule(FIRST);

  private void assertThatItTakes(long bytes) {
    assertThat(schedule.isPending()).isTrue();
    assertThat(schedule.spend(bytes - 1)).isFalse();
    assertThat(schedule.spend(1)).isTrue();
  }

  @Test
  void aCheckIsDueOnceSoManyBytesAreSpent() {
    assertThatItTakes(FIRST);
    assertThat(schedule.spend(1)).as("until it is cancelled").isTrue();
  }

  @Test
  void noneIsDueOnceCancelled() {
    schedule.cancel();
    assertThat(schedule.isPending()).isFalse();
    assertThat(schedule.spend(Long.MAX_VALUE - 1)).isFalse();
    schedule.startOver();
    assertThat(schedule.isPending()).isFalse();
  }

  @Test
  void eachThatIsPutOffTakes16TimesAsManyUpToALimitUnlessForgiven() {
    for (int shift : new int[] {4, 8, 12, 16, 16}) {
      schedule.cancel();
      schedule.putOff();
      assertThatItTakes((long) FIRST << shift);
    }
    schedule.forgive();
    schedule.putOff();
    assertThatItTakes(FIRST << 4);
  }

  @Test
  void countingStartsOverOnlyIfACheckIsDue() {
    assertThat(schedule.spend(FIRST - 1)).isFalse();
    schedule.startOver();
    assertThat(schedule.spend(1)).isTrue();
    schedule.startOver();
    assertThatItTakes(FIRST);
  }
}
