// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import static io.chunksum.bench.Small.small;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.bench.peers.PeerBenchmark;
import io.chunksum.compute.DigestLanes;
import io.chunksum.compute.DigestLanes.Engine;
import java.time.Duration;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnginesTest {

  /** The forks of each method have one set of options; with any other, it is something else. */
  @ParameterizedTest
  @CsvSource({
    "messageDigest, true, false",
    "messageDigest, true, true",
    "plainLanes, false, false",
    "lanes, false, true",
    "batch, false, true",
  })
  void acceptsTheOptionsOfAMethod(String method, boolean lanesOff, boolean vectorModule) {
    assertThatCode(() -> Engines.checkOptions(method, lanesOff, vectorModule))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "messageDigest, false, false",
    "messageDigest, false, true",
    "plainLanes, false, true",
    "plainLanes, true, false",
    "lanes, false, false",
    "lanes, true, true",
    "batch, false, false",
    "batch, true, true",
  })
  void refusesOthers(String method, boolean lanesOff, boolean vectorModule) {
    assertThatIllegalStateException()
        .isThrownBy(() -> Engines.checkOptions(method, lanesOff, vectorModule))
        .withMessageStartingWith("these are not the JVM options of " + method);
  }

  /** The test JVM has neither option. */
  @Test
  void looksAtThisJvm() {
    Engines.checkOptions("io.chunksum.bench.LaneBenchmark.plainLanes");
    assertThatIllegalStateException()
        .isThrownBy(() -> Engines.checkOptions("io.chunksum.bench.LaneBenchmark.messageDigest"));
  }

  @Test
  void refusesAnEngineOnceTheTimeForItsCheckIsUp() throws Exception {
    DigestLanes.find(ChecksumType.MD5).orElseThrow().use(Engine.MESSAGE_DIGEST);
    assertThat(Engines.await(ChecksumType.MD5)).isEqualTo(Engine.MESSAGE_DIGEST);
    assertThatIllegalStateException()
        .isThrownBy(() -> Engines.await(ChecksumType.MD5, Duration.ZERO))
        .withMessage("the check of lanes for MD5 has not ended after PT0S");
    assertThat(Engines.await(ChecksumType.CRC32C, Duration.ZERO)).isEqualTo(Engine.MESSAGE_DIGEST);
  }

  @Test
  void noticesThatAnEngineWasGivenUp() {
    DigestLanes lanes = DigestLanes.find(ChecksumType.MD5).orElseThrow();
    lanes.use(Engine.PLAIN_LANES);
    try {
      Engines.checkInUse(ChecksumType.MD5, Engine.PLAIN_LANES);
      lanes.use(Engine.MESSAGE_DIGEST);
      assertThatIllegalStateException()
          .isThrownBy(() -> Engines.checkInUse(ChecksumType.MD5, Engine.PLAIN_LANES))
          .withMessageStartingWith("PLAIN_LANES was given up for ");
      System.setProperty(Engines.MAY_BE_GIVEN_UP, "true");
      assertThatNoException()
          .isThrownBy(() -> Engines.checkInUse(ChecksumType.MD5, Engine.PLAIN_LANES));
    } finally {
      System.clearProperty(Engines.MAY_BE_GIVEN_UP);
      lanes.use(Engine.MESSAGE_DIGEST);
    }
    assertThat(DigestLanes.find(ChecksumType.CRC32C)).isEqualTo(Optional.empty());
    Engines.checkInUse(ChecksumType.CRC32C, Engine.MESSAGE_DIGEST);
  }

  /** They also wait for the choice: without that, there would be nothing to notice. */
  @Test
  void benchmarksOfDigestsNoticeThatTheirEngineWasGivenUp() {
    ChunkPathBenchmark path = small(new ChunkPathBenchmark());
    VerifyBenchmark verify = small(new VerifyBenchmark());
    ParallelBenchmark parallel = small(new ParallelBenchmark());
    ScanBenchmark scan = small(new ScanBenchmark());
    WriteBenchmark write = small(new WriteBenchmark());
    DiagnosisBenchmark diagnosis = small(new DiagnosisBenchmark());
    PeerBenchmark peer = small(new PeerBenchmark());
    path.type = "MD5";
    verify.type = "MD5";
    parallel.type = "MD5";
    scan.type = "MD5";
    write.type = "MD5";
    diagnosis.type = "MD5";
    peer.type = "MD5";
    assertAll(
        () -> assertNotices(path, path::prepare, () -> {}),
        () -> assertNotices(verify, verify::prepare, () -> {}),
        () -> assertNotices(parallel, parallel::prepare, parallel::stop),
        () -> assertNotices(scan, scan::prepare, scan::remove),
        () -> assertNotices(write, write::prepare, () -> {}),
        () -> assertNotices(diagnosis, diagnosis::prepare, () -> {}),
        () -> assertNotices(peer, peer::prepare, () -> {}));
  }

  private static void assertNotices(
      TimedBenchmark benchmark, ThrowingCallable setUp, ThrowingCallable tearDown)
      throws Throwable {
    DigestLanes lanes = DigestLanes.find(ChecksumType.MD5).orElseThrow();
    lanes.use(Engine.PLAIN_LANES);
    try {
      setUp.call();
      benchmark.checkEngine();
      lanes.use(Engine.MESSAGE_DIGEST);
      assertThatIllegalStateException()
          .as(benchmark.getClass().getSimpleName())
          .isThrownBy(benchmark::checkEngine)
          .withMessageStartingWith("PLAIN_LANES was given up for ");
    } finally {
      lanes.use(Engine.MESSAGE_DIGEST);
      tearDown.call();
    }
  }
}
