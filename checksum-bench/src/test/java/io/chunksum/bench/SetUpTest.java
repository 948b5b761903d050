// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import static io.chunksum.bench.Small.small;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.scan.ScanCounts;
import io.chunksum.verify.VerifyResult;
import io.chunksum.verify.diagnosis.Diagnosis;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.tukaani.xz.check.CRC64;

/**
 * A contender that leaves out its work must fail the set-up or tear-down, not win. Long, because
 * each benchmark has contenders of its own.
 */
class SetUpTest {

  /** All CRCs of a small chunk. */
  private static final int SUMS_BYTES = 8 * Integer.BYTES;

  private static void assertFoundOut(ThrowingCallable setUp) {
    assertThatThrownBy(setUp)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the contenders disagree");
  }

  private static void assertWrong(ThrowingCallable setUp) {
    assertThatThrownBy(setUp).isInstanceOf(IllegalStateException.class).hasMessage("wrong digests");
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

  /** The loop would take many times as long, for want of a way around the JDK's copies. */
  @ParameterizedTest
  @EnumSource(Memory.class)
  void noticesThatTheBareLoopWouldHaveBytesCopied(Memory memory) {
    SmallWindowBenchmark benchmark = small(new SmallWindowBenchmark());
    benchmark.memory = memory;
    switch (memory) {
      case HEAP, DIRECT, NETTY -> assertThatCode(benchmark::prepare).doesNotThrowAnyException();
      case READ_ONLY_HEAP, BYTE_STRING ->
          assertThatIllegalArgumentException()
              .isThrownBy(benchmark::prepare)
              .withMessage("the loop would have the JDK copy " + memory);
    }
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

  @Test
  void noticesThatALibraryRunsItsClassForOldJvms() {
    assertThatCode(() -> Crc64Benchmark.checkVersioned(CRC64.class)).doesNotThrowAnyException();
    assertThatIllegalStateException()
        .isThrownBy(() -> Crc64Benchmark.checkVersioned(SetUpTest.class))
        .withMessageStartingWith("not the class for newer JVMs: ");
  }

  @Test
  void noticesThatFramesAreOnlyCounted() {
    class Idle extends FrameBenchmark {
      @Override
      public int jdkLoop() {
        return chunkBytes / frameBytes * frameBytes;
      }
    }

    assertThatCode(() -> small(new FrameBenchmark()).prepare()).doesNotThrowAnyException();
    assertFoundOut(() -> small(new Idle()).prepare());
  }

  @ParameterizedTest
  @CsvSource({
    "FLIGHT_RECORDER, no verification was recorded",
    "COUNTERS, no verification was counted"
  })
  void noticesThatAnObserverHasSeenNothing(ObserveBenchmark.Observer observer, String problem)
      throws IOException {
    ObserveBenchmark benchmark = small(new ObserveBenchmark());
    benchmark.observer = observer;
    benchmark.prepare();
    assertThatThrownBy(benchmark::stop).hasMessage(problem);

    benchmark.prepare();
    assertThat(benchmark.verify().ok()).isTrue();
    benchmark.stop();
  }

  @Test
  void noticesThatManyThreadsComputeNothing() {
    class Idle extends ParallelBenchmark {
      private @Nullable ByteBuffer last;

      @Override
      public ByteBuffer oneThread() {
        last = super.oneThread();
        return last;
      }

      @Override
      public ByteBuffer executor() {
        return requireNonNull(last);
      }
    }

    class Wrong extends ParallelBenchmark {
      private final ByteBuffer zeros = ByteBuffer.allocate(SUMS_BYTES);

      @Override
      public ByteBuffer oneThread() {
        return zeros;
      }

      @Override
      public ByteBuffer executor() {
        return zeros;
      }
    }

    ParallelBenchmark honest = small(new ParallelBenchmark());
    assertThatCode(honest::prepare).doesNotThrowAnyException();
    honest.stop();
    Idle idle = small(new Idle());
    assertFoundOut(idle::prepare);
    idle.stop();
    Wrong wrong = small(new Wrong());
    assertWrong(wrong::prepare);
    wrong.stop();
  }

  @Test
  void noticesThatChecksumsAreNotComputedOrNotCompared() {
    class Wrong extends VerifyBenchmark {
      @Override
      public ByteBuffer compute() {
        return ByteBuffer.allocate(SUMS_BYTES);
      }
    }

    class Generous extends VerifyBenchmark {
      @Override
      public VerifyResult verify() {
        ChunkBuffer chunk = ChunkBuffer.wrap(new byte[1]);
        ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.CRC32C, 512);
        return checksum.verify(chunk, checksum.compute(chunk));
      }
    }

    assertThatCode(() -> small(new VerifyBenchmark()).prepare()).doesNotThrowAnyException();
    assertWrong(() -> small(new Wrong()).prepare());
    assertFoundOut(() -> small(new Generous()).prepare());
  }

  @Test
  void noticesThatFilesAreNotScannedOrNotCompared() throws IOException {
    class Empty extends ScanBenchmark {
      @Override
      public ScanCounts scan() {
        return ScanCounts.ZERO;
      }
    }

    class Generous extends ScanBenchmark {
      @Override
      public ScanCounts scan() {
        return new ScanCounts(treeBytes / fileBytes, 0, 0, 0, treeBytes);
      }
    }

    ScanBenchmark honest = small(new ScanBenchmark());
    assertThatCode(honest::prepare).doesNotThrowAnyException();
    honest.remove();
    for (ScanBenchmark dishonest : List.of(small(new Empty()), small(new Generous()))) {
      assertThatThrownBy(dishonest::prepare)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("not what the scan should find: ");
      assertThat(dishonest.folder).doesNotExist();
    }
  }

  @Test
  void filesThatDoNotMakeUpTheTreeAreRefused() {
    ScanBenchmark benchmark = small(new ScanBenchmark());
    for (int treeBytes : new int[] {0, benchmark.fileBytes - 1, benchmark.fileBytes + 1}) {
      benchmark.treeBytes = treeBytes;
      assertThatIllegalArgumentException().isThrownBy(benchmark::prepare);
    }
  }

  @Test
  void noticesThatWhatIsWrittenHasNoChecksums() {
    class Idle extends WriteBenchmark {
      @Override
      public ChecksumData putThenCompute() {
        return ChecksumData.none(0);
      }
    }

    class Wrong extends WriteBenchmark {
      private final ChecksumData zeros =
          ChecksumData.of(ChecksumType.CRC32C, 512, new byte[SUMS_BYTES]);

      @Override
      public ChecksumData onWrite() {
        return zeros;
      }

      @Override
      public ChecksumData putThenCompute() {
        return zeros;
      }
    }

    assertThatCode(() -> small(new WriteBenchmark()).prepare()).doesNotThrowAnyException();
    assertFoundOut(() -> small(new Idle()).prepare());
    assertWrong(() -> small(new Wrong()).prepare());
  }

  /** Puts that do not end at each flush would be measured with fewer flushes, or without end. */
  @ParameterizedTest
  @CsvSource({"512, 16", "512, 3", "300, 1", "0, 1", "512, 0", "512, -1"})
  void putsThatDoNotMakeUpTheFlushesAreRefused(int putBytes, int flushes) {
    WriteBenchmark benchmark = small(new WriteBenchmark());
    benchmark.putBytes = putBytes;
    benchmark.flushes = flushes;
    assertThatIllegalArgumentException()
        .isThrownBy(benchmark::prepare)
        .withMessageStartingWith("puts of that size do not make up ");
  }

  /** They would share what is for one thread, and some results of that look like any other. */
  @Test
  void severalThreadsAreRefused() {
    assertRefused(
        VerifyBenchmark.class,
        new OptionsBuilder().threads(2),
        "these benchmarks are for one thread, not for 2");
  }

  /** Their results would look like the time of a call. */
  @Test
  void optionsForMoreOrLessThanACallAreRefused() {
    for (Class<?> benchmark : List.of(VerifyBenchmark.class, FirstCallsBenchmark.class)) {
      String message = "the result would not be the time of one call: leave out -bs and -opi";
      assertRefused(benchmark, new OptionsBuilder().measurementBatchSize(2), message);
      assertRefused(benchmark, new OptionsBuilder().operationsPerInvocation(2), message);
    }
    assertRefused(
        FirstCallsBenchmark.class,
        new OptionsBuilder().mode(Mode.AverageTime),
        "only a single shot (-bm ss) is a first call, not avgt");
  }

  private static void assertRefused(
      Class<?> benchmark, ChainedOptionsBuilder options, String message) {
    System.setProperty("jmh.ignoreLock", "true");
    options.param("type", "CRC32C").param("bytesPerChecksum", "512").param("chunkBytes", "4096");
    options.param("memory", "HEAP").param("calls", "1");
    options.include(benchmark.getName() + ".(verify|chunksum)$");
    options.forks(0).warmupIterations(0).measurementIterations(1);
    options.measurementTime(TimeValue.milliseconds(20)).verbosity(VerboseMode.SILENT);
    assertThatThrownBy(() -> new Runner(options.shouldFailOnError(true).build()).run())
        .hasStackTraceContaining(message);
  }

  @Test
  void anUnknownTypeIsNamed() {
    VerifyBenchmark benchmark = small(new VerifyBenchmark());
    benchmark.type = "crc32c";
    assertThatIllegalArgumentException()
        .isThrownBy(benchmark::prepare)
        .withMessage("no algorithm has the name crc32c");
  }

  @Test
  void noticesThatNothingIsCombined() {
    class Idle extends CombineBenchmark {
      @Override
      public ByteBuffer chunksum() {
        return ByteBuffer.allocate(Integer.BYTES);
      }
    }

    assertThatCode(() -> small(new CombineBenchmark()).prepare()).doesNotThrowAnyException();
    assertFoundOut(() -> small(new Idle()).prepare());
  }

  @Test
  void noticesThatACauseIsNotLookedForOrGuessed() {
    class Blind extends DiagnosisBenchmark {
      @Override
      public Diagnosis flippedBit() {
        return unknown();
      }
    }

    class Guessing extends DiagnosisBenchmark {
      @Override
      public Diagnosis unknown() {
        return flippedBit();
      }
    }

    assertThatCode(() -> small(new DiagnosisBenchmark()).prepare()).doesNotThrowAnyException();
    assertThatThrownBy(() -> small(new Blind()).prepare())
        .hasMessageStartingWith("the flipped bit was not found: ");
    assertThatThrownBy(() -> small(new Guessing()).prepare())
        .hasMessageStartingWith("a cause was found where there is none: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CRC32", "CRC32C", "SHA256", "MD5"})
  void noticesThatTheFirstCallsComputeNothing(String type) {
    class Idle extends FirstCallsBenchmark {
      @Override
      public ByteBuffer chunksum() {
        return ByteBuffer.allocate(0);
      }
    }

    FirstCallsBenchmark honest = small(new FirstCallsBenchmark());
    honest.type = type;
    honest.prepare();
    assertThatCode(honest::checkSame).doesNotThrowAnyException();
    Idle idle = small(new Idle());
    idle.type = type;
    idle.prepare();
    assertFoundOut(idle::checkSame);
  }

  @Test
  void noticesThatCallsAreNotTheFirst() {
    FirstCallsBenchmark benchmark = small(new FirstCallsBenchmark());
    benchmark.prepare();
    benchmark.checkFirst();
    assertThatIllegalStateException()
        .isThrownBy(benchmark::checkFirst)
        .withMessageContaining("-wi 0 -i 1");
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
