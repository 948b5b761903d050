// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.bench.results.JmhJson;
import io.chunksum.bench.results.Provenance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's own main, with all its options, which adds to results in JSON where they come from, and
 * fails if a benchmark failed, even in part: JMH leaves it out, or gives what the rest took.
 */
public final class Main {
  private Main() {}

  /** Runs benchmarks as {@code org.openjdk.jmh.Main} does; exits with 1 if one failed. */
  public static void main(String[] args) throws Exception {
    List<String> failed = failed(args);
    failed.forEach(what -> System.err.println("failed, see above: " + what));
    if (!failed.isEmpty()) {
      System.exit(1);
    }
  }

  /** Does everything else that {@link #main} does, and returns what failed. */
  static List<String> failed(String... args) throws Exception {
    org.openjdk.jmh.Main.main(args); // Exits if it cannot run.
    CommandLineOptions options = new CommandLineOptions(args);
    if (onlyPrints(options)
        || options.getResultFormat().orElse(Defaults.RESULT_FORMAT) != ResultFormatType.JSON) {
      return List.of();
    }
    Path file = Path.of(options.getResult().orElse(Defaults.RESULT_FILE_PREFIX + ".json"));
    JmhJson.addProvenance(file, Provenance.here(List.of(args), options));
    List<String> failed = new ArrayList<>(JmhJson.partial(file));
    long missing = chosen(options) - JmhJson.count(file);
    if (missing > 0) {
      failed.add(missing + " without any result");
    }
    return failed;
  }

  private static boolean onlyPrints(CommandLineOptions options) {
    return options.shouldHelp()
        || options.shouldList()
        || options.shouldListWithParams()
        || options.shouldListProfilers()
        || options.shouldListResultFormats();
  }

  /** How many results JMH gives if nothing fails: one for each combination of parameters. */
  private static long chosen(CommandLineOptions options) {
    Map<String, Long> combinations = new HashMap<>();
    for (BenchmarkListEntry entry :
        BenchmarkList.defaultList()
            .find(
                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                options.getIncludes(),
                options.getExcludes())) {
      long count = Math.max(1, options.getBenchModes().size());
      for (Map.Entry<String, String[]> param : entry.getParams().orElse(Map.of()).entrySet()) {
        count *= options.getParameter(param.getKey()).orElse(List.of(param.getValue())).size();
      }
      combinations.put(entry.getUsername(), count);
    }
    return combinations.values().stream().mapToLong(Long::longValue).sum();
  }
}
