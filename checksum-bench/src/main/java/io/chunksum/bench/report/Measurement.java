// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import io.chunksum.bench.results.JmhResult;
import io.chunksum.bench.results.Provenance;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Everything that must be the same for two times to be divided by each other.
 *
 * @param settings forks, iterations and threads, in words
 */
record Measurement(String jdk, String vm, Provenance provenance, String settings) {
  private static final Pattern VERSION = Pattern.compile("(?:1\\.)?(\\d{1,9})");

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
    if (result.threads() > 1) {
      settings += ", " + result.threads() + " threads";
    }
    return new Measurement(result.jdkVersion(), result.vmName(), result.provenance(), settings);
  }

  /** Returns the feature version, such as 17; 8 for 1.8.0, and 0 if it is not known. */
  int feature() {
    Matcher version = VERSION.matcher(jdk);
    return version.lookingAt() ? Integer.parseInt(version.group(1)) : 0;
  }
}
