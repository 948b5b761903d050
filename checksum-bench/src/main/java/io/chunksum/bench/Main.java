// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.bench.results.JmhJson;
import io.chunksum.bench.results.Provenance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's own main, with all its options, which adds to results in JSON where they come from, and
 * fails if one is missing or partial: of what has failed, JMH gives none, or what the rest took.
 */
public final class Main {
  private Main() {}

  /**
   * Runs benchmarks as {@code org.openjdk.jmh.Main} does; exits with 1 if results in JSON lack
   * some.
   */
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
    Map<String, Long> results = JmhJson.count(file);
    chosen(options)
        .forEach((benchmark, count) -> {
          long missing = count - results.getOrDefault(benchmark, 0L);
          if (missing > 0) {
            failed.add(benchmark + ": " + missing + " without a result");
          }
        });
    return failed;
  }

  private static boolean onlyPrints(CommandLineOptions options) {
    return options.shouldHelp()
        || options.shouldList()
        || options.shouldListWithParams()
        || options.shouldListProfilers()
        || options.shouldListResultFormats();
  }

  /**
   * How many results JMH gives of each benchmark if nothing fails: one for each combination of its
   * parameters in each mode.
   */
  private static Map<String, Long> chosen(CommandLineOptions options) {
    Set<Mode> modes = EnumSet.noneOf(Mode.class);
    modes.addAll(options.getBenchModes());
    if (modes.remove(Mode.All)) {
      modes = EnumSet.complementOf(EnumSet.of(Mode.All));
    }
    Map<String, Long> results = new TreeMap<>();
    for (BenchmarkListEntry entry :
        BenchmarkList.defaultList()
            .find(
                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                options.getIncludes(),
                options.getExcludes())) {
      long combinations = 1;
      for (Map.Entry<String, String[]> param : entry.getParams().orElse(Map.of()).entrySet()) {
        combinations *=
            options.getParameter(param.getKey()).orElse(List.of(param.getValue())).size();
      }
      if (modes.isEmpty()) {
        results.merge(entry.getUsername(), combinations, Long::sum); // An entry for each own mode.
      } else {
        results.put(entry.getUsername(), combinations * modes.size());
      }
    }
    return results;
  }
}
