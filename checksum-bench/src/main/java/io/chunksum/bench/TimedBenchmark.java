// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.DigestLanes.Engine;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * How all benchmarks here measure: the mean time of a call, in forks with a fixed heap. Also what
 * their set-up has in common.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
public abstract class TimedBenchmark {

  /** Null if no choice of engine was awaited. */
  private @Nullable ChecksumType awaitedType;

  private Engine chosenEngine = Engine.MESSAGE_DIGEST;

  /**
   * Fails the set-up if several threads would share a calculator, which is for one of them, or if a
   * result would not be the time of one call.
   */
  @Setup
  public void checkOptions(BenchmarkParams params) {
    Samples.checkOneCall(params);
    if (params.getThreads() > 1) {
      throw new IllegalArgumentException(
          "these benchmarks are for one thread, not for " + params.getThreads());
    }
  }

  /**
   * Waits until this JVM has chosen what computes checksums of a type. Each set-up of something
   * that computes digests must, or the engine may change in the middle of the measurement.
   */
  protected final void awaitEngine(ChecksumType type) throws InterruptedException {
    chosenEngine = Engines.await(type);
    awaitedType = type;
    // Here and not only at the end: what the first check allocates would count in an iteration.
    checkEngine();
  }

  /**
   * Fails the run if the engine that was chosen was given up: the time would be that of two. It may
   * be where {@code chunksum.bench.lanesMayBeGivenUp} is true.
   */
  @TearDown
  public void checkEngine() {
    if (awaitedType != null) {
      Engines.checkInUse(awaitedType, chosenEngine);
    }
  }

  /** Finds the algorithm of the parameter {@code type}. */
  protected static ChecksumAlgorithm algorithm(String type) {
    return ChecksumAlgorithms.find(type)
        .orElseThrow(() -> new IllegalArgumentException("no algorithm has the name " + type));
  }

  /** Returns random bytes, the same ones in every run. */
  protected static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /**
   * Fails the set-up unless all contenders compute the same. What they compute into is cleared
   * before each, or one that does nothing would find there what another has left.
   */
  protected static void checkSame(List<Supplier<ByteBuffer>> contenders) {
    byte[] expected = contenders.get(0).get().array().clone();
    for (Supplier<ByteBuffer> contender : contenders) {
      byte[] computed = contender.get().array();
      checkAgreement(Arrays.equals(computed, expected));
      Arrays.fill(computed, (byte) 0);
    }
  }

  /** Fails the set-up unless all contenders have computed the same. */
  protected static void checkAgreement(boolean agree) {
    if (!agree) {
      throw new IllegalStateException("the contenders disagree");
    }
  }
}
