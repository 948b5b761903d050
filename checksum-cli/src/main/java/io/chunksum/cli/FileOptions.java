// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.file.ByteReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The options of all subcommands over files: the files, where their checksums are, the format. */
final class FileOptions {

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Mixin private final FormatOption format = new FormatOption();

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "The files; - is standard input.")
  private List<String> files = List.of();

  Report report(Console console, ByteReader reader) {
    return format.report(console, reader);
  }

  List<String> files() {
    return files;
  }

  /** Checks that the option that names the sidecar is given only if allowed and whenever needed. */
  void checkSidecarOption(String option, @Nullable Path sidecar) {
    if (sidecar != null && files.size() > 1) {
      throw wrongUsage(option + " can be used with only one FILE");
    }
    if (sidecar == null && files.contains(Input.STANDARD_INPUT)) {
      throw wrongUsage("FILE - needs " + option);
    }
  }

  ParameterException wrongUsage(String problem) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), problem);
  }
}
