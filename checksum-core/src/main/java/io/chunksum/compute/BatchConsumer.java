// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

/**
 * Receives the checksum of each window of a batch: chunk after chunk, window after window. Called
 * by one thread at a time. Must not call the batch that calls it.
 */
@FunctionalInterface
public interface BatchConsumer {

  /**
   * Takes the checksum of one window.
   *
   * @param chunk index of the chunk in the batch, from 0
   * @param window index of the window in the chunk, from 0
   * @param length bytes the window has, from 1 to bytesPerChecksum
   * @param checksum holds the checksum, and maybe those of other windows, so only read it; reused
   *     after the call, so copy it to keep it
   * @param offset index in {@code checksum} of its first byte
   */
  void accept(int chunk, long window, int length, byte[] checksum, int offset);
}
