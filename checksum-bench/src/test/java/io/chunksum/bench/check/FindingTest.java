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
          Results.of("SomeBenchmark.other", 900, HEAP));

  @Test
  void judgesEachSetOfParametersByItself() {
    List<Finding> findings = Finding.of(rule(true, 1.25, "HEAP", "DIRECT"), RESULTS);
    assertThat(findings).extracting(Finding::params).containsExactly(HEAP, DIRECT);
    assertThat(findings).extracting(Finding::holds).containsExactly(true, false);
  }

  @Test
  void takesALimitFromBelow() {
    List<Finding> findings = Finding.of(rule(false, 1.26, "HEAP", "DIRECT"), RESULTS);
    assertThat(findings).extracting(Finding::holds).containsExactly(false, true);
  }

  @Test
  void looksOnlyAtTheParametersThatAreAskedFor() {
    assertThat(Finding.of(rule(true, 2, "DIRECT"), RESULTS))
        .extracting(Finding::params)
        .containsExactly(DIRECT);
  }

  /** If one kind of memory fails, the rule must not hold because of the other. */
  @Test
  void doesNotHoldForWhatWasNotMeasured() {
    List<Finding> findings = Finding.of(rule(true, 2, "HEAP", "MAPPED"), RESULTS);
    assertThat(findings)
        .extracting(Finding::params)
        .containsExactly(HEAP, Map.of("memory", "MAPPED"));
    assertThat(findings).extracting(Finding::holds).containsExactly(true, false);
    assertThat(findings.get(1)).asString().contains("not measured");
  }

  @Test
  void doesNotHoldIfNothingWasMeasuredAtAll() {
    Rule rule = rule(true, 2, "HEAP").of("SomeBenchmark", Map.of());
    assertThat(Finding.of(rule, List.of())).extracting(Finding::holds).containsExactly(false);
  }

  @Test
  void neverShowsAMissAsIfItMetTheLimit() {
    List<JmhResult> results =
        List.of(
            Results.of("SomeBenchmark.many", 125.4, HEAP),
            Results.of("SomeBenchmark.one", 100, HEAP));
    assertThat(Finding.of(rule(true, 1.25, "HEAP"), results).get(0))
        .asString()
        .startsWith("1.254 ");
    assertThat(Finding.of(rule(true, 1.24, "HEAP"), results).get(0)).asString().startsWith("1.25 ");
    assertThat(Finding.of(rule(false, 1.26, "HEAP"), results).get(0))
        .asString()
        .startsWith("1.25 ");
    assertThat(Finding.of(rule(false, 1.254, "HEAP"), results).get(0))
        .asString()
        .startsWith("1.254 ");
  }

  private static Rule rule(boolean most, double limit, String... memory) {
    return new Rule(
        "text",
        "SomeBenchmark",
        new Ratio("many", "one"),
        new Limit(most, limit),
        Map.of("memory", List.of(memory)),
        List.of());
  }
}
