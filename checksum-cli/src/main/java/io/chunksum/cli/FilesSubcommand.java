// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A subcommand that reads files, and has an option for where their checksums are. */
abstract class FilesSubcommand extends Subcommand {

  @Mixin final OutputOption output = new OutputOption();

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "The files; - is standard input.")
  List<String> files = List.of();

  FilesSubcommand(Console console) {
    super(console);
  }

  /** Checks that the option that names the sidecar is given if needed, and only if allowed. */
  final void checkSidecarOption(String option, @Nullable Path sidecar) {
    if (sidecar != null && files.size() > 1) {
      throw wrongUsage(option + " can be used with only one FILE");
    }
    if (sidecar == null && files.contains(Input.STANDARD_INPUT)) {
      throw wrongUsage("FILE - needs " + option);
    }
  }
}
