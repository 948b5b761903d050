// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.verify.Mismatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What a scan found in a file, which listeners may keep. */
class ScanOutcomeTest {

  @Test
  void laterChangesOfTheGivenListsDoNotShow() {
    Mismatch surplus = Mismatch.surplus(3, 10, 2);
    List<Mismatch> mismatches = new ArrayList<>(List.of(surplus));
    FileResult result =
        new FileResult("f", 12, 10, ChecksumType.CRC32C, OptionalInt.of(4), 3, 1, mismatches, null);
    mismatches.clear();
    assertThat(result.mismatches()).containsExactly(surplus).isUnmodifiable();
    List<FileResult> results = new ArrayList<>(List.of(result));
    ScanOutcome outcome =
        new ScanOutcome(ScanTarget.unrecorded("f", Path.of("f"), 12), results, null);
    results.clear();
    assertThat(outcome.results()).containsExactly(result).isUnmodifiable();
    assertThat(outcome.mismatched()).isTrue();
  }
}
