// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import java.io.IOException;
import java.util.Optional;

/**
 * Where a scan gets its files from. It serves one scan, as it does not begin anew. Called by the
 * thread that reports, which reports nothing while it waits for the next file. Its {@code toString}
 * names the scan in Flight Recorder events, and is called once, when the scan begins.
 */
@FunctionalInterface
public interface ScanSource {

  /**
   * Returns the next file.
   *
   * @return the file, with a path that comes after all earlier ones; empty when there are no more
   * @throws IOException if the next file cannot be determined; the scan ends, once the files before
   *     the first that is not done have been reported. A problem with one file belongs in its
   *     {@link ScanTarget}
   */
  Optional<ScanTarget> next() throws IOException;
}
