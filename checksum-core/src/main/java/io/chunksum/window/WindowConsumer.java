// SPDX-License-Identifier: Apache-2.0

package io.chunksum.window;

import java.nio.ByteBuffer;

/**
 * Receives the windows of a chunk as slices: any number of {@code slice} calls, then one {@link
 * #endOfWindow}, and so on for each window.
 *
 * <p>Called by one thread at a time. The rules of {@link io.chunksum.buffer.PieceConsumer} hold:
 * bytes are shared, not to be written to, and not to be kept.
 */
public interface WindowConsumer {

  /**
   * Takes the next bytes of the open window, lying in an array.
   *
   * @param array the backing array, shared with its owner
   * @param offset index in {@code array} of the first byte
   * @param length number of bytes, at least 1
   */
  void slice(byte[] array, int offset, int length);

  /**
   * Takes the next bytes of the open window, readable only as a buffer.
   *
   * @param view the bytes from its position to its limit, at least 1; may be moved by the callee
   */
  void slice(ByteBuffer view);

  /**
   * Closes the open window.
   *
   * @param length bytes the window had, from 1 to bytesPerChecksum
   */
  void endOfWindow(int length);
}
