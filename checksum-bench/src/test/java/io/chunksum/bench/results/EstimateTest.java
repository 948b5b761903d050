// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EstimateTest {
  @Test
  void addsRelativeErrorsAsSidesOfATriangle() {
    // 3 % and 4 % give 5 %.
    Estimate ratio = new Estimate(200, 6).dividedBy(new Estimate(50, 2));
    assertThat(ratio.value()).isEqualTo(4);
    assertThat(ratio.error()).isCloseTo(0.2, within(1e-12));
  }

  @Test
  void takesOverTheErrorOfOneWhereTheOtherHasNone() {
    assertThat(new Estimate(8, 1).dividedBy(new Estimate(2, 0))).isEqualTo(new Estimate(4, 0.5));
    assertThat(new Estimate(8, 0).dividedBy(new Estimate(2, 1))).isEqualTo(new Estimate(4, 2));
  }

  @Test
  void knowsNoErrorWhereOneIsUnknown() {
    assertThat(new Estimate(8, Double.NaN).dividedBy(new Estimate(2, 1)).error()).isNaN();
  }
}
