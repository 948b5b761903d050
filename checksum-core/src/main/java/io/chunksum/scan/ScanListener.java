// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import java.io.IOException;

/** Receives what a scan finds, in the thread that called the scan. */
public interface ScanListener {

  /**
   * Reports that a file has been scanned. Files arrive in ascending order of their paths, whichever
   * finished first.
   *
   * @param outcome what was found
   * @param soFar the counts up to and including this file, and nothing of later ones
   * @throws IOException if there is no point in continuing; ends the scan
   */
  void scanned(ScanOutcome outcome, ScanCounts soFar) throws IOException;

  /**
   * Reports progress. Called about ten times a second, and at the end, but not while the source is
   * finding the next file.
   *
   * @param soFar the counts; their bytes include those read so far of files not yet reported
   * @throws IOException if there is no point in continuing; ends the scan
   */
  default void progress(ScanCounts soFar) throws IOException {}
}
