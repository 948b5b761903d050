// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.file.CallersContext;
import io.chunksum.scan.ScanTarget.RecordOpener;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * The threads of a scan of real files: who reads what, in what order it is reported, and how all
 * end.
 */
@Timeout(120)
class ScanThreadsTest extends ScannerTestBase {

  @Test
  void oneFileIsReadByAllThreads() throws Exception {
    byte[] content = random(4 * MIB);
    format.record(file("f", content), content, MIB, 4096, ChecksumType.CRC32C);
    // Slow enough that each thread rests while the other continues.
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
    Path path = recorded("f", new byte[10], 4, ChecksumType.CRC32C);
    try (CallersContext context = new CallersContext()) {
      RecordOpener opener =
          () -> {
            context.look();
            return format.open(path, path);
          };
      Iterator<ScanTarget> targets = List.of(ScanTarget.recorded("f", path, 10, opener)).iterator();
      FileScanner.of(1)
          .scan(
              () -> targets.hasNext() ? Optional.of(targets.next()) : Optional.empty(),
              (outcome, soFar) -> assertThat(outcome.failure()).isNull());
      assertThat(context.taken()).containsExactly(CallersContext.CLASS_LOADER);
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

  /** There may be millions of them. */
  @Test
  void outcomesThatWereReportedAreNotKept() throws Exception {
    Path path = recorded("f", new byte[10], 4, ChecksumType.CRC32C);
    AtomicInteger given = new AtomicInteger();
    List<WeakReference<ScanOutcome>> reported = new ArrayList<>();
    AtomicLong kept = new AtomicLong();
    FileScanner.of(2)
        .scan(
            () ->
                given.incrementAndGet() > 5000
                    ? Optional.empty()
                    : Optional.of(
                        ScanTarget.recorded("f", path, 10, () -> format.open(path, path))),
            (outcome, soFar) -> {
              reported.add(new WeakReference<>(outcome));
              if (reported.size() == 4000) {
                kept.set(keptOf(reported.subList(0, 1000)));
              }
            });
    assertThat(reported).hasSize(5000);
    assertThat(kept).hasValue(0);
  }

  private static long keptOf(List<WeakReference<ScanOutcome>> outcomes) {
    long kept = outcomes.size();
    for (int i = 0; i < 100 && kept > 0; i++) {
      System.gc();
      kept = outcomes.stream().filter(outcome -> outcome.get() != null).count();
    }
    return kept;
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
    AtomicBoolean ended = new AtomicBoolean();
    FutureTask<Boolean> writer =
        new FutureTask<>(() -> {
          while (!ended.get()) {
            Files.write(file, Arrays.copyOf(content, 17 * MIB));
            Files.write(file, Arrays.copyOf(content, 70 * MIB));
          }
          return true;
        });
    List<Found> all = new ArrayList<>();
    new Thread(writer).start();
    try {
      // Not as the other tests do it: the writer has the file open as well.
      FileScanner.of(2)
          .scan(new FileTree(root, format), (outcome, soFar) -> all.add(found(outcome)));
    } finally {
      ended.set(true);
      assertThat(writer.get()).isTrue(); // Throws what ended it otherwise.
    }
    // It may have shrunk once all of it had been read.
    assertThat(all)
        .hasSize(1)
        .allMatch(f -> f.failure().isEmpty() || f.failure().startsWith("it became shorter"));
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
    CountDownLatch started = new CountDownLatch(1);
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
                    started.countDown();
                  }
                });
          } catch (IOException | InterruptedException e) {
            thrown.set(e);
          }
        });
    caller.start();
    started.await();
    caller.interrupt();
    caller.join();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
  }

  /** There is nothing to wait for, and no end. */
  @Test
  @Timeout(
      value = 60,
      threadMode = ThreadMode.SEPARATE_THREAD) // It ignores interrupts if it fails.
  void interruptedCallerLeavesAlsoWhileNoFileHasARecord() throws Exception {
    ScanSource endless =
        () -> {
          Thread.currentThread().interrupt();
          return Optional.of(ScanTarget.unrecorded("f", root.resolve("f"), 0));
        };
    assertThatThrownBy(() -> FileScanner.of(1).scan(endless, (outcome, soFar) -> {}))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void errorInAWorkerReachesTheCaller() throws Exception {
    Path file = file("f", "content".getBytes(UTF_8));
    ScanTarget target =
        ScanTarget.recorded(
            "f",
            file,
            7,
            () -> {
              throw new StackOverflowError("too deep");
            });
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

  @Test
  void whatWasFoundBeforeAnErrorInAWorkerIsReported() throws Exception {
    Files.write(recorded("a", random(10), 4, ChecksumType.CRC32C), new byte[10]);
    FileTree tree = new FileTree(root, format);
    ScanTarget failing =
        ScanTarget.recorded(
            "b",
            file("b", new byte[7]),
            7,
            () -> {
              throw new StackOverflowError("too deep");
            });
    // So many that the one in the middle is never scanned.
    List<ScanTarget> targets =
        new ArrayList<>(List.of(tree.next().orElseThrow(), failing, failing, failing, failing));
    List<String> mismatched = new ArrayList<>();
    assertThatThrownBy(() ->
            FileScanner.of(1)
                .scan(
                    () -> targets.isEmpty() ? Optional.empty() : Optional.of(targets.remove(0)),
                    (outcome, soFar) -> {
                      assertThat(soFar).isEqualTo(new ScanCounts(1, 1, 0, 0, 10));
                      mismatched.add(outcome.target().path());
                    }))
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("too deep");
    assertThat(mismatched).containsExactly("a");
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
