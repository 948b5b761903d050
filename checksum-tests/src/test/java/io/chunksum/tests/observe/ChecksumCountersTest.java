// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.ChecksumCounters.Count;
import io.chunksum.observe.SkipReason;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.BlockVerifier;
import io.chunksum.verify.ChunkReceiver;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.ReceivePolicy;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ChecksumCountersTest {

  private static final int LENGTH = 10_000;
  private static final Count NOTHING = new Count(0, 0, 0);
  private static final Count WHOLE = new Count(1, LENGTH, 20);
  private static final byte[] CONTENT = TestBytes.random(21_22, LENGTH);
  private static final ChunkBuffer CHUNK = ChunkBuffer.wrap(CONTENT);

  private final ChecksumCounters counters = new ChecksumCounters();
  private final VerifyOptions options = VerifyOptions.DEFAULT.countingInto(counters);
  private final ChunkChecksum crc32c =
      ChunkChecksum.of(ChecksumType.CRC32C, 512).countingInto(counters);
  private final ChecksumData sums =
      ChunkChecksum.of(ChecksumType.CRC32C, 512).compute(ChunkBuffer.wrap(CONTENT));
  private final ChunkInfo info = new ChunkInfo("chunk", 0, LENGTH, sums);

  private static ChunkBuffer damaged() {
    byte[] content = CONTENT.clone();
    content[700] ^= 1;
    content[LENGTH - 1] ^= 1;
    return ChunkBuffer.wrap(content);
  }

  private void assertNothingSkipped() {
    assertThat(counters.snapshot().skipped()).hasSameSizeAs(SkipReason.values());
    assertThat(counters.snapshot().skipped().values()).containsOnly(NOTHING);
  }

  @Test
  void aSnapshotDoesNotChangeWithTheMapItWasMadeOf() {
    Map<SkipReason, Count> skipped = new HashMap<>(Map.of(SkipReason.NEVER, WHOLE));
    ChecksumCounters.Snapshot snapshot =
        new ChecksumCounters.Snapshot(WHOLE, NOTHING, NOTHING, NOTHING, skipped, 0);
    skipped.clear();
    assertThat(snapshot.skipped()).containsExactly(Map.entry(SkipReason.NEVER, WHOLE));
    assertThat(snapshot.skipped()).isUnmodifiable();
    ChecksumCounters.Snapshot none =
        new ChecksumCounters.Snapshot(NOTHING, NOTHING, NOTHING, NOTHING, skipped, 0);
    assertThat(none.skipped()).isEmpty();
  }

  @Test
  void bytesOfABlockThatHaveNoChecksumsAreCounted() {
    ChunkInfo none = new ChunkInfo("none", 0, LENGTH, ChecksumData.none(512));
    ByteRange range = new ByteRange(0, LENGTH);
    assertThat(new BlockVerifier(List.of(none), options).verify(CHUNK, 0, range).ok()).isTrue();
    assertThat(counters.snapshot().unchecked()).isEqualTo(new Count(1, LENGTH, 0));
    assertThat(counters.snapshot().verified()).isEqualTo(NOTHING);
  }

  @Test
  void computationsAreCountedHoweverTheyAreAskedFor() {
    crc32c.compute(CHUNK);
    crc32c.newCalculator().compute(CHUNK, ByteBuffer.allocate(80));
    crc32c.newParallelCalculator(Runnable::run, 2).compute(CHUNK);
    assertThat(counters.snapshot().computed()).isEqualTo(new Count(3, 3 * LENGTH, 60));
    crc32c.newCalculator().compute(List.of(CHUNK, CHUNK));
    assertThat(counters.snapshot().computed()).isEqualTo(new Count(4, 5 * LENGTH, 100));
    ChunkChecksum.of(ChecksumType.NONE, 512).countingInto(counters).compute(CHUNK);
    ChunkChecksum.of(ChecksumType.CRC32C, 512).compute(CHUNK);
    ChunkBuffer empty = ChunkBuffer.wrap(new byte[0]); // No windows, so nothing is computed.
    crc32c.compute(empty);
    crc32c.newCalculator().compute(List.of(empty, empty));
    crc32c.newParallelCalculator(Runnable::run, 2).compute(empty);
    assertThat(counters.snapshot().computed()).isEqualTo(new Count(4, 5 * LENGTH, 100));
    assertThat(counters.snapshot().verified()).isEqualTo(NOTHING);
    assertThat(counters.snapshot().bytesCopied()).isZero();
  }

  /** The helper comes first here, and does it all. */
  @Test
  void aCallOfSeveralThreadsIsCountedOnceWithWhatHelpersCopy() {
    int length = 4 << 20;
    ByteBuffer direct = ByteBuffer.allocateDirect(length);
    ChunkBuffer chunk = ChunkBuffer.wrap(direct);
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 1 << 20).countingInto(counters);
    ChecksumData sums = md5.newParallelCalculator(Runnable::run, 2).compute(chunk);
    assertThat(counters.snapshot().computed()).isEqualTo(new Count(1, length, 4));
    assertThat(counters.snapshot().bytesCopied()).isEqualTo(length);
    direct.put(0, (byte) 1).put(length - 1, (byte) 1);
    assertThat(md5.newParallelVerifier(Runnable::run, 2).verify(chunk, sums).ok()).isFalse();
    assertThat(counters.snapshot().verified()).isEqualTo(new Count(1, length, 4));
    assertThat(counters.snapshot().mismatched()).isEqualTo(new Count(1, 2 << 20, 2));
    assertThat(counters.snapshot().bytesCopied()).isEqualTo(2L * length);
  }

  @Test
  void aSnapshotCannotBeChanged() {
    assertThat(counters.snapshot().skipped()).isUnmodifiable();
  }

  @Test
  void everyWayToVerifyAWholeChunkCountsItOnce() {
    List<Runnable> ways =
        List.of(
            () -> crc32c.verify(damaged(), sums),
            () -> crc32c.verify(damaged(), info),
            () -> crc32c.newParallelVerifier(Runnable::run, 2).verify(damaged(), info),
            () -> crc32c.newBatchVerifier().verify(List.of(damaged()), List.of(sums)),
            () -> new ChunkReceiver(ReceivePolicy.always(), 0, 1, options).receive(damaged(), info),
            () ->
                new BlockVerifier(List.of(info), options)
                    .verify(damaged(), 0, new ByteRange(0, LENGTH)),
            () -> {
              ChunkVerifier verifier = crc32c.newVerifier();
              verifier.begin(info, 0, 20);
              verifier.update(damaged());
              verifier.finish();
            });
    for (int i = 0; i < ways.size(); i++) {
      ways.get(i).run();
      assertThat(counters.snapshot().verified())
          .as("way %d", i)
          .isEqualTo(new Count(i + 1, (i + 1L) * LENGTH, (i + 1L) * 20));
      assertThat(counters.snapshot().mismatched())
          .as("way %d", i)
          .isEqualTo(new Count(i + 1, (i + 1L) * (512 + 272), (i + 1L) * 2));
    }
    assertThat(counters.snapshot().computed()).isEqualTo(NOTHING);
    assertThat(counters.snapshot().unchecked()).isEqualTo(NOTHING);
    assertNothingSkipped();
  }

  @Test
  void cleanChunksAreNoMismatch() {
    crc32c.verify(CHUNK, sums);
    assertThat(counters.snapshot().verified()).isEqualTo(WHOLE);
    assertThat(counters.snapshot().mismatched()).isEqualTo(NOTHING);
  }

  @Test
  void surplusIsUncheckedAndMissingBytesAreMismatched() {
    ChunkBuffer longer = ChunkBuffer.wrap(Arrays.copyOf(CONTENT, LENGTH + 7));
    crc32c.verify(longer, info);
    crc32c.newParallelVerifier(Runnable::run, 2).verify(longer, info);
    new ChunkReceiver(ReceivePolicy.trustSender(), 0, 1, options).receive(longer, info);
    assertThat(counters.snapshot().verified()).isEqualTo(new Count(3, 3 * LENGTH, 60));
    assertThat(counters.snapshot().mismatched()).isEqualTo(new Count(3, 21, 3));
    assertThat(counters.snapshot().unchecked()).isEqualTo(new Count(3, 21, 0));
    crc32c.verify(ChunkBuffer.wrap(CONTENT, 0, 9_000), info);
    assertThat(counters.snapshot().verified()).isEqualTo(new Count(4, 3 * LENGTH + 9_000, 80));
    assertThat(counters.snapshot().mismatched()).isEqualTo(new Count(4, 21 + 1_296, 6));
    assertThat(counters.snapshot().unchecked()).isEqualTo(new Count(3, 21, 0));
  }

  @Test
  void whatCannotBeComparedIsUnchecked() {
    ChunkChecksum.of(ChecksumType.NONE, 512).countingInto(counters).verify(CHUNK, sums);
    ChunkChecksum.of(ChecksumType.CRC32, 512).countingInto(counters).verify(CHUNK, sums);
    ChunkChecksum other = ChunkChecksum.of(ChecksumType.CRC32C, 256).countingInto(counters);
    other.verify(CHUNK, info);
    other.newParallelVerifier(Runnable::run, 2).verify(CHUNK, info);
    other.newBatchVerifier().verify(List.of(CHUNK), List.of(sums));
    ChunkInfo none = new ChunkInfo("chunk", 0, LENGTH, ChecksumData.none(512));
    new ChunkReceiver(ReceivePolicy.always(), 0, 1, options).receive(CHUNK, none);
    assertThat(counters.snapshot().unchecked()).isEqualTo(new Count(6, 6 * LENGTH, 0));
    assertThat(counters.snapshot().verified()).isEqualTo(NOTHING);
    new ChunkReceiver(ReceivePolicy.always(), 0, 1, options)
        .receive(ChunkBuffer.wrap(CONTENT, 0, 100), none);
    assertThat(counters.snapshot().unchecked()).isEqualTo(new Count(7, 6 * LENGTH + 100, 0));
    assertThat(counters.snapshot().mismatched()).isEqualTo(new Count(1, LENGTH - 100, 1));
    ChunkBuffer empty = ChunkBuffer.wrap(new byte[0]);
    ChunkChecksum.of(ChecksumType.NONE, 512).countingInto(counters).verify(empty, none.checksums());
    assertThat(counters.snapshot().unchecked()).isEqualTo(new Count(7, 6 * LENGTH + 100, 0));
  }

  @Test
  void receiversCountWhatTheirPolicySkips() {
    new ChunkReceiver(ReceivePolicy.trustSender(), 0, 2, options).receive(CHUNK, info);
    new ChunkReceiver(ReceivePolicy.lastReplicaOnly(), 0, 2, options).receive(CHUNK, info);
    assertThat(counters.snapshot().verified()).isEqualTo(NOTHING);
    assertThat(counters.snapshot().skipped().get(SkipReason.SENDER_TRUSTED)).isEqualTo(WHOLE);
    assertThat(counters.snapshot().skipped().get(SkipReason.NOT_LAST_REPLICA)).isEqualTo(WHOLE);
    assertThat(counters.snapshot().unchecked()).isEqualTo(NOTHING);
    ChunkReceiver sampling = new ChunkReceiver(ReceivePolicy.sample(0.5, 3), 0, 2, options);
    sampling.receive(CHUNK, info);
    Count skipped = counters.snapshot().skipped().get(SkipReason.NOT_SAMPLED);
    Count verified = counters.snapshot().verified();
    assertThat(verified.bytes()).isEqualTo(sampling.counts().verified().bytes()).isPositive();
    assertThat(verified.windows()).isEqualTo(sampling.counts().verified().windows());
    assertThat(skipped.bytes()).isEqualTo(sampling.counts().trusted().bytes()).isPositive();
    assertThat(skipped.windows()).isEqualTo(sampling.counts().trusted().windows());
    assertThat(verified.calls()).isEqualTo(1);
    assertThat(skipped.calls()).isEqualTo(1);
  }

  @Test
  void whatWasSkippedForNoReasonIsNotLeftOutInSilence() {
    assertThatNullPointerException()
        .isThrownBy(() -> counters.addSkipped(null, 1, 1))
        .withMessage("reason");
  }

  /** Missing bytes are as many as a record claims. */
  @Test
  void aNumberOfBytesDoesNotWrapAround() {
    for (int i = 1; i <= 2; i++) {
      counters.addComputed(Long.MAX_VALUE, 1);
      counters.addVerified(Long.MAX_VALUE, 1);
      counters.addMismatched(Long.MAX_VALUE, 1);
      counters.addSkipped(SkipReason.NEVER, Long.MAX_VALUE, 1);
      counters.addCopied(Long.MAX_VALUE);
      ChecksumCounters.Snapshot snapshot = counters.snapshot();
      Count most = new Count(i, Long.MAX_VALUE, i);
      assertThat(snapshot.computed()).isEqualTo(most);
      assertThat(snapshot.verified()).isEqualTo(most);
      assertThat(snapshot.mismatched()).isEqualTo(most);
      assertThat(snapshot.skipped()).containsEntry(SkipReason.NEVER, most);
      assertThat(snapshot.bytesCopied()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void copiesOfEveryCallAreCounted() {
    ChunkBuffer direct = ChunkBuffer.wrap(ByteBuffer.allocateDirect(LENGTH).put(CONTENT).flip());
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 1 << 20).countingInto(counters);
    ChecksumData md5s = md5.compute(direct);
    md5.newCalculator().compute(List.of(direct, direct));
    md5.verify(direct, md5s);
    md5.newBatchVerifier().verify(List.of(direct), List.of(md5s));
    md5.newParallelVerifier(Runnable::run, 2).verify(direct, md5s);
    ChunkReceiver receiver = new ChunkReceiver(ReceivePolicy.always(), 0, 1, options);
    receiver.receive(direct, new ChunkInfo("c", 0, LENGTH, md5s));
    receiver.receive(direct, new ChunkInfo("c", 0, LENGTH, md5s));
    assertThat(counters.snapshot().bytesCopied()).isEqualTo(8 * LENGTH);
    crc32c.compute(ChunkBuffer.wrap(ByteBuffer.wrap(CONTENT).asReadOnlyBuffer()));
    assertThat(counters.snapshot().bytesCopied()).isEqualTo(9 * LENGTH);
  }

  @Test
  void aRunThatIsBrokenOffCountsItsWholeWindows() {
    ChunkVerifier verifier = crc32c.newVerifier();
    verifier.begin(info, 0, 20);
    verifier.update(damaged().slice(0, 2_000));
    verifier.breakOff(new IOException("disk"));
    assertThat(counters.snapshot().verified()).isEqualTo(new Count(1, 1_536, 3));
    assertThat(counters.snapshot().mismatched()).isEqualTo(new Count(1, 512, 1));
    verifier.begin(info, 3, 10);
    verifier.update(ChunkBuffer.wrap(CONTENT, 3 * 512, 1_100));
    verifier.breakOff(new IOException("disk"));
    assertThat(counters.snapshot().verified()).isEqualTo(new Count(2, 1_536 + 1_024, 5));
  }

  @Test
  void nothingIsLostBetweenThreads() throws Exception {
    int threads = 8;
    int calls = 500;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> all =
          IntStream.range(0, threads)
              .<Future<?>>mapToObj(i ->
                  executor.submit(() -> {
                    ChunkVerifier verifier = crc32c.newVerifier();
                    for (int call = 0; call < calls; call++) {
                      verifier.verify(call % 2 == 0 ? CHUNK : damaged(), sums);
                    }
                  }))
              .toList();
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      executor.shutdown();
    }
    long total = (long) threads * calls;
    assertThat(counters.snapshot().verified())
        .isEqualTo(new Count(total, total * LENGTH, total * 20));
    assertThat(counters.snapshot().mismatched().calls()).isEqualTo(total / 2);
  }
}
