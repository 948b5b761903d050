// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.AllocatedBytes;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkVerifier;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No engine makes garbage, nor does a change of engine. */
class EngineAllocationTest {

  private static final int CALLS = 10_000;
  private static final int WINDOW = 60;

  /** The Vector API makes an object of each vector until the JVM's compiler is done with it. */
  private static final long MAX_WARM_UP_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final byte[] content = TestBytes.random(40_07, 34 * WINDOW + 10);
  private final ByteBuffer packed = ByteBuffer.allocate(3 * 35 * 32);

  /** Heap and direct in turn, in pieces that windows straddle. */
  private final ChunkBuffer chunk = chunk();

  private final List<ChunkBuffer> chunks = List.of(chunk, chunk(), chunk);

  @AfterEach
  void restore() {
    DigestEngine.restore();
  }

  private ChunkBuffer chunk() {
    ChunkBuffer.Builder builder = ChunkBuffer.builder();
    boolean heap = true;
    for (byte[] part : Parts.ofLength(content, 333)) {
      builder.add((heap ? BufferKind.HEAP : BufferKind.DIRECT).of(part));
      heap = !heap;
    }
    return builder.build();
  }

  /** What one thread does with a type, over and over. */
  private final class Work {

    private final ChecksumCalculator calculator;
    private final ChunkVerifier verifier;
    private final ChecksumData sums;

    Work(DigestEngine engine) {
      ChunkChecksum digest = ChunkChecksum.of(engine.type(), WINDOW);
      this.calculator = digest.newCalculator();
      this.verifier = digest.newVerifier();
      this.sums = ChecksumData.of(engine.type(), WINDOW, engine.expected(content, WINDOW));
    }

    /** Three calls; returns whether the data was found good. */
    boolean once() {
      calculator.compute(chunk, packed);
      calculator.compute(chunks, packed);
      return verifier.verify(chunk, sums).ok();
    }

    void warmUp() {
      long begin = System.nanoTime();
      // A little for the measurement itself.
      while (AllocatedBytes.during(100, this::once) > 300
          && System.nanoTime() - begin < MAX_WARM_UP_NANOS) {}
    }
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void computeIntoABufferAndCleanVerifyAllocateNothing(DigestEngine engine) {
    engine.use();
    Work work = new Work(engine);
    work.warmUp();
    long bytes = AllocatedBytes.during(CALLS, work::once);
    assertThat((double) bytes / (3 * CALLS)).as("bytes per call").isLessThan(1);
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void aCalculatorAtWorkWhenAnEngineComesIntoUseMakesNoGarbage(DigestEngine engine) {
    engine.use();
    new Work(engine).warmUp();
    DigestEngine.restore();
    Work work = new Work(engine);
    work.warmUp();

    ChecksumCalculator calculator = work.calculator;
    long before = AllocatedBytes.soFar();
    calculator.compute(chunk, packed);
    long bytes = AllocatedBytes.soFar() - before;
    engine.use();
    before = AllocatedBytes.soFar();
    calculator.compute(chunk, packed);
    calculator.compute(chunk, packed);
    bytes += AllocatedBytes.soFar() - before;
    assertThat(bytes).as("three calls, one of them the first in lanes").isLessThan(1_000);
  }
}
