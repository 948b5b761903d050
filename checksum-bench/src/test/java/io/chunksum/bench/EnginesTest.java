// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.DigestLanes;
import io.chunksum.compute.DigestLanes.Engine;
import java.util.Optional;
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
  void noticesThatAnEngineWasGivenUp() {
    DigestLanes lanes = DigestLanes.find(ChecksumType.MD5).orElseThrow();
    lanes.use(Engine.PLAIN_LANES);
    try {
      Engines.checkInUse(ChecksumType.MD5, Engine.PLAIN_LANES);
      lanes.use(Engine.MESSAGE_DIGEST);
      assertThatIllegalStateException()
          .isThrownBy(() -> Engines.checkInUse(ChecksumType.MD5, Engine.PLAIN_LANES))
          .withMessageStartingWith("PLAIN_LANES was given up for ");
    } finally {
      lanes.use(Engine.MESSAGE_DIGEST);
    }
    assertThat(DigestLanes.find(ChecksumType.CRC32C)).isEqualTo(Optional.empty());
    Engines.checkInUse(ChecksumType.CRC32C, Engine.MESSAGE_DIGEST);
  }
}
