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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
