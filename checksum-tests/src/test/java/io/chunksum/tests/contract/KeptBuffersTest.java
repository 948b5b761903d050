// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.ChecksumCollector;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.compute.ParallelCalculator;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.FailingCrc32c;
import io.chunksum.tests.TestBytes;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A buffer that is handed to one checksum after another has all its bytes for each. None of them
 * holds on to it, nor to what it has written to: that may be memory of a pool, or a mapped file.
 */
class KeptBuffersTest {

  private static final int WINDOW = 10;

  enum Taker {
    STREAM {
      @Override
      PieceConsumer of(ChecksumAlgorithm algorithm) {
        return new ChecksumStream(algorithm, WINDOW, (window, length, checksum, offset) -> {});
      }
    },
    COLLECTOR {
      @Override
      PieceConsumer of(ChecksumAlgorithm algorithm) {
        return new ChecksumCollector(algorithm, WINDOW);
      }
    },
    APPENDER {
      @Override
      PieceConsumer of(ChecksumAlgorithm algorithm) {
        return new ChecksumAppender(algorithm, WINDOW);
      }
    },
    WHOLE {
      @Override
      PieceConsumer of(ChecksumAlgorithm algorithm) {
        return new WholeChecksum(algorithm);
      }
    };

    abstract PieceConsumer of(ChecksumAlgorithm algorithm);
  }

  @ParameterizedTest
  @EnumSource
  void positionLimitMarkAndOrderAreKept(Taker taker) {
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithms.all()) {
      PieceConsumer checksum = taker.of(algorithm);
      for (int length : new int[] {0, 7, 95, 100}) {
        for (BufferKind kind : BufferKind.values()) {
          ByteBuffer buffer = kind.of(TestBytes.random(40_02, length)).mark();
          for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            int start = buffer.order(order).position();
            checksum.accept(buffer);
            assertThat(buffer.position()).as("%s, %s", algorithm, kind).isEqualTo(start);
            assertThat(buffer.remaining()).as("%s, %s", algorithm, kind).isEqualTo(length);
            assertThat(buffer.order()).as("%s, %s", algorithm, kind).isEqualTo(order);
            assertThat(buffer.reset().position()).as("mark").isEqualTo(start);
          }
        }
      }
    }
  }

  /** Windows fail in the second, when others have been read already. */
  @ParameterizedTest
  @EnumSource
  void positionLimitAndOrderAreKeptIfTheAlgorithmFails(Taker taker) {
    byte[] content = new byte[35];
    content[taker == Taker.WHOLE ? 0 : WINDOW] = (byte) 0xEE;
    for (BufferKind kind : BufferKind.values()) {
      PieceConsumer checksum = taker.of(new FailingCrc32c());
      ByteBuffer buffer = kind.of(content).order(ByteOrder.LITTLE_ENDIAN);
      int start = buffer.position();
      assertThatThrownBy(() -> checksum.accept(buffer)).hasMessage("gone");
      assertThat(buffer.position()).as("%s", kind).isEqualTo(start);
      assertThat(buffer.remaining()).as("%s", kind).isEqualTo(content.length);
      assertThat(buffer.order()).as("%s", kind).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    }
  }

  /** In one thread, in a call for several chunks, and in several threads. */
  @ParameterizedTest
  @ValueSource(strings = {"CRC32C", "MD5"})
  void aCalculatorHoldsNeitherTheChunkNorTheBufferForTheChecksums(String type) {
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumAlgorithms.find(type).orElseThrow(), WINDOW);
    ChecksumCalculator calculator = checksum.newCalculator();
    ParallelCalculator parallel = checksum.newParallelCalculator(Runnable::run, 2);
    assertNothingIsHeld(calculator::compute);
    assertNothingIsHeld((chunk, packed) -> calculator.compute(List.of(chunk, chunk), packed));
    assertNothingIsHeld(parallel::compute);
    assertThat(calculator.bytesCopied()).isEqualTo(parallel.bytesCopied()); // Both are still used.
  }

  private static void assertNothingIsHeld(BiConsumer<ChunkBuffer, ByteBuffer> call) {
    for (WeakReference<Object> used : memoryOf(call)) {
      for (int i = 0; i < 100 && used.get() != null; i++) {
        System.gc();
      }
      assertThat(used.get()).isNull();
    }
  }

  private static List<WeakReference<Object>> memoryOf(BiConsumer<ChunkBuffer, ByteBuffer> call) {
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[3 * WINDOW]);
    ByteBuffer packed = ByteBuffer.allocate(1000);
    call.accept(chunk, packed);
    return List.of(new WeakReference<>(chunk), new WeakReference<>(packed));
  }
}
