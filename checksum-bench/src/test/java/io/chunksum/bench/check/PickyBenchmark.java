// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Fails in set-up for one value of a parameter, and in a JVM other than the one it asks for. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 2, jvmArgsPrepend = "-Dchunksum.test.picky=true")
public class PickyBenchmark {
  @Param({"GOOD", "BAD"})
  public String data = "";

  @Param({"1", "2"})
  public int tokens;

  @Setup
  public void prepare() {
    if (data.equals("BAD") || !Boolean.getBoolean("chunksum.test.picky")) {
      throw new IllegalStateException("not what was asked for");
    }
  }

  @Benchmark
  public void one() {
    Blackhole.consumeCPU(tokens);
  }

  @Benchmark
  public void other() {
    Blackhole.consumeCPU(tokens);
  }
}
