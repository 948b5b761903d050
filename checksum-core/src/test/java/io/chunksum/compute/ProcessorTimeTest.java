// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

class ProcessorTimeTest {

  @Test
  @Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD) // Its loop ignores interrupts.
  void aThreadGetsMoreOfAProcessorAsItWorks() {
    long before = ProcessorTime.ofThisThread();
    assertThat(before).isNotNegative();
    while (ProcessorTime.ofThisThread() <= before) {
      Thread.onSpinWait();
    }
  }
}
