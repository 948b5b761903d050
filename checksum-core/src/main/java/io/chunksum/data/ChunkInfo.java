// SPDX-License-Identifier: Apache-2.0

package io.chunksum.data;

import io.chunksum.algorithm.ChecksumType;

/**
 * What a storage system records of one chunk: where it lies in its block or file, how long it is,
 * and its checksums. Immutable.
 *
 * @param name name of the chunk, given by the system
 * @param offset offset of the chunk's first byte in its block or file, not negative
 * @param length bytes of the chunk, not negative
 * @param checksums one entry for each window of those bytes, or none of type NONE
 */
public record ChunkInfo(String name, long offset, long length, ChecksumData checksums) {

  /**
   * Checks that the parts fit together.
   *
   * @param name name of the chunk
   * @param offset offset of the chunk's first byte
   * @param length bytes of the chunk
   * @param checksums its checksums
   * @throws IllegalArgumentException if offset or length is negative or their sum overflows, or if
   *     the number of checksums is not the number of windows of {@code length} bytes
   */
  public ChunkInfo {
    if (offset < 0 || length < 0 || offset + length < 0) {
      throw new IllegalArgumentException("no such chunk: offset " + offset + ", length " + length);
    }
    if (!checksums.type().equals(ChecksumType.NONE)) {
      long full = length / checksums.bytesPerChecksum();
      long windows = length % checksums.bytesPerChecksum() == 0 ? full : full + 1;
      if (checksums.count() != windows) {
        throw new IllegalArgumentException(
            length + " bytes have " + windows + " windows, not " + checksums.count());
      }
    }
  }
}
