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

/** JMH's own main, with all its options, which adds to results in JSON where they come from. */
public final class Main {
  private Main() {}

  /** Runs benchmarks as {@code org.openjdk.jmh.Main} does. */
  public static void main(String[] args) throws Exception {
    org.openjdk.jmh.Main.main(args); // Exits if anything fails.
    CommandLineOptions options = new CommandLineOptions(args);
    if (options.getResultFormat().orElse(Defaults.RESULT_FORMAT) == ResultFormatType.JSON) {
      Path file = Path.of(options.getResult().orElse(Defaults.RESULT_FILE_PREFIX + ".json"));
      if (Files.exists(file)) {
        JmhJson.addProvenance(file, Provenance.here(List.of(args), options));
      }
    }
  }
}
