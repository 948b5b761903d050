// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import io.chunksum.bench.results.JmhResult;
import io.chunksum.bench.results.Provenance;
import java.util.Locale;

/**
 * Everything that must be the same for two times to be divided by each other.
 *
 * @param settings forks and iterations, in words
 */
record Measurement(String jdk, String vm, Provenance provenance, String settings) {

  static Measurement of(JmhResult result) {
    String settings =
        String.format(
            Locale.ROOT,
            "%d x (%d x %s of warm-up, %d x %s)",
            result.forks(),
            result.warmupIterations(),
            result.warmupTime(),
            result.measurementIterations(),
            result.measurementTime());
    return new Measurement(result.jdkVersion(), result.vmName(), result.provenance(), settings);
  }

  /** Returns the number before the first dot of the version. */
  int feature() {
    return Runtime.Version.parse(jdk).feature();
  }
}
