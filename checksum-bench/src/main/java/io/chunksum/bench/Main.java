// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.bench.results.JmhJson;
import io.chunksum.bench.results.Provenance;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * JMH's own main, with all its options, which adds to results in JSON where they come from, and
 * fails if one of them is what a failed benchmark left.
 */
public final class Main {
  private Main() {}

  /** Runs benchmarks as {@code org.openjdk.jmh.Main} does; exits with 1 if results are partial. */
  public static void main(String[] args) throws Exception {
    List<String> partial = partial(args);
    partial.forEach(result -> System.err.println("failed in part, see above: " + result));
    if (!partial.isEmpty()) {
      System.exit(1);
    }
  }

  /** Does everything else that {@link #main} does, and returns which results are partial. */
  static List<String> partial(String... args) throws Exception {
    org.openjdk.jmh.Main.main(args); // Exits if it cannot run.
    CommandLineOptions options = new CommandLineOptions(args);
    if (options.getResultFormat().orElse(Defaults.RESULT_FORMAT) == ResultFormatType.JSON) {
      Path file = Path.of(options.getResult().orElse(Defaults.RESULT_FILE_PREFIX + ".json"));
      if (Files.exists(file)) {
        JmhJson.addProvenance(file, Provenance.here(List.of(args), options));
        return JmhJson.partial(file);
      }
    }
    return List.of();
  }
}
