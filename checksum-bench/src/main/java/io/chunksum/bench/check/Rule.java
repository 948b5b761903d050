// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import io.chunksum.bench.results.JmhResult;
import io.chunksum.bench.results.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * One limit.
 *
 * @param text what is limited and how, as written
 * @param benchmark class of the benchmark, with or without its package
 * @param measure what is limited
 * @param limit the limit
 * @param params the parameter values to measure; for other parameters, all values
 * @param conditions what the JVM must be like for the rule to apply
 */
record Rule(
    String text,
    String benchmark,
    Measure measure,
    Limit limit,
    Map<String, List<String>> params,
    List<Condition> conditions) {

  /** A number computed from the results of some methods. */
  sealed interface Measure {
    /** Returns the methods to measure. */
    Set<String> methods();

    /** Returns the number that one run of all these methods gave; empty if a result is missing. */
    OptionalDouble of(Map<String, JmhResult> byMethod);

    /** Returns the number that stands for those of several runs, of which there is at least one. */
    double ofRuns(double[] numbers);
  }

  /** The time of one method, divided by that of another. */
  record Ratio(String numerator, String denominator) implements Measure {
    @Override
    public Set<String> methods() {
      return Set.of(numerator, denominator);
    }

    @Override
    public OptionalDouble of(Map<String, JmhResult> byMethod) {
      JmhResult over = byMethod.get(numerator);
      JmhResult under = byMethod.get(denominator);
      return over == null || under == null
          ? OptionalDouble.empty()
          : OptionalDouble.of(over.medianMicros() / under.medianMicros());
    }

    /** Takes the median: one run, in which the machine was busy, changes little. */
    @Override
    public double ofRuns(double[] numbers) {
      return Metric.median(numbers);
    }
  }

  /** The bytes allocated in an iteration, as the mean of those of a run. */
  record Garbage(String method) implements Measure {
    @Override
    public Set<String> methods() {
      return Set.of(method);
    }

    @Override
    public OptionalDouble of(Map<String, JmhResult> byMethod) {
      JmhResult result = byMethod.get(method);
      return result == null ? OptionalDouble.empty() : result.secondary(IterationGarbage.LABEL);
    }

    /** Takes the most: a busy machine does not allocate, and a JVM that does so once is enough. */
    @Override
    public double ofRuns(double[] numbers) {
      return Arrays.stream(numbers).max().orElseThrow();
    }
  }

  /**
   * A number, and on which side of it what is measured must be.
   *
   * @param isUpper whether it is for {@code <=}; otherwise for {@code >=}
   * @param value the number
   */
  record Limit(boolean isUpper, double value) {
    static Limit atMost(double value) {
      return new Limit(true, value);
    }

    static Limit atLeast(double value) {
      return new Limit(false, value);
    }

    boolean holds(double measured) {
      return isUpper ? measured <= value : measured >= value;
    }
  }

  /** A property of the JVM, {@code jdk} or {@code vectorBytes}, and its limit. */
  record Condition(String text, String property, Limit limit) {}

  /** Narrows this down to one set of parameters. */
  Rule forOnly(Map<String, String> values) {
    Map<String, List<String>> only = new LinkedHashMap<>();
    values.forEach((name, value) -> only.put(name, List.of(value)));
    return with(benchmark, only);
  }

  /** Returns this rule for another class and other parameters. */
  Rule with(String otherBenchmark, Map<String, List<String>> otherParams) {
    return new Rule(text, otherBenchmark, measure, limit, otherParams, conditions);
  }

  /** Returns all combinations of the parameter values; one without any if there are none. */
  List<Map<String, String>> combinations() {
    List<Map<String, String>> combinations = List.of(Map.of());
    for (Map.Entry<String, List<String>> param : params.entrySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> combination : combinations) {
        for (String value : param.getValue()) {
          Map<String, String> one = new TreeMap<>(combination);
          one.put(param.getKey(), value);
          longer.add(one);
        }
      }
      combinations = longer;
    }
    return combinations;
  }
}
