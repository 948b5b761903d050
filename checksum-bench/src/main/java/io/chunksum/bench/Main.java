// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.bench.results.Provenance;
import java.util.List;

/** JMH's own main, with all its options, in forks that carry the provenance of their results. */
public final class Main {
  private Main() {}

  /** Runs benchmarks as {@code org.openjdk.jmh.Main} does. */
  public static void main(String[] args) throws Exception {
    org.openjdk.jmh.Main.main(Provenance.here(List.of(args)).addTo(args));
  }
}
