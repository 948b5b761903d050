// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.bench.check.FailingBenchmark;
import io.chunksum.bench.check.PickyBenchmark;
import io.chunksum.bench.check.SpinBenchmark;
import io.chunksum.bench.results.JmhJson;
import io.chunksum.bench.results.JmhResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
  @TempDir Path folder;

  /** It fails in set-up without the option of the JVM that it asks for. */
  @Test
  void measuresTheJvmThatABenchmarkAsksForAndSaysWhereResultsComeFrom() throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    Path json = folder.resolve("results.json");
    String command =
        PickyBenchmark.class.getName()
            + ".one -p data=GOOD -p tokens=1 -f 1 -wi 0 -i 1 -r 20ms -v SILENT -rf json";
    Main.main((command + " -rff " + json).split(" ", -1));

    List<JmhResult> results = JmhJson.read(json);
    assertThat(results).hasSize(1);
    assertThat(results.get(0).jvmArgs()).contains("-Dchunksum.test.picky=true");
    assertThat(results.get(0).provenance().command()).isEqualTo(command);
  }

  @Test
  void findsWhatFailedAfterItWasMeasured() throws Exception {
    assertThat(partial(FailingBenchmark.class, "-f 1"))
        .containsExactly(FailingBenchmark.class.getName() + ".spin with {\"file\":\"\"}");
  }

  @Test
  void findsNothingWrongInOtherModes() throws Exception {
    for (String mode : List.of("sample", "ss", "thrpt")) {
      assertThat(partial(SpinBenchmark.class, "-f 0 -p tokens=1 -bm " + mode)).as(mode).isEmpty();
    }
  }

  private List<String> partial(Class<?> benchmark, String options) throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    String command = benchmark.getName() + ".spin -wi 0 -i 2 -r 20ms -v SILENT -rf json " + options;
    return Main.partial((command + " -rff " + folder.resolve("partial.json")).split(" ", -1));
  }
}
