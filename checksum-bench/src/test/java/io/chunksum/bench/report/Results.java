// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import io.chunksum.bench.results.JmhResult;
import io.chunksum.bench.results.Metric;
import io.chunksum.bench.results.Provenance;
import java.util.List;
import java.util.Map;

/** Results that nobody measured, with an error of 3 %. */
public final class Results {
  private Results() {}

  public static JmhResult of(String method, double micros, Map<String, String> params) {
    return of(method, micros, params, "0123abc");
  }

  static JmhResult of(String method, double micros, Map<String, String> params, String commit) {
    return of(method, micros, params, new Provenance(commit, "1 x CPU", 32, "-f 2"));
  }

  static JmhResult of(
      String method, double micros, Map<String, String> params, Provenance provenance) {
    return new JmhResult(
        "io.chunksum.bench." + method,
        "avgt",
        1,
        2,
        List.of("-Xmx1g"),
        "25.0.3",
        "VM",
        1,
        "100 ms",
        1,
        "100 ms",
        params,
        new Metric(micros, micros * 0.03, "us/op", List.of(List.of(micros), List.of(micros))),
        Map.of(),
        provenance);
  }
}
