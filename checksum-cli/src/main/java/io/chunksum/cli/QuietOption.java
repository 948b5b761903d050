// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.scan.FileResult;
import picocli.CommandLine.Option;

/** Whether to print all results: an option of the subcommands that verify. */
final class QuietOption {

  @Option(
      names = {"-q", "--quiet"},
      description = "Print nothing for files that are all right.")
  private boolean quiet;

  /** Returns whether a result is to be printed. What was not checked is not known to be right. */
  boolean prints(FileResult result) {
    return !quiet || !result.ok() || !result.checked();
  }
}
