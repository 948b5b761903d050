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
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  /** What is measured together: some methods of a class, with the same parameters. */
  private record Batch(String benchmark, Map<String, String> params) {}

  /**
   * Measures what {@code rules} are about, for one set of parameters after the other.
   *
   * <p>A fork of each method is a run of its own, and each run is judged by itself: between two of
   * them, the machine may have changed.
   *
   * @param times measures in so many times the forks that the options name
   * @param findings takes what is found after each set of parameters, so that a later one that
   *     fails loses none
   * @throws RunnerException if JMH cannot run at all, or stops at a failure as asked by {@code
   *     -foe}
   */
  void judge(Collection<Rule> rules, int times, Consumer<Finding> findings)
      throws RunnerException, IOException {
    Map<Batch, List<Rule>> batches = new LinkedHashMap<>();
    for (Rule rule : rules) {
      for (Map<String, String> params : rule.combinations()) {
        Batch batch = new Batch(rule.benchmark(), params);
        batches.computeIfAbsent(batch, none -> new ArrayList<>()).add(rule);
      }
    }
    for (Map.Entry<Batch, List<Rule>> entry : batches.entrySet()) {
      Batch batch = entry.getKey();
      List<Map<String, JmhResult>> runs = runs(batch, entry.getValue(), times);
      for (Rule rule : entry.getValue()) {
        findings.accept(Finding.of(rule, batch.params(), runs));
      }
    }
  }

  /** Measures the methods of some rules, in turn if the options name a number of forks. */
  private List<Map<String, JmhResult>> runs(Batch batch, List<Rule> rules, int times)
      throws RunnerException, IOException {
    TreeSet<String> methods = new TreeSet<>();
    rules.forEach(rule -> methods.addAll(rule.measure().methods()));
    ChainedOptionsBuilder settings =
        new OptionsBuilder()
            .parent(options)
            .include(
                "^%s\\.(%s)$"
                    .formatted(Pattern.quote(batch.benchmark()), String.join("|", methods)))
            .addProfiler(IterationGarbage.class);
    batch.params().forEach(settings::param);
    int count = times;
    if (options.getForkCount().hasValue() && options.getForkCount().get() > 0) {
      count = Math.multiplyExact(times, options.getForkCount().get());
      settings.forks(1);
    }
    List<Map<String, JmhResult>> runs = new ArrayList<>();
    while (runs.size() < count) {
      runs.add(run(batch, settings));
    }
    return runs;
  }

  /**
   * Runs JMH once. A method or a parameter that does not exist has no result, and none counts of
   * what failed in a fork or an iteration: its check may be what the rule relies on.
   */
  private Map<String, JmhResult> run(Batch batch, ChainedOptionsBuilder settings)
      throws RunnerException, IOException {
    Path json = Files.createTempFile("jmh", ".json");
    try {
      Options run = settings.resultFormat(ResultFormatType.JSON).result(json.toString()).build();
      all.addAll(new Runner(run).run());
      return JmhJson.parse(Files.readAllBytes(json), batch.benchmark()).stream()
          .filter(result -> result.isWhole() && result.params().equals(batch.params()))
          .collect(Collectors.toMap(JmhResult::methodName, Function.identity()));
    } catch (NoBenchmarksException e) {
      return Map.of();
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
