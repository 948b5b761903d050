// SPDX-License-Identifier: Apache-2.0

package io.chunksum.buffer;

import java.nio.ByteBuffer;

/**
 * Receives the pieces of a chunk in order, without a copy.
 *
 * <p>A piece in an accessible array arrives through {@link #accept(byte[], int, int)}; every other
 * piece (direct, mapped, read-only) through {@link #accept(ByteBuffer)}. Neither is ever empty.
 *
 * <p>Implementations are called by one thread at a time. They must not write to the bytes or keep
 * the array or view after the call. Anything they throw ends the walk and reaches its caller.
 */
public interface PieceConsumer {

  /**
   * Takes a piece in an accessible array.
   *
   * @param array the array that holds the bytes, shared with its owner
   * @param offset index in {@code array} of the first byte
   * @param length number of bytes, at least 1
   */
  void accept(byte[] array, int offset, int length);

  /**
   * Takes a piece that is readable only as a buffer.
   *
   * @param view the bytes from its position to its limit, at least 1; from a chunk, it is
   *     big-endian, whatever the buffers wrapped are; the callee owns the view during the call and
   *     may change its position, limit and order
   */
  void accept(ByteBuffer view);
}
