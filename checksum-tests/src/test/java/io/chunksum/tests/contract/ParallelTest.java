// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.compute.DigestLanes;
import io.chunksum.compute.ParallelCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.MappedFile;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.tests.AllocatedBytes;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Chunks;
import io.chunksum.tests.FailingAlgorithm;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ParallelVerifier;
import io.chunksum.verify.Verdict;
import io.chunksum.verify.VerifyResult;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several threads give the same results as one. Calculator and verifier are tested together,
 * although that makes the class long: they share the chunks, the executor and the count of tasks
 * given to it.
 */
@Timeout(value = 300, threadMode = ThreadMode.SEPARATE_THREAD) // Callers ignore interrupts.
class ParallelTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final int PARALLELISM = 3;
  private static final int WINDOW = 16 * 1024;

  /** Enough for three threads, whatever the type. */
  private static final byte[] CONTENT = TestBytes.random(32_77, 25 << 20);

  private static final ExecutorService POOL = Executors.newFixedThreadPool(PARALLELISM - 1);

  /** Number of tasks given to the executor: shows that the chunks were large enough to share. */
  private final AtomicInteger asked = new AtomicInteger();

  private final Executor executor =
      task -> {
        asked.incrementAndGet();
        POOL.execute(task);
      };

  /**
   * Which chunks are worth sharing depends on the engine, which a self-check may change at any
   * time.
   */
  @BeforeEach
  void useMessageDigest() {
    for (ChecksumType type : List.of(ChecksumType.MD5, ChecksumType.SHA256)) {
      DigestLanes.find(type).orElseThrow().use(DigestLanes.Engine.MESSAGE_DIGEST);
    }
  }

  @AfterAll
  static void stop() {
    POOL.shutdownNow();
  }

  static Stream<ChecksumType> types() {
    return Stream.of(
        ChecksumType.CRC32,
        ChecksumType.CRC32C,
        ChecksumType.SHA256,
        ChecksumType.MD5,
        XxHash32Algorithm.TYPE);
  }

  private static int minBytes(ChecksumType type) {
    return DigestLanes.find(type).isPresent() ? 512 << 10 : 16 << 20;
  }

  /** Fewer where the chunks have to be large. */
  private static int shapes(ChecksumType type) {
    return minBytes(type) < 1 << 20 ? 12 : 4;
  }

  /** Content from somewhere in the middle, in random pieces of random kinds. */
  private static ChunkBuffer chunk(byte[] content, Random random) {
    List<ByteBuffer> pieces = new ArrayList<>();
    int at = 0;
    while (at < content.length) {
      int length = Math.min(content.length - at, 1 + random.nextInt(1 << (4 + random.nextInt(20))));
      BufferKind[] kinds = BufferKind.values();
      byte[] part = Arrays.copyOfRange(content, at, at + length);
      pieces.add(kinds[random.nextInt(kinds.length)].of(part));
      at += length;
    }
    return ChunkBuffer.wrap(pieces);
  }

  private static byte[] randomContent(ChecksumType type, Random random) {
    int length = minBytes(type) + random.nextInt(minBytes(type) / 2);
    int from = random.nextInt(CONTENT.length - length + 1);
    return Arrays.copyOfRange(CONTENT, from, from + length);
  }

  private static int randomWindow(int length, Random random) {
    return 1 + length / 30_000 + random.nextInt(1 << (4 + random.nextInt(17)));
  }

  @ParameterizedTest
  @MethodSource("types")
  void randomShapesGiveWhatOneThreadGives(ChecksumType type) {
    Random random = new Random(SEED);
    int minAsked = 0;
    for (int i = 0; i < shapes(type); i++) {
      byte[] content = randomContent(type, random);
      ChunkBuffer chunk = chunk(content, random);
      int window = randomWindow(content.length, random);
      ChunkChecksum checksum = ChunkChecksum.of(type, window);
      String what = "%d bytes in windows of %d, seed %d".formatted(content.length, window, SEED);

      ChecksumData expected = checksum.compute(ChunkBuffer.wrap(content));
      ParallelCalculator calculator = checksum.newParallelCalculator(executor, PARALLELISM);
      ParallelVerifier verifier = checksum.newParallelVerifier(executor, PARALLELISM);
      assertThat(calculator.compute(chunk)).as(what).isEqualTo(expected);
      assertThat(calculator.compute(chunk)).as(what).isEqualTo(expected);
      assertMatches(what, verifier.verify(chunk, expected), expected);
      ChunkInfo info = new ChunkInfo("c", 0, content.length, expected);
      assertMatches(what, verifier.verify(chunk, info), expected);
      // A single window is not shared out, and a second call may find that tasks of the first wait.
      minAsked += window < content.length ? 2 : 0;
    }
    assertThat(asked.get()).isGreaterThanOrEqualTo(minAsked);
  }

  private static void assertMatches(String what, VerifyResult result, ChecksumData sums) {
    assertThat(result.verdict()).as(what).isEqualTo(Verdict.MATCH);
    assertThat(result.windows()).as(what).isEqualTo(sums.count());
  }

  @ParameterizedTest
  @MethodSource("types")
  void damageIsFoundAsByOneThread(ChecksumType type) {
    Random random = new Random(SEED);
    for (int i = 0; i < shapes(type); i++) {
      byte[] content = randomContent(type, random);
      int window = randomWindow(content.length, random);
      ChunkChecksum checksum = ChunkChecksum.of(type, window);
      ChecksumData sums = checksum.compute(ChunkBuffer.wrap(content));
      ChunkInfo info = new ChunkInfo("c", 0, content.length, sums);
      // From one bad window to more than a result keeps.
      for (int damages = 1 << random.nextInt(14); damages > 0; damages--) {
        content[random.nextInt(content.length)] ^= (byte) (1 + random.nextInt(255));
      }
      int length = content.length;
      for (int present :
          new int[] {
            length,
            length - 1,
            length - window,
            random.nextInt(length),
            length / window * window,
            length / 2 / window * window,
            length + 1,
            length + window,
            length + length / 2,
            0
          }) {
        byte[] damaged = Arrays.copyOf(content, Math.max(0, present));
        String what =
            "%d of %d bytes in windows of %d, seed %d"
                .formatted(damaged.length, length, window, SEED);
        ChunkBuffer chunk = chunk(damaged, random);
        ParallelVerifier verifier = checksum.newParallelVerifier(executor, PARALLELISM);
        assertSame(verifier.verify(chunk, sums), checksum.verify(chunk, sums), what);
        assertSame(verifier.verify(chunk, info), checksum.verify(chunk, info), what);
      }
    }
    assertThat(asked.get()).isPositive();
  }

  private static void assertSame(VerifyResult actual, VerifyResult expected, String what) {
    assertThat(actual.verdict()).as(what).isEqualTo(expected.verdict());
    assertThat(actual.ok()).as(what).isEqualTo(expected.ok());
    assertThat(actual.checked()).as(what).isEqualTo(expected.checked());
    assertThat(actual).as(what).hasToString(expected.toString());
    assertThat(actual.windows()).as(what).isEqualTo(expected.windows());
    assertThat(actual.mismatchCount()).as(what).isEqualTo(expected.mismatchCount());
    // Mismatches are equal only if their pieces are.
    assertThat(actual.mismatches()).as(what).isEqualTo(expected.mismatches());
    assertThat(actual.badRanges().toList()).as(what).isEqualTo(expected.badRanges().toList());
    assertThat(actual.goodRanges().toList()).as(what).isEqualTo(expected.goodRanges().toList());
  }

  @Test
  void checksumsOfAnotherKindAreReportedAsByOneThread() {
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, WINDOW);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT, 0, 1 << 20);
    ParallelVerifier verifier = md5.newParallelVerifier(executor, PARALLELISM);
    for (ChecksumData other :
        List.of(
            ChunkChecksum.of(ChecksumType.SHA256, WINDOW).compute(chunk),
            ChunkChecksum.of(ChecksumType.MD5, 1000).compute(chunk),
            ChecksumData.none(WINDOW),
            md5.compute(ChunkBuffer.wrap(new byte[0])))) {
      assertSame(verifier.verify(chunk, other), md5.verify(chunk, other), other.toString());
    }
    assertThat(asked).hasValue(0);
  }

  @Test
  void noneReadsNothing() {
    ChunkChecksum none = ChunkChecksum.of(ChecksumType.NONE, 0);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    ParallelCalculator calculator = none.newParallelCalculator(executor, PARALLELISM);
    assertThat(calculator.compute(chunk)).isEqualTo(ChecksumData.none(0));
    assertThat(calculator.compute(chunk, ByteBuffer.allocate(0))).isZero();
    assertThat(calculator.bytesCopied()).isEqualTo(CopiedBytes.NONE);
    VerifyResult result =
        none.newParallelVerifier(executor, PARALLELISM).verify(chunk, ChecksumData.none(0));
    assertThat(result.verdict()).isEqualTo(Verdict.NOT_CHECKED);
    assertThat(asked).hasValue(0);
  }

  @Test
  void checksumsGoWhereTheCallersBufferStands() {
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 1000);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT, 7, 1_000_001);
    ChecksumData expected = md5.compute(chunk);
    int length = 1001 * 16;
    for (ByteBuffer memory :
        List.of(ByteBuffer.allocate(length + 12), ByteBuffer.allocateDirect(length + 12))) {
      ByteBuffer packed = memory.position(5).limit(5 + length);
      assertThat(md5.newParallelCalculator(executor, PARALLELISM).compute(chunk, packed))
          .isEqualTo(length);
      assertThat(packed).isEqualTo(expected.packed());
      assertThat(packed.position()).isEqualTo(5);
      assertThat(packed.limit()).isEqualTo(5 + length);
      packed.clear();
      for (int i = 0; i < 5; i++) {
        assertThat(packed.get(i)).isZero();
        assertThat(packed.get(5 + length + i)).isZero();
      }
    }
    assertThat(asked.get()).isPositive();
  }

  @Test
  void checksumsThatDoNotFitAreRefusedBeforeAnythingIsRead() {
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 1000);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT, 0, 1 << 20);
    ParallelCalculator calculator = md5.newParallelCalculator(executor, PARALLELISM);
    Map<ByteBuffer, String> refused =
        Map.of(
            ByteBuffer.allocate(1049 * 16 - 1),
            "16784 writable bytes",
            ByteBuffer.allocate(1 << 20).asReadOnlyBuffer(),
            "read-only");
    for (ByteBuffer packed : refused.keySet()) {
      assertThatThrownBy(() -> calculator.compute(chunk, packed))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(refused.get(packed));
      assertThat(packed).isEqualTo(ByteBuffer.allocate(packed.capacity()));
    }
    ChunkBuffer large =
        ChunkBuffer.wrap(Collections.nCopies(1024, ByteBuffer.allocateDirect(1 << 20)));
    assertThatThrownBy(() ->
            ChunkChecksum.of(ChecksumType.CRC32C, 1)
                .newParallelCalculator(executor, PARALLELISM)
                .compute(large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1073741824 windows");
    assertThat(asked).hasValue(0);
  }

  @Test
  void lanesGiveTheSameInEveryThread() {
    DigestLanes lanes = DigestLanes.find(ChecksumType.MD5).orElseThrow();
    int width = lanes.use(DigestLanes.Engine.PLAIN_LANES).lanes();
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 4096);
    // Two groups and a half; a range is at least a group.
    int length = (2 * width + width / 2) * 4096 + 5;
    byte[] content = Arrays.copyOf(CONTENT, length);
    ParallelCalculator calculator = md5.newParallelCalculator(executor, PARALLELISM);
    ParallelVerifier verifier = md5.newParallelVerifier(executor, PARALLELISM);
    try {
      ChecksumData sums = calculator.compute(ChunkBuffer.wrap(content));
      assertThat(asked).hasValue(length / (1 << 20) - 1);
      assertThat(verifier.verify(ChunkBuffer.wrap(content), sums).ok()).isTrue();
      useMessageDigest();
      assertThat(md5.compute(ChunkBuffer.wrap(content))).isEqualTo(sums);
    } finally {
      useMessageDigest();
    }
  }

  @Test
  void copiesOfAllThreadsAreCounted() {
    int length = 1 << 20;
    ByteBuffer direct = ByteBuffer.allocateDirect(length);
    ChecksumCounters counters = new ChecksumCounters();
    ChunkChecksum sha256 = ChunkChecksum.of(ChecksumType.SHA256, WINDOW).countingInto(counters);
    ParallelCalculator calculator = sha256.newParallelCalculator(executor, PARALLELISM);
    calculator.compute(ChunkBuffer.wrap(ByteBuffer.allocate(length).asReadOnlyBuffer()));
    ChecksumData sums = calculator.compute(ChunkBuffer.wrap(direct));
    assertThat(asked.get()).isPositive();
    assertThat(calculator.bytesCopied()).isEqualTo(new CopiedBytes(length, length));
    assertThat(counters.snapshot().bytesCopied()).isEqualTo(2L * length);
    ParallelVerifier verifier = sha256.newParallelVerifier(executor, PARALLELISM);
    verifier.verify(ChunkBuffer.wrap(direct), sums);
    verifier.verify(ChunkBuffer.wrap(direct), sums);
    assertThat(verifier.bytesCopied()).isEqualTo(new CopiedBytes(2L * length, 0));
    assertThat(counters.snapshot().bytesCopied()).isEqualTo(4L * length);
  }

  @Test
  void aMappedFileIsSharedOut(@TempDir Path folder) throws Exception {
    Path path = Files.write(folder.resolve("file"), CONTENT);
    ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, WINDOW);
    try (FileChannel file = FileChannel.open(path)) {
      ChunkBuffer chunk = MappedFile.map(file);
      ChecksumData sums = crc32c.newParallelCalculator(executor, PARALLELISM).compute(chunk);
      assertThat(sums).isEqualTo(crc32c.compute(ChunkBuffer.wrap(CONTENT)));
      crc32c.newParallelVerifier(executor, PARALLELISM).verify(chunk, sums).orThrow();
    }
    assertThat(asked.get()).isPositive();
  }

  @Test
  void anExecutorThatIsShutDownDoesNoHarm() {
    ExecutorService gone = Executors.newFixedThreadPool(1);
    gone.shutdown();
    assertThatThrownBy(() -> gone.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, WINDOW);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    ChecksumData sums = md5.newParallelCalculator(gone, PARALLELISM).compute(chunk);
    assertThat(sums).isEqualTo(md5.compute(chunk));
    assertThat(md5.newParallelVerifier(gone, PARALLELISM).verify(chunk, sums).ok()).isTrue();
  }

  /** Only one thread fails, and afterwards the calculator is as good as new. */
  @Test
  void whatAnAlgorithmThrowsReachesTheCaller() {
    FailingAlgorithm algorithm = new FailingAlgorithm(ChecksumAlgorithms.of(ChecksumType.MD5));
    ChunkChecksum failing = ChunkChecksum.of(algorithm, WINDOW);
    ChecksumData sums =
        ChunkChecksum.of(ChecksumType.MD5, WINDOW).compute(ChunkBuffer.wrap(CONTENT));
    ParallelCalculator calculator = failing.newParallelCalculator(executor, PARALLELISM);
    ParallelVerifier verifier = failing.newParallelVerifier(executor, PARALLELISM);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    for (int i = 0; i < 3; i++) {
      algorithm.windowsToFailure.set(700);
      assertThatThrownBy(() -> calculator.compute(chunk)).hasMessage("no more windows");
      algorithm.windowsToFailure.set(700);
      assertThatThrownBy(() -> verifier.verify(chunk, sums)).hasMessage("no more windows");
      algorithm.windowsToFailure.set(Integer.MAX_VALUE);
      assertThat(calculator.compute(chunk)).isEqualTo(sums);
      assertThat(verifier.verify(chunk, sums).ok()).isTrue();
    }
  }

  /** The executor runs tasks in this thread, so that all garbage is counted. */
  @ParameterizedTest
  @EnumSource(
      value = BufferKind.class,
      names = {"HEAP", "DIRECT"})
  void aCallMakesLittleGarbage(BufferKind kind) {
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, WINDOW);
    ByteBuffer packed = ByteBuffer.allocate(64 * 16);
    for (int windows : new int[] {2, 64}) {
      byte[] content = Arrays.copyOf(CONTENT, windows * WINDOW);
      ChunkBuffer chunk = Chunks.of(kind, content, 1000);
      ParallelCalculator calculator = md5.newParallelCalculator(Runnable::run, PARALLELISM);
      ParallelVerifier verifier = md5.newParallelVerifier(Runnable::run, PARALLELISM);
      ChecksumData sums = calculator.compute(chunk);
      int calls = 4_000 / windows;
      BooleanSupplier bothCalls =
          () -> {
            calculator.compute(chunk, packed);
            return verifier.verify(chunk, sums).ok();
          };
      AllocatedBytes.during(5, bothCalls); // Loads classes.
      long bytes = AllocatedBytes.during(calls, bothCalls);
      assertThat(bytes / (2.0 * calls))
          .as("%d windows, bytes per call", windows)
          .isLessThan(windows == 2 ? 1 : 300);
    }
  }
}
