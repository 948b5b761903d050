// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Something to run {@link RatioCheck} on. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SpinBenchmark {
  @Param({"1", "2"})
  public int tokens;

  @Benchmark
  public void spin() {
    Blackhole.consumeCPU(tokens);
  }

  @Benchmark
  public byte[] allocate() {
    Blackhole.consumeCPU(tokens);
    return new byte[1 << 20];
  }

  /** Outlasts an iteration of a test many times over, although an operation does not. */
  @Benchmark
  @OperationsPerInvocation(100)
  public byte[] allocateSlowly() throws InterruptedException {
    Thread.sleep(500);
    return new byte[1 << 20];
  }
}
