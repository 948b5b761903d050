// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.bench.check.Rule.Limit;
import io.chunksum.bench.check.Rule.Ratio;
import io.chunksum.bench.report.Results;
import io.chunksum.bench.results.JmhResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FindingTest {
  private static final Map<String, String> HEAP = Map.of("memory", "HEAP");
  private static final Map<String, String> DIRECT = Map.of("memory", "DIRECT");

  private static final List<JmhResult> RESULTS =
      List.of(
          Results.of("SomeBenchmark.many", 125, HEAP),
          Results.of("SomeBenchmark.one", 100, HEAP),
          Results.of("SomeBenchmark.many", 126, DIRECT),
          Results.of("SomeBenchmark.one", 100, DIRECT),
          Results.of("AwesomeBenchmark.many", 900, HEAP));

  @Test
  void judgesEachSetOfParametersByItself() {
    List<Finding> findings = Finding.of(rule("SomeBenchmark", true, 1.25, Map.of()), RESULTS);
    assertThat(findings).extracting(Finding::params).containsExactly(HEAP, DIRECT);
    assertThat(findings).extracting(Finding::holds).containsExactly(true, false);
  }

  @Test
  void takesALimitFromBelow() {
    List<Finding> findings =
        Finding.of(rule("io.chunksum.bench.SomeBenchmark", false, 1.26, Map.of()), RESULTS);
    assertThat(findings).extracting(Finding::holds).containsExactly(false, true);
  }

  @Test
  void looksOnlyAtTheParametersThatAreAskedFor() {
    Map<String, List<String>> direct = Map.of("memory", List.of("DIRECT"));
    assertThat(Finding.of(rule("SomeBenchmark", true, 2, direct), RESULTS))
        .extracting(Finding::params)
        .containsExactly(DIRECT);
  }

  @Test
  void doesNotHoldWhatWasNotMeasured() {
    for (Rule rule :
        List.of(
            rule("OtherBenchmark", true, 9, Map.of()),
            rule("AwesomeBenchmark", true, 9, Map.of()),
            rule("SomeBenchmark", true, 9, Map.of("type", List.of("MD5"))))) {
      List<Finding> findings = Finding.of(rule, RESULTS);
      assertThat(findings).hasSize(1);
      assertThat(findings.get(0).holds()).isFalse();
      assertThat(findings.get(0)).asString().contains("not measured");
    }
  }

  /** If one kind of memory fails, the rule must not hold because of the other. */
  @Test
  void doesNotHoldForACombinationOfWhichNothingWasMeasured() {
    Map<String, List<String>> params = Map.of("memory", List.of("HEAP", "MAPPED"));
    List<Finding> findings = Finding.of(rule("SomeBenchmark", true, 2, params), RESULTS);
    assertThat(findings)
        .extracting(Finding::params)
        .containsExactly(HEAP, Map.of("memory", "MAPPED"));
    assertThat(findings).extracting(Finding::holds).containsExactly(true, false);
  }

  private static Rule rule(
      String benchmark, boolean most, double limit, Map<String, List<String>> params) {
    return new Rule(
        "text", benchmark, new Ratio("many", "one"), new Limit(most, limit), params, List.of());
  }
}
