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
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** Fails in tear-down, after it was measured. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FailingBenchmark {

  /** Has a byte for each fork, of which only the first fails; if this is empty, every fork does. */
  @Param("")
  public String file = "";

  @TearDown
  public void check() throws IOException {
    if (!file.isEmpty()) {
      Path forks = Path.of(file);
      Files.write(forks, new byte[1], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      if (Files.size(forks) > 1) {
        return;
      }
    }
    throw new IllegalStateException("the check at the end");
  }

  @Benchmark
  public void spin() {
    Blackhole.consumeCPU(1);
  }
}
