// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.file.ByteReader;
import io.chunksum.scan.ScanTarget.RecordOpener;
import io.chunksum.verify.VerifyOptions;
import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The readers that scans leave to later ones: all but those in use. */
@Timeout(120)
class IdleReadersTest extends ScannerTestBase {

  private final BlockingDeque<ByteReader> idle = new LinkedBlockingDeque<>(2);

  private void scan(int threads, ScanListener listener, Path file, RecordOpener record)
      throws IOException, InterruptedException {
    scan(idle, threads, listener, file, record);
  }

  private static void scan(
      BlockingDeque<ByteReader> idle,
      int threads,
      ScanListener listener,
      Path file,
      RecordOpener record)
      throws IOException, InterruptedException {
    Iterator<ScanTarget> targets =
        List.of(ScanTarget.recorded("f", file, file.toFile().length(), record)).iterator();
    ScanSource source = () -> targets.hasNext() ? Optional.of(targets.next()) : Optional.empty();
    new ScanPass(source, listener, null, VerifyOptions.DEFAULT, idle).run(threads);
  }

  @Test
  void aReaderIsThereForTheNextScanOnceOneHasEnded() throws Exception {
    Path file = recorded("f", random(MIB), 4096, ChecksumType.CRC32C);
    List<ByteReader> seen = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      scan(1, (outcome, soFar) -> {}, file, () -> format.open(file, file));
      assertThat(idle).hasSize(1);
      seen.add(idle.element());
    }
    assertThat(seen).allMatch(reader -> reader == seen.get(0));
  }

  /** Readers, of which one is given back as slowly as a thread may be, and then with an error. */
  private static final class SlowlyGivenBack extends LinkedBlockingDeque<ByteReader> {

    @Serial private static final long serialVersionUID = 1;

    @Override
    public boolean offerFirst(ByteReader reader) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
      throw new StackOverflowError("after the last file");
    }
  }

  /** So that it leaves no thread, and misses no error of one. */
  @Test
  void aScanWaitsForThreadsThatAreDoneWithAllFiles() throws Exception {
    Path file = recorded("f", random(MIB), 4096, ChecksumType.CRC32C);
    List<ScanOutcome> reported = new ArrayList<>();
    assertThatThrownBy(() ->
            scan(
                new SlowlyGivenBack(),
                1,
                (outcome, soFar) -> reported.add(outcome),
                file,
                () -> format.open(file, file)))
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("after the last file");
    assertThat(reported).hasSize(1);
  }

  @Test
  void noMoreAreKeptThanThereIsRoomFor() throws Exception {
    for (int i = 0; i < 20; i++) {
      recorded("f" + i, random(MIB), 4096, ChecksumType.MD5);
    }
    CountDownLatch all = new CountDownLatch(4);
    FileTree tree = new FileTree(root, format);
    ScanSource source =
        () ->
            tree.next()
                .map(target ->
                    ScanTarget.recorded(
                        target.path(),
                        target.file(),
                        target.length(),
                        () -> {
                          all.countDown();
                          await(all);
                          return format.open(target.file(), target.file());
                        }));
    new ScanPass(source, (outcome, soFar) -> {}, null, VerifyOptions.DEFAULT, idle).run(4);
    assertThat(idle).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void oneInUseIsNotGivenToAnotherScan() throws Exception {
    Path file = recorded("f", random(MIB), 4096, ChecksumType.CRC32C);
    ByteReader first = new ByteReader();
    idle.add(first);
    CountDownLatch inUse = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    FutureTask<Boolean> slow =
        new FutureTask<>(() -> {
          scan(
              1,
              (outcome, soFar) -> {},
              file,
              () -> {
                inUse.countDown();
                await(goOn);
                return format.open(file, file);
              });
          return true;
        });
    Thread thread = new Thread(slow);
    thread.setDaemon(true);
    thread.start();
    try {
      await(inUse);
      scan(1, (outcome, soFar) -> {}, file, () -> format.open(file, file));
      assertThat(idle).hasSize(1).doesNotContain(first);
    } finally {
      goOn.countDown();
    }
    assertThat(slow.get()).isTrue();
    assertThat(idle).hasSize(2).contains(first);
  }

  /** A scan that is over does not wait for threads that are not. */
  @Test
  void oneOfAThreadThatOutlivesItsScanIsNotThereBeforeTheThreadIsDone() throws Exception {
    Path file = recorded("f", random(MIB), 4096, ChecksumType.CRC32C);
    idle.add(new ByteReader());
    CountDownLatch inUse = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    assertThatThrownBy(() ->
            scan(
                1,
                new ScanListener() {
                  @Override
                  public void scanned(ScanOutcome outcome, ScanCounts soFar) {}

                  @Override
                  public void progress(ScanCounts soFar) throws IOException {
                    if (inUse.getCount() == 0) {
                      throw new IOException("pipe is broken");
                    }
                  }
                },
                file,
                () -> {
                  inUse.countDown();
                  await(goOn);
                  return format.open(file, file);
                }))
        .hasMessage("pipe is broken");
    int idleBefore = idle.size();
    goOn.countDown();
    awaitNoThreads();
    assertThat(idleBefore).isZero();
    assertThat(idle).hasSize(1);
  }

  @Test
  void oneWhoseUseEndedWithAnErrorIsKept() throws Exception {
    Path file = recorded("f", random(MIB), 4096, ChecksumType.CRC32C);
    ByteReader before = new ByteReader();
    idle.add(before);
    assertThatThrownBy(() ->
            scan(
                1,
                (outcome, soFar) -> {},
                file,
                () -> {
                  throw new StackOverflowError("on purpose");
                }))
        .hasMessage("on purpose");
    awaitNoThreads();
    assertThat(idle).containsExactly(before);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
