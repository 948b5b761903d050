// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScanCountsTest {

  private static final ScanCounts SOME = new ScanCounts(1, 20, 300, 4_000, 50_000);

  @Test
  void eachCountIsAddedToItsOwn() {
    assertThat(SOME.plus(new ScanCounts(6, 70, 800, 9_000, 10_000)))
        .isEqualTo(new ScanCounts(7, 90, 1_100, 13_000, 60_000));
    assertThat(SOME.plus(ScanCounts.ZERO)).isEqualTo(SOME);
  }

  /** Those of a checkpoint come from a file. */
  @Test
  void noSumWrapsAround() {
    long most = Long.MAX_VALUE;
    ScanCounts full = new ScanCounts(most, most, most, most, most);
    assertThat(SOME.plus(full)).isEqualTo(full);
    assertThat(full.plus(full)).isEqualTo(full);
  }
}
