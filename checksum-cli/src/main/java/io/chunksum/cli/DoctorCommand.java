// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.cli.doctor.Doctor;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code chunksum doctor}. */
@Command(
    name = "doctor",
    description = {
      "Reports how fast checksums are in this JVM, why, and which option would help.",
      "Measures each type over each kind of memory, which takes a few seconds."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class DoctorCommand implements Callable<Integer> {

  private final Console console;

  DoctorCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    new Doctor(this::show).run();
    return ExitStatus.OK;
  }

  /** Prints immediately: measuring the next line takes a while. */
  private void show(String line) {
    console.print(line);
    console.out().flush();
  }
}
