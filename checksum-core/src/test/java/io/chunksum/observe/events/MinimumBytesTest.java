// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** As Flight Recorder uses it: it combines what recordings ask for, sets that, and shows it. */
class MinimumBytesTest {

  private static final String ONE_MIB = "1048576";

  @Test
  void theSmallestOfAllCounts() {
    MinimumBytes minimum = new MinimumBytes();
    assertThat(minimum.combine(Set.of("70", " 9 ", "100"))).isEqualTo("9");
    assertThat(minimum.combine(Set.of("70"))).isEqualTo("70");
    assertThat(minimum.combine(Set.of())).isEqualTo(ONE_MIB);
  }

  @Test
  void nonsenseIsTheDefault() {
    MinimumBytes minimum = new MinimumBytes();
    assertThat(minimum.getValue()).isEqualTo(ONE_MIB);
    minimum.setValue("7");
    assertThat(minimum.getValue()).isEqualTo("7");
    assertThat(minimum.bytes()).isEqualTo(7);
    minimum.setValue("1 MiB");
    assertThat(minimum.getValue()).isEqualTo(ONE_MIB);
    assertThat(minimum.combine(Set.of("2000000", "x"))).isEqualTo(ONE_MIB);
  }
}
