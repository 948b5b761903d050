// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fanout;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.concurrent.atomic.AtomicLong;

/** Makes unpooled direct buffers and counts what was asked for and what is still in use. */
final class CountingAllocator extends AbstractByteBufAllocator {

  private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(true);
  private final AtomicLong bytesAllocated = new AtomicLong();

  CountingAllocator() {
    super(true);
  }

  @Override
  protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
    bytesAllocated.addAndGet(initialCapacity);
    return memory.heapBuffer(initialCapacity, maxCapacity);
  }

  @Override
  protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
    bytesAllocated.addAndGet(initialCapacity);
    return memory.directBuffer(initialCapacity, maxCapacity);
  }

  @Override
  public boolean isDirectBufferPooled() {
    return false;
  }

  /** Bytes of all buffers ever made, as large as they were at first. */
  long bytesAllocated() {
    return bytesAllocated.get();
  }

  /** Bytes of the buffers that were not released yet. */
  long bytesInUse() {
    return memory.metric().usedDirectMemory() + memory.metric().usedHeapMemory();
  }
}
