// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.cli.doctor.Doctor;
import picocli.CommandLine.Command;

/** {@code chunksum doctor}. */
@Command(
    name = "doctor",
    description = {
      "Reports how fast checksums are in this JVM, why, and which option would help.",
      "Measures each type over each kind of memory, which takes ten to fifteen seconds."
    })
final class DoctorCommand extends Subcommand {

  DoctorCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws InterruptedException {
    new Doctor(console::print).run();
    return ExitStatus.OK;
  }
}
