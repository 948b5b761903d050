// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.buffer.ChunkBuffer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The thread that reads ahead: what it is, how far it goes, that it ends, and what becomes of its
 * buffers. Long, because all cases need the same channels, and that no thread is left.
 */
@Timeout(60)
class ReadAheadTest {

  private static final int BUFFER = 1024 * 1024;
  private static final int AHEAD = 3;

  /** Threads that have read from a channel of this test. */
  private final Set<Thread> readers = ConcurrentHashMap.newKeySet();

  private final ByteReader reader = ByteReader.readingAhead();

  /** A channel that never ends and fills every buffer with its number, counted from 0. */
  private ReadableByteChannel numbered(Consumer<Integer> beforeRead) {
    AtomicInteger count = new AtomicInteger();
    return new FakeChannel(target -> {
      readers.add(Thread.currentThread());
      int number = count.getAndIncrement();
      beforeRead.accept(number);
      return fill(target, number);
    });
  }

  private static int fill(ByteBuffer target, int number) {
    int length = target.remaining();
    while (target.hasRemaining()) {
      target.put((byte) number);
    }
    return length;
  }

  private static byte firstAndLast(ChunkBuffer chunk) {
    byte[] bytes = new byte[2];
    chunk.read(0, bytes, 0, 1);
    chunk.read(chunk.length() - 1, bytes, 1, 1);
    assertThat(bytes[0]).isEqualTo(bytes[1]);
    return bytes[0];
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void noThreadIsLeftBehind() throws InterruptedException {
    readers.remove(Thread.currentThread());
    for (Thread thread : readers) {
      thread.join(30_000);
      assertThat(thread.isAlive()).isFalse();
    }
  }

  @Test
  void onlyLargeRegionsTakeAThreadAndItIsANamedDaemon() throws IOException {
    reader.read(numbered(number -> {}), 2 * BUFFER, chunk -> {});
    assertThat(readers).containsExactly(Thread.currentThread());
    readers.clear();
    new ByteReader().read(numbered(number -> {}), 10 * BUFFER, chunk -> {});
    assertThat(readers).containsExactly(Thread.currentThread());
    readers.clear();
    reader.read(numbered(number -> {}), 2 * BUFFER + 1, chunk -> {});
    assertThat(readers).hasSize(1).doesNotContain(Thread.currentThread());
    Thread thread = readers.iterator().next();
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getName()).isEqualTo("chunksum-read-ahead");
  }

  @Test
  void aSmallFileTakesNoneHoweverMuchIsWanted(@TempDir Path folder) throws IOException {
    Path path = Files.write(folder.resolve("file"), new byte[2 * BUFFER]);
    try (FileChannel file =
        new FailingFile(FileChannel.open(path), Long.MAX_VALUE) {
          @Override
          public int read(ByteBuffer target, long position) throws IOException {
            readers.add(Thread.currentThread());
            return super.read(target, position);
          }
        }) {
      ByteReader reader = ByteReader.readingAhead();
      assertThat(reader.read(file, 0, Long.MAX_VALUE, bytes -> {})).isEqualTo(2 * BUFFER);
      assertThat(readers).containsExactly(Thread.currentThread());
    }
  }

  @Test
  void theThreadHasTheClassLoaderOfTheCallerAndNotItsThreadLocals() throws IOException {
    try (CallersContext context = new CallersContext()) {
      ReadableByteChannel channel =
          numbered(number -> {
            if (number == 0) {
              context.look();
            }
          });
      reader.read(channel, 3 * BUFFER, chunk -> {});
      assertThat(context.taken()).containsExactly(CallersContext.CLASS_LOADER);
    }
  }

  @Test
  void allBuffersAreFilledWhileTheFirstIsConsumedAndNoMore() throws IOException {
    CountDownLatch allFilled = new CountDownLatch(AHEAD);
    AtomicInteger consumed = new AtomicInteger();
    AtomicInteger farthest = new AtomicInteger();
    ReadableByteChannel channel =
        numbered(number -> {
          farthest.accumulateAndGet(number - consumed.get(), Math::max);
          allFilled.countDown();
        });
    long count =
        reader.read(
            channel,
            20 * BUFFER,
            chunk -> {
              await(allFilled);
              assertThat(firstAndLast(chunk)).isEqualTo((byte) consumed.get());
              consumed.incrementAndGet();
            });
    assertThat(count).isEqualTo(20 * BUFFER);
    assertThat(consumed).hasValue(20);
    assertThat(farthest).hasValue(AHEAD - 1);
  }

  @Test
  void buffersAreUsedAgainInTheNextCallToo() throws IOException {
    Set<ChunkBuffer> chunks = Collections.newSetFromMap(new IdentityHashMap<>());
    reader.read(numbered(number -> {}), 10 * BUFFER, chunks::add);
    reader.read(numbered(number -> {}), 10 * BUFFER, chunks::add);
    assertThat(chunks).hasSize(AHEAD);
  }

  /** Only garbage collection frees them, and a call makes too little garbage to bring it about. */
  @Test
  void buffersOfACallThatWasGivenUpAreUsedAgainOnceItsThreadHasEnded() throws IOException {
    Set<ChunkBuffer> chunks = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() ->
              reader.read(
                  numbered(number -> {}),
                  Long.MAX_VALUE,
                  chunk -> {
                    chunks.add(chunk);
                    throw new IllegalStateException("on purpose");
                  }))
          .hasMessage("on purpose");
      readers.forEach(ReadAheadTest::join);
    }
    reader.read(numbered(number -> {}), 3 * BUFFER, chunks::add);
    assertThat(chunks).hasSize(AHEAD);
  }

  @Test
  void buffersAreUsedAgainAfterAReadThatFailed() throws IOException {
    Set<ChunkBuffer> chunks = Collections.newSetFromMap(new IdentityHashMap<>());
    IllegalStateException failure = new IllegalStateException("cable pulled");
    ReadableByteChannel broken =
        numbered(number -> {
          if (number == 2) {
            throw failure;
          }
        });
    assertThatThrownBy(() -> reader.read(broken, Long.MAX_VALUE, chunks::add)).isSameAs(failure);
    reader.read(numbered(number -> {}), 3 * BUFFER, chunks::add);
    assertThat(chunks).hasSize(AHEAD);
  }

  @Test
  void buffersAreUsedAgainWhereNoThreadCouldBeStarted() throws IOException {
    Set<ChunkBuffer> chunks = Collections.newSetFromMap(new IdentityHashMap<>());
    reader.read(numbered(number -> {}), 3 * BUFFER, chunks::add);
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    Thread refused =
        new Thread(
            () -> {
              try {
                reader.read(numbered(number -> {}), 3 * BUFFER, chunks::add);
              } catch (IOException | RuntimeException e) {
                thrown.set(e);
              }
            }) {
          @Override
          public ClassLoader getContextClassLoader() {
            throw new IllegalStateException("on purpose");
          }
        };
    refused.start();
    join(refused);
    assertThat(thrown.get()).hasMessage("on purpose");
    reader.read(numbered(number -> {}), 3 * BUFFER, chunks::add);
    assertThat(chunks).hasSize(AHEAD);
  }

  @Test
  void buffersOfNestedCallsAreUsedAgainInTheNext() throws IOException {
    Set<ChunkBuffer> chunks = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < 2; i++) {
      readNested(chunks, 2);
    }
    assertThat(chunks).hasSize(3 * AHEAD);
  }

  /** Reads a region while others are read, one in the other. */
  private void readNested(Set<ChunkBuffer> chunks, int others) throws IOException {
    AtomicInteger outer = new AtomicInteger();
    reader.read(
        numbered(number -> {}),
        3 * BUFFER,
        chunk -> {
          chunks.add(chunk);
          if (outer.getAndIncrement() == 0 && others > 0) {
            try {
              readNested(chunks, others - 1);
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          }
          assertThat(firstAndLast(chunk)).isEqualTo((byte) (outer.get() - 1));
        });
  }

  @Test
  void aConsumerThatThrowsNeedNotWaitForAReadThatWaits() throws IOException {
    Pipe pipe = Pipe.open();
    AtomicInteger came = new AtomicInteger();
    CountDownLatch waiting = new CountDownLatch(1);
    try (Pipe.SinkChannel sink = pipe.sink()) {
      Thread feeder = new Thread(() -> feed(sink, BUFFER));
      feeder.start();
      ReadableByteChannel source =
          new FakeChannel(target -> {
            readers.add(Thread.currentThread());
            if (came.get() == BUFFER) {
              waiting.countDown();
            }
            int count = pipe.source().read(target);
            came.addAndGet(count);
            return count;
          });
      assertThatThrownBy(() ->
              reader.read(
                  source,
                  Long.MAX_VALUE,
                  chunk -> {
                    await(waiting);
                    throw new IllegalStateException("on purpose");
                  }))
          .hasMessage("on purpose");
      // Nothing more comes, but closing the end that is being read ends the read, and the thread.
      pipe.source().close();
    }
  }

  private static void feed(Pipe.SinkChannel sink, int length) {
    try {
      ByteBuffer bytes = ByteBuffer.allocate(length);
      while (bytes.hasRemaining()) {
        sink.write(bytes);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Otherwise bytes of the region that was given up would turn up in the next. */
  @Test
  void buffersThatMayStillBeWrittenToAreNotUsedAgainBeforeThatEnds() throws IOException {
    Set<ChunkBuffer> chunks = Collections.newSetFromMap(new IdentityHashMap<>());
    CountDownLatch waiting = new CountDownLatch(1);
    CountDownLatch late = new CountDownLatch(1);
    AtomicInteger reads = new AtomicInteger();
    ReadableByteChannel slow =
        new FakeChannel(target -> {
          readers.add(Thread.currentThread());
          // The system knows where to put the bytes before it waits for them.
          ByteBuffer place = target.duplicate();
          if (reads.getAndIncrement() > 0) {
            waiting.countDown();
            await(late);
          }
          int length = fill(place, 99);
          target.position(target.limit());
          return length;
        });
    assertThatThrownBy(() ->
            reader.read(
                slow,
                10 * BUFFER,
                chunk -> {
                  chunks.add(chunk);
                  await(waiting);
                  throw new IllegalStateException("on purpose");
                }))
        .hasMessage("on purpose");
    Thread slowThread = readers.iterator().next();
    AtomicInteger consumed = new AtomicInteger();
    reader.read(
        numbered(number -> {}),
        AHEAD * BUFFER,
        chunk -> {
          chunks.add(chunk);
          if (consumed.get() == 1) {
            late.countDown();
            join(slowThread);
          }
          assertThat(firstAndLast(chunk)).isEqualTo((byte) consumed.getAndIncrement());
        });
    assertThat(consumed).hasValue(AHEAD);
    assertThat(chunks).hasSize(1 + AHEAD);
    readNested(chunks, 1);
    assertThat(chunks).hasSize(2 * AHEAD);
  }

  private static void join(Thread thread) {
    try {
      thread.join(30_000);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void interruptingACallerThatWaitsLeavesItsFileOpen(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[] {1, 2, 3});
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch late = new CountDownLatch(1);
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    AtomicBoolean interrupted = new AtomicBoolean();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ReadableByteChannel slow =
          new FakeChannel(target -> {
            readers.add(Thread.currentThread());
            reading.countDown();
            await(late);
            return channel.read(target);
          });
      Thread caller =
          new Thread(() -> {
            try {
              reader.read(slow, Long.MAX_VALUE, chunk -> {});
            } catch (Throwable e) {
              thrown.set(e);
            }
            interrupted.set(Thread.currentThread().isInterrupted());
          });
      caller.start();
      await(reading);
      caller.interrupt();
      join(caller);
      assertThat(thrown.get()).isInstanceOf(InterruptedIOException.class);
      assertThat(interrupted).isTrue();
      late.countDown();
      join(readers.iterator().next());
      assertThat(channel.isOpen()).isTrue();
    }
  }

  private static void acquire(Semaphore filled, int count) {
    try {
      assertThat(filled.tryAcquire(count, 30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The thread waits for an empty buffer then, not in a read. */
  @Test
  void aConsumerThatThrowsWhenAllBuffersAreFullEndsTheThread() {
    Semaphore filled = new Semaphore(0);
    Set<Integer> consumed = new HashSet<>();
    assertThatThrownBy(() ->
            reader.read(
                numbered(number -> filled.release()),
                Long.MAX_VALUE,
                chunk -> {
                  acquire(filled, AHEAD);
                  consumed.add((int) firstAndLast(chunk));
                  throw new IllegalStateException("on purpose");
                }))
        .hasMessage("on purpose");
    assertThat(consumed).containsExactly(0);
  }

  @Test
  void aConsumerThatThrowsDoesNotHideThatAReadAheadOfItHasFailed() {
    IllegalStateException failure = new IllegalStateException("cable pulled");
    ReadableByteChannel broken =
        numbered(number -> {
          if (number == 1) {
            throw failure;
          }
        });
    IllegalCallerException thrown = new IllegalCallerException("full");
    assertThatThrownBy(() ->
            reader.read(
                broken,
                Long.MAX_VALUE,
                chunk -> {
                  readers.forEach(ReadAheadTest::join);
                  throw thrown;
                }))
        .isSameAs(thrown)
        .hasSuppressedException(failure);
  }

  @Test
  void aFailureNamesTheCallerBesideTheThreadThatItHappenedIn() {
    IOException failure = new IOException("cable pulled");
    ReadableByteChannel broken =
        new FakeChannel(target -> {
          throw failure;
        });
    assertThatThrownBy(() -> reader.read(broken, Long.MAX_VALUE, chunk -> {})).isSameAs(failure);
    assertThat(failure.getSuppressed()).hasSize(1);
    assertThat(failure.getSuppressed()[0].getStackTrace())
        .extracting(StackTraceElement::getClassName)
        .contains(ReadAheadTest.class.getName());
  }
}
