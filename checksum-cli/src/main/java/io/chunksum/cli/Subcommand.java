// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all subcommands have in common. */
@Command(mixinStandardHelpOptions = true, versionProvider = Main.Version.class)
abstract class Subcommand implements Callable<Integer> {

  final Console console;

  @Spec private @Nullable CommandSpec spec;

  Subcommand(Console console) {
    this.console = console;
  }

  /** Returns the exception that reports a usage error. */
  final ParameterException wrongUsage(String problem) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), problem);
  }
}
