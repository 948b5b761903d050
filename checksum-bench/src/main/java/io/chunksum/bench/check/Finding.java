// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import io.chunksum.bench.results.JmhResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What the results say about a rule for one set of parameters.
 *
 * @param rule the rule
 * @param params the parameters, by name
 * @param measured the limited number; empty if a result is missing
 */
record Finding(Rule rule, Map<String, String> params, OptionalDouble measured) {

  /** Judges a rule, once for each set of parameters; there is always at least one finding. */
  static List<Finding> of(Rule rule, Collection<JmhResult> results) {
    List<Finding> findings = new ArrayList<>();
    rule.cases(results)
        .forEach((params, byMethod) ->
            findings.add(new Finding(rule, new TreeMap<>(params), rule.measure().of(byMethod))));
    return findings.isEmpty()
        ? List.of(new Finding(rule, Map.of(), OptionalDouble.empty()))
        : findings;
  }

  /** Returns whether the limit is met; what was not measured does not meet it. */
  boolean holds() {
    return measured.isPresent() && rule.limit().holds(measured.getAsDouble());
  }

  @Override
  public String toString() {
    String number =
        measured.isPresent()
            ? String.format(Locale.ROOT, "%.2f", measured.getAsDouble())
            : "not measured";
    return "%-12s  %s  %s".formatted(number, rule.text(), params);
  }
}
