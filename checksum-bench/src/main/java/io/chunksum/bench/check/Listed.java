// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The benchmarks on the class path, as JMH's annotation processor has listed them. They say what a
 * rule leaves open, so that what should have been measured is known before anything is, and what
 * cannot be judged is refused.
 */
final class Listed {
  private final Options options;
  private final Collection<BenchmarkListEntry> benchmarks;

  /** Reads the list; {@code options} replace parameter values as they do in JMH. */
  Listed(Options options) {
    this.options = options;
    this.benchmarks =
        BenchmarkList.defaultList()
            .getAll(
                OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                List.of());
  }

  /**
   * Lets rules name their class in full and all parameters. What is not listed stays as it is.
   *
   * @throws IOException if the name of a class fits several, if a method's time is not measured as
   *     an average, or if one method of a rule lacks a parameter of the other
   */
  List<Rule> complete(List<Rule> rules) throws IOException {
    List<Rule> complete = new ArrayList<>();
    for (Rule rule : rules) {
      complete.add(complete(rule));
    }
    return complete;
  }

  /**
   * Says what a complete rule names that does not exist, and what does: nothing could be measured.
   */
  Optional<String> missing(Rule rule) {
    TreeSet<String> methods = new TreeSet<>();
    entries(rule.benchmark()).forEach(entry -> methods.add(methodName(entry)));
    if (methods.isEmpty()) {
      return Optional.of("there is no such class of benchmarks");
    }
    for (String method : new TreeSet<>(rule.measure().methods())) {
      if (!methods.contains(method)) {
        return missing("method", method, methods);
      }
    }
    TreeSet<String> params = new TreeSet<>();
    measured(rule, rule.benchmark()).forEach(entry -> params.addAll(params(entry).keySet()));
    for (String param : rule.params().keySet()) {
      if (!params.contains(param)) {
        return missing("parameter", param, params);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> missing(String kind, String name, Set<String> known) {
    return Optional.of(
        "there is no %s %s, only %s".formatted(kind, name, String.join(", ", known)));
  }

  private Stream<BenchmarkListEntry> entries(String className) {
    return benchmarks.stream().filter(entry -> entry.getUserClassQName().equals(className));
  }

  private List<BenchmarkListEntry> measured(Rule rule, String className) {
    return entries(className)
        .filter(entry -> rule.measure().methods().contains(methodName(entry)))
        .toList();
  }

  private Rule complete(Rule rule) throws IOException {
    String name = className(rule);
    List<BenchmarkListEntry> measured = measured(rule, name);
    Map<String, List<String>> params = new TreeMap<>();
    measured.forEach(entry -> params.putAll(params(entry)));
    for (BenchmarkListEntry entry : measured) {
      checkMode(rule, entry);
      // Without it, there would be no two results for the same parameters.
      for (String param : params.keySet()) {
        if (!params(entry).containsKey(param)) {
          throw new IOException(
              "%s: %s has no parameter %s".formatted(rule.text(), methodName(entry), param));
        }
      }
    }
    params.putAll(rule.params());
    return rule.with(name, params);
  }

  private void checkMode(Rule rule, BenchmarkListEntry entry) throws IOException {
    Collection<Mode> chosen = options.getBenchModes();
    Collection<Mode> modes = chosen.isEmpty() ? List.of(entry.getMode()) : chosen;
    for (Mode mode : modes) {
      if (mode != Mode.AverageTime) {
        throw new IOException(
            "%s: %s would be measured in mode %s, not as average time (avgt)"
                .formatted(rule.text(), methodName(entry), mode.shortLabel()));
      }
    }
  }

  private static String methodName(BenchmarkListEntry entry) {
    return entry.getUsername().substring(entry.getUsername().lastIndexOf('.') + 1);
  }

  private String className(Rule rule) throws IOException {
    TreeSet<String> fitting = new TreeSet<>();
    for (BenchmarkListEntry entry : benchmarks) {
      String name = entry.getUserClassQName();
      if (name.equals(rule.benchmark())) {
        return name;
      }
      if (name.endsWith("." + rule.benchmark())) {
        fitting.add(name);
      }
    }
    if (fitting.size() > 1) {
      throw new IOException(
          "%s: several classes have that name, write one in full: %s"
              .formatted(rule.text(), String.join(", ", fitting)));
    }
    return fitting.isEmpty() ? rule.benchmark() : fitting.first();
  }

  private Map<String, List<String>> params(BenchmarkListEntry entry) {
    Map<String, List<String>> params = new TreeMap<>();
    entry
        .getParams()
        .orElse(Map.of())
        .forEach((name, values) ->
            params.put(name, List.copyOf(options.getParameter(name).orElse(List.of(values)))));
    return params;
  }
}
