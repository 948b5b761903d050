// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
  @ParameterizedTest
  @CsvSource({"4194304, 4 MiB", "1572864, 1536 KiB", "1024, 1 KiB", "1536, 1536 B", "4K, 4K"})
  void usesTheLargestUnitThatDivides(String bytes, String shown) {
    assertThat(Names.value("chunkBytes", bytes)).isEqualTo(shown);
  }
}
