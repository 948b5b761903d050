// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Runs of windows that throw midway, and those that come after them. */
class FailedRunTest {

  private static final int WINDOW = 8;
  private static final int LENGTH = 3 * WINDOW + 5;
  private static final byte[] CONTENT = new byte[LENGTH];

  static {
    new Random(12).nextBytes(CONTENT);
  }

  private static final ChunkInfo INFO =
      new ChunkInfo(
          "chunk_1",
          0,
          LENGTH,
          ChunkChecksum.of(ChecksumType.CRC32C, WINDOW).compute(ChunkBuffer.wrap(CONTENT)));

  private static ChunkBuffer first(int length) {
    return ChunkBuffer.wrap(CONTENT, 0, length);
  }

  @Test
  void anUpdateThatFailsMidwayEndsTheRun() {
    AtomicBoolean failing = new AtomicBoolean();
    ChunkVerifier verifier = new ChunkVerifier(failsWhere(failing), WINDOW);
    verifier.begin(INFO, 0, 4);
    verifier.update(first(WINDOW + 3));
    failing.set(true);
    ChunkBuffer rest = ChunkBuffer.wrap(CONTENT, WINDOW + 3, LENGTH - WINDOW - 3);
    assertThatThrownBy(() -> verifier.update(rest)).hasMessage("gone");
    failing.set(false);
    assertThatThrownBy(() -> verifier.update(rest))
        .hasMessage("a call has failed midway: break off, or begin again");
    assertThatThrownBy(verifier::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a call has failed midway: break off, or begin again");
    IOException cause = new IOException("memory is gone");
    assertThat(verifier.breakOff(cause)).isSameAs(cause);
    assertThatThrownBy(() -> verifier.update(rest)).hasMessage("no chunk was begun");
    assertThat(verifier.verify(first(LENGTH), INFO).verdict()).isEqualTo(Verdict.MATCH);
  }

  /** All bytes were taken, but the algorithm has no checksum of the last window. */
  @Test
  void aRunThatCouldNotBeEndedIsBrokenOffAtItsLastWholeWindow() {
    AtomicBoolean failing = new AtomicBoolean();
    ChunkVerifier verifier = new ChunkVerifier(failsWhere(failing), WINDOW);
    List<ThrowingCallable> endings = List.of(verifier::finish, verifier::breakOff);
    for (ThrowingCallable ending : endings) {
      verifier.begin(INFO, 0, 4);
      verifier.update(first(LENGTH));
      failing.set(true);
      assertThatThrownBy(ending).hasMessage("gone");
      VerifyResult result = verifier.breakOff();
      failing.set(false);
      assertThat(result.verdict()).isEqualTo(Verdict.INCOMPLETE);
      assertThat(result.goodRanges()).containsExactly(new ByteRange(0, 3 * WINDOW));
    }
  }

  @Test
  void aBatchVerifierThatFailedKeepsNothingOfTheCaller() {
    AtomicBoolean failing = new AtomicBoolean(true);
    BatchVerifier verifier = new BatchVerifier(failsWhere(failing), WINDOW);
    ChunkVerifierTest.assertGone(
        usedInVain((chunk, sums) -> verifier.verify(List.of(chunk), List.of(sums))));
    failing.set(false);
    assertThat(verifier.verifyRecorded(List.of(first(LENGTH)), List.of(INFO)))
        .allMatch(VerifyResult::ok);
  }

  @Test
  void aParallelVerifierThatFailedKeepsNothingOfTheCaller() {
    AtomicBoolean failing = new AtomicBoolean(true);
    ParallelVerifier verifier = new ParallelVerifier(failsWhere(failing), WINDOW, Runnable::run, 2);
    ChunkVerifierTest.assertGone(usedInVain(verifier::verify));
    failing.set(false);
    assertThat(verifier.verify(first(LENGTH), INFO).ok()).isTrue();
  }

  private static List<WeakReference<Object>> usedInVain(
      BiConsumer<ChunkBuffer, ChecksumData> failing) {
    ChunkBuffer chunk = first(LENGTH);
    ChecksumData sums =
        ChecksumData.of(ChecksumType.CRC32C, WINDOW, INFO.checksums().toByteArray());
    assertThatThrownBy(() -> failing.accept(chunk, sums)).hasMessage("gone");
    return List.of(new WeakReference<>(chunk), new WeakReference<>(sums));
  }

  private static ChecksumAlgorithm failsWhere(AtomicBoolean failing) {
    return new ChecksumAlgorithm() {
      @Override
      public ChecksumType type() {
        return ChecksumType.CRC32C;
      }

      @Override
      public StreamingChecksum newChecksum() {
        return failingWhere(failing);
      }
    };
  }

  private static StreamingChecksum failingWhere(AtomicBoolean failing) {
    StreamingChecksum crc32c = ChecksumAlgorithms.of(ChecksumType.CRC32C).newChecksum();
    return new StreamingChecksum() {
      @Override
      public ChecksumType type() {
        return crc32c.type();
      }

      @Override
      public void reset() {
        crc32c.reset();
      }

      @Override
      public void update(byte[] source, int offset, int length) {
        check();
        crc32c.update(source, offset, length);
      }

      @Override
      public void finish(byte[] target, int offset) {
        check();
        crc32c.finish(target, offset);
      }

      private void check() {
        if (failing.get()) {
          throw new IllegalStateException("gone");
        }
      }
    };
  }

  /** Here the stack is full at one place after another, some of them where a mismatch is noted. */
  @Test
  void aBadWindowIsNotAmongTheGoodOnesWhereverAnErrorComes() throws Exception {
    byte[] content = CONTENT.clone();
    content[WINDOW] ^= 1;
    ChunkBuffer.Builder pieces = ChunkBuffer.builder(); // So that windows come one by one.
    for (int at = 0; at < LENGTH; at += WINDOW - 1) {
      pieces.add(content, at, Math.min(WINDOW - 1, LENGTH - at));
    }
    ChunkBuffer bytes = pieces.build();
    ChunkVerifier verifier = new ChunkVerifier(ChecksumAlgorithms.of(ChecksumType.CRC32C), WINDOW);
    Set<ByteRange> good = new HashSet<>();
    FullStack.run(
        () -> {
          verifier.begin(INFO, 0, 4);
          verifier.update(bytes, 0, 2 * WINDOW + 1);
          assertThat(verifier.breakOff().goodRanges()).hasSize(1);
          verifier.begin(INFO, 0, 4);
        },
        () -> verifier.update(bytes),
        () -> verifier.breakOff().goodRanges().forEach(good::add));
    assertThat(good).isSubsetOf(new ByteRange(0, 8), new ByteRange(16, 8));
  }

  @Test
  void aBatchVerifierGoesOnWhereverAnErrorCame() throws Exception {
    BatchVerifier verifier =
        new BatchVerifier(
            ChecksumAlgorithms.of(ChecksumType.CRC32C), WINDOW, VerifyOptions.DEFAULT);
    List<ChunkBuffer> chunks = List.of(first(LENGTH), first(LENGTH));
    List<ChecksumData> sums = List.of(INFO.checksums(), INFO.checksums());
    Runnable good =
        () -> assertThat(verifier.verify(chunks, sums)).hasSize(2).allMatch(VerifyResult::ok);
    FullStack.run(good, () -> verifier.verify(chunks, sums), good);
  }

  @Test
  void aParallelVerifierGoesOnWhereverAnErrorCame() throws Exception {
    ParallelVerifier verifier =
        ChunkChecksum.of(ChecksumType.CRC32C, WINDOW).newParallelVerifier(Runnable::run, 2);
    Runnable good = () -> assertThat(verifier.verify(first(LENGTH), INFO).ok()).isTrue();
    FullStack.run(good, () -> verifier.verify(first(LENGTH), INFO), good);
  }

  /** Such as that of a range whose reading failed. */
  @Test
  void anObserverOfARunThatWasNotFinishedDoesNotSeeTheNext() {
    RunVerifier run =
        new RunVerifier(ChecksumAlgorithms.of(ChecksumType.CRC32C), WINDOW, VerifyOptions.DEFAULT);
    List<Long> observed = new ArrayList<>();
    run.begin(INFO.checksums(), INFO, 0, 4);
    run.comparison().observe((window, length, checksum, offset) -> observed.add(window));
    run.update(first(WINDOW), 0, WINDOW);
    run.begin(INFO.checksums(), INFO, 0, 4);
    run.update(first(LENGTH), 0, LENGTH);
    assertThat(run.finishUnlessMatch()).isNull();
    assertThat(observed).containsExactly(0L);
  }
}
