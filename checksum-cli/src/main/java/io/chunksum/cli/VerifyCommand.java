// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.cli.sidecar.SidecarReader;
import io.chunksum.scan.FileResult;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chunksum verify}. */
@Command(
    name = "verify",
    description = "Holds files against the checksums in FILE.chunksum, window by window.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class VerifyCommand implements Callable<Integer> {

  private final Console console;
  private final Readers readers = new Readers();

  @Mixin private final FileOptions options = new FileOptions();

  @Option(
      names = "--checksums",
      paramLabel = "SUMS",
      description = "Where the checksums are instead; goes with one FILE, and - needs it.")
  private @Nullable Path sidecar;

  @Option(
      names = "--range",
      paramLabel = "OFFSET:LENGTH",
      converter = Converters.Range.class,
      description = "Check only the windows that these bytes touch.")
  private @Nullable ByteRange range;

  @Option(
      names = "--diagnose",
      description = "Say what may have happened to the windows that mismatch.")
  private boolean diagnose;

  VerifyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    options.checkSidecarOption("--checksums", sidecar);
    Report report = options.report(console, readers.plain());
    int status = ExitStatus.OK;
    for (String file : options.files()) {
      status = ExitStatus.combine(status, verify(file, report));
    }
    return status;
  }

  private int verify(String file, Report report) throws IOException {
    List<FileResult> results;
    try (Input input = Input.open(file, console);
        SidecarReader sums =
            SidecarFormat.open(FileOptions.sidecar(sidecar, file), readers.plain())) {
      results = new FileVerifier(input, readers, sums, range).verify(file);
    } catch (IOException | RuntimeException e) {
      report.notVerified(file, Problems.of(e));
      return ExitStatus.UNCHECKED;
    }
    int status = ExitStatus.OK;
    for (FileResult result : results) {
      report.verified(result, diagnoses(result));
      status = ExitStatus.combine(status, result.ok() ? ExitStatus.OK : ExitStatus.MISMATCH);
    }
    return status;
  }

  /** Gives nothing where none is wanted, or possible. */
  private List<Diagnosis> diagnoses(FileResult result) {
    if (!diagnose || result.ok()) {
      return List.of();
    }
    String file = result.file();
    try {
      if (file.equals(Input.STANDARD_INPUT) || !Files.isRegularFile(Path.of(file))) {
        throw new IOException("it cannot be read twice");
      }
      try (FileChannel channel = FileChannel.open(Path.of(file), StandardOpenOption.READ);
          SidecarReader sums =
              SidecarFormat.open(FileOptions.sidecar(sidecar, file), readers.plain())) {
        return new FileDiagnoser(channel, FileDiagnoser.RUN_BYTES).diagnose(result, sums);
      }
    } catch (UncheckedIOException e) {
      return notDiagnosed(file, Objects.requireNonNull(e.getCause()));
    } catch (IOException | RuntimeException e) {
      return notDiagnosed(file, e);
    }
  }

  private List<Diagnosis> notDiagnosed(String file, Exception e) {
    console.error(file + ": no diagnosis: " + Problems.of(e));
    return List.of();
  }
}
