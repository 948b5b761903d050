// SPDX-License-Identifier: Apache-2.0

package io.chunksum.buffer;

import java.nio.ByteBuffer;

/**
 * Receives the pieces of a chunk in order, without a copy.
 *
 * <p>A piece in an accessible array comes through {@link #accept(byte[], int, int)}; every other
 * piece (direct, mapped, read-only) through {@link #accept(ByteBuffer)}. Neither is ever empty.
 *
 * <p>Implementations are called by one thread at a time. They must not write to the bytes nor keep
 * the array or the view after the call. What they throw ends the walk and reaches its caller.
 */
public interface PieceConsumer extends ArrayConsumer {

  /**
   * Takes a piece that is readable only as a buffer.
   *
   * @param view the bytes from its position to its limit, at least 1; the callee may move position
   *     and limit during the call, because the view is nobody else's at that time
   */
  void accept(ByteBuffer view);
}
