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

  /**
   * Judges a rule, once for each set of parameters. A combination of the values that the rule names
   * of which there is no result at all, because it cannot run, has a finding, too.
   */
  static List<Finding> of(Rule rule, Collection<JmhResult> results) {
    List<Finding> findings = new ArrayList<>();
    Map<Map<String, String>, Map<String, JmhResult>> cases = rule.cases(results);
    cases.forEach((params, byMethod) ->
        findings.add(new Finding(rule, new TreeMap<>(params), rule.measure().of(byMethod))));
    for (Map<String, String> wanted : rule.combinations()) {
      if (cases.keySet().stream().noneMatch(has -> has.entrySet().containsAll(wanted.entrySet()))) {
        findings.add(new Finding(rule, wanted, OptionalDouble.empty()));
      }
    }
    return findings;
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
