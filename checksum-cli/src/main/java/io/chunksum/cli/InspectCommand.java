// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.cli.inspect.Inspection;
import io.chunksum.cli.inspect.Inspector;
import io.chunksum.cli.inspect.Summary;
import io.chunksum.file.ByteReader;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code chunksum inspect}. */
@Command(
    name = "inspect",
    description = "Describes a checksum file: its format, and what its checksums cover.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class InspectCommand implements Callable<Integer> {

  private final Console console;
  private final ByteReader reader = new ByteReader();

  @Spec private @Nullable CommandSpec spec;

  @Mixin private final FormatOption format = new FormatOption();

  @Parameters(paramLabel = "FILE", description = "The checksum file.")
  private String file = "";

  InspectCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    if (file.equals(Input.STANDARD_INPUT)) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "FILE - cannot be inspected: it is read more than once");
    }
    Report report = format.report(console, reader);
    @Nullable String name = null;
    try {
      Input.requireName(file);
      Path path = Path.of(file);
      if (Files.isDirectory(path)) {
        throw new FileSystemException(file, null, "is a directory");
      }
      Inspector inspector =
          Inspection.of(path).orElseThrow(() -> new IOException("not checksums in a known format"));
      name = inspector.format();
      List<Summary> summaries = inspector.inspect(path, reader);
      for (Summary summary : summaries) {
        report.inspected(file, name, summary);
      }
      return ExitStatus.OK;
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      report.notInspected(file, name, Problems.of(e));
      return ExitStatus.UNCHECKED;
    }
  }
}
