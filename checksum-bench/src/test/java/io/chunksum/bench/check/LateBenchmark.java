// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Becomes ten thousand times as slow from the third fork on, as machines do, only less so. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LateBenchmark {
  private static final int FORKS_ON_TIME = 2;

  /** Has a byte for each fork. */
  @Param("")
  public String file = "";

  private long tokens;

  @Setup
  public void prepare() throws IOException {
    Path forks = Path.of(file);
    Files.write(forks, new byte[1], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    tokens = Files.size(forks) <= FORKS_ON_TIME ? 1_000 : 10_000_000;
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
