// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import org.openjdk.jmh.infra.BenchmarkParams;

/** What a sample must be for the report, which takes each for the time of one call. */
final class Samples {
  private Samples() {}

  /**
   * Fails the set-up if options of JMH have it time several calls at once, or divide their time.
   */
  static void checkOneCall(BenchmarkParams params) {
    if (params.getMeasurement().getBatchSize() != 1 || params.getOpsPerInvocation() != 1) {
      throw new IllegalArgumentException(
          "the result would not be the time of one call: leave out -bs and -opi");
    }
  }
}
