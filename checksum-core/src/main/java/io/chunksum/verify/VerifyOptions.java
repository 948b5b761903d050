// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.SkipReason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What verifiers do besides verifying. Immutable and safe to share between threads.
 *
 * <pre>{@code
 * VerifyOptions options = VerifyOptions.DEFAULT.keepingMismatches(10).countingInto(counters);
 * }</pre>
 *
 * @param keptMismatches number of mismatches that a result keeps, at least 1; further ones are only
 *     counted
 * @param counters count what is done; null to count nothing
 */
@SuppressWarnings("exports") // Users need JSpecify's annotations neither to compile nor to run.
public record VerifyOptions(int keptMismatches, @Nullable ChecksumCounters counters) {

  /** Keeps {@value VerifyResult#DEFAULT_KEPT} mismatches and counts nothing. */
  public static final VerifyOptions DEFAULT = new VerifyOptions(VerifyResult.DEFAULT_KEPT, null);

  /**
   * Checks the options.
   *
   * @param keptMismatches number of mismatches that a result keeps
   * @param counters count what is done
   * @throws IllegalArgumentException if {@code keptMismatches} is below 1
   */
  public VerifyOptions {
    if (keptMismatches < 1) {
      throw new IllegalArgumentException("keptMismatches must be at least 1: " + keptMismatches);
    }
  }

  /**
   * Returns these options with another number of kept mismatches.
   *
   * @param count number of mismatches that a result keeps, at least 1
   * @return the options
   * @throws IllegalArgumentException if it is below 1
   */
  public VerifyOptions keepingMismatches(int count) {
    return new VerifyOptions(count, counters);
  }

  /**
   * Returns these options with counters.
   *
   * @param newCounters count what is done
   * @return the options
   */
  public VerifyOptions countingInto(ChecksumCounters newCounters) {
    return new VerifyOptions(keptMismatches, Objects.requireNonNull(newCounters, "newCounters"));
  }

  /** Counts windows that a policy skipped. */
  void countSkipped(SkipReason reason, long bytes, long windows) {
    if (counters != null) {
      counters.addSkipped(reason, bytes, windows);
    }
  }
}
