// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Watches every buffer of Netty from its first moment, and counts those never released. */
public final class NettyLeaks implements AutoCloseable {

  private static final long PATIENCE_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private final ResourceLeakDetector.Level levelBefore = ResourceLeakDetector.getLevel();
  private final AtomicInteger leaks = new AtomicInteger();

  /** Watches from now on, until it is closed. */
  public NettyLeaks() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ByteBufUtil.setLeakListener((resource, records) -> leaks.incrementAndGet());
  }

  /** A leak is found when a buffer has been collected, and reported when a later one is made. */
  public int count() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      collectGarbage();
      PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
    }
    return leaks.get();
  }

  private static void collectGarbage() throws InterruptedException {
    ReferenceQueue<Object> collected = new ReferenceQueue<>();
    Reference<Object> garbage = new WeakReference<>(new Object(), collected);
    try {
      System.gc();
      if (collected.remove(PATIENCE_MILLIS) == null) {
        throw new AssertionError("garbage is not collected");
      }
    } finally {
      Reference.reachabilityFence(garbage);
    }
  }

  @Override
  public void close() {
    ByteBufUtil.setLeakListener(null);
    ResourceLeakDetector.setLevel(levelBefore);
  }
}
