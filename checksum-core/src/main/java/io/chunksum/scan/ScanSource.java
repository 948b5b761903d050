// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import java.io.IOException;
import java.util.Optional;

/**
 * Where a scan gets its files from. Asked by one thread. Its {@code toString} names the scan in
 * events of Flight Recorder.
 */
@FunctionalInterface
public interface ScanSource {

  /**
   * Gives the next file.
   *
   * @return the file, with a path that comes after those given before; nothing when there are no
   *     more
   * @throws IOException if that cannot be said, which ends the scan; a problem with one file
   *     belongs into its {@link ScanTarget}
   */
  Optional<ScanTarget> next() throws IOException;
}
