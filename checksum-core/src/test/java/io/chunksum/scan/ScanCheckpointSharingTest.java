// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.file.FailingFile;
import io.chunksum.scan.ScanCheckpoint.Place;
import io.chunksum.scan.ScanCheckpoint.RefusedException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Opens checkpoints that other scans have, or had. */
class ScanCheckpointSharingTest extends ScanCheckpointTestBase {

  @Test
  void checkpointInUseIsRefused() throws IOException {
    try (ScanCheckpoint checkpoint = open()) {
      assertThat(checkpoint.place()).isEqualTo(Place.START);
      assertRefused("is in use by another scan");
    }
    assertThat(loaded()).isEqualTo(Place.START);
  }

  @Test
  void checkpointsOfSeveralScansMayBeInUse() throws IOException {
    Path other = directory.resolve("other");
    try (ScanCheckpoint one = open();
        ScanCheckpoint two = ScanCheckpoint.open(other, "a scan of /other")) {
      one.advance(FIRST);
      two.advance(SECOND);
    }
    assertThat(loaded()).isEqualTo(FIRST);
  }

  /** An interrupt closes the channel beforehand, and nothing else. */
  @Test
  void oneThatAnInterruptHasEndedCanBeOpenedAgainOnceItIsClosed() throws IOException {
    try (ScanCheckpoint checkpoint = open()) {
      checkpoint.advance(FIRST);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> checkpoint.advance(SECOND))
          .isInstanceOf(ClosedByInterruptException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(loaded()).isEqualTo(FIRST);
  }

  @Test
  void oneWhoseOpeningAnErrorEndsCanBeOpenedAgain() throws IOException {
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    LongSupplier failing =
        () -> {
          throw error;
        };
    assertThatThrownBy(() -> ScanCheckpoint.open(file, "a scan of /data", failing)).isSameAs(error);
    assertThat(loaded()).isEqualTo(Place.START);
    FileChannel unlocked =
        new FailingFile(FileChannel.open(file, READ, WRITE), 0) {
          @Override
          public FileLock tryLock(long position, long size, boolean shared) {
            throw error;
          }
        };
    assertThatThrownBy(() -> ExclusiveFile.hold(file, unlocked)).isSameAs(error);
    assertThat(unlocked.isOpen()).isFalse();
  }

  /** A scan has opened the file when another completes, and comes to lock it after that. */
  @Test
  void whatWasRemovedAfterItWasOpenedIsOpenedAgain() throws IOException {
    FileChannel late;
    try (ScanCheckpoint other = open()) {
      late = FileChannel.open(file, READ, WRITE);
      other.advance(FIRST);
      other.complete();
    }
    ExclusiveFile held = Objects.requireNonNull(ExclusiveFile.hold(file, late));
    assertThat(ScanCheckpoint.open(file, held, "a scan of /data", System::nanoTime)).isNull();
    assertThat(late.isOpen()).isFalse();
    note(SECOND);
    assertThat(loaded()).isEqualTo(SECOND);
  }

  @Test
  void scansThatBeginAndCompleteAtTheSameTimeNeverHaveItTogether() throws Exception {
    AtomicInteger open = new AtomicInteger();
    AtomicInteger opened = new AtomicInteger();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    Runnable scans =
        () -> {
          for (int i = 0; i < 500; i++) {
            try (ScanCheckpoint checkpoint = open()) {
              if (open.incrementAndGet() > 1 || !Files.exists(file)) {
                wrong.add("scan " + i);
              }
              open.decrementAndGet();
              opened.incrementAndGet();
              checkpoint.complete();
            } catch (RefusedException e) {
              // Another has it.
            } catch (Throwable e) { // Nobody else would see it.
              wrong.add(e.toString());
            }
          }
        };
    List<Thread> threads = Stream.generate(() -> new Thread(scans)).limit(3).toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).isEmpty();
    assertThat(opened).hasPositiveValue();
  }
}
