// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.lanes.LaneDigester;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.algorithm.lanes.WindowSource;

/**
 * What one thread needs to digest groups of windows in lanes, all made at once: up to 260 KB.
 * Mutable, for one thread at a time.
 */
final class LaneWorkspace {

  /**
   * More bytes at a time are taken to be in no cache. Where a last-level cache of 32 MiB is shared
   * with others, fetching 16 MiB first, all of which were read shortly before, saves a quarter of
   * the time of MD5, and fetching 8 MiB nothing.
   */
  private static final long CACHED_BYTES = 8 << 20;

  private final LaneChoice choice;
  private final LaneDigester digester;
  private final byte[] digests;

  /** Makes the workspace for a choice, with a kernel of that. */
  LaneWorkspace(LaneChoice choice, LaneKernel kernel) {
    this.choice = choice;
    this.digester = new LaneDigester(kernel);
    this.digests = new byte[kernel.lanes() * kernel.digestLength()];
  }

  LaneChoice choice() {
    return choice;
  }

  int lanes() {
    return digester.lanes();
  }

  /** Prepares for groups that are part of so many bytes. */
  void prepare(long allBytes) {
    digester.expectCold(allBytes > CACHED_BYTES);
  }

  /**
   * Digests a group.
   *
   * @param source holds its windows, from index 0 on
   * @param count number of windows, at most {@link #lanes}
   * @return the digests one after the other; overwritten by the next group
   */
  byte[] digest(WindowSource source, int count) {
    digester.digest(source, count, digests, 0);
    return digests;
  }
}
