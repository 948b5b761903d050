// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.lanes.LaneBlocks;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.compute.LaneSelfCheck.Outcome;
import io.chunksum.compute.LaneSelfCheck.Rounds;
import io.chunksum.internal.Failures;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Kernels that are wrong in some lane or at some time are caught. */
@Timeout(120)
class LaneSelfCheckTest {

  /** Blocks of the windows of which the speed is measured, padding included. */
  private static final int MEASURED_BLOCKS = 65;

  /** Knows the windows of which the speed is measured. */
  private static class Counting extends OtherKernel {

    private int blocks;

    /** How often a group of such windows was compressed. */
    int measured;

    @Override
    public void start(int count) {
      super.start(count);
      blocks = 0;
    }

    @Override
    public void compress(int more) {
      super.compress(more);
      blocks += more;
      measured += isMeasured() ? 1 : 0;
    }

    /** Whether the group that was compressed is of these. */
    boolean isMeasured() {
      return blocks == MEASURED_BLOCKS;
    }
  }

  /** Wrong for messages that are shorter than those measured, from some time on. */
  private static final class ShortMessages extends Counting {

    private final boolean fromTheStart;

    ShortMessages(boolean fromTheStart) {
      this.fromTheStart = fromTheStart;
    }

    @Override
    public void digest(int lane, byte[] target, int offset) {
      super.digest(lane, target, offset);
      if (!isMeasured() && (fromTheStart || measured > 0)) {
        target[offset]++;
      }
    }
  }

  /** Wrong for the messages measured, the first time or always. */
  private static final class MeasuredMessages extends Counting {

    private final boolean always;

    MeasuredMessages(boolean always) {
      this.always = always;
    }

    @Override
    public void digest(int lane, byte[] target, int offset) {
      super.digest(lane, target, offset);
      if (isMeasured() && (always || measured == 1)) {
        target[offset]++;
      }
    }
  }

  /** Makes garbage for each group, or each third one. */
  private static final class Wasteful extends OtherKernel {

    private final boolean always;
    private int groups;

    /** Kept, so that no compiler can do without it. */
    private volatile byte[] garbage = {};

    Wasteful(boolean always) {
      this.always = always;
    }

    @Override
    public void start(int count) {
      super.start(count);
      groups++;
      if (always || groups % 3 == 0) {
        garbage = new byte[garbage.length + 1];
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

  /** Wrong where a group has fewer messages than lanes. */
  private static final class IdleLanes extends OtherKernel {

    private boolean idle;

    @Override
    public void start(int count) {
      super.start(count);
      idle = count < lanes();
    }

    @Override
    public void digest(int lane, byte[] target, int offset) {
      super.digest(lane, target, offset);
      if (idle) {
        target[offset]++;
      }
    }
  }

  /** Also wrong, and notes where blocks lay. */
  private static final class Noting extends OtherKernel {

    private final Set<String> memory = new TreeSet<>();

    /** The last buffer, over memory of the checking thread where there is such memory. */
    private ByteBuffer last = ByteBuffer.allocate(1);

    @Override
    public void load(LaneBlocks next, int count, int blocks) {
      super.load(next, count, blocks);
      for (int lane = 0; lane < count; lane++) {
        ByteBuffer buffer = next.buffer(lane);
        memory.add(buffer == null ? "array" : buffer.isReadOnly() ? "read-only" : "writable");
        last = buffer == null ? last : buffer;
      }
    }

    @Override
    public void digest(int lane, byte[] target, int offset) {}
  }

  private static Outcome check(LaneKernel kernel) {
    try {
      return LaneSelfCheck.run(ChecksumType.MD5, () -> kernel);
    } catch (TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  private static String reasonToRefuse(LaneKernel kernel) {
    Outcome outcome = check(kernel);
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

  /** Until an arena has been asked for its memory, compilers leave that out. */
  @Test
  @EnabledForJreRange(min = JRE.JAVA_22)
  void memoryOfAnArenaIsTriedAndGivenBack() {
    Noting kernel = new Noting();
    reasonToRefuse(kernel);
    assertThatThrownBy(() -> kernel.last.get(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Already closed");
  }

  @Test
  void messagesOfAllLengthsAreTried() {
    assertThat(reasonToRefuse(new ShortMessages(true))).isEqualTo("gave a wrong digest");
  }

  /**
   * Until the kernel is compiled, so that code that was made for full groups is not what counts.
   */
  @Test
  void groupsThatLeaveLanesIdleAreTriedInEveryRound() {
    assertThat(reasonToRefuse(new IdleLanes())).isEqualTo("gave a wrong digest once compiled");
  }

  @Test
  void messagesOfAllLengthsAreTriedAgainWhenTheKernelIsCompiled() {
    assertThat(reasonToRefuse(new ShortMessages(false)))
        .isEqualTo("gave a wrong digest once compiled");
  }

  @Test
  void theDigestsOfEveryRoundAreCompared() {
    for (boolean always : new boolean[] {true, false}) {
      assertThat(reasonToRefuse(new MeasuredMessages(always)))
          .isEqualTo("gave a wrong digest once compiled");
    }
  }

  @Test
  void garbageInEveryRoundIsRefused() {
    assertThat(reasonToRefuse(new Wasteful(true))).endsWith(", with garbage");
  }

  /** Whether it is fast enough or not: the machine may be busy. */
  @Test
  void garbageInSomeRoundsIsNotTheKernels() {
    assertThat(check(new Wasteful(false)).reason())
        .contains("times as fast as MessageDigest")
        .doesNotContain("garbage");
  }

  /** As on a busy machine; by the clock, its patience would end in the tenth round. */
  @Test
  void aThreadThatIsHeldUpStaysPatient() {
    Counting heldUp =
        new Counting() {
          @Override
          public void compress(int blocks) {
            super.compress(blocks);
            if (isMeasured() && measured <= 10) {
              LockSupport.parkNanos(400_000_000);
            }
          }
        };
    assertThat(check(heldUp).reason()).contains("times as fast as MessageDigest");
    assertThat(heldUp.measured).isGreaterThan(10);
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
    assertThatThrownBy(() -> check(kernel))
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
  void inAVirtualThreadNoKernelPasses() throws Exception {
    AtomicReference<String> reason = new AtomicReference<>();
    VirtualThreads.start(() -> reason.set(reasonToRefuse(new OtherKernel()))).join();
    assertThat(reason).hasValue("cannot be checked for garbage: this JVM does not count it");
  }

  private static boolean good(long lanes, long oneByOne, long inPairs) {
    return new Rounds(true, 0, lanes, oneByOne, inPairs).good();
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

  @Test
  void aWrongDigestAndGarbageAreNeverGood() {
    assertThat(new Rounds(false, 0, 100, 150, Long.MAX_VALUE).good()).isFalse();
    assertThat(new Rounds(true, 1, 100, 150, Long.MAX_VALUE).good()).isFalse();
  }

  /** Times are those of 256 windows, of which each takes 1 without lanes. */
  @Test
  void asManyWindowsAreWantedAsPayOffWithAMargin() {
    // A group takes 4, however few windows it has.
    assertThat(LaneSelfCheck.minWindows(32, 32, 4, 256, 256)).isEqualTo(5);
    assertThat(LaneSelfCheck.minWindows(16, 64, 2, 512, 256)).isEqualTo(5);
    // A group takes 12 and a quarter for each window: of 20 windows, 17.
    assertThat(LaneSelfCheck.minWindows(256, 76, 16, 256, 256)).isEqualTo(21);
  }

  @Test
  void fewerWindowsThanWereMeasuredAreNeverEnoughNorAreMoreThanLanesWanted() {
    assertThat(LaneSelfCheck.minWindows(32, 2, 4, 16, 256)).isEqualTo(4);
    assertThat(LaneSelfCheck.minWindows(32, 1000, 4, 8000, 1100)).isEqualTo(32);
    // Each window takes nine tenths of what it takes without lanes, with the margin more.
    assertThat(LaneSelfCheck.minWindows(256, 231_400, 32, 240_000, 256_000)).isEqualTo(256);
    assertThat(LaneSelfCheck.minWindows(1, 100, 1, 100, 256)).isOne();
    // A small group that was slower than a full one was disturbed.
    assertThat(LaneSelfCheck.minWindows(32, 32, 4, 512, 256)).isEqualTo(5);
  }

  /** A round digests 1 MiB. */
  @Test
  void anOutcomeSaysHowFastLanesAreAndHowSlowTheyMayBe() {
    long nanos = 1 << 20;
    assertThat(new Rounds(true, 0, nanos, 6 * nanos, 3 * nanos).outcome(5))
        .isEqualTo(
            new Outcome(
                true,
                6,
                3,
                5,
                3,
                "6.00 times as fast as MessageDigest, 3.00 times as fast as two at a time"));
    assertThat(new Rounds(true, 0, nanos, 2 * nanos, Long.MAX_VALUE).outcome(5))
        .isEqualTo(new Outcome(true, 2, 2, 5, 2, "2.00 times as fast as MessageDigest"));
  }

  @Test
  void anOutcomeThatIsNotGoodSaysWhy() {
    assertThat(new Rounds(true, 0, 100, 50, Long.MAX_VALUE).outcome(5))
        .isEqualTo(Outcome.failed("0.50 times as fast as MessageDigest"));
    assertThat(new Rounds(true, 8, 100, 200, Long.MAX_VALUE).outcome(5))
        .isEqualTo(Outcome.failed("2.00 times as fast as MessageDigest, with garbage"));
  }
}
