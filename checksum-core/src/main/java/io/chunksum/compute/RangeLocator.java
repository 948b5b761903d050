// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.lanes.WindowSource.RangeConsumer;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.MemoryConsumer;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Shows lanes, which know nothing of chunks, where ranges of chunks are. For one thread at a time.
 */
final class RangeLocator implements MemoryConsumer {

  private @Nullable RangeConsumer consumer;

  /** Shows a range of a chunk; false if it is neither in one array nor in one direct buffer. */
  boolean locate(ChunkBuffer chunk, long offset, int length, RangeConsumer newConsumer) {
    consumer = newConsumer;
    return chunk.locate(offset, length, this);
  }

  /** Lets go of the last consumer, which may belong to lanes that are no longer in use. */
  void clear() {
    consumer = null;
  }

  @Override
  public void accept(byte[] array, int offset, int length) {
    Objects.requireNonNull(consumer).accept(array, offset, length);
  }

  @Override
  public void accept(ByteBuffer buffer, int index, int length) {
    Objects.requireNonNull(consumer).accept(buffer, index, length);
  }
}
