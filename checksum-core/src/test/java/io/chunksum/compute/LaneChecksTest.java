// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.DigestLanes.Engine;
import io.chunksum.compute.DigestLanes.Status;
import io.chunksum.file.CallersContext;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * When lanes are checked, in which thread, and who waits for that. Long, because all tests share
 * checks that do what a test wants, and the wait for their threads.
 */
@Timeout(400)
class LaneChecksTest {

  private final DigestLanes lanes = DigestLanes.find(ChecksumType.MD5).orElseThrow();

  /** Gives the JDK's own digest as another provider's. */
  private static final class LateProvider extends Provider {

    private static final long serialVersionUID = 1;

    LateProvider() {
      super("Late", "1", "on purpose");
      putService(
          new Service(this, "MessageDigest", "MD5", "none", null, null) {
            @Override
            public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
              try {
                return MessageDigest.getInstance("MD5", "SUN");
              } catch (GeneralSecurityException e) {
                throw new NoSuchAlgorithmException(e);
              }
            }
          });
    }
  }

  @AfterEach
  void restore() {
    lanes.use(Engine.MESSAGE_DIGEST);
  }

  private static Set<Long> threadsThatCheck() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("chunksum-lane-check"))
        .map(Thread::getId)
        .collect(Collectors.toSet());
  }

  /** Returns the threads that something starts. It locks the lanes: no check ends without. */
  private static Set<Long> startedBy(DigestLanes lanes, ThrowingCallable call) {
    synchronized (lanes) {
      Set<Long> before = threadsThatCheck();
      try {
        call.call();
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
      Set<Long> started = threadsThatCheck();
      started.removeAll(before);
      return started;
    }
  }

  @Test
  void lanesThatWereLeftAreCheckedAgain() {
    for (int i = 1; i <= 2; i++) {
      LaneChoice slow = PlainLanes.choice(2, 0);
      lanes.pin(slow);
      lanes.abandon(slow, System.nanoTime());
      assertThat(startedBy(lanes, () -> lanes.await(Duration.ZERO))).isNotEmpty();
    }
  }

  @Test
  @SuppressWarnings("NullAway")
  void noCheckIsStartedForAWaitWithoutATimeout() {
    abandonLanesThatLasted(Duration.ofMinutes(59));
    ThrowingCallable wait = () -> lanes.await(null);
    assertThat(
            startedBy(
                lanes,
                () -> assertThatNullPointerException().isThrownBy(wait).withMessage("timeout")))
        .isEmpty();
  }

  private void abandonLanesThatLasted(Duration duration) {
    abandonLanesThatLasted(duration, lanes);
  }

  private static void abandonLanesThatLasted(Duration duration, DigestLanes lanes) {
    LaneChoice slow = PlainLanes.choice(2, 0);
    lanes.pin(slow);
    lanes.abandon(slow, System.nanoTime() + duration.toNanos());
  }

  /** SHA-256 gains less, and a check has to be earned first: with 8 GiB, and here with 16 times. */
  @Test
  void lanesOfSha256AreCheckedLater() {
    DigestLanes sha256 = DigestLanes.find(ChecksumType.SHA256).orElseThrow();
    try {
      abandonLanesThatLasted(Duration.ofMinutes(61), sha256);
      assertThat(startedBy(sha256, () -> sha256.missed((1L << 37) - 1))).isEmpty();
      assertThat(startedBy(sha256, () -> sha256.missed(1))).isNotEmpty();
    } finally {
      sha256.use(Engine.MESSAGE_DIGEST);
    }
  }

  @Test
  void lanesThatWereLeftAreCheckedLaterEachTimeUnlessTheyLastedForLong() {
    abandonLanesThatLasted(Duration.ofMinutes(61));
    abandonLanesThatLasted(Duration.ofMinutes(59));
    abandonLanesThatLasted(Duration.ofMinutes(59));
    assertThat(startedBy(lanes, () -> lanes.missed((1L << 40) - 1))).isEmpty();
    abandonLanesThatLasted(Duration.ofMinutes(61));
    assertThat(startedBy(lanes, () -> lanes.missed((1L << 32) - 1))).isEmpty();
    assertThat(startedBy(lanes, () -> lanes.missed(1))).isNotEmpty();
  }

  /** Here with 4 GiB. Fewer windows would not show what lanes are good for. */
  @Test
  void onlyCallsWithEightWindowsCountTowardsACheck() {
    ChecksumAlgorithm md5 = ChecksumAlgorithms.of(ChecksumType.MD5);
    LaneRunner runner = Objects.requireNonNull(LaneRunner.of(md5));
    abandonLanesThatLasted(Duration.ofMinutes(61));
    assertThat(startedBy(lanes, () -> runner.prepare(7, 1L << 32, 1L << 32))).isEmpty();
    assertThat(startedBy(lanes, () -> runner.prepare(8, 1L << 32, 1L << 32))).isNotEmpty();
  }

  /** With all their windows and bytes. */
  @Test
  void chunksThatAreComputedTogetherCountTowardsACheck() {
    ChecksumAlgorithm md5 = ChecksumAlgorithms.of(ChecksumType.MD5);
    ChecksumBatch batch = new ChecksumBatch(md5, 10, (chunk, window, length, sum, at) -> {});
    List<ChunkBuffer> chunks = Collections.nCopies(8, ChunkBuffer.wrap(new byte[10]));
    abandonLanesThatLasted(Duration.ofMinutes(61));
    lanes.missed((1L << 32) - 160);
    assertThat(startedBy(lanes, () -> batch.run(chunks))).isEmpty();
    assertThat(startedBy(lanes, () -> batch.run(chunks))).isNotEmpty();
  }

  /** Also those of a chunk that would count by itself. */
  @ParameterizedTest
  @ValueSource(ints = {79, 80, 85})
  void eachByteOfABatchCountsOnceTowardsACheck(int chunkBytes) {
    ChecksumAlgorithm md5 = ChecksumAlgorithms.of(ChecksumType.MD5);
    ChecksumBatch batch = new ChecksumBatch(md5, 10, (chunk, window, length, sum, at) -> {});
    List<ChunkBuffer> chunks =
        List.of(ChunkBuffer.wrap(new byte[chunkBytes]), ChunkBuffer.wrap(new byte[10]));
    abandonLanesThatLasted(Duration.ofMinutes(61));
    lanes.missed((1L << 32) - (chunkBytes + 10) - 1); // A run leaves one byte.
    assertThat(startedBy(lanes, () -> batch.run(chunks))).isEmpty();
    assertThat(startedBy(lanes, () -> batch.run(chunks))).isNotEmpty();
  }

  @Test
  void whatACheckFindsReplacesLanesThatWereAbandonedMeanwhile() throws InterruptedException {
    LaneChoice slow = PlainLanes.choice(2, 0);
    lanes.pin(slow);
    Thread check = new LaneCheckThread(lanes, "MD5", lanes.pins());
    lanes.abandon(slow, System.nanoTime());
    lanes.startCheckIn(check, lanes.pins());
    check.join();
    Status found = lanes.status();
    assertThat(found.reason()).contains("MessageDigest");
    assertThat(lanes.await(Duration.ofMinutes(1))).as("not checked again").isEqualTo(found);
  }

  @Test
  void lanesThatAreAbandonedWhileACheckRunsAreNotCheckedAgain() throws InterruptedException {
    LaneChoice slow = PlainLanes.choice(2, 0);
    lanes.pin(slow);
    int before = lanes.pins();
    Thread check =
        new Thread(() -> {
          lanes.abandon(slow, System.nanoTime());
          lanes.runCountedCheck(before);
        });
    lanes.startCheckIn(check, before);
    check.join();
    assertThat(lanes.status().reason()).contains("MessageDigest");
    assertThat(startedBy(lanes, () -> lanes.await(Duration.ZERO))).isEmpty();
  }

  /** What is pinned meanwhile stands, and so does the check that is to come if that is left. */
  @Test
  void aCheckWhoseResultWillNotBeUsedKeepsNoOtherFromStarting() {
    int before = lanes.pins();
    abandonLanesThatLasted(Duration.ZERO);
    lanes.startCheckIn(impossible(), before);
    assertThat(startedBy(lanes, () -> lanes.await(Duration.ZERO))).isNotEmpty();
  }

  private static DigestLanes lanesWith(LaneEngines.Check check) {
    LaneEngines engines = new LaneEngines(ChecksumType.MD5, check);
    return new DigestLanes(ChecksumType.MD5, "MD5", engines, 1 << 20);
  }

  @Test
  void theStatusSaysThatLanesAreBeingCheckedUnlessTheyAreInUse() {
    AtomicReference<DigestLanes> own = new AtomicReference<>();
    List<String> reasons = new ArrayList<>();
    LaneEngines.Check check =
        (type, kernels) -> {
          reasons.add(own.get().status().reason());
          return LaneSelfCheck.Outcome.failed("were refused");
        };
    DigestLanes checked = lanesWith(check);
    own.set(checked);
    for (int i = 0; i < 2; i++) {
      assertThat(checked.check().reason()).endsWith("were refused; so MessageDigest is used");
    }
    assertThat(reasons).hasSize(4).containsOnly("lanes are being checked");
    reasons.clear();
    checked.pin(PlainLanes.choice(2, 0));
    checked.check();
    assertThat(reasons).containsExactly("test", "test");
  }

  @Test
  void aCheckWithTooLittleProcessorTimeIsRepeatedLater() {
    DigestLanes busy =
        lanesWith((type, kernels) -> {
          throw new TimeoutException("on purpose");
        });
    String later = "lanes could not be checked, but will be checked again: on purpose";
    assertThat(busy.check().reason()).isEqualTo(later);
    assertThat(startedBy(busy, () -> busy.missed((1 << 24) - 1))).isEmpty();
    assertThat(startedBy(busy, () -> busy.missed(1))).isNotEmpty();
  }

  @Test
  void aCheckThatFailsLeavesNothingThatSeemsToBeChecked() {
    DigestLanes failing =
        lanesWith((type, kernels) -> {
          throw new StackOverflowError("on purpose");
        });
    assertThatThrownBy(failing::check).isInstanceOf(StackOverflowError.class);
    assertThat(failing.status().reason())
        .startsWith("lanes could not be checked, but will be checked again: ");
    assertThat(startedBy(failing, () -> failing.missed(1 << 24))).isNotEmpty();
  }

  /** As where the class loader is closed meanwhile; an application may end the JVM for that. */
  @Test
  void nothingThatACheckThrowsEndsItsOwnThread() throws InterruptedException {
    DigestLanes failing =
        lanesWith((type, kernels) -> {
          throw new NoClassDefFoundError("on purpose");
        });
    List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    Thread check = new LaneCheckThread(failing, "MD5", failing.pins());
    check.setUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
    failing.startCheckIn(check, failing.pins());
    check.join();
    assertThat(uncaught).isEmpty();
    assertThat(failing.status().reason())
        .startsWith("lanes could not be checked, but will be checked again: ")
        .contains("on purpose");
  }

  /** As while other threads take all memory that there is. */
  @Test
  void aCheckThatHasNoMemoryToSayWhyIsRepeatedLaterAllTheSame() {
    OutOfMemoryError error =
        new OutOfMemoryError() {
          private static final long serialVersionUID = 1;

          @Override
          public String getMessage() {
            throw new OutOfMemoryError("on purpose");
          }
        };
    DigestLanes failing =
        lanesWith((type, kernels) -> {
          throw error;
        });
    assertThatCode(failing::check).doesNotThrowAnyException();
    assertThat(failing.status().reason())
        .isEqualTo("lanes could not be checked, but will be checked again");
    assertThat(startedBy(failing, () -> failing.missed(1 << 24))).isNotEmpty();
  }

  /** Whose garbage is not counted. */
  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void aVirtualThreadWaitsForACheckInAThreadOfAnotherKindEvenIfInterrupted() throws Exception {
    AtomicBoolean interrupted = new AtomicBoolean();
    Set<Long> before = threadsThatCheck();
    Thread checking =
        VirtualThreads.start(() -> {
          Thread.currentThread().interrupt();
          lanes.check();
          interrupted.set(Thread.currentThread().isInterrupted());
        });
    Set<Long> started = threadsThatCheck();
    while (checking.isAlive() && before.containsAll(started)) {
      started = threadsThatCheck();
    }
    checking.join();
    started.removeAll(before);
    assertThat(started).hasSize(1);
    assertThat(lanes.status().reason()).contains("MessageDigest");
    assertThat(interrupted).isTrue();
  }

  private static Thread impossible() {
    return new Thread() {
      @Override
      public synchronized void start() {
        throw new OutOfMemoryError("on purpose");
      }
    };
  }

  @Test
  void withoutAThreadToCheckLanesMessageDigestIsUsedAndTheCheckRepeatedLater() throws Exception {
    lanes.pin(PlainLanes.choice(2, Double.POSITIVE_INFINITY));
    assertThatCode(() -> lanes.startCheckIn(impossible(), lanes.pins())).doesNotThrowAnyException();
    Status status = lanes.status();
    assertThat(status.engine()).isEqualTo(Engine.MESSAGE_DIGEST);
    assertThat(status.reason())
        .isEqualTo("no thread could be started to check lanes; they will be checked again");
    assertThat(lanes.await(Duration.ofMinutes(3)).reason()).contains("MessageDigest");
  }

  @Test
  void whatWasChosenBeforeNoThreadCouldBeStartedStands() throws InterruptedException {
    int before = lanes.pins();
    Status chosen = lanes.use(Engine.PLAIN_LANES);
    lanes.startCheckIn(impossible(), before);
    assertThat(lanes.status()).isEqualTo(chosen);
    assertThat(lanes.await(Duration.ofDays(1))).as("waits for nothing").isEqualTo(chosen);
  }

  @Test
  void whatWasChosenBeforeTheThreadOfACheckIsAtWorkStands() throws InterruptedException {
    int before = lanes.pins();
    Thread check = new LaneCheckThread(lanes, "MD5", before);
    Status chosen = lanes.use(Engine.PLAIN_LANES);
    lanes.startCheckIn(check, before);
    check.join();
    assertThat(lanes.quickExclusion()).isNull();
    assertThat(lanes.status()).isEqualTo(chosen);
  }

  @Test
  void whoAwaitsACheckWaitsForOneInTheThreadOfAnother() throws InterruptedException {
    lanes.use(Engine.MESSAGE_DIGEST);
    Thread checking = new Thread(lanes::check);
    checking.start();
    while (checking.isAlive() && !isInSelfCheck(checking)) {
      Thread.onSpinWait();
    }
    assertThat(lanes.await(Duration.ofMinutes(3)).reason()).contains("MessageDigest");
    checking.join();
  }

  /** What else a check asks that class comes before it is counted. */
  private static boolean isInSelfCheck(Thread thread) {
    String name = LaneSelfCheck.class.getName();
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(
            frame -> frame.getClassName().equals(name) && frame.getMethodName().equals("run"));
  }

  /** It runs for seconds. */
  @Test
  void theThreadThatChecksKeepsNoClassLoaderOfTheCaller() throws IOException {
    try (CallersContext context = new CallersContext()) {
      assertThat(new LaneCheckThread(lanes, "MD5", 0).getContextClassLoader())
          .isNotSameAs(context.classLoader());
    }
  }

  @Test
  void theThreadThatChecksKeepsNoJvmFromEnding() {
    assertThat(new LaneCheckThread(lanes, "MD5", 0).isDaemon()).isTrue();
  }

  @Test
  void lanesThatAProviderRulesOutWhenTheyAreCheckedAreCheckedAgainLater() throws Exception {
    Thread check = new LaneCheckThread(lanes, "MD5", lanes.pins());
    Security.insertProviderAt(new LateProvider(), 1);
    try {
      lanes.startCheckIn(check, lanes.pins());
      check.join();
      assertThat(lanes.status().reason()).isEqualTo("the preferred provider of MD5 is Late");
    } finally {
      Security.removeProvider("Late");
    }
    String ruledOut =
        "lanes could not be checked, but will be checked again:"
            + " the preferred provider of MD5 is Late";
    assertThat(lanes.status().reason()).isEqualTo(ruledOut);
    assertThat(lanes.await(Duration.ofMinutes(1)).reason()).isNotEqualTo(ruledOut);
  }

  /** As where the application has removed the JDK's own. */
  @Test
  void withoutAnyProviderOfTheDigestLanesAreNotChecked() {
    LaneEngines.Check check =
        (type, kernels) -> {
          throw new AssertionError("checked");
        };
    LaneEngines engines = new LaneEngines(ChecksumType.MD5, check);
    DigestLanes without = new DigestLanes(ChecksumType.MD5, "MD0", engines, 1 << 20);
    assertThat(without.check().reason()).isEqualTo("no provider of this JVM has MD0");
    assertThat(startedBy(without, () -> without.missed(1 << 20))).isEmpty();
  }

  @Test
  void aProviderThatComesLaterIsLookedAtOnlyAfterAsManyBytesAgain() {
    Provider late = new LateProvider();
    LaneChoice slow = PlainLanes.choice(2, 0);
    lanes.pin(slow);
    lanes.abandon(slow, System.nanoTime());
    Security.insertProviderAt(late, 1);
    try {
      assertThat(startedBy(lanes, () -> lanes.missed(1L << 50))).isEmpty();
    } finally {
      Security.removeProvider("Late");
    }
    assertThat(startedBy(lanes, () -> lanes.missed(1))).isEmpty();
    assertThat(startedBy(lanes, () -> lanes.missed(1L << 50))).isNotEmpty();
  }
}
