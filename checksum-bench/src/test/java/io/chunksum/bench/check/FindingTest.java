// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.bench.check.Rule.Garbage;
import io.chunksum.bench.check.Rule.Limit;
import io.chunksum.bench.check.Rule.Ratio;
import io.chunksum.bench.report.Results;
import io.chunksum.bench.results.JmhResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FindingTest {
  private static final Map<String, String> PARAMS = Map.of("memory", "HEAP");
  private static final Ratio RATIO = new Ratio("many", "one");

  @Test
  void dividesTheTimesOfARun() {
    Finding finding = judge(true, 2, List.of(run(125, 100)));
    assertThat(finding.measured()).hasValue(1.25);
    assertThat(finding.params()).isEqualTo(PARAMS);
  }

  @Test
  void holdsAtTheLimit() {
    assertThat(judge(true, 1.25, List.of(run(125, 100))).holds()).isTrue();
    assertThat(judge(true, 1.25, List.of(run(126, 100))).holds()).isFalse();
    assertThat(judge(false, 1.25, List.of(run(125, 100))).holds()).isTrue();
    assertThat(judge(false, 1.25, List.of(run(124, 100))).holds()).isFalse();
  }

  /** Dividing the median times of these runs would give 1.5. */
  @Test
  void takesTheMedianOfTheRunsAndNotOfTheTimes() {
    assertThat(judge(true, 2, List.of(run(300, 200), run(200, 200), run(300, 300))).measured())
        .hasValue(1);
    assertThat(judge(true, 2, List.of(run(100, 100), run(300, 200))).measured()).hasValue(1.25);
  }

  @Test
  void takesTheMostGarbageOfARun() {
    assertThat(new Garbage("many").ofRuns(new double[] {7, 9, 8})).isEqualTo(9);
  }

  @Test
  void doesNotHoldForWhatARunDidNotMeasure() {
    assertThat(judge(true, 2, List.of(run(100, 100), Map.of())))
        .matches(finding -> !finding.holds())
        .extracting(Finding::toString)
        .asString()
        .contains("not measured");
  }

  @Test
  void neverShowsAMissAsIfItMetTheLimit() {
    Map<String, JmhResult> run = run(125.4, 100);
    assertThat(judge(true, 1.25, List.of(run))).asString().startsWith("1.254 ");
    assertThat(judge(true, 1.24, List.of(run))).asString().startsWith("1.25 ");
    assertThat(judge(false, 1.26, List.of(run))).asString().startsWith("1.25 ");
    assertThat(judge(false, 1.254, List.of(run))).asString().startsWith("1.254 ");
  }

  private static Finding judge(boolean most, double limit, List<Map<String, JmhResult>> runs) {
    Rule rule =
        new Rule("text", "SomeBenchmark", RATIO, new Limit(most, limit), Map.of(), List.of());
    return Finding.of(rule, PARAMS, runs);
  }

  private static Map<String, JmhResult> run(double many, double one) {
    return Map.of(
        "many", Results.of("SomeBenchmark.many", many, PARAMS),
        "one", Results.of("SomeBenchmark.one", one, PARAMS));
  }
}
