// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static io.chunksum.verify.ChunkVerifierTest.windows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.DigestLanes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.verify.ReceiveCounts.Amount;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChunkReceiverTest {

  private static final int WINDOW = 8;
  private static final int WINDOWS = 40;
  private static final int LENGTH = WINDOWS * WINDOW - 3;
  private static final byte[] CONTENT = new byte[LENGTH];
  private static final long SEED = 20_13;

  static {
    new Random(SEED).nextBytes(CONTENT);
  }

  private static final ChunkInfo INFO = info(ChecksumType.CRC32C, CONTENT);

  private static ChunkInfo info(ChecksumType type, byte[] content) {
    ChecksumData sums = ChunkChecksum.of(type, WINDOW).compute(ChunkBuffer.wrap(content));
    return new ChunkInfo("chunk_1", 1 << 20, content.length, sums);
  }

  private static ChunkInfo infoOfNone(long length) {
    return new ChunkInfo("chunk_1", 0, length, ChecksumData.none(WINDOW));
  }

  private static ChunkReceiver receiver(ReceivePolicy policy) {
    return new ChunkReceiver(policy, 0, 3);
  }

  private static ChunkBuffer payload(int length) {
    return ChunkBuffer.wrap(Arrays.copyOf(CONTENT, length));
  }

  /** MessageDigest cannot read direct memory in place. */
  @Test
  void whatHadToBeCopiedIsCounted() {
    DigestLanes.find(ChecksumType.MD5).orElseThrow().use(DigestLanes.Engine.MESSAGE_DIGEST);
    ChecksumCounters counters = new ChecksumCounters();
    ByteBuffer direct = ByteBuffer.allocateDirect(LENGTH).put(CONTENT).flip();
    ChunkReceiver receiver =
        new ChunkReceiver(
            ReceivePolicy.always(), 0, 1, VerifyOptions.DEFAULT.countingInto(counters));
    for (int i = 1; i <= 2; i++) {
      assertThat(receiver.receive(ChunkBuffer.wrap(direct), info(ChecksumType.MD5, CONTENT)).ok())
          .isTrue();
      assertThat(counters.snapshot().bytesCopied()).isEqualTo((long) i * LENGTH);
    }
  }

  private static int windowLength(int window) {
    return window < WINDOWS - 1 ? WINDOW : WINDOW - 3;
  }

  private static Amount amount(List<Integer> windows) {
    return new Amount(
        windows.stream().mapToInt(ChunkReceiverTest::windowLength).sum(), windows.size());
  }

  /** What the sample chooses of the n-th chunk, asked from the JDK's generator. */
  private static List<Integer> chosen(double fraction, long seed, int chunk) {
    SplittableRandom chunks = new SplittableRandom(seed);
    SplittableRandom windows = new SplittableRandom(0);
    for (int i = 0; i <= chunk; i++) {
      windows = new SplittableRandom(chunks.nextLong());
    }
    SplittableRandom draws = windows;
    return IntStream.range(0, WINDOWS)
        .filter(window -> draws.nextDouble() < fraction)
        .boxed()
        .toList();
  }

  private static List<Integer> left(List<Integer> chosen) {
    return IntStream.range(0, WINDOWS).boxed().filter(window -> !chosen.contains(window)).toList();
  }

  @Test
  void whatIsVerifiedMatchesAndWhatIsNotIsTrusted() {
    ChunkReceiver always = receiver(ReceivePolicy.always());
    VerifyResult match = always.receive(payload(LENGTH), INFO);
    assertThat(match.verdict()).isEqualTo(Verdict.MATCH);
    assertThat(match).hasToString("all 40 windows match");
    Amount all = new Amount(LENGTH, WINDOWS);
    assertThat(always.counts())
        .isEqualTo(new ReceiveCounts(all, all, Amount.ZERO, Amount.ZERO, Amount.ZERO, Amount.ZERO));

    ChunkReceiver trusting = receiver(ReceivePolicy.trustSender());
    VerifyResult trusted = trusting.receive(payload(LENGTH), INFO);
    assertThat(trusted.verdict()).isEqualTo(Verdict.TRUSTED);
    assertThat(trusted.ok()).isTrue();
    assertThat(trusted.checked()).isFalse();
    assertThat(trusted.windows()).isZero();
    assertThat(trusted).hasToString("trusted: no window was checked");
    assertThat(trusting.counts())
        .isEqualTo(new ReceiveCounts(all, Amount.ZERO, Amount.ZERO, all, Amount.ZERO, Amount.ZERO));
  }

  @Test
  void onlyTheLastReplicaVerifies() {
    for (int replica = 0; replica < 3; replica++) {
      ChunkReceiver receiver = new ChunkReceiver(ReceivePolicy.lastReplicaOnly(), replica, 3);
      byte[] damaged = CONTENT.clone();
      damaged[13] ^= 4;
      assertThat(receiver.receive(payload(LENGTH), INFO).verdict())
          .isEqualTo(replica == 2 ? Verdict.MATCH : Verdict.TRUSTED);
      assertThat(receiver.receive(ChunkBuffer.wrap(damaged), INFO).verdict())
          .isEqualTo(replica == 2 ? Verdict.MISMATCH : Verdict.TRUSTED);
    }
  }

  @Test
  void replicasThatAreNotThereAreRefused() {
    for (int[] position : new int[][] {{-1, 3}, {3, 3}, {0, 0}}) {
      assertThatThrownBy(() -> new ChunkReceiver(ReceivePolicy.always(), position[0], position[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void aDamagedWindowShowsIfAndOnlyIfTheSampleChoseIt() {
    for (long seed = 0; seed < 20; seed++) {
      ReceivePolicy policy = ReceivePolicy.sample(0.25, seed);
      ChunkReceiver receiver = receiver(policy);
      for (int window = 0; window < WINDOWS; window++) {
        byte[] damaged = CONTENT.clone();
        damaged[window * WINDOW + windowLength(window) - 1] ^= 1;
        List<Integer> chosen = chosen(0.25, seed, window);
        VerifyResult result = receiver.receive(ChunkBuffer.wrap(damaged), INFO);
        String what = "seed " + seed + ", window " + window + ", chosen " + chosen;
        if (chosen.contains(window)) {
          assertThat(result.verdict()).as(what).isEqualTo(Verdict.MISMATCH);
          assertThat(windows(result)).as(what).containsExactly((long) window);
          assertThat(result.mismatches().get(0).offset()).isEqualTo((long) window * WINDOW);
          assertThat(result.mismatches().get(0).length()).isEqualTo(windowLength(window));
        } else {
          assertThat(result.verdict()).as(what).isEqualTo(Verdict.TRUSTED);
        }
        assertThat(result.windows()).as(what).isEqualTo(chosen.size());
      }
    }
  }

  /** MessageDigest cannot read direct memory in place, so the copies show which bytes were read. */
  @Test
  void windowsThatAreLeftOutAreNotRead() {
    DigestLanes.find(ChecksumType.MD5).orElseThrow().use(DigestLanes.Engine.MESSAGE_DIGEST);
    ByteBuffer direct = ByteBuffer.allocateDirect(LENGTH).put(CONTENT).flip();
    for (double fraction : new double[] {0, 0.25, 1}) {
      ChunkReceiver receiver = receiver(ReceivePolicy.sample(fraction, SEED));
      receiver.receive(ChunkBuffer.wrap(direct), info(ChecksumType.MD5, CONTENT));
      long read = amount(chosen(fraction, SEED, 0)).bytes();
      assertThat(receiver.bytesCopied().direct()).isEqualTo(read);
    }
  }

  @Test
  void theCountersOfASampleAreExact() {
    for (double fraction : new double[] {0, 0.25, 1}) {
      ChunkReceiver receiver = receiver(ReceivePolicy.sample(fraction, SEED));
      Amount verified = Amount.ZERO;
      Amount trusted = Amount.ZERO;
      for (int chunk = 0; chunk < 100; chunk++) {
        List<Integer> chosen = chosen(fraction, SEED, chunk);
        verified = verified.plus(amount(chosen));
        trusted = trusted.plus(amount(left(chosen)));
        assertThat(receiver.receive(payload(LENGTH), INFO).verdict())
            .isEqualTo(chosen.size() == WINDOWS ? Verdict.MATCH : Verdict.TRUSTED);
      }
      assertThat(receiver.counts())
          .as("fraction %s", fraction)
          .isEqualTo(
              new ReceiveCounts(
                  new Amount(100L * LENGTH, 100 * WINDOWS),
                  verified,
                  verified,
                  trusted,
                  Amount.ZERO,
                  Amount.ZERO));
    }
  }

  @Test
  void aSampleSaysHowManyWindowsItChecked() {
    int checked = chosen(0.25, SEED, 0).size();
    VerifyResult result = receiver(ReceivePolicy.sample(0.25, SEED)).receive(payload(LENGTH), INFO);
    assertThat(result.windows()).isEqualTo(checked).isPositive();
    assertThat(result)
        .hasToString(
            "trusted: windows checked and matching: " + checked + ", the others were not checked");
  }

  @Test
  void everyWrongLengthIsAMismatchUnderEveryPolicy() {
    for (ReceivePolicy policy :
        List.of(
            ReceivePolicy.always(),
            ReceivePolicy.trustSender(),
            ReceivePolicy.lastReplicaOnly(),
            ReceivePolicy.sample(0.1, SEED))) {
      ChunkReceiver receiver = receiver(policy);
      Amount received = Amount.ZERO;
      Amount mismatched = Amount.ZERO;
      for (int length = 0; length <= LENGTH + 2 * WINDOW; length++) {
        if (length == LENGTH) {
          continue;
        }
        VerifyResult result = receiver.receive(payload(length), INFO);
        assertThat(result.verdict())
            .as("%s, length %d", policy, length)
            .isEqualTo(Verdict.MISMATCH);
        List<Long> bad =
            length > LENGTH
                ? List.of((long) WINDOWS)
                : IntStream.range(length / WINDOW, WINDOWS).mapToObj(Long::valueOf).toList();
        assertThat(windows(result)).as("%s, length %d", policy, length).isEqualTo(bad);
        long badBytes = length > LENGTH ? length - LENGTH : LENGTH - length / WINDOW * WINDOW;
        received = received.plus(new Amount(length, WINDOWS));
        mismatched = mismatched.plus(new Amount(badBytes, bad.size()));
      }
      assertThat(receiver.counts())
          .as("%s", policy)
          .isEqualTo(
              new ReceiveCounts(
                  received, received, Amount.ZERO, Amount.ZERO, Amount.ZERO, mismatched));
    }
  }

  @Test
  void chunksOfNoneAreUncheckedButTheirLengthIsNot() {
    for (ReceivePolicy policy : List.of(ReceivePolicy.always(), ReceivePolicy.trustSender())) {
      ChunkReceiver receiver = receiver(policy);
      assertThat(receiver.receive(payload(20), infoOfNone(20)).verdict())
          .isEqualTo(Verdict.NOT_CHECKED);

      VerifyResult cut = receiver.receive(payload(17), infoOfNone(20));
      assertThat(cut.verdict()).isEqualTo(Verdict.MISMATCH);
      assertThat(cut).hasToString("NONE mismatch in chunk chunk_1: bytes 17 to 19 are missing");
      assertThat(cut.mismatches().get(0).expected()).isEqualTo(ByteBuffer.allocate(0));

      VerifyResult surplus = receiver.receive(payload(24), infoOfNone(20));
      assertThat(surplus.verdict()).isEqualTo(Verdict.MISMATCH);
      assertThat(surplus)
          .hasToString("NONE mismatch in chunk chunk_1: bytes 20 to 23 have no checksum");
      assertThat(surplus.mismatches().get(0).expected()).isNull();

      Amount all = new Amount(20 + 17 + 24, 0);
      assertThat(receiver.counts())
          .isEqualTo(
              new ReceiveCounts(
                  all, Amount.ZERO, Amount.ZERO, Amount.ZERO, all, new Amount(3 + 4, 2)));
    }
  }

  @Test
  void aLengthThatIsOnlyClaimedDoesNotKeepTheNextMismatchFromBeingCounted() {
    ChecksumCounters counters = new ChecksumCounters();
    ChunkReceiver receiver =
        new ChunkReceiver(
            ReceivePolicy.always(), 0, 1, VerifyOptions.DEFAULT.countingInto(counters));
    for (int i = 1; i <= 3; i++) {
      ChunkInfo info = i == 2 ? INFO : infoOfNone(Long.MAX_VALUE);
      assertThat(receiver.receive(payload(0), info).verdict()).isEqualTo(Verdict.MISMATCH);
      assertThat(receiver.counts().mismatched().bytes()).isEqualTo(Long.MAX_VALUE);
      assertThat(counters.snapshot().mismatched().bytes()).isEqualTo(Long.MAX_VALUE);
      assertThat(counters.snapshot().mismatched().calls()).isEqualTo(i);
    }
    assertThat(receiver.counts().mismatched().windows()).isEqualTo(1 + WINDOWS + 1);
  }

  @Test
  void anEmptyChunkHasNothingToTrust() {
    ChunkInfo empty = info(ChecksumType.CRC32C, new byte[0]);
    ChunkReceiver receiver = receiver(ReceivePolicy.trustSender());
    assertThat(receiver.receive(payload(0), empty).verdict()).isEqualTo(Verdict.MATCH);
    assertThat(receiver.counts().received()).isEqualTo(Amount.ZERO);
    VerifyResult surplus = receiver.receive(payload(1), empty);
    assertThat(surplus.verdict()).isEqualTo(Verdict.MISMATCH);
    assertThat(receiver.counts().mismatched()).isEqualTo(new Amount(1, 1));
  }

  @Test
  void eachChunkIsHeldAgainstItsOwnTypeAndWindowSize() {
    ChunkReceiver receiver = receiver(ReceivePolicy.always());
    for (int round = 0; round < 2; round++) {
      for (ChecksumType type :
          List.of(ChecksumType.CRC32, ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.MD5)) {
        for (int bytesPerChecksum = 1; bytesPerChecksum < 20; bytesPerChecksum++) {
          ChecksumData sums = ChunkChecksum.of(type, bytesPerChecksum).compute(payload(LENGTH));
          VerifyResult result =
              receiver.receive(payload(LENGTH), new ChunkInfo("c", 0, LENGTH, sums));
          assertThat(result.verdict()).isEqualTo(Verdict.MATCH);
          assertThat(result.windows()).isEqualTo(sums.count());
        }
      }
    }
  }

  @Test
  void anUnknownTypeIsRefusedOnlyWhereItIsNeededAndDoesNotCount() {
    ChecksumType unknown = ChecksumType.of("UNKNOWN", 1);
    ChunkInfo info = new ChunkInfo("c", 0, 1, ChecksumData.of(unknown, 1, new byte[1]));
    ChunkReceiver always = receiver(ReceivePolicy.always());
    assertThatThrownBy(() -> always.receive(payload(1), info))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no algorithm for type UNKNOWN: ");
    assertThat(always.counts().received()).isEqualTo(Amount.ZERO);
    assertThat(receiver(ReceivePolicy.trustSender()).receive(payload(1), info).verdict())
        .isEqualTo(Verdict.TRUSTED);
  }

  /** A chunk that is refused by an exception must not shift the sample of those after it. */
  @Test
  void whatDoesNotCountDoesNotMoveTheSample() {
    ChunkReceiver receiver = receiver(ReceivePolicy.sample(0.5, SEED));
    ChecksumType unknown = ChecksumType.of("UNKNOWN", 1);
    ChecksumData sums = ChecksumData.of(unknown, 1, new byte[100]);
    ChunkInfo info = new ChunkInfo("c", 0, 100, sums);
    assertThatThrownBy(() -> receiver.receive(payload(100), info))
        .isInstanceOf(IllegalArgumentException.class);
    receiver.receive(payload(LENGTH), INFO);
    assertThat(receiver.counts().sampled()).isEqualTo(amount(chosen(0.5, SEED, 0)));
  }

  @Test
  void mismatchesOfManyRunsAreCountedBeyondThoseKept() {
    int length = 5_000;
    ChecksumData sums =
        ChunkChecksum.of(ChecksumType.CRC32, 1).compute(ChunkBuffer.wrap(new byte[length]));
    byte[] other = new byte[length];
    Arrays.fill(other, (byte) 1);
    ChunkReceiver receiver = receiver(ReceivePolicy.sample(0.5, SEED));
    VerifyResult result =
        receiver.receive(ChunkBuffer.wrap(other), new ChunkInfo("c", 0, length, sums));
    Amount sampled = receiver.counts().sampled();
    assertThat(sampled.windows()).isBetween(2_000L, 3_000L);
    assertThat(result.mismatchCount()).isEqualTo(sampled.windows());
    assertThat(receiver.counts().mismatched()).isEqualTo(sampled);
    assertThat(result.mismatches()).hasSize(VerifyResult.DEFAULT_KEPT);
    assertThat(windows(result)).isSorted().doesNotHaveDuplicates();
    assertThat(windows(result).get(VerifyResult.DEFAULT_KEPT - 1)).isBetween(1_800L, 2_200L);
  }
}
