// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

/** The command's exit statuses. Scripts rely on the numbers. */
final class ExitStatus {

  static final int OK = 0;

  /** The data of at least one file mismatched. */
  static final int MISMATCH = 1;

  static final int USAGE = 2;

  /** No data mismatched, but at least one file could not be checked. */
  static final int UNCHECKED = 3;

  private ExitStatus() {}

  /** Combines the statuses of two files: a mismatch outweighs a file that could not be checked. */
  static int combine(int one, int other) {
    return one == MISMATCH || other == MISMATCH ? MISMATCH : Math.max(one, other);
  }
}
