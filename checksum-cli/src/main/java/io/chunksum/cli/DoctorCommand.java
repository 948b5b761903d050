// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.cli.Converters.Types;
import io.chunksum.cli.doctor.Doctor;
import java.util.List;
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
    new Doctor(console::print).run(algorithms());
    return ExitStatus.OK;
  }

  /** All algorithms, or only those built in if one that was added cannot be loaded. */
  private List<ChecksumAlgorithm> algorithms() {
    try {
      return ChecksumAlgorithms.all();
    } catch (IllegalStateException e) {
      console.error("only built-in algorithms are measured: " + Problems.of(e));
      return Types.BUILT_IN.stream().map(ChecksumAlgorithms::of).toList();
    }
  }
}
