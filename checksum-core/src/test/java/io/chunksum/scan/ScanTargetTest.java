// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.scan.ScanTarget.RecordOpener;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ScanTargetTest {

  private static final Path FILE = Path.of("f");

  private final IOException problem = new IOException("no");
  private final RecordOpener record =
      () -> {
        throw problem;
      };

  @Test
  void hasARecordOrAProblemOrNeither() {
    assertThat(ScanTarget.recorded("a/f", FILE, 7, record))
        .isEqualTo(new ScanTarget("a/f", FILE, 7, record, null));
    assertThat(ScanTarget.unrecorded("a/f", FILE, 7))
        .isEqualTo(new ScanTarget("a/f", FILE, 7, null, null));
    assertThat(ScanTarget.problem("a/f", FILE, problem))
        .isEqualTo(new ScanTarget("a/f", FILE, 0, null, problem));
  }

  @Test
  void hasNotBoth() {
    assertThatThrownBy(() -> new ScanTarget("a/f", FILE, 7, record, problem))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a target has a record or a problem, not both: a/f");
  }
}
