// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.algorithm.lanes.LaneBlocks;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.DigestLanes.Engine;
import io.chunksum.data.ChecksumData;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When windows go through lanes, and when lanes are left again. */
class LaneRunnerTest {

  private static final int WINDOW = 10;
  private static final int LANES = PlainLanes.LANES;
  private final DigestLanes lanes = DigestLanes.find(ChecksumType.MD5).orElseThrow();

  /** Sizes of the groups that were digested. */
  private final List<Integer> groups = new ArrayList<>();

  @AfterEach
  void restore() {
    lanes.use(Engine.MESSAGE_DIGEST);
  }

  private static LaneRunner runner() {
    ChecksumAlgorithm md5 = ChecksumAlgorithms.of(ChecksumType.MD5);
    return Objects.requireNonNull(LaneRunner.of(md5));
  }

  /** Brings windows to the lanes. */
  private static WindowGroups groups(LaneRunner runner) {
    return new WindowGroups(WINDOW, runner, null);
  }

  private void take(byte[] digests, int count) {
    groups.add(count);
  }

  @ParameterizedTest
  @CsvSource({
    "39, ''",
    "40, 40",
    "41, 41",
    "256, 256",
    "257, 256",
    "295, 256",
    "296, 256 40",
    "512, 256 256"
  })
  void windowsGoThroughLanesAsLongAsThatPays(int windows, String expected) {
    lanes.pin(PlainLanes.choice(40, Double.POSITIVE_INFINITY));
    int length = windows * WINDOW + WINDOW - 1;
    byte[] content = new byte[length + 3];
    ByteBuffer direct = ByteBuffer.allocateDirect(length + 3).position(3);
    List<Long> taken =
        List.of(
            groups(runner()).digest(ChunkBuffer.wrap(content), 3, length, this::take),
            (long) groups(runner()).digest(content, 3, length, this::take),
            (long) groups(runner()).digest(direct, this::take));
    assertThat(direct.position()).isEqualTo(3);
    assertThat(direct.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
    List<Integer> sizes =
        expected.isEmpty()
            ? List.of()
            : List.of(expected.split(" ")).stream().map(Integer::valueOf).toList();
    long bytes = sizes.stream().mapToLong(size -> size * WINDOW).sum();
    assertThat(taken).containsOnly(bytes);
    List<Integer> thrice = new ArrayList<>(sizes);
    thrice.addAll(sizes);
    thrice.addAll(sizes);
    assertThat(groups).isEqualTo(thrice);
  }

  /** The first bytes end a window that is open, and the last ones begin another. */
  @Test
  void aStreamBringsFullWindowsToLanesHoweverItTakesThem() {
    Supplier<LaneKernel> kernels =
        () ->
            new OtherKernel() {
              @Override
              public void start(int count) {
                super.start(count);
                groups.add(count);
              }
            };
    lanes.pin(PlainLanes.choice(40, Double.POSITIVE_INFINITY, kernels));
    byte[] content = new byte[50 * WINDOW];
    List<Consumer<ChecksumStream>> ways =
        List.of(
            stream -> stream.update(ChunkBuffer.wrap(content)),
            stream -> stream.accept(content, 0, content.length),
            stream -> stream.accept(ByteBuffer.allocateDirect(content.length)),
            stream -> stream.accept(ByteBuffer.wrap(content).asReadOnlyBuffer()));
    for (Consumer<ChecksumStream> way : ways) {
      AtomicInteger windows = new AtomicInteger();
      ChecksumStream stream =
          new ChecksumStream(
              ChecksumAlgorithms.of(ChecksumType.MD5),
              WINDOW,
              (window, length, checksum, offset) -> windows.getAndIncrement());
      stream.accept(content, 0, 3);
      groups.clear();
      way.accept(stream);
      assertThat(groups).containsExactly(49);
      assertThat(windows).hasValue(50);
      assertThat(stream.openLength()).isEqualTo(3);
    }
  }

  @Test
  void lanesThatLoseTooMuchTimeAreLeftHoweverFewGroupsARunnerHas() {
    // MessageDigest is said to take next to no time: each group loses nearly all of its own.
    lanes.pin(PlainLanes.choice(2, 0.001));
    byte[] content = new byte[LANES * WINDOW];
    for (int i = 0; i < 1_000_000 && lanes.status().engine() == Engine.PLAIN_LANES; i++) {
      groups(runner()).digest(content, 0, content.length, this::take);
    }
    assertThat(lanes.status().engine()).isEqualTo(Engine.MESSAGE_DIGEST);
    assertThat(lanes.status().reason()).contains("slow in use");
    assertThat(groups(runner()).digest(content, 0, content.length, this::take)).isZero();
  }

  /** Takes that much of a processor, however long that takes. */
  private static void work(long nanos) {
    long begin = ProcessorTime.ofThisThread();
    assumeThat(begin).isNotEqualTo(ProcessorTime.UNKNOWN);
    while (ProcessorTime.ofThisThread() - begin < nanos) {
      Thread.onSpinWait();
    }
  }

  /** Each group takes 20 ms, and MessageDigest is said to take a fraction of a millisecond. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void lanesThatLoseTooMuchTimeAreLeftInTheMiddleOfACall(boolean batch) throws Exception {
    AtomicInteger taken = new AtomicInteger();
    Supplier<LaneKernel> kernels =
        () ->
            new OtherKernel() {
              @Override
              public void compress(int blocks) {
                taken.getAndIncrement();
                work(20_000_000);
                super.compress(blocks);
              }
            };
    lanes.pin(PlainLanes.choice(2, 1, kernels));
    byte[] content = new byte[100 * LANES * WINDOW];
    ChunkBuffer chunk = ChunkBuffer.wrap(content);
    ChecksumCalculator calculator =
        new ChecksumCalculator(ChecksumAlgorithms.of(ChecksumType.MD5), WINDOW);
    ChecksumData sums =
        batch ? calculator.compute(List.of(chunk)).get(0) : calculator.compute(chunk);
    assertThat(taken).hasValueLessThan(50);
    assertThat(lanes.status().engine()).isEqualTo(Engine.MESSAGE_DIGEST);
    byte[] digest = MessageDigest.getInstance("MD5").digest(new byte[WINDOW]);
    assertThat(sums.count()).isEqualTo(100 * LANES);
    for (int i = 0; i < sums.count(); i++) {
      assertThat(sums.matches(i, digest, 0)).isTrue();
    }
  }

  /** Each group waits for 20 ms, and MessageDigest is said to take ten. */
  @Test
  void lanesThatWaitForAProcessorAreKept() {
    assumeThat(ProcessorTime.ofThisThread()).isNotEqualTo(ProcessorTime.UNKNOWN);
    int bytes = LANES * WINDOW;
    Supplier<LaneKernel> kernels =
        () ->
            new OtherKernel() {
              @Override
              public void compress(int blocks) {
                LockSupport.parkNanos(20_000_000);
                super.compress(blocks);
              }
            };
    double nanosPerByte = 10_000_000 / LaneRunner.allowance(PlainLanes.choice(2, 1), bytes, LANES);
    lanes.pin(PlainLanes.choice(2, nanosPerByte, kernels));
    byte[] content = new byte[60 * bytes];
    groups(runner()).digest(content, 0, content.length, this::take);
    assertThat(groups).hasSize(60);
    assertThat(lanes.status().engine()).isEqualTo(Engine.PLAIN_LANES);
  }

  /** Here with as many bytes as 40 windows of the longest's length have. */
  @Test
  void aGroupMustHaveEnoughToDoForItsLongestWindow() {
    lanes.pin(PlainLanes.choice(40, Double.POSITIVE_INFINITY));
    LaneRunner runner = runner();
    assertThat(runner.prepare(100, 100 * WINDOW, 100 * WINDOW)).isEqualTo(LANES);
    assertThat(runner.pays(40 * WINDOW, WINDOW)).isTrue();
    assertThat(runner.pays(40 * WINDOW - 1, WINDOW)).isFalse();
  }

  /** For windows of a few bytes, that is nearly all there is to do. */
  @Test
  void lanesMayTakeAsLongAsMessageDigestWithItsPadding() {
    LaneChoice choice = PlainLanes.choice(2, 0.5);
    assertThat(LaneRunner.allowance(choice, 256 * 10, 256)).isEqualTo(256 * (10 + 64) / 2);
  }

  @Test
  void whatOneEngineLostDoesNotCountForTheNext() {
    LaneRunner runner = runner();
    byte[] content = new byte[LANES * WINDOW];
    for (int i = 2; i < 5; i++) {
      LaneChoice choice = PlainLanes.choice(i, Double.POSITIVE_INFINITY);
      lanes.pin(choice);
      long begin = System.nanoTime();
      long most = LaneLosses.MAX_NANOS;
      assertThat(choice.losses().add(begin, begin + 2 * most, ProcessorTime.UNKNOWN, (double) most))
          .isFalse();
      groups(runner).digest(content, 0, content.length, this::take);
      assertThat(lanes.status().minWindows()).isEqualTo(i);
    }
  }

  @Test
  void lanesThatAreFastEnoughAreKept() {
    lanes.pin(PlainLanes.choice(2, 1e9));
    LaneRunner runner = runner();
    byte[] content = new byte[20 * LANES * WINDOW];
    groups(runner).digest(content, 0, content.length, this::take);
    assertThat(lanes.status().engine()).isEqualTo(Engine.PLAIN_LANES);
  }

  @Test
  void lanesThatTheApplicationHasSetMayTakeAnyTime() {
    lanes.use(Engine.PLAIN_LANES);
    assertThat(lanes.choice().messageDigestNanosPerByte()).isInfinite();
  }

  @Test
  void whoLeavesAnEngineThatWasReplacedLeavesNothing() {
    LaneChoice slow = PlainLanes.choice(2, 0);
    lanes.pin(slow);
    lanes.pin(PlainLanes.choice(3, 0));
    lanes.abandon(slow, System.nanoTime());
    assertThat(lanes.status().minWindows()).isEqualTo(3);
  }

  @Test
  void aRunnerFollowsTheChoice() {
    LaneRunner runner = runner();
    byte[] content = new byte[3 * WINDOW];
    for (String name : List.of("first", "second")) {
      List<String> used = new ArrayList<>();
      Supplier<LaneKernel> kernels =
          () ->
              new OtherKernel() {
                @Override
                public void compress(int blocks) {
                  super.compress(blocks);
                  used.add(name);
                }
              };
      lanes.pin(PlainLanes.choice(2, Double.POSITIVE_INFINITY, kernels));
      assertThat(groups(runner).digest(content, 0, content.length, this::take))
          .isEqualTo(content.length);
      assertThat(used).isNotEmpty();
    }
  }

  /** The bytes are the same in all pieces, and no kernel looks at them. */
  @Test
  void aGroupMayHaveMoreThan2GiB() {
    int window = 12 << 20;
    Supplier<LaneKernel> kernels =
        () ->
            new OtherKernel() {
              @Override
              public void load(LaneBlocks next, int count, int blocks) {}

              @Override
              public void compress(int blocks) {}
            };
    lanes.pin(PlainLanes.choice(2, Double.POSITIVE_INFINITY, kernels));
    ChunkBuffer chunk = ChunkBuffer.wrap(Collections.nCopies(LANES, ByteBuffer.allocate(window)));
    assertThat(
            new WindowGroups(window, runner(), null).digest(chunk, 0, chunk.length(), this::take))
        .isEqualTo(chunk.length());
    assertThat(groups).containsExactly(LANES);
  }

  /**
   * Chunks one by one and together, with the same workspace, which is held no longer than lanes
   * are.
   */
  @Test
  void aCalculatorKeepsOneWorkspaceWhileLanesAreInUse() {
    List<WeakReference<LaneKernel>> made = new ArrayList<>();
    Supplier<LaneKernel> kernels =
        () -> {
          LaneKernel kernel = new OtherKernel();
          made.add(new WeakReference<>(kernel));
          return kernel;
        };
    lanes.pin(PlainLanes.choice(2, Double.POSITIVE_INFINITY, kernels));
    ChecksumCalculator calculator =
        new ChecksumCalculator(ChecksumAlgorithms.of(ChecksumType.MD5), WINDOW);
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[LANES * WINDOW]);
    calculator.compute(chunk);
    calculator.compute(List.of(chunk, chunk));
    calculator.compute(chunk);
    assertThat(made).hasSize(1);

    lanes.use(Engine.MESSAGE_DIGEST);
    calculator.compute(ChunkBuffer.wrap(new byte[2 * WINDOW])); // A shorter one does not ask.
    WeakReference<LaneKernel> kernel = made.get(0);
    for (int i = 0; i < 100 && kernel.get() != null; i++) {
      System.gc();
    }
    assertThat(kernel.get()).isNull();
    assertThat(calculator.bytesCopied()).isEqualTo(CopiedBytes.NONE);
  }

  @Test
  void theFirstWorkspaceIsReadyAndTheNextIsMade() {
    LaneChoice choice = PlainLanes.choice(2, 0);
    LaneWorkspace first = choice.takeWorkspace();
    assertThat(choice.takeWorkspace()).isNotSameAs(first).isNotSameAs(choice.takeWorkspace());
    assertThat(first.lanes()).isEqualTo(LANES);
  }

  @Test
  void aConsumerThatThrowsLeavesTheRunnerFitForTheNextCall() {
    lanes.pin(PlainLanes.choice(2, Double.POSITIVE_INFINITY));
    LaneRunner runner = runner();
    byte[] content = new byte[5 * WINDOW];
    IllegalStateException full = new IllegalStateException("full");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() ->
              groups(runner)
                  .digest(
                      content,
                      0,
                      content.length,
                      (digests, count) -> {
                        throw full;
                      }))
          .isSameAs(full);
    }
    assertThat(groups(runner).digest(content, 0, content.length, this::take))
        .isEqualTo(content.length);
    assertThat(groups).containsExactly(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CRC32", "CRC32C", "NONE"})
  void otherTypesHaveNoLanes(String name) {
    ChecksumAlgorithm algorithm = ChecksumAlgorithms.find(name).orElseThrow();
    assertThat(LaneRunner.of(algorithm)).isNull();
    assertThat(DigestLanes.find(algorithm.type())).isEmpty();
  }

  @Test
  void anAlgorithmFromOutsideHasNoLanesEvenWithABuiltInType() {
    ChecksumAlgorithm own =
        new ChecksumAlgorithm() {
          @Override
          public ChecksumType type() {
            return ChecksumType.MD5;
          }

          @Override
          public StreamingChecksum newChecksum() {
            return ChecksumAlgorithms.of(ChecksumType.MD5).newChecksum();
          }
        };
    assertThat(LaneRunner.of(own)).isNull();
  }
}
