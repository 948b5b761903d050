// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import java.io.IOException;

/** Is told what a scan finds, by the thread that called it. */
public interface ScanListener {

  /**
   * A file has been scanned. Files come in ascending order of their paths, whoever was done first.
   *
   * @param outcome what was found
   * @param soFar the counts up to and including this file
   * @throws IOException if it is of no use to go on; ends the scan
   */
  void scanned(ScanOutcome outcome, ScanCounts soFar) throws IOException;

  /**
   * Time has gone by. Called about ten times a second, and in the end.
   *
   * @param soFar the counts
   * @throws IOException if it is of no use to go on; ends the scan
   */
  default void progress(ScanCounts soFar) throws IOException {}
}
