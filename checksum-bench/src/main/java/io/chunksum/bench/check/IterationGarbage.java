// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import io.chunksum.bench.results.JmhResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * JMH's profiler {@code gc}, which also reports the bytes allocated in an iteration.
 *
 * <p>JMH's JSON does not have them. Nor does it have the number of operations by which it divides
 * them, and time and score do not tell it: a call may outlast the iteration, or be many operations,
 * and a thread that waits for others goes on calling.
 */
public final class IterationGarbage extends GCProfiler {
  /** The name of the bytes allocated in an iteration, by all calls of all threads together. */
  static final String LABEL = "gc.alloc.iteration";

  /** For JMH, which makes one in each fork, with the options of {@code gc}. */
  public IterationGarbage(String options) throws ProfilerException {
    super(options);
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    List<Result<?>> columns = new ArrayList<>();
    for (Result<?> column : super.afterIteration(benchmark, iteration, result)) {
      columns.add(column);
      if (column.getLabel().equals(JmhResult.ALLOCATED)) {
        double bytes = column.getScore() * result.getMetadata().getAllOps();
        columns.add(new ScalarResult(LABEL, bytes, "B", AggregationPolicy.AVG));
      }
    }
    return columns;
  }
}
