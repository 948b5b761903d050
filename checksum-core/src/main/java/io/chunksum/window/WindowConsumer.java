// SPDX-License-Identifier: Apache-2.0

package io.chunksum.window;

import java.nio.ByteBuffer;

/**
 * Receives the windows of a chunk. Two or more full windows that lie side by side in one piece
 * arrive together, as many as there are, through {@code windows}. Every other window, which is on
 * its own, straddles pieces or is shorter than a full one, arrives as slices: any number of {@code
 * slice} calls, then one {@link #endOfWindow}.
 *
 * <p>Called by one thread at a time. The rules of {@link io.chunksum.buffer.PieceConsumer} apply:
 * bytes are shared, and must be neither written to nor kept.
 */
public interface WindowConsumer {

  /**
   * Takes the next bytes of the open window, in an array.
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
   * Takes full windows, one after the other in an array. No window is open.
   *
   * @param array the backing array, shared with its owner
   * @param offset index in {@code array} of the first byte
   * @param length number of bytes of each window: bytesPerChecksum
   * @param count number of windows, at least 2
   */
  void windows(byte[] array, int offset, int length, int count);

  /**
   * Takes full windows, one after the other and readable only as a buffer. No window is open.
   *
   * @param view the bytes of the windows from its position to its limit; may be moved by the callee
   * @param length number of bytes of each window: bytesPerChecksum
   * @param count number of windows, at least 2
   */
  void windows(ByteBuffer view, int length, int count);

  /**
   * Closes the open window.
   *
   * @param length bytes the window had, from 1 to bytesPerChecksum
   */
  void endOfWindow(int length);
}
