// SPDX-License-Identifier: Apache-2.0

package io.chunksum.buffer;

import java.nio.ByteBuffer;

/**
 * Receives bytes of a chunk in place, in an array or outside the heap. Called by one thread at a
 * time.
 *
 * <p>They may be read after the call, too, until the owner of the memory changes or releases it:
 * keep neither array nor buffer for longer than the bytes are needed.
 */
public interface MemoryConsumer {

  /**
   * Takes bytes in an array. They must not be written to.
   *
   * @param array the array that holds them, shared with its owner
   * @param offset index in {@code array} of the first byte
   * @param length number of bytes, at least 1
   */
  void accept(byte[] array, int offset, int length);

  /**
   * Takes bytes outside the heap. They must not be written to.
   *
   * @param buffer a direct buffer in little-endian order, shared with others: read it at absolute
   *     indexes only, and leave its position, limit and order alone
   * @param index index in {@code buffer} of the first byte
   * @param length number of bytes, at least 1
   */
  void accept(ByteBuffer buffer, int index, int length);
}
