// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import picocli.CommandLine.Option;

/** How to print results: the option of all subcommands that print any. */
final class OutputOption {

  @Option(
      names = "--format",
      paramLabel = "text|json",
      defaultValue = "text",
      converter = Converters.OutputFormats.class,
      description = "text (the default), or json: one object per line for each FILE and type.")
  private OutputFormat format = OutputFormat.TEXT;

  Report report(Console console) {
    return format.report(console);
  }
}
