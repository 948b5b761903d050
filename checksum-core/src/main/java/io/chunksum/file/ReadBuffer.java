// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import io.chunksum.buffer.ChunkBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A direct buffer that is filled and passed on again and again. For one thread at a time. */
final class ReadBuffer {

  /** Large enough that a system call costs nothing, small enough to stay in the caches. */
  static final int BYTES = 1024 * 1024;

  private static final int PAGE_BYTES = 4096;

  // Allocated memory often begins 16 bytes into a page, and some processors copy a file's pages to
  // such addresses at half the speed.
  private final ByteBuffer buffer =
      ByteBuffer.allocateDirect(BYTES + PAGE_BYTES).alignedSlice(PAGE_BYTES).limit(BYTES).slice();
  private final ChunkBuffer full = ChunkBuffer.wrap(buffer);

  /**
   * Fills the buffer with what follows the first {@code done} bytes, at most {@code wanted}. If
   * that fails, it has what was read before.
   *
   * @return false if the source ended before the buffer was full or had all that was wanted
   */
  boolean fill(ByteSource source, long done, long wanted) throws IOException {
    buffer.clear().limit((int) Math.min(BYTES, wanted));
    return source.fill(buffer, done);
  }

  /** Returns the number of bytes that the last {@link #fill} read. */
  int count() {
    return buffer.position();
  }

  /** Passes on what was read, if anything, and returns the number of bytes. */
  int handTo(Consumer<ChunkBuffer> consumer) {
    int count = count();
    if (count > 0) {
      consumer.accept(count == BYTES ? full : full.slice(0, count));
    }
    return count;
  }
}
