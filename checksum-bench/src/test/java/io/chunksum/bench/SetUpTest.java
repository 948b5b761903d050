// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import io.chunksum.data.MalformedChecksumDataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A contender that leaves out its work must fail the set-up or tear-down, not win. */
class SetUpTest {

  private static void assertFoundOut(ThrowingCallable setUp) {
    assertThatThrownBy(setUp)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the contenders disagree");
  }

  private static <T extends ChunkPathBenchmark> T small(T benchmark) {
    benchmark.type = "CRC32C";
    benchmark.bytesPerChecksum = 512;
    benchmark.chunkBytes = 4096;
    benchmark.pieceBytes = 1000;
    benchmark.memory = Memory.HEAP;
    return benchmark;
  }

  @Test
  void noticesThatNothingIsLinearized() {
    class Idle extends ChunkPathBenchmark {
      private @Nullable ByteBuffer last;

      @Override
      public ByteBuffer multiBuffer() {
        last = super.multiBuffer();
        return last;
      }

      @Override
      public ByteBuffer linearized() {
        return requireNonNull(last);
      }
    }

    assertThatCode(() -> small(new ChunkPathBenchmark()).prepare()).doesNotThrowAnyException();
    assertFoundOut(() -> small(new Idle()).prepare());
  }

  private static <T extends SmallWindowBenchmark> T small(T benchmark) {
    benchmark.type = "CRC32C";
    benchmark.bytesPerChecksum = 512;
    benchmark.chunkBytes = 4096;
    benchmark.pieceBytes = 1024;
    benchmark.memory = Memory.HEAP;
    return benchmark;
  }

  @Test
  void noticesThatTheBareLoopIsEmpty() {
    class Idle extends SmallWindowBenchmark {
      private @Nullable ByteBuffer last;

      @Override
      public ByteBuffer chunksum() {
        last = super.chunksum();
        return last;
      }

      @Override
      public ByteBuffer jdkLoop() {
        return requireNonNull(last);
      }
    }

    assertThatCode(() -> small(new SmallWindowBenchmark()).prepare()).doesNotThrowAnyException();
    assertFoundOut(() -> small(new Idle()).prepare());
  }

  private static <T extends Crc64Benchmark> T small(T benchmark) {
    benchmark.bytesPerChecksum = 512;
    benchmark.chunkBytes = 4096;
    return benchmark;
  }

  @Test
  void noticesThatACrcOf64BitsIsLeftOut() {
    class Idle extends Crc64Benchmark {
      private @Nullable ByteBuffer last;

      @Override
      public ByteBuffer chunksum() {
        last = super.chunksum();
        return last;
      }

      @Override
      public ByteBuffer xz() {
        return requireNonNull(last);
      }
    }

    assertThatCode(() -> small(new Crc64Benchmark()).prepare()).doesNotThrowAnyException();
    assertFoundOut(() -> small(new Idle()).prepare());
  }

  private static <T extends FrameBenchmark> T small(T benchmark) {
    benchmark.chunkBytes = 4096;
    benchmark.frameBytes = 96;
    return benchmark;
  }

  @Test
  void noticesThatFramesAreOnlyCounted() {
    class Idle extends FrameBenchmark {
      @Override
      public int jdkLoop() {
        return chunkBytes / frameBytes * frameBytes;
      }
    }

    assertFoundOut(() -> small(new Idle()).prepare());
  }

  @Test
  void noticesThatARecordingHasNothing() throws IOException {
    ObserveBenchmark benchmark = new ObserveBenchmark();
    benchmark.observer = ObserveBenchmark.Observer.FLIGHT_RECORDER;
    benchmark.bytesPerChecksum = 512;
    benchmark.chunkBytes = 512;
    benchmark.prepare();
    assertThatThrownBy(benchmark::stop).hasMessage("no verification was recorded");

    benchmark.prepare();
    assertThat(benchmark.verify().ok()).isTrue();
    benchmark.stop();
  }

  private static void prepare(CodecBenchmark benchmark)
      throws MalformedChecksumDataException, InvalidProtocolBufferException {
    benchmark.type = "CRC32C";
    benchmark.bytesPerChecksum = 512;
    benchmark.chunkBytes = 4096;
    benchmark.prepare();
    CodecBenchmark.Block block = new CodecBenchmark.Block();
    block.chunks = 4;
    block.prepare(benchmark);
  }

  @Test
  void noticesThatTheChecksumsOfABlockAreNotCompared() {
    class Generous extends CodecBenchmark {
      @Override
      public boolean generatedChunk(Block block) {
        return true;
      }
    }

    class Strict extends CodecBenchmark {
      @Override
      public boolean compactChunk(Block block) {
        return false;
      }
    }

    assertThatCode(() -> prepare(new CodecBenchmark())).doesNotThrowAnyException();
    assertFoundOut(() -> prepare(new Generous()));
    assertFoundOut(() -> prepare(new Strict()));
  }
}
