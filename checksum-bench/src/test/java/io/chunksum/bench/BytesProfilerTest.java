// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.bench.check.FailingBenchmark;
import io.chunksum.bench.peers.PeerBenchmark;
import java.util.Collection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Lets JMH run short benchmarks in this JVM and looks at the columns, not at the times. */
class BytesProfilerTest {

  private static final int CHUNK_BYTES = 65536;

  /** The lock is for those who measure. */
  @BeforeAll
  static void runBesideOthers() {
    System.setProperty("jmh.ignoreLock", "true");
  }

  private static OptionsBuilder options(String type) {
    OptionsBuilder options = new OptionsBuilder();
    options.param("type", type);
    return options;
  }

  private static RunResult run(Class<?> benchmark, String method, OptionsBuilder options)
      throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                options
                    .include(benchmark.getName() + "." + method + "$")
                    .param("bytesPerChecksum", "4096")
                    .param("chunkBytes", String.valueOf(CHUNK_BYTES))
                    .param("pieceBytes", "1024")
                    .addProfiler(BytesProfiler.class)
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(2)
                    .measurementTime(TimeValue.milliseconds(20))
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    assertThat(results).hasSize(1);
    return results.iterator().next();
  }

  private static void assertColumns(RunResult result, double copiedPerCall) {
    assertThat(result.getSecondaryResults().get("bytes.copied.norm").getScore())
        .isEqualTo(copiedPerCall);
    double microseconds = result.getPrimaryResult().getScore();
    // The mean of the rates of two iterations is not the rate of their mean time.
    assertThat(result.getSecondaryResults().get("bytes.rate").getScore())
        .isGreaterThanOrEqualTo(CHUNK_BYTES / microseconds * (1 - 1e-9))
        .isLessThan(CHUNK_BYTES / microseconds * 1e3);
  }

  @ParameterizedTest
  @CsvSource({
    "CHUNKSUM, compute, HEAP, 0",
    "CHUNKSUM, verify, READ_ONLY_HEAP, 65536",
    "OZONE, compute, HEAP, 65536",
    "OZONE_WALK, verify, DIRECT, 0",
  })
  void contenders(String contender, String method, String memory, double copiedPerCall)
      throws RunnerException {
    OptionsBuilder options = options("CRC32C");
    options.param("contender", contender).param("memory", memory);
    assertColumns(run(PeerBenchmark.class, method, options), copiedPerCall);
  }

  @ParameterizedTest
  @CsvSource({
    "singleBuffer, READ_ONLY_HEAP, 65536",
    "multiBuffer, HEAP, 0",
    "linearized, HEAP, 65536",
  })
  void waysThroughAChunk(String method, String memory, double copiedPerCall)
      throws RunnerException {
    OptionsBuilder options = options("CRC32C");
    options.param("memory", memory);
    assertColumns(run(ChunkPathBenchmark.class, method, options), copiedPerCall);
  }

  /** Files are read into direct buffers, whose bytes the JDK's digests copy. */
  @ParameterizedTest
  @CsvSource({"CRC32C, 0", "MD5, 65536"})
  void scanning(String type, double copiedPerCall) throws RunnerException {
    OptionsBuilder options = options(type);
    options.param("threads", "1");
    options.param("fileBytes", "32768").param("treeBytes", String.valueOf(CHUNK_BYTES));
    assertColumns(run(ScanBenchmark.class, "scan", options), copiedPerCall);
  }

  @ParameterizedTest
  @CsvSource({"compute, DIRECT, 0", "verify, READ_ONLY_HEAP, 65536"})
  void verifying(String method, String memory, double copiedPerCall) throws RunnerException {
    OptionsBuilder options = options("CRC32C");
    options.param("memory", memory);
    assertColumns(run(VerifyBenchmark.class, method, options), copiedPerCall);
  }

  /** JMH asks for columns first, and tells of what a profiler throws alone. */
  @Test
  void doesNotHideWhatFailed() {
    BytesProfiler.watch(CHUNK_BYTES, () -> 0);
    assertThatThrownBy(() -> run(FailingBenchmark.class, "spin", new OptionsBuilder()))
        .isInstanceOf(RunnerException.class)
        .hasStackTraceContaining("the check at the end");
  }
}
