// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import io.chunksum.bench.results.JmhResult;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a section of the page compares.
 *
 * @param name the name of the section in the template, and of its chart
 * @param benchmark class of the benchmark, with its package: others may have one of that name
 * @param where the parameter values that belong here; for other parameters, all values
 * @param contenders the columns, from left to right
 * @param quotients which contender is divided by which
 * @param payload parameters whose product is the number of bytes that a call processes; empty if a
 *     throughput would be meaningless
 * @param drawing the chart; null if there is none
 */
record Comparison(
    String name,
    String benchmark,
    Map<String, List<String>> where,
    List<Contender> contenders,
    List<Quotient> quotients,
    List<String> payload,
    @Nullable Drawing drawing) {

  /** A benchmark method and what the page calls it. */
  record Contender(String label, String method) {}

  /**
   * A ratio of times.
   *
   * @param label the column heading
   * @param numerator the method
   * @param denominator the method
   * @param denominatorParams the values of those parameters in which the denominator's row differs
   *     from the numerator's
   */
  record Quotient(
      String label, String numerator, String denominator, Map<String, String> denominatorParams) {

    Quotient(String label, String numerator, String denominator) {
      this(label, numerator, denominator, Map.of());
    }
  }

  /**
   * A bar chart.
   *
   * @param title the title of the chart
   * @param scale what the height of a bar means
   * @param where the parameter values to show; for other parameters, all values
   */
  record Drawing(String title, Scale scale, Map<String, List<String>> where) {}

  /** What the height of a bar means. */
  enum Scale {
    THROUGHPUT("GB/s"),
    /** How many times as fast as the first contender. */
    SPEED_UP("times as fast");

    private final String label;

    Scale(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  /** Returns whether a result belongs here. */
  boolean holds(JmhResult result) {
    return result.className().equals(benchmark)
        && contenders.stream().anyMatch(c -> c.method().equals(result.methodName()))
        && matches(where, result.params());
  }

  /** Returns whether {@code params} have values that {@code where} asks for. */
  static boolean matches(Map<String, List<String>> where, Map<String, String> params) {
    return where.entrySet().stream()
        .allMatch(e -> e.getValue().contains(params.getOrDefault(e.getKey(), "")));
  }

  /** Returns the bytes processed per nanosecond, which is GB/s; empty if none are counted. */
  OptionalDouble throughput(JmhResult result) {
    if (payload.isEmpty()) {
      return OptionalDouble.empty();
    }
    long bytes = payload.stream().mapToLong(result::number).reduce(1, Math::multiplyExact);
    return OptionalDouble.of(bytes / (result.micros().value() * 1e3));
  }
}
