// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Blackhole;

/** Two classes of one name, as those of two packages may be. */
public final class Twins {
  private Twins() {}

  /** A place for one of them. */
  public static final class First {
    private First() {}

    /** Has both methods. */
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public static class TwinBenchmark {
      @Benchmark
      public void one() {
        Blackhole.consumeCPU(1);
      }

      @Benchmark
      public void other() {
        Blackhole.consumeCPU(1);
      }
    }
  }

  /** A place for the other. */
  public static final class Second {
    private Second() {}

    /** Has only one of them. */
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public static class TwinBenchmark {
      @Benchmark
      public void one() {
        Blackhole.consumeCPU(1);
      }
    }
  }
}
