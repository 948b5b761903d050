// SPDX-License-Identifier: Apache-2.0

package io.chunksum.buffer;

/** Receives bytes of a chunk in order, as ranges of arrays. Called by one thread at a time. */
@FunctionalInterface
public interface ArrayConsumer {

  /**
   * Takes the next bytes. Implementations must not write to them or keep the array after the call.
   *
   * @param array the array that holds them, shared with its owner
   * @param offset index in {@code array} of the first byte
   * @param length number of bytes, at least 1
   */
  void accept(byte[] array, int offset, int length);
}
