// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.internal.DaemonThreads;
import io.chunksum.internal.Failures;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One region, which a thread of its own reads into a ring of buffers while the caller's thread
 * consumes them.
 *
 * <p>A read that waits for bytes is never interrupted, because that would close the caller's file,
 * and a caller that gives up never waits for it, because it may take forever. The thread then ends
 * when that read returns, and owns the buffers until it does: whoever of the two is done with them
 * last hands them back.
 */
final class ReadAhead {

  private final ByteSource source;
  private final long length;
  private final List<ReadBuffer> ring;
  private final Consumer<List<ReadBuffer>> handBack;

  /** Buffers that may be filled. */
  private final Semaphore empty;

  /** Buffers that may be consumed; one more when everything has been read. */
  private final Semaphore filled = new Semaphore(0);

  private volatile boolean givenUp;

  /** Whether one of the two threads is done with the buffers; the other then hands them back. */
  private final AtomicBoolean oneIsDone = new AtomicBoolean();

  /** Number of buffers filled in all; until that is known, a number that is never reached. */
  private volatile long totalFilled = Long.MAX_VALUE;

  /** Why the source failed to fill more; set before the last buffer may be consumed. */
  private volatile @Nullable Throwable failure;

  private ReadAhead(
      ByteSource source, long length, List<ReadBuffer> ring, Consumer<List<ReadBuffer>> handBack) {
    this.source = source;
    this.length = length;
    this.ring = ring;
    this.handBack = handBack;
    this.empty = new Semaphore(ring.size());
  }

  /**
   * Reads a region. The ring has been handed back when this returns; when it throws, that may
   * happen later, in another thread.
   *
   * @return number of bytes read and passed on
   */
  static long read(
      ByteSource source,
      long length,
      List<ReadBuffer> ring,
      Consumer<ChunkBuffer> consumer,
      Consumer<List<ReadBuffer>> handBack)
      throws IOException {
    ReadAhead region = new ReadAhead(source, length, ring, handBack);
    try {
      DaemonThreads.start("chunksum-read-ahead", region::fill);
    } catch (Throwable e) { // No thread is left, for one, and so none that would hand them back.
      handBack.accept(ring);
      throw e;
    }
    try {
      return region.consume(consumer);
    } finally {
      region.givenUp = true;
      region.empty.release();
      region.leaveBuffers();
    }
  }

  private void leaveBuffers() {
    if (oneIsDone.getAndSet(true)) {
      handBack.accept(ring);
    }
  }

  private ReadBuffer buffer(long index) {
    return ring.get((int) (index % ring.size()));
  }

  /** The body of the thread. */
  private void fill() {
    long count = 0;
    try {
      long done = 0;
      boolean ended = false;
      while (done < length && !ended) {
        empty.acquireUninterruptibly();
        if (givenUp) {
          break;
        }
        ReadBuffer next = buffer(count);
        try {
          ended = !next.fill(source, done, length - done);
        } catch (Throwable e) {
          failure = e; // Before the consumer gets what was read, as it may fail, too.
          throw e;
        } finally {
          done += next.count();
          count++;
          filled.release();
        }
      }
    } catch (Throwable e) { // Passed on to the caller, who would otherwise wait forever.
      failure = e;
    }
    totalFilled = count;
    leaveBuffers(); // First, so that the caller finds them when its call has returned.
    filled.release();
  }

  private long consume(Consumer<ChunkBuffer> consumer) throws IOException {
    long done = 0;
    for (long index = 0; ; index++) {
      try {
        filled.acquire();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (IOException) new InterruptedIOException("interrupted while reading").initCause(e);
      }
      if (index == totalFilled) {
        rethrowFailure();
        return done;
      }
      done += handOn(buffer(index), consumer);
      empty.release();
    }
  }

  /** Hands on a buffer; a consumer that throws also tells of a read that has failed by then. */
  private int handOn(ReadBuffer buffer, Consumer<ChunkBuffer> consumer) {
    try {
      return buffer.handTo(consumer);
    } catch (Throwable e) {
      Failures.addSuppressed(e, failure);
      throw e;
    }
  }

  /** Throws what reading threw, unchanged; a suppressed exception adds the caller's stack. */
  private void rethrowFailure() throws IOException {
    Throwable thrown = failure;
    if (thrown == null) {
      return;
    }
    thrown.addSuppressed(new IllegalStateException("read ahead for this caller"));
    if (thrown instanceof IOException e) {
      throw e;
    }
    Failures.rethrow(thrown);
  }
}
