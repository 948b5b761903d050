// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.lanes.LaneBlocks;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.internal.Failures;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Kernels that are wrong in some lane or at some time are caught. */
@Timeout(120)
class LaneSelfCheckTest {

  /** Blocks of the windows of which the speed is measured, padding included. */
  private static final int MEASURED_BLOCKS = 65;

  /** Wrong for messages that are shorter than those measured, from some time on. */
  private static final class ShortMessages extends OtherKernel {

    private final boolean fromTheStart;
    private boolean measuring;
    private int blocks;

    ShortMessages(boolean fromTheStart) {
      this.fromTheStart = fromTheStart;
    }

    @Override
    public void start(int count) {
      super.start(count);
      blocks = 0;
    }

    @Override
    public void compress(int more) {
      super.compress(more);
      blocks += more;
    }

    @Override
    public void digest(int lane, byte[] target, int offset) {
      super.digest(lane, target, offset);
      measuring |= blocks == MEASURED_BLOCKS;
      if (blocks < MEASURED_BLOCKS && (fromTheStart || measuring)) {
        target[offset]++;
      }
    }
  }

  /** Wrong in one lane of many. */
  private static final class OneLane extends OtherKernel {

    private final int wrong;

    OneLane(int wrong) {
      this.wrong = wrong;
    }

    @Override
    public void digest(int lane, byte[] target, int offset) {
      super.digest(lane, target, offset);
      if (lane == wrong) {
        target[offset + digestLength() - 1]++;
      }
    }
  }

  /** Also wrong, and notes where blocks lay. */
  private static final class Noting extends OtherKernel {

    private final Set<String> memory = new TreeSet<>();

    @Override
    public void load(LaneBlocks next, int count, int blocks) {
      super.load(next, count, blocks);
      for (int lane = 0; lane < count; lane++) {
        ByteBuffer buffer = next.buffer(lane);
        memory.add(buffer == null ? "array" : buffer.isReadOnly() ? "read-only" : "writable");
      }
    }

    @Override
    public void digest(int lane, byte[] target, int offset) {}
  }

  private static String reasonToRefuse(LaneKernel kernel) {
    LaneSelfCheck.Outcome outcome = LaneSelfCheck.run(ChecksumType.MD5, () -> kernel);
    assertThat(outcome.passed()).isFalse();
    return outcome.reason();
  }

  @Test
  void oneWrongLaneIsEnough() {
    int last = new OtherKernel().lanes() - 1;
    assertThat(reasonToRefuse(new OneLane(0))).isEqualTo("gave a wrong digest");
    assertThat(reasonToRefuse(new OneLane(last))).isEqualTo("gave a wrong digest");
  }

  /** What was compiled for memory of one kind may be slower than MessageDigest with another. */
  @Test
  void memoryOfAllKindsIsTried() {
    Noting kernel = new Noting();
    assertThat(reasonToRefuse(kernel)).isEqualTo("gave a wrong digest");
    assertThat(kernel.memory).containsExactly("array", "read-only", "writable");
  }

  @Test
  void messagesOfAllLengthsAreTried() {
    assertThat(reasonToRefuse(new ShortMessages(true))).isEqualTo("gave a wrong digest");
  }

  @Test
  void theyAreTriedAgainWhenTheKernelIsCompiled() {
    assertThat(reasonToRefuse(new ShortMessages(false)))
        .isEqualTo("gave a wrong digest once compiled");
  }

  private static LaneKernel throwing(Throwable thrown) {
    return new OtherKernel() {
      @Override
      public void compress(int blocks) {
        Failures.rethrow(thrown);
      }
    };
  }

  @Test
  void kernelThatThrowsIsRefused() {
    for (Throwable thrown :
        List.of(
            new IllegalStateException("no such instruction"),
            new NoSuchMethodError("no such method"),
            new InternalError("a fault of the JVM"),
            new AssertionError("a fault of the kernel"))) {
      assertThat(reasonToRefuse(throwing(thrown))).isEqualTo("failed: " + thrown);
    }
  }

  @Test
  void aLackOfMemorySaysNothingOfAKernel() {
    LaneKernel kernel = throwing(new OutOfMemoryError("on purpose"));
    assertThatThrownBy(() -> LaneSelfCheck.run(ChecksumType.MD5, () -> kernel))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("on purpose");
  }

  @Test
  void withoutTheCountOfGarbageNoKernelPasses() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    threads.setThreadAllocatedMemoryEnabled(false);
    try {
      assertThat(reasonToRefuse(new OtherKernel()))
          .isEqualTo("cannot be checked for garbage: this JVM does not count it");
    } finally {
      threads.setThreadAllocatedMemoryEnabled(true);
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void norInAVirtualThread() throws Exception {
    AtomicReference<String> reason = new AtomicReference<>();
    VirtualThreads.start(() -> reason.set(reasonToRefuse(new OtherKernel()))).join();
    assertThat(reason).hasValue("cannot be checked for garbage: this JVM does not count it");
  }

  private static boolean good(long lanes, long oneByOne, long inPairs) {
    return new LaneSelfCheck.Rounds(true, 0, lanes, oneByOne, inPairs).good();
  }

  /** Whatever MessageDigest does, one window at a time or two: the better way counts. */
  @Test
  void lanesMustBeFasterThanMessageDigestInItsBetterWay() {
    assertThat(good(100, 120, Long.MAX_VALUE)).isTrue();
    assertThat(good(100, 119, Long.MAX_VALUE)).isFalse();
    assertThat(good(100, 150, 110)).isTrue();
    assertThat(good(100, 150, 109)).isFalse();
    assertThat(good(100, 119, 150)).as("pairs that do not pay off").isFalse();
  }
}
