// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.verify.VerifyOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkListTest {

  private static FileInFlight file(long number) {
    ScanTarget target = ScanTarget.unrecorded("f" + number, Path.of("f"), 0);
    return new FileInFlight(number, target, VerifyOptions.DEFAULT);
  }

  /** Or a large file would wait for the small ones behind it, and all reports with it. */
  @Test
  void theFirstFileIsTakenFirstAlsoIfItIsPutBack() throws Exception {
    List<FileInFlight> files = List.of(file(0), file(1), file(2), file(3));
    WorkList work = new WorkList();
    for (int i : new int[] {2, 0, 3, 1}) {
      work.add(files.get(i));
    }
    assertThat(work.take()).isSameAs(files.get(0));
    assertThat(work.take()).isSameAs(files.get(1));
    work.add(files.get(0));
    assertThat(work.take()).isSameAs(files.get(0));
    assertThat(work.take()).isSameAs(files.get(2));
    work.close();
    assertThat(work.take()).as("there is one left, which nobody wants").isNull();
  }
}
