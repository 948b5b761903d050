// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

/**
 * Receives the checksum of each window, in window order. Called by one thread at a time. Must not
 * call the stream that calls it.
 */
@FunctionalInterface
public interface ChecksumConsumer {

  /**
   * Takes the checksum of one window.
   *
   * @param window index of the window in the chunk, from 0
   * @param length bytes the window had, from 1 to bytesPerChecksum
   * @param checksum holds the checksum, and maybe those of other windows, so only read it; reused
   *     after the call, so copy it to keep it
   * @param offset index in {@code checksum} of its first byte
   */
  void accept(long window, int length, byte[] checksum, int offset);

  /**
   * Takes the checksums of several full windows that were completed together.
   *
   * @param firstWindow index of the first window in the chunk, from 0
   * @param length bytes each window had: bytesPerChecksum
   * @param count number of windows, at least 1
   * @param checksums holds the checksums one after the other, from its first byte on; only read it,
   *     and copy them to keep them, as it is reused after the call
   * @param checksumLength number of bytes of each checksum
   * @implSpec Calls {@link #accept} for each window.
   */
  default void acceptAll(
      long firstWindow, int length, int count, byte[] checksums, int checksumLength) {
    for (int i = 0; i < count; i++) {
      accept(firstWindow + i, length, checksums, i * checksumLength);
    }
  }
}
