// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Methods that cannot be compared: with a parameter more than others, or in two modes. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class UnevenBenchmark {

  /** A parameter that only some methods have. */
  @State(Scope.Benchmark)
  public static class Tokens {
    @Param("1")
    public int tokens;
  }

  @Benchmark
  public void with(Tokens some) {
    Blackhole.consumeCPU(some.tokens);
  }

  @Benchmark
  public void without() {
    Blackhole.consumeCPU(1);
  }

  @Benchmark
  @BenchmarkMode({Mode.AverageTime, Mode.SampleTime})
  public void sampled() {
    Blackhole.consumeCPU(1);
  }
}
