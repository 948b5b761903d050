// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.window.ByteRange;
import java.util.List;
import org.junit.jupiter.api.Test;

class CleanResultsTest {

  private final CleanResults results = new CleanResults();

  @Test
  void everyShapeHasAResultOfItsOwn() {
    List<VerifyResult> shapes =
        List.of(
            results.of(0, 3, 10, 30),
            results.of(0, 3, 10, 29),
            results.of(1, 3, 10, 40),
            results.of(0, 4, 10, 40),
            results.of(0, 3, 15, 40));
    assertThat(shapes).doesNotHaveDuplicates();
    assertThat(results.of(0, 3, 10, 29)).isSameAs(shapes.get(1));
    assertThat(shapes.get(1).goodRanges()).containsExactly(new ByteRange(0, 29));
    assertThat(shapes.get(2).goodRanges()).containsExactly(new ByteRange(10, 30));
  }

  @Test
  void theEightMadeLastAreKept() {
    VerifyResult first = results.of(0, 1, 10, 1);
    VerifyResult second = results.of(0, 1, 10, 2);
    for (int end = 3; end <= 8; end++) {
      results.of(0, 1, 10, end);
    }
    assertThat(results.of(0, 1, 10, 1)).isSameAs(first);
    results.of(0, 1, 10, 9);
    assertThat(results.of(0, 1, 10, 2)).isSameAs(second);
    VerifyResult again = results.of(0, 1, 10, 1);
    assertThat(again).isNotSameAs(first);
    assertThat(again.goodRanges()).containsExactly(new ByteRange(0, 1));
  }
}
