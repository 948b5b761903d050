// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import io.chunksum.scan.ScanTarget.RecordOpener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The code of records and of sources in the threads of a scan: interrupts that it leaves, the time
 * that it takes, and what it throws.
 */
@Timeout(120)
class ForeignCodeTest extends ScannerTestBase {

  /** Where the code of a record leaves the interrupt status of the thread that runs it. */
  enum Place {
    OPEN,
    NO_RECORD,
    NEXT_CHUNK,
    LAST_CHUNK,
    CLOSE
  }

  /** As code does that cannot throw what it has caught. */
  @ParameterizedTest
  @EnumSource
  void anInterruptThatARecordLeavesEndsNothing(Place place) throws Exception {
    int count = 5;
    List<ScanTarget> targets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Path path = recorded("f" + i, random(3 * MIB), 4096, ChecksumType.CRC32C);
      targets.add(ScanTarget.recorded("f" + i, path, 3 * MIB, () -> interrupted(path, place)));
    }
    Iterator<ScanTarget> given = targets.iterator();
    List<String> failures = new ArrayList<>();
    ScanCounts counts =
        FileScanner.of(1)
            .scan(
                () -> given.hasNext() ? Optional.of(given.next()) : Optional.empty(),
                (outcome, soFar) -> failures.add(found(outcome).failure()));
    String expected = place == Place.NO_RECORD ? "no answer" : "";
    assertThat(failures).isEqualTo(Collections.nCopies(count, expected));
    assertThat(counts.files()).isEqualTo(count);
  }

  private FileRecord interrupted(Path path, Place place) throws IOException {
    if (place == Place.OPEN || place == Place.NO_RECORD) {
      Thread.currentThread().interrupt();
    }
    if (place == Place.NO_RECORD) {
      throw new IOException("no answer");
    }
    return new ForwardingRecord(format.open(path, path)) {
      @Override
      public List<ChunkInfo> nextChunk() throws IOException {
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        List<ChunkInfo> chunk = super.nextChunk();
        if (place == (chunk.isEmpty() ? Place.LAST_CHUNK : Place.NEXT_CHUNK)) {
          Thread.currentThread().interrupt();
        }
        return chunk;
      }

      @Override
      public void close() throws IOException {
        super.close();
        if (place == Place.CLOSE) {
          Thread.currentThread().interrupt();
        }
      }
    };
  }

  /** Gives a file again and again, until {@code ended}, and looks for each longer than a tick. */
  private static ScanSource slow(Path path, RecordOpener opener, BooleanSupplier ended) {
    AtomicInteger given = new AtomicInteger();
    return () -> {
      if (ended.getAsBoolean()) {
        return Optional.empty();
      }
      long begin = System.nanoTime();
      while (System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(101)) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
      assertThat(given.incrementAndGet()).isLessThan(60); // 64 make a scan wait for the first.
      return Optional.of(ScanTarget.recorded("f", path, 5, opener));
    };
  }

  /** Others may be waiting for what has been found long ago. */
  @Test
  void progressAndFilesAreReportedWhileASlowSourceLooksForMore() throws Exception {
    Path path = recorded("f", random(5), 16, ChecksumType.CRC32C);
    CountDownLatch progress = new CountDownLatch(1);
    AtomicBoolean reported = new AtomicBoolean();
    RecordOpener afterProgress =
        () -> {
          await(progress);
          return format.open(path, path);
        };
    try {
      FileScanner.of(1)
          .scan(
              slow(path, afterProgress, reported::get),
              new ScanListener() {
                @Override
                public void scanned(ScanOutcome outcome, ScanCounts soFar) {
                  reported.set(true);
                }

                @Override
                public void progress(ScanCounts soFar) {
                  progress.countDown();
                }
              });
    } finally {
      progress.countDown(); // Or the file would stay open for ever.
    }
    assertThat(reported).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatWasFoundBeforeASourceFailsIsReported(boolean declared) throws Exception {
    ScanSource failing =
        () -> {
          if (declared) {
            throw new IOException("no answer");
          }
          throw new IllegalStateException("no answer");
        };
    List<ScanOutcome> reported = new ArrayList<>();
    assertThatThrownBy(() -> scanOneAnd(failing, (outcome, soFar) -> reported.add(outcome)))
        .isInstanceOf(declared ? IOException.class : IllegalStateException.class)
        .hasMessage("no answer");
    assertThat(reported).extracting(outcome -> outcome.target().path()).containsExactly("a");
    assertThat(reported.get(0).mismatched()).isTrue();
  }

  @Test
  void whereNothingCanBeReportedTheFailureOfTheSourceIsAttached() {
    IOException failure = new IOException("no answer");
    ScanSource failing =
        () -> {
          throw failure;
        };
    ScanListener refusing =
        (outcome, soFar) -> {
          throw new IOException("no place for reports");
        };
    assertThatThrownBy(() -> scanOneAnd(failing, refusing))
        .isInstanceOf(IOException.class)
        .hasMessage("no place for reports")
        .hasSuppressedException(failure);
  }

  /**
   * Scans a damaged file, and what a source has more. That is asked when the only thread is at the
   * second file, and so through with the first.
   */
  private void scanOneAnd(ScanSource more, ScanListener listener) throws Exception {
    Path a = recorded("a", random(10), 4, ChecksumType.CRC32C);
    Files.write(a, new byte[10]);
    CountDownLatch atSecond = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    RecordOpener second =
        () -> {
          atSecond.countDown();
          await(over);
          throw new IOException("too late");
        };
    Iterator<ScanTarget> targets =
        List.of(
                ScanTarget.recorded("a", a, 10, () -> format.open(a, a)),
                ScanTarget.recorded("b", a, 10, second))
            .iterator();
    ScanSource source =
        () -> {
          if (targets.hasNext()) {
            return Optional.of(targets.next());
          }
          await(atSecond);
          return more.next();
        };
    try {
      FileScanner.of(1).scan(source, listener);
    } finally {
      over.countDown();
    }
  }

  /** The file before it may be large, or wait for a server. */
  @Test
  @Timeout(60)
  void anErrorInAWorkerEndsTheScanWhileAnotherIsAtAFileBefore() throws Exception {
    Path path = recorded("f", random(5), 16, ChecksumType.CRC32C);
    CountDownLatch over = new CountDownLatch(1);
    RecordOpener waiting =
        () -> {
          await(over);
          throw new IOException("too late");
        };
    RecordOpener failing =
        () -> {
          throw new StackOverflowError("too deep");
        };
    Iterator<ScanTarget> targets =
        Stream.of(waiting, failing)
            .map(opener -> ScanTarget.recorded("f", path, 5, opener))
            .iterator();
    ScanSource source = () -> targets.hasNext() ? Optional.of(targets.next()) : Optional.empty();
    try {
      assertThatThrownBy(() -> FileScanner.of(2).scan(source, (outcome, soFar) -> {}))
          .isInstanceOf(StackOverflowError.class)
          .hasMessage("too deep");
    } finally {
      over.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aSourceWithoutANameIsNotAskedForFiles() {
    AtomicBoolean asked = new AtomicBoolean();
    ScanSource nameless =
        new ScanSource() {
          @Override
          public Optional<ScanTarget> next() {
            asked.set(true);
            return Optional.empty();
          }

          @Override
          public String toString() {
            throw new IllegalStateException("no name");
          }
        };
    assertThatThrownBy(() -> FileScanner.of(1).scan(nameless, (outcome, soFar) -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no name");
    assertThat(asked).isFalse();
  }

  @Test
  void interruptedCallerLeavesAlsoWhileASlowSourceLooksForMore() throws Exception {
    Path path = recorded("f", random(5), 16, ChecksumType.CRC32C);
    BooleanSupplier interrupts =
        () -> {
          Thread.currentThread().interrupt();
          return false;
        };
    ScanSource slow = slow(path, () -> format.open(path, path), interrupts);
    assertThatThrownBy(() -> FileScanner.of(1).scan(slow, (outcome, soFar) -> {}))
        .isInstanceOf(InterruptedException.class);
  }
}
