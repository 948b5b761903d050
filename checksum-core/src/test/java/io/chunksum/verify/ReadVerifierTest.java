// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.DigestLanes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.internal.Failures;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.ChecksumCounters.Count;
import io.chunksum.observe.SkipReason;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ReadVerifierTest {

  private static final int WINDOW = 8;
  private static final int LENGTH = 5 * WINDOW + 3;
  private static final byte[] CONTENT = new byte[LENGTH];

  static {
    new Random(31).nextBytes(CONTENT);
  }

  private static final ChunkInfo INFO = info(ChecksumType.CRC32C);
  private static final ChunkBuffer CHUNK = ChunkBuffer.wrap(CONTENT);
  private static final Count NOTHING = new Count(0, 0, 0);
  private static final Count ONE = new Count(1, LENGTH, 6);

  private final ChecksumCounters counters = new ChecksumCounters();
  private final VerifyOptions options = VerifyOptions.DEFAULT.countingInto(counters);

  private static ChunkInfo info(ChecksumType type) {
    ChecksumData sums = ChunkChecksum.of(type, WINDOW).compute(ChunkBuffer.wrap(CONTENT));
    return new ChunkInfo("chunk_1", 1 << 20, LENGTH, sums);
  }

  private static ChunkBuffer damaged() {
    byte[] content = CONTENT.clone();
    content[LENGTH - 1] ^= 1;
    return ChunkBuffer.wrap(content);
  }

  private Count skipped(SkipReason reason) {
    return counters.snapshot().skipped().getOrDefault(reason, NOTHING);
  }

  @Test
  void whatThePolicyLetsPassIsTrustedAndCountedByReason() {
    ReadVerifier verifier = new ReadVerifier(ReadPolicy.never(), options);
    VerifyResult result = verifier.verify("a", damaged(), INFO);
    assertThat(result.verdict()).isEqualTo(Verdict.TRUSTED);
    assertThat(result.windows()).isZero();
    assertThat(skipped(SkipReason.NEVER)).isEqualTo(ONE);
    assertThat(counters.snapshot().verified()).isEqualTo(NOTHING);
  }

  @Test
  void whatIsVerifiedIsCountedGoodOrBad() {
    ReadVerifier verifier = new ReadVerifier(ReadPolicy.always(), options);
    assertThat(verifier.verify("a", CHUNK, INFO).verdict()).isEqualTo(Verdict.MATCH);
    VerifyResult bad = verifier.verify("a", damaged(), INFO);
    assertThat(bad.mismatches()).extracting(Mismatch::window).containsExactly(5L);
    assertThat(bad.mismatches().get(0).pieces()).isNotNull();
    assertThat(counters.snapshot().verified()).isEqualTo(new Count(2, 2 * LENGTH, 12));
    assertThat(counters.snapshot().mismatched()).isEqualTo(new Count(1, 3, 1));
    assertThat(counters.snapshot().skipped().values()).containsOnly(NOTHING);
  }

  @Test
  void withoutOptionsItKeepsAsManyMismatchesAsItsSiblings() {
    ChunkChecksum perByte = ChunkChecksum.of(ChecksumType.CRC32, 1);
    ChunkInfo zeros = new ChunkInfo("zeros", 0, 3_000, perByte.compute(chunkOf(0, 3_000)));
    VerifyResult result =
        new ReadVerifier(ReadPolicy.always()).verify("a", chunkOf(1, 3_000), zeros);
    assertThat(result.mismatchCount()).isEqualTo(3_000);
    assertThat(result.mismatches()).hasSize(VerifyResult.DEFAULT_KEPT);
  }

  private static ChunkBuffer chunkOf(int value, int length) {
    byte[] content = new byte[length];
    Arrays.fill(content, (byte) value);
    return ChunkBuffer.wrap(content);
  }

  /** MessageDigest cannot read direct memory in place, so the copies show which bytes were read. */
  @Test
  void whatIsTrustedIsNotRead() {
    DigestLanes.find(ChecksumType.MD5).orElseThrow().use(DigestLanes.Engine.MESSAGE_DIGEST);
    ByteBuffer direct = ByteBuffer.allocateDirect(LENGTH).put(CONTENT).flip();
    ReadVerifier verifier = new ReadVerifier(ReadPolicy.firstTime(2), options);
    for (int i = 0; i < 3; i++) {
      verifier.verify("a", ChunkBuffer.wrap(direct), info(ChecksumType.MD5));
      assertThat(verifier.bytesCopied().total()).isEqualTo(LENGTH);
    }
    assertThat(skipped(SkipReason.SEEN_BEFORE)).isEqualTo(new Count(2, 2 * LENGTH, 12));
  }

  @Test
  void aChunkThatIsBadIsVerifiedEachTimeUntilItIsMended() {
    ReadVerifier verifier = new ReadVerifier(ReadPolicy.firstTime(2), options);
    assertThat(verifier.verify("a", damaged(), INFO).verdict()).isEqualTo(Verdict.MISMATCH);
    assertThat(verifier.verify("a", damaged(), INFO).verdict()).isEqualTo(Verdict.MISMATCH);
    assertThat(verifier.verify("a", CHUNK, INFO).verdict()).isEqualTo(Verdict.MATCH);
    assertThat(verifier.verify("a", CHUNK, INFO).verdict()).isEqualTo(Verdict.TRUSTED);
    assertThat(verifier.verify("b", CHUNK, INFO).verdict()).isEqualTo(Verdict.MATCH);
  }

  @Test
  void theLengthIsNeverTrusted() {
    ReadPolicy policy = ReadPolicy.never();
    for (int length = 0; length <= LENGTH + 9; length++) {
      VerifyResult result =
          new ReadVerifier(policy, options)
              .verify("a", ChunkBuffer.wrap(Arrays.copyOf(CONTENT, length)), INFO);
      assertThat(result.verdict())
          .as("length %d", length)
          .isEqualTo(length == LENGTH ? Verdict.TRUSTED : Verdict.MISMATCH);
    }
  }

  @Test
  void aWrongLengthIsVerifiedAgainAfterwards() {
    ReadVerifier verifier = new ReadVerifier(ReadPolicy.firstTime(2), options);
    verifier.verify("a", CHUNK, INFO);
    verifier.verify("a", ChunkBuffer.wrap(CONTENT, 0, 9), INFO);
    assertThat(verifier.verify("a", CHUNK, INFO).verdict()).isEqualTo(Verdict.MATCH);
  }

  @Test
  void runsOfWindowsHaveLengthsToo() {
    for (int first = 0; first <= 6; first++) {
      for (int count = 0; count <= 6 - first; count++) {
        int end = Math.min((first + count) * WINDOW, LENGTH);
        int length = Math.max(0, end - first * WINDOW);
        ChunkBuffer run = ChunkBuffer.wrap(CONTENT, Math.min(first * WINDOW, end), length);
        VerifyResult trusted =
            new ReadVerifier(ReadPolicy.never(), options)
                .verifyWindows("a", run, INFO, first, count);
        VerifyResult checked =
            new ReadVerifier(ReadPolicy.always(), options)
                .verifyWindows("a", run, INFO, first, count);
        String what = "%d windows from %d".formatted(count, first);
        assertThat(trusted.verdict())
            .as(what)
            .isEqualTo(count > 0 ? Verdict.TRUSTED : Verdict.MATCH);
        assertThat(checked.verdict()).as(what).isEqualTo(Verdict.MATCH);
        if (length > 0) {
          VerifyResult cut =
              new ReadVerifier(ReadPolicy.never(), options)
                  .verifyWindows("a", run.slice(0, length - 1), INFO, first, count);
          assertThat(cut.verdict()).as(what).isEqualTo(Verdict.MISMATCH);
          assertThat(cut.mismatches().get(0).window()).as(what).isEqualTo(first + count - 1);
        }
      }
    }
    assertThatThrownBy(() ->
            new ReadVerifier(ReadPolicy.never(), options).verifyWindows("a", CHUNK, INFO, 4, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** Takes note of no result, but throws. */
  private static ReadPolicy failing(Function<String, Throwable> failure) {
    return new ReadPolicy() {
      @Override
      public @Nullable SkipReason skipReason(Object key, long bytes) {
        return null;
      }

      @Override
      public void verified(Object key, VerifyResult result) {
        Failures.rethrow(failure.apply("no room for " + key));
      }
    };
  }

  /** Who reads learns of a mismatch all the same. */
  @Test
  void whatAPolicyThrowsThatIsToldOfAMismatchHasItAttached() {
    assertThatAMismatchIsAttached(IllegalStateException::new);
    assertThatAMismatchIsAttached(NoClassDefFoundError::new);
  }

  private void assertThatAMismatchIsAttached(Function<String, Throwable> failure) {
    ReadVerifier verifier = new ReadVerifier(failing(failure), options);
    assertThatThrownBy(() -> verifier.verify("a", CHUNK, INFO))
        .hasMessage("no room for a")
        .hasNoSuppressedExceptions();
    assertThatThrownBy(() -> verifier.verify("b", damaged(), INFO))
        .hasMessage("no room for b")
        .satisfies(thrown ->
            assertThat(thrown.getSuppressed())
                .singleElement()
                .isInstanceOfSatisfying(
                    ChecksumMismatchException.class,
                    mismatch ->
                        assertThat(mismatch.result().mismatches())
                            .extracting(Mismatch::window)
                            .containsExactly(5L)));
  }

  @Test
  void chunksWithoutChecksumsAreNotTrustedButUnchecked() {
    ChunkInfo none = new ChunkInfo("c", 0, LENGTH, ChecksumData.none(0));
    ReadVerifier verifier = new ReadVerifier(ReadPolicy.never(), options);
    assertThat(verifier.verify("a", CHUNK, none).verdict()).isEqualTo(Verdict.NOT_CHECKED);
    assertThat(counters.snapshot().unchecked()).isEqualTo(new Count(1, LENGTH, 0));
    assertThat(skipped(SkipReason.NEVER)).isEqualTo(NOTHING);
  }

  @Test
  void anUnknownTypeIsRefusedOnlyWhereItIsNeeded() {
    ChecksumData sums = ChecksumData.of(ChecksumType.of("UNKNOWN", 1), LENGTH, new byte[1]);
    ChunkInfo unknown = new ChunkInfo("c", 0, LENGTH, sums);
    assertThat(new ReadVerifier(ReadPolicy.never(), options).verify("a", CHUNK, unknown).verdict())
        .isEqualTo(Verdict.TRUSTED);
    assertThatThrownBy(
            () -> new ReadVerifier(ReadPolicy.always(), options).verify("a", CHUNK, unknown))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Whatever threads do, each read is counted once, as verified or as skipped. */
  @Test
  void threadsThatSharePolicyAndCountersLoseNoRead() throws Exception {
    for (ReadPolicy policy :
        List.of(
            ReadPolicy.sample(0.3, 5),
            ReadPolicy.firstTime(50),
            ReadPolicy.budget(1_000_000, LENGTH, System::nanoTime))) {
      int threads = 4;
      int reads = 5_000;
      ChecksumCounters.Snapshot snapshot = readInThreads(policy, threads, reads);
      Count skipped =
          snapshot.skipped().values().stream()
              .filter(count -> count.calls() > 0)
              .reduce(
                  NOTHING,
                  (a, b) ->
                      new Count(
                          a.calls() + b.calls(), a.bytes() + b.bytes(), a.windows() + b.windows()));
      Count verified = snapshot.verified();
      long total = (long) threads * reads;
      String what = policy.toString();
      assertThat(skipped.calls() + verified.calls()).as(what).isEqualTo(total);
      assertThat(skipped.bytes() + verified.bytes()).as(what).isEqualTo(total * LENGTH);
      assertThat(skipped.windows() + verified.windows()).as(what).isEqualTo(total * 6);
      assertThat(skipped.calls()).as(what).isPositive();
      assertThat(verified.calls()).as(what).isPositive();
    }
  }

  /** Each thread reads chunks of 100 keys at random, of which one is damaged. */
  private static ChecksumCounters.Snapshot readInThreads(ReadPolicy policy, int threads, int reads)
      throws Exception {
    ChecksumCounters counted = new ChecksumCounters();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        Random random = new Random(thread);
        all.add(
            executor.submit(() -> {
              ReadVerifier verifier =
                  new ReadVerifier(policy, VerifyOptions.DEFAULT.countingInto(counted));
              for (int i = 0; i < reads; i++) {
                int key = random.nextInt(100);
                boolean ok = verifier.verify(key, key == 0 ? damaged() : CHUNK, INFO).ok();
                if (!ok && key != 0) {
                  throw new AssertionError("a good chunk was found bad: " + key);
                }
              }
            }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      executor.shutdown();
    }
    return counted.snapshot();
  }
}
