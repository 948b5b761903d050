// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class CopiedBytesTest {

  private static final CopiedBytes MOST = new CopiedBytes(Long.MAX_VALUE - 1, 1);

  @Test
  void countsAreAddedByKind() {
    assertThat(MOST.total()).isEqualTo(Long.MAX_VALUE);
    assertThat(MOST.plus(new CopiedBytes(1, 2))).isEqualTo(new CopiedBytes(Long.MAX_VALUE, 3));
  }

  @Test
  void sumsThatAreTooLargeAreRefused() {
    CopiedBytes more = MOST.plus(new CopiedBytes(0, 1));
    assertThatExceptionOfType(ArithmeticException.class).isThrownBy(more::total);
    for (CopiedBytes other : new CopiedBytes[] {MOST, new CopiedBytes(0, Long.MAX_VALUE)}) {
      assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> MOST.plus(other));
    }
  }
}
