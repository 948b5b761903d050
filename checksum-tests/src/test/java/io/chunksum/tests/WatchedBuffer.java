// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Holds the position and limit of a caller's buffer against what they were, from another thread.
 */
public final class WatchedBuffer {

  /** So many that some fall into a moment of a few nanoseconds, unless the machine is very busy. */
  private static final int LOOKS = 500_000;

  private static final int CALLS = 100;

  private static final List<BufferKind> KINDS =
      List.of(BufferKind.HEAP_ARRAY_OFFSET, BufferKind.READ_ONLY_HEAP, BufferKind.DIRECT_POSITION);

  private static final List<BufferKind> TARGET_KINDS =
      List.of(BufferKind.HEAP_ARRAY_OFFSET, BufferKind.DIRECT_POSITION);

  private WatchedBuffer() {}

  /** What is done with a buffer. */
  public interface Call {

    /** Does it and returns whether the result is right. */
    boolean isRight(ByteBuffer buffer) throws Exception;
  }

  /** Repeats a call with buffers of several kinds, which must not move, not even for a moment. */
  public static void assertStays(byte[] content, Call call) throws Exception {
    for (BufferKind kind : KINDS) {
      assertThat(timesMoved(kind.of(content), call)).as("%s", kind).isZero();
    }
  }

  /** The same with buffers that the call writes so many bytes to. */
  public static void assertTargetStays(int bytes, Call call) throws Exception {
    for (BufferKind kind : TARGET_KINDS) {
      assertThat(timesMoved(kind.of(new byte[bytes]), call)).as("%s", kind).isZero();
    }
  }

  private static int timesMoved(ByteBuffer buffer, Call call) throws Exception {
    int position = buffer.position();
    int limit = buffer.limit();
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger looks = new AtomicInteger();
    AtomicInteger moved = new AtomicInteger();
    Thread watcher =
        new Thread(() -> {
          while (!done.get()) {
            if (buffer.position() != position || buffer.limit() != limit) {
              moved.incrementAndGet();
            }
            looks.incrementAndGet();
          }
        });
    watcher.start();
    boolean right = true;
    try {
      while (looks.get() == 0) {
        Thread.onSpinWait();
      }
      for (int calls = 0; calls < CALLS || looks.get() < LOOKS; calls++) {
        right &= call.isRight(buffer);
      }
    } finally {
      done.set(true);
      watcher.join();
    }
    assertThat(right).isTrue();
    return moved.get();
  }
}
