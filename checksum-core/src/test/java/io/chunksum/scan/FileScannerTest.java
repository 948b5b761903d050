// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.file.OpenFiles;
import io.chunksum.verify.Mismatch;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scans real files. Long, because every way in which a file or its record can be wrong, at any
 * number of threads, is a case of its own, and all share what makes and compares them.
 */
@Timeout(120)
class FileScannerTest {

  private static final int MIB = 1024 * 1024;
  private static final int CHUNK = 20 * MIB;

  @TempDir private Path root;
  private final MemoryFormat format = new MemoryFormat();

  /** What is kept of a file's outcome for comparison; failures by their messages. */
  private record Found(String path, List<FileResult> results, String failure) {}

  private Path file(String name, byte[] content) throws IOException {
    Files.write(root.resolve(name + ".sums"), new byte[0]);
    return Files.write(root.resolve(name), content);
  }

  private Path recorded(String name, byte[] content, int bytesPerChecksum, ChecksumType... types)
      throws IOException {
    Path file = file(name, content);
    format.record(file, content, CHUNK - CHUNK % bytesPerChecksum, bytesPerChecksum, types);
    return file;
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static Found found(ScanOutcome outcome) {
    Exception failure = outcome.failure();
    return new Found(
        outcome.target().path(),
        outcome.results(),
        failure == null ? "" : String.valueOf(failure.getMessage()));
  }

  private List<Found> scan(int threads) throws Exception {
    List<Found> all = new ArrayList<>();
    ScanCounts counts =
        FileScanner.of(threads)
            .scan(new FileTree(root, format), (outcome, soFar) -> all.add(found(outcome)));
    // At once: what was forgotten to be closed is closed by the garbage collector some time.
    assertThat(OpenFiles.under(root)).isZero();
    assertThat(counts.files()).isEqualTo(all.size());
    assertThat(counts.failed()).isEqualTo(all.stream().filter(f -> !f.failure.isEmpty()).count());
    assertThat(counts.mismatched())
        .isEqualTo(all.stream().filter(f -> !f.results.stream().allMatch(FileResult::ok)).count());
    return all;
  }

  @AfterEach
  void nothingIsLeftOpen() throws Exception {
    awaitZero(() -> scanThreads());
    awaitZero(() -> OpenFiles.under(root));
    assertThat(format.open()).isZero();
  }

  private interface Count {
    long get() throws IOException;
  }

  private static void awaitZero(Count count) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (count.get() > 0 && System.nanoTime() - deadline < 0) {
      Thread.sleep(10);
    }
    assertThat(count.get()).isZero();
  }

  private static long scanThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("chunksum-scan"))
        .count();
  }

  private static String crc32c(byte[] bytes, int offset, int length) {
    ChecksumCalculator calculator =
        new ChecksumCalculator(ChecksumAlgorithms.of(ChecksumType.CRC32C), Math.max(1, length));
    byte[] sum = new byte[4];
    calculator.compute(ChunkBuffer.wrap(bytes, offset, length)).checksum(0).get(sum);
    return HexFormat.of().formatHex(sum);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void faultsInAllPartsOfALargeFileAreFoundInOrder(int threads) throws Exception {
    int window = 100_000;
    byte[] before = random(50 * MIB + 12345);
    byte[] now = before.clone();
    List<Integer> bad = List.of(0, 82, 83, 84, 167, 209, 210, 300, 524);
    List<String> expected = new ArrayList<>();
    for (int i : bad) {
      now[i * window + 7] ^= 8;
      int length = Math.min(window, now.length - i * window);
      expected.add(
          "window %d, bytes %d to %d: expected %s, found %s"
              .formatted(
                  i,
                  i * window,
                  i * window + length - 1,
                  crc32c(before, i * window, length),
                  crc32c(now, i * window, length)));
    }
    Path file = recorded("large", before, window, ChecksumType.CRC32C, ChecksumType.NONE);
    Files.write(file, now);
    int windows = (before.length + window - 1) / window;
    List<Found> found = scan(threads);
    FileResult crc = found.get(0).results.get(0);
    assertThat(crc.mismatches().stream().map(Mismatch::toString).toList()).isEqualTo(expected);
    assertThat(crc)
        .isEqualTo(
            new FileResult(
                file.toString(),
                now.length,
                now.length,
                ChecksumType.CRC32C,
                OptionalInt.of(window),
                windows,
                bad.size(),
                crc.mismatches()));
    FileResult none =
        new FileResult(
            file.toString(),
            now.length,
            now.length,
            ChecksumType.NONE,
            OptionalInt.of(window),
            0,
            0,
            List.of());
    assertThat(found).containsExactly(new Found("large", List.of(crc, none), ""));
  }

  @Test
  void theWindowsOfAChunkBeginWhereItDoes() throws Exception {
    byte[] before = random(12 * 5000);
    byte[] now = Arrays.copyOf(before, before.length + 10);
    Path file = Files.write(root.resolve("a"), now);
    Files.write(root.resolve("a.sums"), new byte[0]);
    format.record(file, before, 5000, 1024, ChecksumType.CRC32C);
    now[5000 + 1024] ^= 1;
    now[3 * 5000 - 1] ^= 1;
    Files.write(file, now);
    FileResult result = scan(2).get(0).results().get(0);
    assertThat(result.windows()).isEqualTo(60);
    assertThat(result.mismatches())
        .extracting(Mismatch::window, Mismatch::offset, Mismatch::length)
        .containsExactly(
            tuple(6L, 6024L, 1024L), tuple(14L, 14096L, 904L), tuple(60L, 60_000L, 10L));
  }

  @Test
  void ofManyMismatchesTheFirstAreKeptHoweverManyThreads() throws Exception {
    byte[] before = random(30 * MIB);
    byte[] now = new byte[before.length];
    Files.write(recorded("a", before, 4096, ChecksumType.CRC32C), now);
    Files.write(recorded("b", before, MIB, ChecksumType.MD5), Arrays.copyOf(now, 3 * MIB + 1));
    List<Found> one = scan(1);
    FileResult all = one.get(0).results.get(0);
    assertThat(all.mismatchCount()).isEqualTo(30 * MIB / 4096);
    assertThat(all.mismatches().stream().map(Mismatch::window))
        .isEqualTo(LongStream.range(0, 1000).boxed().toList());
    FileResult cut = one.get(1).results.get(0);
    assertThat(cut.length()).isEqualTo(3 * MIB + 1);
    assertThat(cut.mismatchCount()).isEqualTo(30);
    assertThat(cut.mismatches().get(3).actual()).isNotNull();
    assertThat(cut.mismatches().get(4).actual()).isNull();
    for (int threads : new int[] {2, 5, 16}) {
      assertThat(scan(threads)).isEqualTo(one);
    }
  }

  @Test
  void oneFileIsReadByAllThreads() throws Exception {
    byte[] content = random(4 * MIB);
    format.record(file("f", content), content, MIB, 4096, ChecksumType.CRC32C);
    // Slow enough that each thread rests while the other goes on.
    ScanCounts counts =
        FileScanner.of(2)
            .withMaxRate(4 * MIB)
            .scan(new FileTree(root, format), (outcome, soFar) -> {});
    assertThat(counts.bytes()).isEqualTo(4 * MIB);
    assertThat(format.readers()).containsExactlyInAnyOrder("chunksum-scan-1", "chunksum-scan-2");
  }

  /** Algorithms that an application brings along are found by its class loader. */
  @Test
  void threadsHaveTheClassLoaderOfTheCallerAndNotItsThreadLocals() throws Exception {
    InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
    local.set("the caller's");
    Thread caller = Thread.currentThread();
    ClassLoader before = caller.getContextClassLoader();
    List<@Nullable Object> seen = new CopyOnWriteArrayList<>();
    try (URLClassLoader own = new URLClassLoader(new URL[0], before)) {
      caller.setContextClassLoader(own);
      recorded("f", new byte[10], 4, ChecksumType.CRC32C);
      Path path = root.resolve("f");
      ScanTarget.RecordOpener opener =
          reader -> {
            seen.add(Thread.currentThread().getContextClassLoader());
            seen.add(local.get());
            return format.open(path, path, reader);
          };
      Iterator<ScanTarget> targets =
          List.of(new ScanTarget("f", path, 10, opener, null)).iterator();
      FileScanner.of(1)
          .scan(
              () -> targets.hasNext() ? Optional.of(targets.next()) : Optional.empty(),
              (outcome, soFar) -> assertThat(outcome.failure()).isNull());
      assertThat(seen).containsExactly(own, null);
    } finally {
      caller.setContextClassLoader(before);
      local.remove();
    }
  }

  /** The second thread of the scan cannot be made; that the first ends is seen after each test. */
  @Test
  void threadsThatWereStartedEndIfAnotherCannotBe() throws Exception {
    ThreadGroup group = new ThreadGroup("scan");
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    Thread caller =
        new Thread(group, () -> thrown.set(catchThrowable(() -> scan(2)))) {
          @Override
          public ClassLoader getContextClassLoader() {
            if (group.activeCount() > 1) {
              throw new OutOfMemoryError("on purpose");
            }
            return super.getContextClassLoader();
          }
        };
    caller.start();
    caller.join();
    assertThat(thrown.get()).isInstanceOf(OutOfMemoryError.class).hasMessage("on purpose");
  }

  @Test
  void windowsLargerThanAPartAreAPartEach() throws Exception {
    byte[] content = random(20 * MIB);
    Path file = recorded("f", content, 9 * MIB, ChecksumType.CRC32);
    content[19 * MIB] ^= 1;
    Files.write(file, content);
    FileResult result = scan(2).get(0).results.get(0);
    assertThat(result.windows()).isEqualTo(3);
    assertThat(result.mismatches().stream().map(Mismatch::window)).containsExactly(2L);
  }

  @Test
  void surplusIsOneMismatchBehindTheLastWindow() throws Exception {
    byte[] content = random(10_000);
    Path file = recorded("f", content, 4096, ChecksumType.CRC32, ChecksumType.NONE);
    Files.write(file, Arrays.copyOf(content, 10_007));
    List<FileResult> results = scan(2).get(0).results;
    assertThat(results.get(0).mismatches()).containsExactly(Mismatch.surplus(3, 10_000, 7));
    assertThat(results.get(0).mismatchCount()).isEqualTo(1);
    assertThat(results.get(1).ok()).isTrue();
    assertThat(results.get(1).checked()).isFalse();
  }

  @Test
  void emptyFilesAndFilesOfNothingButNoneAreFine() throws Exception {
    recorded("empty", new byte[0], 512, ChecksumType.SHA256);
    byte[] content = random(9 * MIB);
    Path none = recorded("none", content, 512, ChecksumType.NONE);
    Files.write(none, new byte[1]);
    List<Found> all = scan(2);
    assertThat(all).allMatch(f -> f.failure.isEmpty() && f.results.get(0).ok());
    assertThat(all.get(1).results.get(0).length()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void filesThatCannotBeCheckedAreOutcomesAndTheOthersGoOn(int threads) throws Exception {
    byte[] content = random(3 * CHUNK + 5);
    recorded("a", content, 4096, ChecksumType.CRC32C);
    Path cut = recorded("b-record-cut", content, 4096, ChecksumType.CRC32C);
    format.damage(cut, 1);
    file("c-no-record", content);
    Files.delete(recorded("d-gone", content, 4096, ChecksumType.CRC32C));
    Path folder = recorded("e-folder", content, 4096, ChecksumType.CRC32C);
    Files.delete(folder);
    Files.createDirectory(folder);
    recorded("f-unknown", new byte[0], 4096, ChecksumType.CRC32C, ChecksumType.of("UNHEARD_OF", 2));
    recorded("g", content, 4096, ChecksumType.CRC32C);
    List<Found> all = scan(threads);
    assertThat(all.stream().map(Found::path).toList())
        .containsExactly(
            "a", "b-record-cut", "c-no-record", "d-gone", "e-folder", "f-unknown", "g");
    assertThat(all.get(0).failure).isEmpty();
    assertThat(all.get(1).failure).isEqualTo("record ends at " + CHUNK);
    assertThat(all.get(2).failure).isEqualTo("no record");
    assertThat(all.get(3).failure).contains("d-gone");
    assertThat(all.get(4).failure).contains("is a directory");
    assertThat(all.get(5).failure).contains("UNHEARD_OF");
    assertThat(all.get(6).failure).isEmpty();
  }

  @Test
  void filesAreReportedInOrderWhoeverIsDoneFirstAndFewAreInFlight() throws Exception {
    recorded("0-large", random(40 * MIB), 4096, ChecksumType.SHA256);
    for (int i = 0; i < 500; i++) {
      recorded("f%03d".formatted(i), random(i), 16, ChecksumType.CRC32C);
    }
    FileTree tree = new FileTree(root, format);
    AtomicInteger given = new AtomicInteger();
    List<String> reported = new ArrayList<>();
    FileScanner.of(2)
        .scan(
            () -> {
              Optional<ScanTarget> next = tree.next();
              given.addAndGet(next.isPresent() ? 1 : 0);
              return next;
            },
            (outcome, soFar) -> {
              reported.add(outcome.target().path());
              assertThat(soFar.files()).isEqualTo(reported.size());
              assertThat(given.get() - reported.size()).isLessThan(2 * 64);
            });
    assertThat(reported).hasSize(501).isSorted();
  }

  @Test
  void filesWithoutRecordAreCountedUpToTheFileThatIsReported() throws Exception {
    for (String name : List.of("a", "b", "d", "e", "e2", "g")) {
      Files.write(root.resolve(name), new byte[1]);
    }
    recorded("c", random(5), 16, ChecksumType.CRC32C);
    recorded("f", random(5), 16, ChecksumType.CRC32C);
    List<Long> unrecorded = new ArrayList<>();
    ScanCounts counts =
        FileScanner.of(3)
            .scan(
                new FileTree(root, format), (outcome, soFar) -> unrecorded.add(soFar.unrecorded()));
    assertThat(unrecorded).containsExactly(2L, 5L);
    assertThat(counts).isEqualTo(new ScanCounts(2, 0, 0, 6, 10));
  }

  @Test
  void fileThatGrowsAndShrinksWhileItIsReadEndsTheScanAllTheSame() throws Exception {
    byte[] content = random(60 * MIB);
    Path file = recorded("f", content, MIB, ChecksumType.MD5);
    AtomicReference<Boolean> ended = new AtomicReference<>(false);
    Thread writer =
        new Thread(() -> {
          try {
            while (!ended.get()) {
              Files.write(file, Arrays.copyOf(content, 17 * MIB));
              Files.write(file, Arrays.copyOf(content, 70 * MIB));
            }
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
    List<Found> all = new ArrayList<>();
    writer.start();
    try {
      // Not as the other tests do it: the writer has the file open, too.
      FileScanner.of(2)
          .scan(new FileTree(root, format), (outcome, soFar) -> all.add(found(outcome)));
    } finally {
      ended.set(true);
      writer.join();
    }
    assertThat(all).hasSize(1).allMatch(f -> f.failure.isEmpty());
  }

  @Test
  void listenerThatThrowsEndsTheScan() throws Exception {
    for (int i = 0; i < 100; i++) {
      recorded("f" + i, random(3 * MIB), 4096, ChecksumType.CRC32C);
    }
    AtomicInteger calls = new AtomicInteger();
    assertThatThrownBy(() ->
            FileScanner.of(4)
                .scan(
                    new FileTree(root, format),
                    (outcome, soFar) -> {
                      calls.incrementAndGet();
                      throw new IOException("pipe is broken");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("pipe is broken");
    assertThat(calls).hasValue(1);
  }

  @Test
  void sourceThatThrowsEndsTheScan() throws Exception {
    recorded("f", random(30 * MIB), 4096, ChecksumType.SHA256);
    FileTree tree = new FileTree(root, format);
    assertThatThrownBy(() ->
            FileScanner.of(2)
                .scan(
                    () -> {
                      Optional<ScanTarget> next = tree.next();
                      if (next.isEmpty()) {
                        throw new IOException("list is cut off");
                      }
                      return next;
                    },
                    (outcome, soFar) -> {}))
        .hasMessage("list is cut off");
  }

  @Test
  void interruptedCallerLeavesAtOnceEvenIfAllThreadsRest() throws Exception {
    recorded("f", random(30 * MIB), 4096, ChecksumType.CRC32C);
    CountDownLatch begun = new CountDownLatch(1);
    AtomicReference<Exception> thrown = new AtomicReference<>();
    FileScanner slow = FileScanner.of(3).withMaxRate(1);
    Thread caller =
        new Thread(() -> {
          try {
            slow.scan(
                new FileTree(root, format),
                new ScanListener() {
                  @Override
                  public void scanned(ScanOutcome outcome, ScanCounts soFar) {}

                  @Override
                  public void progress(ScanCounts soFar) {
                    begun.countDown();
                  }
                });
          } catch (IOException | InterruptedException e) {
            thrown.set(e);
          }
        });
    caller.start();
    begun.await();
    caller.interrupt();
    caller.join();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void errorInAWorkerReachesTheCaller() throws Exception {
    Path file = file("f", "content".getBytes(UTF_8));
    ScanTarget target =
        new ScanTarget(
            "f",
            file,
            7,
            reader -> {
              throw new StackOverflowError("too deep");
            },
            null);
    List<ScanTarget> targets = new ArrayList<>(List.of(target));
    assertThatThrownBy(() ->
            FileScanner.of(2)
                .scan(
                    () -> targets.isEmpty() ? Optional.empty() : Optional.of(targets.remove(0)),
                    (outcome, soFar) -> {
                      throw new IOException("must not be reported");
                    }))
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("too deep");
  }

  /** Many parts, so that threads add to both at the same time. */
  @Test
  void eachTypeOfARecordHasItsOwnResult() throws Exception {
    byte[] content = random(40 * MIB);
    Path file = recorded("f", content, MIB, ChecksumType.CRC32C, ChecksumType.MD5);
    content[33 * MIB]++;
    Files.write(file, content);
    List<FileResult> results = scan(3).get(0).results();
    assertThat(results)
        .extracting(FileResult::type)
        .containsExactly(ChecksumType.CRC32C, ChecksumType.MD5);
    for (FileResult result : results) {
      assertThat(result.windows()).isEqualTo(40);
      assertThat(result.mismatches()).extracting(Mismatch::window).containsExactly(33L);
    }
  }

  @Test
  void progressCountsAllBytesInTheEnd() throws Exception {
    recorded("f", random(3 * MIB), 4096, ChecksumType.CRC32C, ChecksumType.MD5);
    Files.write(recorded("g", random(2 * MIB), 4096, ChecksumType.CRC32C), new byte[5]);
    AtomicReference<ScanCounts> last = new AtomicReference<>();
    ScanCounts counts =
        FileScanner.of(2)
            .scan(
                new FileTree(root, format),
                new ScanListener() {
                  @Override
                  public void scanned(ScanOutcome outcome, ScanCounts soFar) {}

                  @Override
                  public void progress(ScanCounts soFar) {
                    last.set(soFar);
                  }
                });
    assertThat(last.get()).isEqualTo(counts);
    assertThat(counts).isEqualTo(new ScanCounts(2, 1, 0, 0, 3 * MIB + 5));
  }

  @Test
  void threadsAndRatesOutOfRangeAreRefused() {
    assertThatThrownBy(() -> FileScanner.of(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FileScanner.of(1025)).isInstanceOf(IllegalArgumentException.class);
    FileScanner scanner = FileScanner.of(1024);
    assertThatThrownBy(() -> scanner.withMaxRate(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
