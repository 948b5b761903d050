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
import io.chunksum.data.ChunkInfo;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
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
    ChunkVerifier verifier =
        new ChunkVerifier(
            new ChecksumAlgorithm() {
              @Override
              public ChecksumType type() {
                return ChecksumType.CRC32C;
              }

              @Override
              public StreamingChecksum newChecksum() {
                return failingWhere(failing);
              }
            },
            WINDOW);
    verifier.begin(INFO, 0, 4);
    verifier.update(first(WINDOW + 3));
    failing.set(true);
    ChunkBuffer rest = ChunkBuffer.wrap(CONTENT, WINDOW + 3, LENGTH - WINDOW - 3);
    assertThatThrownBy(() -> verifier.update(rest)).hasMessage("gone");
    failing.set(false);
    assertThatThrownBy(() -> verifier.update(rest)).hasMessageContaining("failed midway");
    assertThatThrownBy(verifier::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("failed midway");
    IOException cause = new IOException("memory is gone");
    assertThat(verifier.breakOff(cause)).isSameAs(cause);
    assertThatThrownBy(() -> verifier.update(rest)).hasMessageContaining("no chunk was begun");
    assertThat(verifier.verify(first(LENGTH), INFO).verdict()).isEqualTo(Verdict.MATCH);
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
        if (failing.get()) {
          throw new IllegalStateException("gone");
        }
        crc32c.update(source, offset, length);
      }

      @Override
      public void finish(byte[] target, int offset) {
        crc32c.finish(target, offset);
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
    DeepUpdate update = new DeepUpdate(pieces.build());
    Thread thread = new Thread(null, update, "full", 256 * 1024);
    thread.start();
    thread.join();
    assertThat(update.rounds).isEqualTo(DeepUpdate.ROUNDS);
    assertThat(update.failures).isPositive();
    assertThat(update.good)
        .isNotEmpty()
        .allSatisfy(range -> assertThat(range).isIn(new ByteRange(0, 8), new ByteRange(16, 8)));
  }

  /** Updates just above where the stack ends, and breaks off what has failed. */
  private static final class DeepUpdate implements Runnable {

    static final int ROUNDS = 600;

    /** More calls than an update takes of the stack, whether they are compiled or not. */
    private static final int NEAR = 200;

    private final ChunkVerifier verifier =
        new ChunkVerifier(ChecksumAlgorithms.of(ChecksumType.CRC32C), WINDOW);
    private final ChunkBuffer bytes;
    private final Set<ByteRange> good = new HashSet<>();
    private int rounds;
    private int failures;
    private int depth;
    private boolean begun;

    DeepUpdate(ChunkBuffer bytes) {
      this.bytes = bytes;
    }

    @Override
    public void run() {
      for (int i = 0; i < 50; i++) { // A class that is loaded without room in the stack stays bad.
        verifier.begin(INFO, 0, 4);
        verifier.update(bytes, 0, 2 * WINDOW + 1);
        assertThat(verifier.breakOff().goodRanges()).hasSize(1);
      }
      for (; rounds < ROUNDS; rounds++) {
        verifier.begin(INFO, 0, 4);
        begun = false;
        try {
          updateAt(end() - rounds % NEAR);
        } catch (StackOverflowError e) {
          failures += begun ? 1 : 0;
          verifier.breakOff().goodRanges().forEach(good::add);
        }
      }
    }

    /** How many calls the stack has room for: each time, as it changes while they are compiled. */
    private int end() {
      depth = 0;
      try {
        updateAt(Integer.MAX_VALUE);
      } catch (StackOverflowError e) {
        return depth;
      }
      throw new AssertionError("the stack has no end");
    }

    private void updateAt(int calls) {
      if (calls > 0) {
        depth++;
        updateAt(calls - 1);
        return;
      }
      begun = true;
      verifier.update(bytes);
    }
  }

  /** Such as that of a range whose reading failed. */
  @Test
  void anObserverOfARunThatWasNotFinishedDoesNotSeeTheNext() {
    RunVerifier run =
        new RunVerifier(ChecksumAlgorithms.of(ChecksumType.CRC32C), WINDOW, VerifyOptions.DEFAULT);
    List<Long> observed = new ArrayList<>();
    run.begin(INFO.checksums(), INFO, 0, 4);
    run.observe((window, length, checksum, offset) -> observed.add(window));
    run.update(first(WINDOW), 0, WINDOW);
    run.begin(INFO.checksums(), INFO, 0, 4);
    run.update(first(LENGTH), 0, LENGTH);
    assertThat(run.finishUnlessMatch(null, 0)).isNull();
    assertThat(observed).containsExactly(0L);
  }
}
