// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.algorithm.lanes.LaneKernels;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.DigestLanes.Engine;
import io.chunksum.compute.DigestLanes.Status;
import io.chunksum.internal.CopyCounter;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which windows go in pairs, and that their digests are right while both ways are timed. */
class PairRunnerTest {

  private static final int ENTRY = 32;
  private static final int WINDOW = 300;

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] expected(byte[] content, int window, int count) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] digests = new byte[ENTRY * count];
      for (int i = 0; i < count; i++) {
        sha256.update(content, i * window, window);
        System.arraycopy(sha256.digest(), 0, digests, i * ENTRY, ENTRY);
      }
      return digests;
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static PairRunner runner(int window, CopyCounter copied) {
    return new PairRunner(window, new PairTrial.Score(), copied);
  }

  /** Takes nearly all groups in pairs, as if that had been found to be faster. */
  private static PairRunner runnerInPairs(int window, CopyCounter copied) {
    PairTrial.Score score = new PairTrial.Score(0, bound -> bound - 1);
    while (!score.settled()) {
      score.add(2, 1);
    }
    assertThat(score.inPairs()).isTrue();
    return new PairRunner(window, score, copied);
  }

  @ParameterizedTest
  @CsvSource({
    "256, 64",
    "1024, 64",
    "1025, 62",
    "16384, 4",
    "30000, 2",
    "65536, 2",
    "2147483647, 2",
  })
  void groupsHaveAnEvenNumberOfWindowsAndSomeKibibytes(int window, int most) {
    PairRunner runner = runner(window, new CopyCounter());
    assertThat(IntStream.of(0, 1, 2, 3).map(runner::groupSize)).containsExactly(0, 0, 2, 2);
    assertThat(runner.groupSize(most + 1L)).isEqualTo(most);
    assertThat(runner.groupSize(Long.MAX_VALUE)).isEqualTo(most);
  }

  @Test
  void onlySha256HasPairsAndOnlyOfWindowsThatAreNotTooShort() {
    assertThat(digestedTogether(ChecksumType.SHA256, 256)).isEqualTo(512);
    assertThat(digestedTogether(ChecksumType.SHA256, 255)).isZero();
    assertThat(digestedTogether(ChecksumType.MD5, 256)).isZero();
  }

  /** Number of bytes that do not go one by one, of three windows. */
  private static int digestedTogether(ChecksumType type, int window) {
    WindowGroups groups =
        Objects.requireNonNull(
            WindowGroups.of(ChecksumAlgorithms.of(type), window, new CopyCounter()));
    return groups.digest(new byte[3 * window], 0, 3 * window, (digests, count) -> {});
  }

  @ParameterizedTest
  @CsvSource({"4000, 4000", "1024, 4000", "1023, 0", "7, 0"})
  void windowsInShortPiecesAreTakenOneByOne(int pieceBytes, int digested) {
    byte[] content = random(4096);
    List<ByteBuffer> pieces =
        IntStream.iterate(0, from -> from < content.length, from -> from + pieceBytes)
            .mapToObj(
                from -> ByteBuffer.wrap(content, from, Math.min(pieceBytes, content.length - from)))
            .toList();
    WindowGroups groups =
        Objects.requireNonNull(
            WindowGroups.of(ChecksumAlgorithms.of(ChecksumType.SHA256), 2000, new CopyCounter()));
    assertThat(groups.digest(ChunkBuffer.wrap(pieces), 0, 4096, (digests, count) -> {}))
        .isEqualTo(digested);
  }

  @Test
  void theDigestsAreTheSameWhileBothWaysAreTimed() {
    byte[] content = random(6 * WINDOW);
    byte[] expected = expected(content, WINDOW, 6);
    PairTrial.Score score = new PairTrial.Score();
    PairRunner runner = new PairRunner(WINDOW, score, new CopyCounter());
    PieceRun windows = new PieceRun();
    windows.set(content, 0, WINDOW);
    for (int call = 0; call < PairTrial.Score.UNTIMED + 3 * PairTrial.PAUSE; call++) {
      assertThat(Arrays.copyOf(runner.digest(windows, 6, content.length), expected.length))
          .as("call %d", call)
          .isEqualTo(expected);
    }
    assertThat(score.settled()).isTrue();
  }

  @Test
  @Timeout(60)
  void threadsThatShareAScoreGetTheSameDigests() throws Exception {
    byte[] content = random(6 * WINDOW);
    byte[] expected = expected(content, WINDOW, 6);
    PairTrial.Score score = new PairTrial.Score();
    Callable<Integer> wrongDigests =
        () -> {
          PairRunner runner = new PairRunner(WINDOW, score, new CopyCounter());
          PieceRun windows = new PieceRun();
          windows.set(content, 0, WINDOW);
          int wrong = 0;
          for (int call = 0; call < 1000; call++) {
            byte[] digests = runner.digest(windows, 6, content.length);
            int length = expected.length;
            wrong += Arrays.equals(digests, 0, length, expected, 0, length) ? 0 : 1;
          }
          return wrong;
        };
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (Future<Integer> wrong : threads.invokeAll(Collections.nCopies(8, wrongDigests))) {
        assertThat(wrong.get()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(score.settled()).isTrue();
  }

  @Test
  void theStatusTellsWhetherPairsAreInUse() {
    DigestLanes sha256 = DigestLanes.find(ChecksumType.SHA256).orElseThrow();
    DigestLanes md5 = DigestLanes.find(ChecksumType.MD5).orElseThrow();
    sha256.use(Engine.MESSAGE_DIGEST);
    md5.use(Engine.MESSAGE_DIGEST);
    try {
      for (boolean faster : new boolean[] {true, false}) {
        score(faster);
        int lanes = faster ? 2 : 1;
        assertThat(sha256.status())
            .isEqualTo(
                new Status(Engine.MESSAGE_DIGEST, lanes, lanes, 1, "set by the application"));
        assertThat(md5.status().lanes()).isEqualTo(1);
      }
    } finally {
      score(true); // It is that of the JVM, and other tests want pairs.
    }
  }

  private static void score(boolean faster) {
    for (int i = 0; i < 10; i++) {
      PairRunner.SCORE.add(2, faster ? 1 : 3);
    }
  }

  /** Windows of 5000 bytes are copied in two parts. */
  @ParameterizedTest
  @ValueSource(ints = {300, 5000})
  void aStreamBringsFullWindowsOfAnyMemoryToPairsAndLeavesASingleOneAlone(int window) {
    byte[] content = random(70 * window);
    ByteBuffer direct = ByteBuffer.allocateDirect(content.length).put(0, content);
    ByteBuffer readOnly = ByteBuffer.wrap(content).asReadOnlyBuffer();
    ChunkBuffer pieces =
        ChunkBuffer.wrap(
            List.of(
                ByteBuffer.wrap(content, 0, 1000),
                direct.duplicate().limit(9000).position(1000),
                readOnly.duplicate().position(9000)));
    int length = 69 * window + 5;
    check(window, new CopiedBytes(0, 0), (groups, to) -> groups.digest(content, 0, length, to));
    check(
        window,
        new CopiedBytes(68L * window, 0),
        (groups, to) -> groups.digest(direct.limit(length), to));
    check(
        window,
        new CopiedBytes(0, 68L * window),
        (groups, to) -> groups.digest(readOnly.limit(length), to));
    check(
        window,
        new CopiedBytes(8000, 68L * window - 9000),
        (groups, to) -> groups.digest(pieces, 0, length, to));
    assertThat(direct.position()).isZero();
    assertThat(direct.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
  }

  /** All but the last of them. */
  @Test
  void whatLanesLeaveOverGoesInPairs() {
    ChecksumAlgorithm algorithm = ChecksumAlgorithms.of(ChecksumType.SHA256);
    DigestLanes sha256 = DigestLanes.find(ChecksumType.SHA256).orElseThrow();
    Supplier<LaneKernel> kernels = LaneKernels.vector(ChecksumType.SHA256).orElseThrow();
    LaneKernel first = kernels.get();
    int lanes = first.lanes();
    Status full = new Status(Engine.VECTOR_LANES, lanes, lanes, 1, "test");
    int windows = 2 * lanes + 5;
    byte[] content = random(windows * WINDOW);
    byte[] expected = expected(content, WINDOW, windows);
    ByteBuffer direct = ByteBuffer.allocateDirect(content.length).put(0, content);
    sha256.pin(LaneChoice.lanes(full, kernels, first, Double.POSITIVE_INFINITY));
    try {
      for (ByteBuffer buffer : List.of(ByteBuffer.wrap(content), direct)) {
        ChunkBuffer chunk = ChunkBuffer.wrap(buffer);
        List<Integer> groups = new ArrayList<>();
        groups(WINDOW, runner(WINDOW, new CopyCounter()))
            .digest(chunk, 0, chunk.length(), (digests, count) -> groups.add(count));
        assertThat(groups).containsExactly(lanes, lanes, 4);

        ChecksumCalculator calculator = new ChecksumCalculator(algorithm, WINDOW);
        assertThat(calculator.compute(chunk).packed()).isEqualTo(ByteBuffer.wrap(expected));
        long copied = buffer.isDirect() ? 5 * WINDOW : 0;
        assertThat(calculator.bytesCopied()).isEqualTo(new CopiedBytes(copied, 0));
      }
    } finally {
      sha256.use(Engine.MESSAGE_DIGEST);
    }
  }

  private interface Digesting {
    long digest(WindowGroups groups, WindowGroups.GroupConsumer consumer);
  }

  private static WindowGroups groups(int window, PairRunner pairs) {
    LaneRunner lanes =
        Objects.requireNonNull(LaneRunner.of(ChecksumAlgorithms.of(ChecksumType.SHA256)));
    return new WindowGroups(window, lanes, pairs);
  }

  private static void check(int window, CopiedBytes expected, Digesting digesting) {
    CopyCounter copied = new CopyCounter();
    check(groups(window, runner(window, copied)), window, digesting);
    assertThat(CopiedBytes.of(copied)).isEqualTo(expected);
    CopyCounter inPairs = new CopyCounter();
    check(groups(window, runnerInPairs(window, inPairs)), window, digesting);
    assertThat(CopiedBytes.of(inPairs)).isEqualTo(expected);
  }

  private static void check(WindowGroups groups, int window, Digesting digesting) {
    ByteBuffer all = ByteBuffer.allocate(68 * ENTRY);
    long taken = digesting.digest(groups, (digests, count) -> all.put(digests, 0, count * ENTRY));
    assertThat(taken).isEqualTo(68L * window);
    assertThat(all.array()).isEqualTo(expected(random(70 * window), window, 68));
  }

  @Test
  void noMemoryOfTheCallerIsKept() {
    CopyCounter copied = new CopyCounter();
    WindowGroups groups = groups(WINDOW, runner(WINDOW, copied));
    for (WeakReference<Object> memory : List.of(digestAnArray(groups), digestAChunk(groups))) {
      for (int i = 0; i < 100 && memory.get() != null; i++) {
        System.gc();
      }
      assertThat(memory.get()).isNull();
    }
    assertThat(copied.total()).isZero();
  }

  private static WeakReference<Object> digestAnArray(WindowGroups groups) {
    byte[] array = new byte[2 * WINDOW];
    assertThat(groups.digest(array, 0, array.length, (digests, count) -> {})).isPositive();
    return new WeakReference<>(array);
  }

  private static WeakReference<Object> digestAChunk(WindowGroups groups) {
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[2 * WINDOW]);
    assertThat(groups.digest(chunk, 0, chunk.length(), (digests, count) -> {})).isPositive();
    return new WeakReference<>(chunk);
  }
}
