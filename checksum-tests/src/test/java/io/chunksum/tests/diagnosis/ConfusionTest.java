// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.tests.diagnosis.ConfusionTable.Trial;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfusionTest {
  @Test
  void x() {
    for (ConfusionTable table :
        List.of(
            ConfusionTable.ofCrcs(Integer.getInteger("n", 1000), 1),
            ConfusionTable.ofDigests(200, 1))) {
      table.markdown().forEach(System.out::println);
      int shown = 0;
      for (Trial t : table.trials()) {
        if (!t.isRight()) {
          if (shown++ < 30)
            System.out.println(
                t.bytesPerChecksum()
                    + " "
                    + t.planted()
                    + " -> "
                    + t.diagnosis().best()
                    + " alt "
                    + t.diagnosis().alternatives());
          assertThat(t.diagnosis().certain()).isFalse();
        }
      }
    }
  }
}
