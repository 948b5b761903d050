// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Adds two columns to the results: chunk bytes processed per second, and payload bytes copied per
 * call. Enable it with {@code -prof io.chunksum.bench.BytesProfiler}, in addition to {@code -prof
 * gc}.
 *
 * <p>Not {@code @AuxCounters}: when the mean time of a call is measured, JMH reports those as times
 * too, or sums them over all iterations. A profiler sees the calls of each iteration and reads
 * counters that are kept anyway, so nothing is added to what is measured.
 */
public final class BytesProfiler implements InternalProfiler {

  /** What the benchmark of this JVM reports. */
  private record Source(long bytesPerCall, LongSupplier bytesCopied) {}

  // JMH creates the profiler and the benchmark in one JVM, but they do not know each other.
  private static volatile Source source;
  private static volatile long copiedBefore;

  /**
   * Sets what the benchmark in this JVM reports; to be called at the end of its setup.
   *
   * @param bytesPerCall number of payload bytes that one call reads
   * @param bytesCopied counts the payload bytes copied so far
   */
  public static void watch(long bytesPerCall, LongSupplier bytesCopied) {
    copiedBefore = bytesCopied.getAsLong();
    source = new Source(bytesPerCall, bytesCopied);
  }

  @Override
  public String getDescription() {
    return "Chunk bytes per second and copied bytes per call";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    // Before the first iteration, setup has yet to run, and takes this reading itself.
    Source known = source;
    if (known != null) {
      copiedBefore = known.bytesCopied().getAsLong();
    }
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    Source known = source;
    // JMH asks before it reports that calls have failed: to fail here would hide why.
    if (known == null || result.getRawPrimaryResults().isEmpty()) {
      return List.of();
    }
    List<ScalarResult> columns = new ArrayList<>();
    long copied = known.bytesCopied().getAsLong() - copiedBefore;
    columns.add(
        column("bytes.copied.norm", copied / (double) result.getMetadata().getAllOps(), "B/op"));
    if (benchmark.getMode() == Mode.AverageTime) {
      double microseconds =
          result.getPrimaryResult().getScore() * benchmark.getTimeUnit().toNanos(1) / 1000;
      columns.add(column("bytes.rate", known.bytesPerCall() / microseconds, "MB/sec"));
    }
    return columns;
  }

  private static ScalarResult column(String label, double value, String unit) {
    return new ScalarResult(label, value, unit, AggregationPolicy.AVG);
  }
}
