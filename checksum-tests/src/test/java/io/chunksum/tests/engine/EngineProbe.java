// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.DigestLanes;
import io.chunksum.compute.DigestLanes.Engine;
import io.chunksum.compute.DigestLanes.Status;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.AllocatedBytes;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.ForeignProvider;
import io.chunksum.tests.FreedMemory;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.security.Security;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/**
 * What must hold in a JVM of its own, because the choice of engine is made once in its life. Run by
 * {@link EngineChoiceTest}, with a scenario as the argument. Long, because the scenarios share what
 * they ask of the engines and their threads.
 */
final class EngineProbe {

  private static final DigestLanes MD5 = DigestLanes.find(ChecksumType.MD5).orElseThrow();
  private static final DigestLanes SHA256 = DigestLanes.find(ChecksumType.SHA256).orElseThrow();
  private static final List<DigestLanes> ALL = List.of(MD5, SHA256);

  /** Longer than any check takes, even where the machine is busy. */
  private static final Duration LONG = Duration.ofMinutes(3);

  /** Bytes, some more than what a calculator makes in its first call and keeps. */
  private static final long MUCH_GARBAGE = 1 << 20;

  private static final String NOT_CHECKED = "not been checked yet";
  private static final String SET = "set by the application";
  private static final String VECTOR_OPTION = "--add-modules jdk.incubator.vector";

  private EngineProbe() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "withoutVectorModule" -> withoutVectorModule();
      case "excluded" -> excluded(args[1]);
      case "neverStartsWhereExcluded" -> neverStartsWhereExcluded();
      case "foreignProviderBefore" -> foreignProviderBefore();
      case "foreignProviderAfter" -> foreignProviderAfter();
      case "foreignProviderAfterCalculators" -> foreignProviderAfterCalculators();
      case "bouncyCastle" -> bouncyCastle();
      case "await" -> await();
      case "awaitNotLongEnough" -> awaitNotLongEnough();
      case "checkTwice" -> checkTwice();
      case "setWhileChecking" -> setWhileChecking();
      case "withoutMemory" -> withoutMemory();
      case "withoutCollector" -> withoutCollector();
      case "withoutVectors" -> withoutVectors();
      case "startsByItself" -> startsByItself();
      case "startsByItselfInBatches" -> startsByItselfInBatches();
      case "startsLaterForSha256" -> startsLaterForSha256();
      case "neverStartsOnceSet" -> neverStartsOnceSet();
      case "modulePath" -> modulePath();
      case "firstDigests" -> firstDigests();
      case "inUseOnceSet" -> inUseOnceSet();
      case "noGarbageOnceCompiled" -> noGarbageOnceCompiled();
      case "noGarbageOnceChecked" -> noGarbageOnceChecked();
      case "noGarbageOverArenas" -> noGarbageOverArenas();
      case "underSecurityManager" -> underSecurityManager(args[1]);
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.out.println("held: " + args[0]);
  }

  // ---- what all scenarios use

  /** The status does not contradict itself. */
  private static void assertConsistent(Status status) {
    if (status.engine() == Engine.MESSAGE_DIGEST) {
      assertThat(status.lanes()).as("1, or 2 in pairs").isBetween(1, 2);
      assertThat(status.minWindows()).isEqualTo(status.lanes());
      assertThat(status.speed()).isEqualTo(1);
    } else {
      assertThat(status.lanes()).isGreaterThan(1);
      assertThat(status.minWindows()).isBetween(1, status.lanes());
    }
    assertThat(status.reason()).isNotBlank();
  }

  /** The status of a check that came to an end, whatever it found: the machine may be busy. */
  private static void assertChecked(Status status) {
    assertConsistent(status);
    if (status.engine() == Engine.MESSAGE_DIGEST) {
      assertThat(status.reason()).contains("so MessageDigest is used");
    } else {
      assertThat(status.speed()).isGreaterThanOrEqualTo(1.2);
      assertThat(status.reason()).contains("times as fast as MessageDigest");
    }
    assertThat(status.reason()).doesNotContain("wrong digest", "failed");
  }

  private static void assertRight(ChecksumType type) {
    byte[] content = TestBytes.random(40_05, 100_000);
    byte[] expected =
        (type.equals(ChecksumType.MD5)
                ? DigestEngine.MD5_MESSAGE_DIGEST
                : DigestEngine.SHA256_MESSAGE_DIGEST)
            .expected(content, 999);
    assertThat(ChunkChecksum.of(type, 999).compute(ChunkBuffer.wrap(content)).packed())
        .isEqualTo(ByteBuffer.wrap(expected));
  }

  /** The thread of a check under way, of any type. */
  private static Optional<Thread> checkThread() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("chunksum-"))
        .findAny();
  }

  /** A check is over a moment before its thread is. */
  private static void assertThreadEnds() throws InterruptedException {
    Optional<Thread> check = checkThread();
    if (check.isPresent()) {
      check.get().join();
    }
    assertThat(checkThread()).isEmpty();
  }

  private static void assertUnavailable(DigestLanes lanes, Engine engine, String why) {
    Status before = lanes.status();
    assertThatIllegalStateException()
        .isThrownBy(() -> lanes.use(engine))
        .withMessageContaining(why);
    assertThat(lanes.status()).isEqualTo(before);
  }

  // ---- scenarios

  private static void withoutVectorModule() {
    for (DigestLanes lanes : ALL) {
      assertUnavailable(lanes, Engine.VECTOR_LANES, VECTOR_OPTION);
    }
    assertUnavailable(SHA256, Engine.PLAIN_LANES, "not available here for SHA256");
    assertThat(MD5.use(Engine.PLAIN_LANES).lanes()).isGreaterThan(1);
    assertRight(ChecksumType.MD5);

    Status md5 = MD5.check();
    assertChecked(md5);
    assertThat(md5.engine()).isIn(Engine.PLAIN_LANES, Engine.MESSAGE_DIGEST);
    assertThat(md5.reason()).contains(VECTOR_OPTION);
    Status sha256 = SHA256.check();
    assertChecked(sha256);
    assertThat(sha256.engine()).isEqualTo(Engine.MESSAGE_DIGEST);
    assertThat(sha256.reason()).contains(VECTOR_OPTION);
    assertRight(ChecksumType.MD5);
    assertRight(ChecksumType.SHA256);
  }

  /** Lanes are ruled out, and asking for them gives the reason. */
  private static void excluded(String why) throws Exception {
    for (DigestLanes lanes : ALL) {
      assertThat(lanes.status().reason()).contains(why);
      assertThat(lanes.check()).isEqualTo(lanes.status());
      assertThat(lanes.await(LONG)).isEqualTo(lanes.status());
      assertConsistent(lanes.status());
      assertThat(lanes.status().engine()).isEqualTo(Engine.MESSAGE_DIGEST);
      assertUnavailable(lanes, Engine.VECTOR_LANES, why);
      assertUnavailable(lanes, Engine.PLAIN_LANES, why);
      assertThat(lanes.use(Engine.MESSAGE_DIGEST).engine()).isEqualTo(Engine.MESSAGE_DIGEST);
    }
    assertRight(ChecksumType.MD5);
    assertRight(ChecksumType.SHA256);
  }

  private static void foreignProviderBefore() throws Exception {
    assertThat(Security.insertProviderAt(new ForeignProvider(), 1)).isEqualTo(1);
    excluded("provider of");
    for (DigestLanes lanes : ALL) {
      assertThat(lanes.status().reason()).endsWith("is " + ForeignProvider.NAME);
    }
    assertThatTheProviderDigests(ChecksumType.MD5);
    assertThatTheProviderDigests(ChecksumType.SHA256);
  }

  private static void foreignProviderAfter() {
    MD5.use(Engine.VECTOR_LANES);
    SHA256.use(Engine.VECTOR_LANES);
    Security.insertProviderAt(new ForeignProvider(), 1);
    for (DigestLanes lanes : ALL) {
      assertThat(lanes.status().engine()).isEqualTo(Engine.MESSAGE_DIGEST);
      assertThat(lanes.status().reason()).endsWith("is " + ForeignProvider.NAME);
      assertConsistent(lanes.status());
    }
    assertThatTheProviderDigests(ChecksumType.MD5);
    assertThatTheProviderDigests(ChecksumType.SHA256);
    Security.removeProvider(ForeignProvider.NAME);
    assertThat(MD5.status().engine()).isEqualTo(Engine.VECTOR_LANES);
    assertRight(ChecksumType.MD5);
  }

  private static void assertThatTheProviderDigests(ChecksumType type) {
    ChunkChecksum digest = ChunkChecksum.of(type, 100);
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[10_000]);
    long before = ForeignProvider.digests();
    digest.compute(chunk);
    digest.newCalculator().compute(List.of(chunk, chunk));
    assertThat(ForeignProvider.digests() - before).isEqualTo(300);
  }

  /** A calculator keeps the provider it began with, even one that is removed. */
  private static void foreignProviderAfterCalculators() {
    byte[] content = TestBytes.random(40_06, 100_000);
    ChunkBuffer chunk = ChunkBuffer.wrap(content);
    for (ChecksumType type : List.of(ChecksumType.MD5, ChecksumType.SHA256)) {
      ChecksumCalculator calculator = ChunkChecksum.of(type, 1000).newCalculator();
      ChecksumData expected = ChunkChecksum.of(type, 1000).compute(chunk);
      long before = ForeignProvider.digests();
      Security.insertProviderAt(new ForeignProvider(), 1);
      assertThat(calculator.compute(chunk)).isEqualTo(expected);
      assertThat(calculator.compute(List.of(chunk, chunk))).containsExactly(expected, expected);
      assertThat(ForeignProvider.digests()).isEqualTo(before);
      Security.removeProvider(ForeignProvider.NAME);
    }
    ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.SHA256, 1000).newCalculator();
    Security.removeProvider("SUN");
    assertThat(calculator.compute(chunk).count()).isEqualTo(100);
    assertThat(calculator.compute(List.of(chunk, chunk))).hasSize(2);
  }

  private static void bouncyCastle() throws Exception {
    Security.insertProviderAt(new BouncyCastleProvider(), 1);
    excluded("is BC");
    // After the JDK's own provider, it does not rule lanes out.
    Security.removeProvider(BouncyCastleProvider.PROVIDER_NAME);
    Security.addProvider(new BouncyCastleProvider());
    assertThat(MD5.use(Engine.VECTOR_LANES).engine()).isEqualTo(Engine.VECTOR_LANES);
  }

  private static void await() throws InterruptedException {
    for (DigestLanes lanes : ALL) {
      assertThat(lanes.status().reason()).contains(NOT_CHECKED);
    }
    assertChecked(MD5.await(LONG));
    assertThat(SHA256.status().reason()).contains(NOT_CHECKED);
    assertChecked(SHA256.await(ChronoUnit.FOREVER.getDuration()));
    assertThreadEnds();
    Status found = MD5.status();
    assertThat(MD5.await(Duration.ZERO)).as("no second check").isEqualTo(found);
    assertThat(checkThread()).isEmpty();
    assertRight(ChecksumType.MD5);
    assertRight(ChecksumType.SHA256);
  }

  private static void awaitNotLongEnough() throws InterruptedException {
    // Nobody has compiled anything yet, so a check takes far longer than this.
    for (Duration little : List.of(Duration.ofMillis(1), Duration.ZERO, Duration.ofDays(-1))) {
      Status status = MD5.await(little);
      assertThat(checkThread()).as("check still under way after %s", little).isPresent();
      assertThat(status.engine()).isEqualTo(Engine.MESSAGE_DIGEST);
      assertThat(status.reason()).isEqualTo("lanes are being checked");
    }
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> MD5.await(LONG)).isInstanceOf(InterruptedException.class);
    Thread check = checkThread().orElseThrow();
    assertThat(check.isDaemon()).isTrue();
    assertThat(check.getName()).isEqualTo("chunksum-lane-check-MD5");
    assertRight(ChecksumType.MD5);
    assertChecked(MD5.await(LONG));
    assertThreadEnds();
  }

  private static void checkTwice() throws InterruptedException {
    assertChecked(MD5.check());
    assertThat(MD5.use(Engine.MESSAGE_DIGEST).reason()).contains(SET);
    assertChecked(MD5.check());
    Status last = MD5.status();
    assertThat(MD5.await(LONG)).isEqualTo(last);
    assertThat(checkThread()).isEmpty();
  }

  private static void setWhileChecking() throws InterruptedException {
    MD5.await(Duration.ZERO);
    Thread check = checkThread().orElseThrow();
    assertThat(MD5.use(Engine.PLAIN_LANES).reason()).contains(SET);
    check.join();
    assertThat(MD5.status().engine()).isEqualTo(Engine.PLAIN_LANES);
    assertThat(MD5.status().reason()).contains(SET);
  }

  /** With 1 MiB outside the heap, of which a check needs nearly half. */
  private static void withoutMemory() throws InterruptedException {
    List<ByteBuffer> hog = new ArrayList<>(List.of(ByteBuffer.allocateDirect(900 * 1024)));
    assertThat(MD5.check().engine()).isEqualTo(Engine.MESSAGE_DIGEST);
    assertThat(MD5.status().reason()).contains("will be checked again", "direct buffer memory");
    assertThat(MD5.await(LONG)).isEqualTo(MD5.status());
    assertThreadEnds();
    assertThat(MD5.status().reason()).contains("will be checked again", "direct buffer memory");
    digestMebibytes(ChecksumType.MD5, 16 * 1024, 300);
    assertThat(checkThread()).as("later").isEmpty();
    assertThat(hog.remove(0).isDirect()).isTrue();
    assertChecked(MD5.await(LONG));
    assertThreadEnds();
  }

  /** In a heap that has no room for what vector lanes allocate until they are compiled. */
  private static void withoutCollector() {
    for (DigestLanes lanes : ALL) {
      Status status = lanes.check();
      assertChecked(status);
      assertThat(status.engine()).isNotEqualTo(Engine.VECTOR_LANES);
      assertThat(status.reason())
          .startsWith("VECTOR_LANES would fill the memory until compiled: Epsilon");
    }
    assertRight(ChecksumType.MD5);
    assertThat(MD5.use(Engine.VECTOR_LANES).engine()).as("set").isEqualTo(Engine.VECTOR_LANES);
  }

  private static void withoutVectors() {
    for (DigestLanes lanes : ALL) {
      assertThat(lanes.check().reason()).startsWith("VECTOR_LANES are not available here for ");
      assertThatThrownBy(() -> lanes.use(Engine.VECTOR_LANES))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("VECTOR_LANES are not available here for ");
    }
  }

  private static void startsByItself() throws InterruptedException {
    // Windows that are too few at a time say nothing about the use of lanes.
    digestMebibytes(ChecksumType.MD5, 1024 * 1024 / 7, 300);
    digestMebibytes(ChecksumType.MD5, 16 * 1024, 255);
    assertThat(checkThread()).isEmpty();
    assertThat(MD5.status().reason()).contains(NOT_CHECKED);
    digestMebibytes(ChecksumType.MD5, 16 * 1024, 1);
    awaitCheckOf(MD5);
    assertThat(SHA256.status().reason()).contains(NOT_CHECKED);
  }

  private static void startsByItselfInBatches() throws InterruptedException {
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[1024 * 1024]);
    ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.MD5, 1024 * 1024).newCalculator();
    List<ChunkBuffer> eight = List.of(chunk, chunk, chunk, chunk, chunk, chunk, chunk, chunk);
    for (int i = 0; i < 31; i++) {
      calculator.compute(eight);
    }
    assertThat(checkThread()).isEmpty();
    assertThat(MD5.status().reason()).contains(NOT_CHECKED);
    calculator.compute(eight);
    awaitCheckOf(MD5);
  }

  /** As many bytes as for MD5 are not enough. */
  private static void startsLaterForSha256() {
    digestMebibytes(ChecksumType.SHA256, 16 * 1024, 300);
    assertThat(checkThread()).isEmpty();
    assertThat(SHA256.status().reason()).contains(NOT_CHECKED);
  }

  /** A check that has begun is under way, or already over. */
  private static void awaitCheckOf(DigestLanes lanes) throws InterruptedException {
    Optional<Thread> check = checkThread();
    assertThat(check.isPresent() || !lanes.status().reason().contains(NOT_CHECKED)).isTrue();
    if (check.isPresent()) {
      check.get().join();
    }
    assertChecked(lanes.status());
    assertThat(checkThread()).isEmpty();
  }

  private static void neverStartsWhereExcluded() {
    Status before = MD5.status();
    digestMebibytes(ChecksumType.MD5, 16 * 1024, 300);
    assertThat(checkThread()).isEmpty();
    assertThat(MD5.status()).isEqualTo(before);
  }

  private static void neverStartsOnceSet() {
    MD5.use(Engine.MESSAGE_DIGEST);
    digestMebibytes(ChecksumType.MD5, 16 * 1024, 300);
    assertThat(checkThread()).isEmpty();
    assertThat(MD5.status().reason()).contains(SET);
  }

  private static void digestMebibytes(ChecksumType type, int bytesPerChecksum, int count) {
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[1024 * 1024]);
    ByteBuffer packed = ByteBuffer.allocate(100 * 1024);
    ChecksumCalculator calculator = ChunkChecksum.of(type, bytesPerChecksum).newCalculator();
    for (int i = 0; i < count; i++) {
      calculator.compute(chunk, packed);
    }
  }

  private static void firstDigests() {
    digestMebibytes(ChecksumType.MD5, 16 * 1024, 1);
    digestMebibytes(ChecksumType.SHA256, 16 * 1024, 1);
  }

  private static void inUseOnceSet() {
    assertThat(MD5.use(Engine.PLAIN_LANES).engine()).isEqualTo(Engine.PLAIN_LANES);
    assertRight(ChecksumType.MD5);
  }

  /** Compiled for heap memory and calls that leave no lane idle. */
  private static void noGarbageOnceCompiled() {
    MD5.use(Engine.VECTOR_LANES);
    ByteBuffer full = ByteBuffer.allocate(256 * 4096);
    for (int calls = 0; garbageOf200Calls(full) >= MUCH_GARBAGE; calls += 200) {
      assertThat(calls).as("calls").isLessThan(20_000);
    }
    assertNoGarbage(ByteBuffer.allocate(250 * 4096)); // leaves lanes of any number idle
    assertNoGarbage(ByteBuffer.allocateDirect(250 * 4096));
    assertNoGarbage(ByteBuffer.allocateDirect(250 * 4096).asReadOnlyBuffer());
  }

  /** Where code that was compiled in the check is thrown away in use, megabytes are made. */
  private static void noGarbageOnceChecked() {
    assertChecked(MD5.check());
    assertNoGarbage(ByteBuffer.allocate(250 * 4096));
  }

  private static void noGarbageOverArenas() throws Exception {
    assertChecked(MD5.check());
    assertNoGarbage(FreedMemory.allocateShared(250 * 4096).buffer());
    assertNoGarbage(FreedMemory.allocate(250 * 4096).buffer());
  }

  private static void assertNoGarbage(ByteBuffer content) {
    assertThat(garbageOf200Calls(content)).isLessThan(MUCH_GARBAGE);
  }

  private static long garbageOf200Calls(ByteBuffer content) {
    ChunkBuffer chunk = ChunkBuffer.wrap(content);
    ByteBuffer packed = ByteBuffer.allocate(256 * ChecksumType.MD5.checksumLength());
    ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.MD5, 4096).newCalculator();
    long before = AllocatedBytes.soFar();
    for (int i = 0; i < 200; i++) {
      calculator.compute(chunk, packed.clear());
    }
    return AllocatedBytes.soFar() - before;
  }

  /** Digests go on where the library may do next to nothing. */
  private static void underSecurityManager(String why) {
    for (int i = 0; i < 2; i++) {
      assertRight(ChecksumType.MD5);
      assertRight(ChecksumType.SHA256);
    }
    digestMebibytes(ChecksumType.MD5, 16 * 1024, 300);
    assertThat(checkThread()).isEmpty();
    assertThat(MD5.status().reason()).contains(why);
  }

  private static void modulePath() {
    Module core = ChunkChecksum.class.getModule();
    assertThat(core.getName()).isEqualTo("io.chunksum");
    Module vector = ModuleLayer.boot().findModule("jdk.incubator.vector").orElseThrow();
    assertThat(core.canRead(vector)).as("before it is needed").isFalse();
    for (DigestLanes lanes : ALL) {
      assertThat(lanes.use(Engine.VECTOR_LANES).engine()).isEqualTo(Engine.VECTOR_LANES);
    }
    assertThat(core.canRead(vector)).isTrue();
    assertRight(ChecksumType.MD5);
    assertRight(ChecksumType.SHA256);
  }
}
