// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.replay;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes chunk after chunk from a thread of its own, so that some are on their way whenever
 * something happens to the group.
 */
final class SteadyWriter {

  private static final int ON_THEIR_WAY = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ChunkClient client;
  private final List<TestChunk> acknowledged = new CopyOnWriteArrayList<>();
  private final AtomicLong lastIndex = new AtomicLong();
  private final Semaphore room = new Semaphore(ON_THEIR_WAY);
  private final CompletableFuture<Void> done;
  private volatile boolean enough;

  /** Starts to write. */
  SteadyWriter(ChunkClient client) {
    this.client = client;
    this.done = CompletableFuture.runAsync(this::write, task -> new Thread(task, "writer").start());
  }

  private void write() {
    TestChunk.Source source = new TestChunk.Source();
    CompletableFuture<?> all = CompletableFuture.completedFuture(null);
    try {
      while (!enough) {
        room.acquire();
        TestChunk chunk = source.next();
        CompletableFuture<?> write =
            client
                .write(chunk.info(), chunk.payload())
                .thenAccept(index -> {
                  acknowledged.add(chunk);
                  lastIndex.accumulateAndGet(index, Math::max);
                })
                .whenComplete((nothing, problem) -> {
                  if (problem != null) {
                    enough = true;
                  }
                  room.release();
                });
        all = CompletableFuture.allOf(all, write);
      }
    } catch (IOException | InterruptedException e) {
      throw new CompletionException(e);
    }
    all.join();
  }

  /** The chunks that the group has acknowledged so far. */
  List<TestChunk> acknowledged() {
    return acknowledged;
  }

  void awaitAcknowledged(int count) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (acknowledged.size() < count) {
      if (done.isDone() || System.nanoTime() > end) {
        throw new AssertionError(acknowledged.size() + " chunks acknowledged, not " + count);
      }
      Thread.sleep(1);
    }
  }

  /**
   * Ends, once all that is on its way is acknowledged.
   *
   * @return index in the log of the last chunk
   */
  long finish() {
    enough = true;
    done.join();
    return lastIndex.get();
  }
}
