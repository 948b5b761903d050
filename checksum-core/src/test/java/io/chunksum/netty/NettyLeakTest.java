// SPDX-License-Identifier: Apache-2.0

package io.chunksum.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Netty's own leak detector, tracking every buffer, finds no reference that was not given back. */
@Tag("netty")
class NettyLeakTest {

  private static final int BUFFERS = 500;

  private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
  private final AtomicInteger leaks = new AtomicInteger();

  @BeforeEach
  void trackEveryBuffer() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ByteBufUtil.setLeakListener((resource, records) -> leaks.incrementAndGet());
  }

  @AfterEach
  void trackAsBefore() {
    ByteBufUtil.setLeakListener(null);
    ResourceLeakDetector.setLevel(before);
  }

  private static ByteBuf buffer(int index) {
    ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(64).writeZero(64);
    return index % 2 == 0 ? buffer : buffer.asReadOnly();
  }

  /** A leak is found when a buffer has been collected, and reported when a later one is made. */
  private int leaksFound() throws InterruptedException {
    for (int i = 0; i < 10; i++) {
      System.gc();
      Thread.sleep(10);
      PooledByteBufAllocator.DEFAULT.directBuffer(64).release();
    }
    return leaks.get();
  }

  @Test
  void closedChunksLeakNothing() throws InterruptedException {
    for (int i = 0; i < BUFFERS; i++) {
      ByteBuf buffer = buffer(i);
      try (NettyChunk chunk = NettyChunk.retain(List.of(buffer, buffer))) {
        assertThat(chunk.chunk().length()).isEqualTo(128);
        assertThat(NettyChunk.wrap(buffer).length()).isEqualTo(64);
      }
      assertThat(buffer.release()).isTrue();
    }
    assertThat(leaksFound()).isZero();
  }

  /** Shows that the test above could fail. */
  @Test
  void aChunkThatIsNotClosedIsALeakThatIsFound() throws InterruptedException {
    for (int i = 0; i < BUFFERS; i++) {
      ByteBuf buffer = buffer(i);
      assertThat(NettyChunk.retain(buffer).chunk().length()).isEqualTo(64);
      buffer.release();
    }
    assertThat(leaksFound()).isPositive();
  }
}
