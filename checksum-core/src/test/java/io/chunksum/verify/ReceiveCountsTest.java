// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.verify.ReceiveCounts.Amount;
import org.junit.jupiter.api.Test;

class ReceiveCountsTest {

  @Test
  void amountsAddUp() {
    assertThat(new Amount(3, 1).plus(new Amount(40, 20))).isEqualTo(new Amount(43, 21));
    assertThat(new Amount(3, 1).plus(Amount.ZERO)).isEqualTo(new Amount(3, 1));
    AmountCounter counter = new AmountCounter();
    assertThat(counter.amount()).isEqualTo(Amount.ZERO);
    counter.add(3, 1);
    counter.add(40, 20);
    assertThat(counter.amount()).isEqualTo(new Amount(43, 21));
  }

  @Test
  void noSumWrapsAround() {
    for (Amount full :
        new Amount[] {new Amount(Long.MAX_VALUE, 0), new Amount(0, Long.MAX_VALUE)}) {
      Amount sum = new Amount(Math.max(1, full.bytes()), Math.max(1, full.windows()));
      assertThat(full.plus(new Amount(1, 1))).isEqualTo(sum);
      assertThat(full.plus(full)).isEqualTo(full);
      AmountCounter counter = new AmountCounter();
      counter.add(full.bytes(), full.windows());
      counter.add(1, 1);
      assertThat(counter.amount()).isEqualTo(sum);
    }
  }
}
