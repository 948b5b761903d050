// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.algorithm.lanes.WindowSource;

/** Computes the digests of several windows at once. Mutable, for one thread at a time. */
interface GroupDigester {

  /** Number of windows that it takes next, with this many left; 0 if it takes none of them. */
  int groupSize(long windows);

  /**
   * Digests a group.
   *
   * @param windows holds the group, from index 0 on
   * @param count number of windows, as {@link #groupSize} gave it
   * @param bytes number of bytes of all of them
   * @return the digests one after the other; overwritten by the next group
   */
  byte[] digest(WindowSource windows, int count, long bytes);

  /**
   * Bytes of a group with their padding, which is work, too: for windows of a few bytes, it is
   * nearly all of it.
   */
  static long padded(long bytes, int count) {
    return bytes + (long) count * LaneKernel.BLOCK_BYTES;
  }
}
