// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.chunksum.ChunkChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkVerifier;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No engine makes garbage, nor does a change of engine. */
class EngineAllocationTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int CALLS = 10_000;
  private static final int WINDOW = 60;

  /** The Vector API makes an object of each vector until the JVM's compiler is done with it. */
  private static final long MOST_WARM_UP = TimeUnit.MINUTES.toNanos(1);

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

    /** Three calls; gives whether they were right. */
    boolean once() {
      calculator.compute(chunk, packed);
      calculator.compute(chunks, packed);
      return verifier.verify(chunk, sums).ok();
    }

    /** Gives the bytes allocated. */
    long times(int times) {
      boolean right = true;
      long before = allocated();
      for (int i = 0; i < times; i++) {
        right &= once();
      }
      long bytes = allocated() - before;
      assertThat(right).isTrue();
      return bytes;
    }

    void warmUp() {
      long begin = System.nanoTime();
      // A little for the measurement itself.
      while (times(100) > 300 && System.nanoTime() - begin < MOST_WARM_UP) {}
    }
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void computeIntoABufferAndCleanVerifyAllocateNothing(DigestEngine engine) {
    engine.use();
    Work work = new Work(engine);
    work.warmUp();
    // The JVM itself may allocate a little in this thread while it compiles or samples.
    assertThat((double) work.times(CALLS) / (3 * CALLS)).as("bytes a call").isLessThan(1);
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void whoIsAtWorkWhenAnEngineComesIntoUseMakesNoGarbage(DigestEngine engine) {
    engine.use();
    new Work(engine).warmUp();
    DigestEngine.restore();
    Work work = new Work(engine);
    work.warmUp();

    ChecksumCalculator calculator = work.calculator;
    long before = allocated();
    calculator.compute(chunk, packed);
    long bytes = allocated() - before;
    engine.use();
    before = allocated();
    calculator.compute(chunk, packed);
    calculator.compute(chunk, packed);
    bytes += allocated() - before;
    assertThat(bytes).as("three calls, one of them the first in lanes").isLessThan(1_000);
  }

  private static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
