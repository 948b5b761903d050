// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import io.chunksum.bench.results.JmhJson;
import io.chunksum.bench.results.JmhResult;
import io.chunksum.bench.results.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmarks that rules are about. */
final class Measuring {
  private final Options options;
  private final Provenance provenance;
  private final List<RunResult> all = new ArrayList<>();

  /** Measures with the forks, iterations and times of {@code options}. */
  Measuring(Options options, Provenance provenance) {
    this.options = options;
    this.provenance = provenance;
  }

  /** One run of JMH, for all rules about the same parameters of a class. */
  private record Batch(String benchmark, Map<String, List<String>> params) {
    static Batch of(Rule rule) {
      return new Batch(rule.benchmark(), rule.params());
    }
  }

  /**
   * Measures what {@code rules} are about, and judges each by the one run that measured all of it:
   * between two runs, the machine may have changed.
   *
   * @param findings takes what is found after each run, so that a later one that fails loses none
   * @throws RunnerException if JMH cannot run at all, or stops at a failure as asked by {@code
   *     -foe}
   */
  void judge(Collection<Rule> rules, Consumer<Finding> findings)
      throws RunnerException, IOException {
    Map<Batch, List<Rule>> batches = new LinkedHashMap<>();
    for (Rule rule : rules) {
      batches.computeIfAbsent(Batch.of(rule), batch -> new ArrayList<>()).add(rule);
    }
    for (Map.Entry<Batch, List<Rule>> entry : batches.entrySet()) {
      List<JmhResult> results = run(entry.getKey(), entry.getValue());
      entry.getValue().forEach(rule -> Finding.of(rule, results).forEach(findings));
    }
  }

  /** Measures the methods of some rules. Those that fail or do not exist have no result. */
  private List<JmhResult> run(Batch batch, List<Rule> rules) throws RunnerException, IOException {
    TreeSet<String> methods = new TreeSet<>();
    rules.forEach(rule -> methods.addAll(rule.measure().methods()));
    Path json = Files.createTempFile("jmh", ".json");
    ChainedOptionsBuilder run =
        new OptionsBuilder()
            .parent(options)
            .include(
                "^%s\\.(%s)$"
                    .formatted(Pattern.quote(batch.benchmark()), String.join("|", methods)))
            .addProfiler(IterationGarbage.class)
            .resultFormat(ResultFormatType.JSON)
            .result(json.toString());
    batch.params().forEach((name, values) -> run.param(name, values.toArray(String[]::new)));
    try {
      all.addAll(new Runner(run.build()).run());
      return JmhJson.parse(Files.readAllBytes(json), batch.benchmark());
    } catch (NoBenchmarksException e) {
      return List.of();
    } finally {
      Files.delete(json);
    }
  }

  /** Checks, before the minutes that measuring takes, that results can be written to a file. */
  static void checkWritable(Path file) throws IOException {
    try {
      Files.write(file, new byte[0], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new IOException("cannot write results to " + file + ": " + e, e);
    }
  }

  /** Writes everything measured so far as JMH does; what was measured twice appears twice. */
  void write(Path file) throws IOException {
    ResultFormatFactory.getInstance(ResultFormatType.JSON, file.toString()).writeOut(all);
    JmhJson.addProvenance(file, provenance);
  }
}
