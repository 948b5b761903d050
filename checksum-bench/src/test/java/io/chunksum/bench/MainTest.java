// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.bench.check.FailingBenchmark;
import io.chunksum.bench.check.PickyBenchmark;
import io.chunksum.bench.check.SpinBenchmark;
import io.chunksum.bench.check.UnevenBenchmark;
import io.chunksum.bench.results.JmhJson;
import io.chunksum.bench.results.JmhResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
    Main.main(args(command, "-rff", json.toString()));

    List<JmhResult> results = JmhJson.read(json);
    assertThat(results).hasSize(1);
    assertThat(results.get(0).jvmArgs()).contains("-Dchunksum.test.picky=true");
    assertThat(results.get(0).provenance().command()).isEqualTo(command);
  }

  @Test
  void findsWhatFailedAfterItWasMeasured() throws Exception {
    assertThat(failed(FailingBenchmark.class, "-f 1 -i 2"))
        .containsExactly(FailingBenchmark.class.getName() + ".spin with {\"file\":\"\"}");
  }

  /** One of two has a result, in both modes. */
  @Test
  void findsWhatHasNoResultAtAll() throws Exception {
    Path sound = Files.write(folder.resolve("sound"), new byte[1]);
    assertThat(failed(FailingBenchmark.class, "-f 1 -i 1 -bm avgt,thrpt", "-p", "file=," + sound))
        .containsExactly(FailingBenchmark.class.getName() + ".spin: 2 without a result");
    assertThat(failed(FailingBenchmark.class, "-f 1 -i 1 -bm all"))
        .containsExactly(FailingBenchmark.class.getName() + ".spin: 4 without a result");
  }

  /** One that declares two modes has a result in each. */
  @Test
  void findsNothingWrongInModesOfItsOwn() throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    Path json = folder.resolve("modes.json");
    String command = UnevenBenchmark.class.getName() + ".sampled -f 1 -wi 0 -i 1 -r 20ms -rf json";
    assertThat(Main.failed(args(command, "-v", "SILENT", "-rff", json.toString()))).isEmpty();
    assertThat(JmhJson.count(json).values()).containsExactly(2L);
  }

  /** The results may be those of an earlier run. */
  @Test
  void findsNothingWhereNothingIsMeasured() throws Exception {
    assertThat(failed(FailingBenchmark.class, "-f 1 -i 1")).isNotEmpty();
    assertThat(failed(FailingBenchmark.class, "-lp")).isEmpty();
  }

  @Test
  void findsNothingWrongInOtherModes() throws Exception {
    for (String mode : List.of("sample", "ss", "thrpt,avgt", "avgt,avgt")) {
      assertThat(failed(SpinBenchmark.class, "-i 2 -f 0 -p tokens=1,2 -bm " + mode))
          .as(mode)
          .isEmpty();
    }
  }

  /** The path of a folder for temporary files may have blanks. */
  private static String[] args(String command, String... more) {
    return Stream.concat(Stream.of(command.split(" ", -1)), Stream.of(more)).toArray(String[]::new);
  }

  private List<String> failed(Class<?> benchmark, String options, String... more) throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    String command = benchmark.getName() + ".spin -wi 0 -r 20ms -v SILENT -rf json " + options;
    List<String> last = new ArrayList<>(List.of(more));
    last.addAll(List.of("-rff", folder.resolve("failed.json").toString()));
    return Main.failed(args(command, last.toArray(String[]::new)));
  }
}
