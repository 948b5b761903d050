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
 * Adds two columns to the results: the bytes of chunks that went through in a second, and the
 * payload bytes that were copied in a call. Ask for it with {@code -prof
 * io.chunksum.bench.BytesProfiler}, beside {@code -prof gc}.
 *
 * <p>Not {@code @AuxCounters}: where the mean time of a call is measured, JMH shows those as times
 * too, or sums them up over all iterations. A profiler sees the calls of each iteration, and it
 * reads counters that are kept anyway, so that nothing is added to what is measured.
 */
public final class BytesProfiler implements InternalProfiler {

  /** What the benchmark of this JVM reports. */
  private record Source(long bytesPerCall, LongSupplier bytesCopied) {}

  // The profiler and the benchmark share a JVM but are made by JMH without knowing one another.
  private static volatile Source source;
  private static volatile long copiedBefore;

  /**
   * Sets what the benchmark in this JVM reports; to be called at the end of its set-up.
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
    // In the first iteration the set-up is still to come, and takes this reading itself.
    Source known = source;
    if (known != null) {
      copiedBefore = known.bytesCopied().getAsLong();
    }
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    Source known = source;
    if (known == null) {
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
