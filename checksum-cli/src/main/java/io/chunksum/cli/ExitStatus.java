// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.scan.FileResult;

/** The command's exit statuses. Scripts rely on the numbers. */
final class ExitStatus {

  static final int OK = 0;

  /** The data of at least one file mismatched, whatever else happened. */
  static final int MISMATCH = 1;

  static final int USAGE = 2;

  /** No data mismatched, but at least one file could not be checked or written. */
  static final int ERROR = 3;

  private ExitStatus() {}

  /** Returns the status of a file for one type of checksums. */
  static int of(FileResult result) {
    if (result.mismatchCount() > 0) {
      return MISMATCH;
    }
    return result.ok() ? OK : ERROR;
  }

  /** Combines the statuses of two files: a mismatch outweighs a file that could not be checked. */
  static int combine(int one, int other) {
    return one == MISMATCH || other == MISMATCH ? MISMATCH : Math.max(one, other);
  }
}
