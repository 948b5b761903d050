// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.internal.Failures;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Memory of arenas, as newer Netty versions have. A buffer over it is of the class of any direct
 * buffer, but each read first asks the arena whether its memory is still there. Arenas are part of
 * the API since JDK 22, so they are reached by reflection; before, this is any direct memory.
 */
final class ArenaMemory implements AutoCloseable {

  private @Nullable AutoCloseable confined;

  /**
   * Allocates memory for all threads, which lasts as long as the buffer.
   *
   * @throws OutOfMemoryError if there is not enough direct memory
   */
  ByteBuffer forAllThreads(int bytes) {
    try {
      return allocate(arena("ofAuto"), bytes);
    } catch (ReflectiveOperationException e) {
      return ByteBuffer.allocateDirect(bytes);
    }
  }

  /**
   * Allocates memory for the calling thread, which must close this.
   *
   * @throws OutOfMemoryError if there is not enough direct memory
   */
  ByteBuffer forThisThread(int bytes) {
    try {
      AutoCloseable arena = (AutoCloseable) arena("ofConfined");
      confined = arena;
      return allocate(arena, bytes);
    } catch (ReflectiveOperationException e) {
      return ByteBuffer.allocateDirect(bytes);
    }
  }

  private static Object arena(String method) throws ReflectiveOperationException {
    return Class.forName("java.lang.foreign.Arena").getMethod(method).invoke(null);
  }

  private static ByteBuffer allocate(Object arena, int bytes) throws ReflectiveOperationException {
    Class<?> arenas = Class.forName("java.lang.foreign.Arena");
    Object segment = arenas.getMethod("allocate", long.class).invoke(arena, (long) bytes);
    Class<?> segments = Class.forName("java.lang.foreign.MemorySegment");
    return (ByteBuffer) segments.getMethod("asByteBuffer").invoke(segment);
  }

  @Override
  public void close() {
    try {
      if (confined != null) {
        confined.close();
      }
    } catch (Exception e) {
      Failures.rethrow(e);
    }
  }
}
