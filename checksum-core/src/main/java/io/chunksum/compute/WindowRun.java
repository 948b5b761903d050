// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.lanes.WindowSource;

/** Consecutive full windows, of which the first ones are left behind as they are digested. */
interface WindowRun extends WindowSource {

  /** Makes window 0 begin this many bytes further on. */
  void skip(long bytes);

  /** Lets go of the memory. */
  void clear();
}
