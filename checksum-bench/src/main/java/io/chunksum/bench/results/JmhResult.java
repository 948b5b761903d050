// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.results;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One entry of JMH's JSON: a benchmark method with one set of parameters.
 *
 * @param benchmark the qualified name of the method
 * @param mode JMH's short name of the mode; must be one of those that give the time of a call,
 *     {@code avgt} or {@code ss}
 * @param params values by name, in the order of their declaration
 * @param threads number of threads that called the method at the same time
 * @param secondaryMetrics what profilers and counters added, by name
 * @param provenance where the result comes from
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record JmhResult(
    String benchmark,
    String mode,
    int threads,
    int forks,
    List<String> jvmArgs,
    String jdkVersion,
    String vmName,
    int warmupIterations,
    String warmupTime,
    int measurementIterations,
    String measurementTime,
    Map<String, String> params,
    Metric primaryMetric,
    Map<String, Metric> secondaryMetrics,
    Provenance provenance) {

  /** JMH's name of the bytes allocated per operation. */
  public static final String ALLOCATED = "gc.alloc.rate.norm";

  /** Treats what JMH leaves out, because there is none, as empty, or as unknown. */
  public JmhResult(
      String benchmark,
      String mode,
      int threads,
      int forks,
      List<String> jvmArgs,
      String jdkVersion,
      String vmName,
      int warmupIterations,
      String warmupTime,
      int measurementIterations,
      String measurementTime,
      @Nullable Map<String, String> params,
      Metric primaryMetric,
      @Nullable Map<String, Metric> secondaryMetrics,
      @Nullable Provenance provenance) {
    this.benchmark = requireNonNull(benchmark, "benchmark is missing");
    this.mode = requireNonNull(mode, "mode is missing");
    this.threads = threads;
    this.forks = forks;
    this.jvmArgs = requireNonNull(jvmArgs, "jvmArgs is missing");
    this.jdkVersion = requireNonNull(jdkVersion, "jdkVersion is missing");
    this.vmName = requireNonNull(vmName, "vmName is missing");
    this.warmupIterations = warmupIterations;
    this.warmupTime = requireNonNull(warmupTime, "warmupTime is missing");
    this.measurementIterations = measurementIterations;
    this.measurementTime = requireNonNull(measurementTime, "measurementTime is missing");
    this.params = params == null ? Map.of() : params;
    this.params.forEach(
        (name, value) -> requireNonNull(value, () -> benchmark + " has no value for " + name));
    this.primaryMetric = requireNonNull(primaryMetric, "primaryMetric is missing");
    this.secondaryMetrics = secondaryMetrics == null ? Map.of() : secondaryMetrics;
    this.provenance = provenance == null ? Provenance.UNKNOWN : provenance;
    if (!(primaryMetric.score() > 0 && Double.isFinite(primaryMetric.score()))) {
      throw new IllegalArgumentException(benchmark + " has no score");
    }
    if (!mode.equals("avgt") && !mode.equals("ss")) {
      throw new IllegalArgumentException(
          benchmark
              + " was measured in mode "
              + mode
              + ", not as average time (avgt) or once (ss)");
    }
    if (threads < 1) {
      throw new IllegalArgumentException(benchmark + " has no threads");
    }
    microsPerUnit();
  }

  /**
   * Returns whether no fork and no iteration failed, {@code @TearDown} included. JMH only logs such
   * a failure, and gives the mean of the samples that it has.
   */
  public boolean isWhole() {
    return isWhole(forks, measurementIterations, primaryMetric.rawData());
  }

  /** Returns whether there is a sample for each iteration of each fork. */
  static boolean isWhole(int forks, int iterations, List<? extends List<?>> samples) {
    // Without forks, JMH's own JVM measures and counts as one.
    return samples.size() == Math.max(1, forks)
        && samples.stream().allMatch(fork -> fork.size() == iterations);
  }

  /** Returns the class name with its package. */
  public String className() {
    return benchmark.substring(0, Math.max(0, benchmark.lastIndexOf('.')));
  }

  /** Returns the method name alone. */
  public String methodName() {
    return benchmark.substring(benchmark.lastIndexOf('.') + 1);
  }

  /** Returns the time of a call in microseconds. */
  public Estimate micros() {
    return primaryMetric.times(microsPerUnit());
  }

  /** Returns the median sample of the time of a call in microseconds. */
  public double medianMicros() {
    return primaryMetric.median() * microsPerUnit();
  }

  /** Returns the bytes allocated per call; empty without the profiler {@code gc}. */
  public OptionalDouble bytesAllocated() {
    return secondary(ALLOCATED);
  }

  /** Returns the score of a counter or profiler; empty if there is none of that name. */
  public OptionalDouble secondary(String name) {
    Metric metric = secondaryMetrics.get(name);
    return metric == null ? OptionalDouble.empty() : OptionalDouble.of(metric.score());
  }

  /**
   * Returns a parameter as a number, of bytes for example; 1 if there is none.
   *
   * @throws IllegalArgumentException if it is not a number
   */
  public long number(String param) {
    String value = params.getOrDefault(param, "1");
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s has %s=%s, which is not a number".formatted(benchmark, param, value), e);
    }
  }

  private double microsPerUnit() {
    return switch (primaryMetric.scoreUnit()) {
      case "ns/op" -> 1e-3;
      case "us/op" -> 1;
      case "ms/op" -> 1e3;
      case "s/op" -> 1e6;
      default ->
          throw new IllegalArgumentException(
              benchmark + " has a score in " + primaryMetric.scoreUnit());
    };
  }
}
