// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import java.nio.ByteBuffer;

/**
 * Memory that is gone after {@link #free}: whoever reads a buffer over it then gets an {@link
 * IllegalStateException}. There is such memory since JDK 22, so it is reached by reflection.
 */
public record FreedMemory(AutoCloseable arena, ByteBuffer buffer) {

  /** Allocates memory for the calling thread. */
  public static FreedMemory allocate(int bytes) throws ReflectiveOperationException {
    return allocate("ofConfined", bytes);
  }

  /** Allocates memory for all threads. */
  public static FreedMemory allocateShared(int bytes) throws ReflectiveOperationException {
    return allocate("ofShared", bytes);
  }

  private static FreedMemory allocate(String arenaOf, int bytes)
      throws ReflectiveOperationException {
    Class<?> type = Class.forName("java.lang.foreign.Arena");
    Object arena = type.getMethod(arenaOf).invoke(null);
    Object segment = type.getMethod("allocate", long.class).invoke(arena, (long) bytes);
    Object buffer =
        Class.forName("java.lang.foreign.MemorySegment").getMethod("asByteBuffer").invoke(segment);
    return new FreedMemory((AutoCloseable) arena, (ByteBuffer) buffer);
  }

  public void free() throws Exception {
    arena.close();
  }
}
