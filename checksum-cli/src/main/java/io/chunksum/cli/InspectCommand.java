// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.cli.inspect.Inspection;
import io.chunksum.cli.inspect.Inspector;
import io.chunksum.cli.inspect.Summary;
import io.chunksum.cli.sidecar.SidecarReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code chunksum inspect}. */
@Command(
    name = "inspect",
    description = "Describes a checksum file: its format, and what its checksums cover.")
final class InspectCommand extends Subcommand {

  @Mixin private final OutputOption output = new OutputOption();

  @Parameters(paramLabel = "FILE", description = "The checksum file.")
  private String file = "";

  InspectCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws IOException {
    if (file.equals(Input.STANDARD_INPUT)) {
      throw wrongUsage("FILE - cannot be inspected: it is read more than once");
    }
    Report report = output.report(console);
    String format = null;
    try {
      Input.requireName(file);
      Path path = Path.of(file);
      SidecarReader.requireRegular(path); // Other formats are read more than once, too.
      Inspector inspector =
          Inspection.of(path).orElseThrow(() -> new IOException("not checksums in a known format"));
      format = inspector.format();
      List<Summary> summaries = inspector.inspect(path);
      for (Summary summary : summaries) {
        report.inspected(file, format, summary);
      }
      return ExitStatus.OK;
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      report.notInspected(file, format, Problems.of(e));
      return ExitStatus.ERROR;
    }
  }
}
