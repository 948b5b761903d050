// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import io.chunksum.bench.results.JmhResult;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the results say about a rule for one set of parameters.
 *
 * @param rule the rule
 * @param params the parameters, by name
 * @param measured the limited number; empty if a result is missing or partial
 */
record Finding(Rule rule, Map<String, String> params, OptionalDouble measured) {

  /**
   * Judges a rule for one set of parameters. A set without a whole result in some run, because its
   * set-up fails or it does not exist, has a finding, too.
   *
   * @param runs what each run gave for these parameters, by method
   */
  static Finding of(Rule rule, Map<String, String> params, List<Map<String, JmhResult>> runs) {
    double[] numbers =
        runs.stream().map(rule.measure()::of).flatMapToDouble(OptionalDouble::stream).toArray();
    boolean all = numbers.length == runs.size();
    return new Finding(
        rule,
        params,
        all ? OptionalDouble.of(rule.measure().ofRuns(numbers)) : OptionalDouble.empty());
  }

  /** Returns whether the limit is met; what was not measured does not meet it. */
  boolean holds() {
    return measured.isPresent() && rule.limit().holds(measured.getAsDouble());
  }

  @Override
  public String toString() {
    String number = measured.isPresent() ? number(measured.getAsDouble()) : "not measured";
    return "%-12s  %s  %s".formatted(number, rule.text(), params);
  }

  /** Rounds to two digits, unless that would show a miss as if it met the limit, or the reverse. */
  private String number(double value) {
    String rounded = String.format(Locale.ROOT, "%.2f", value);
    return rule.limit().holds(Double.parseDouble(rounded)) == holds()
        ? rounded
        : Double.toString(value);
  }
}
