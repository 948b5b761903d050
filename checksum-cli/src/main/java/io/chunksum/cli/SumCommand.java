// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.Converters.Algorithms;
import io.chunksum.cli.sidecar.SidecarHeader;
import io.chunksum.data.ChecksumData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chunksum sum}. */
@Command(
    name = "sum",
    description = "Computes the checksums of files and stores those of each in FILE.chunksum.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class)
final class SumCommand implements Callable<Integer> {

  private final Console console;
  private final Readers readers = new Readers();

  @Mixin private final FileOptions options = new FileOptions();

  @Option(
      names = "-t",
      paramLabel = "TYPE[,TYPE]",
      defaultValue = "CRC32C",
      converter = Converters.Types.class,
      description = "CRC32C (the default), CRC32, SHA256, MD5, NONE, or one that was added.")
  private Algorithms algorithms = new Algorithms(List.of());

  @Option(
      names = "-b",
      paramLabel = "SIZE",
      defaultValue = "16KiB",
      converter = Converters.WindowSize.class,
      description = "Bytes per checksum: 512, 16KiB (the default), 1MiB, ...")
  private int bytesPerChecksum;

  @Option(
      names = "-o",
      paramLabel = "SIDECAR",
      description = "Where to store the checksums instead; goes with one FILE, and - needs it.")
  private @Nullable Path sidecar;

  SumCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    List<ChecksumType> types = algorithms.list().stream().map(ChecksumAlgorithm::type).toList();
    checkUsage(types);
    Report report = options.report(console, readers.plain());
    int status = ExitStatus.OK;
    for (String file : options.files()) {
      try {
        Path target = sidecar != null ? sidecar : SidecarFormat.beside(file);
        checkTarget(file, target);
        SidecarHeader header;
        try (Input input = Input.open(file, console)) {
          header = new FileSummer(algorithms.list(), bytesPerChecksum, readers).sum(input, target);
        }
        report.summed(file, target, header);
      } catch (IOException | RuntimeException e) {
        report.notSummed(file, types, Problems.of(e));
        status = ExitStatus.UNCHECKED;
      }
    }
    return status;
  }

  /** Keeps the sidecar from taking the place of what is not a sidecar: the data, or a device. */
  private static void checkTarget(String file, Path target) throws IOException {
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new IOException("checksums cannot go to " + target + ": not a regular file");
    }
    if (!file.equals(Input.STANDARD_INPUT)
        && Files.exists(target)
        && Files.isSameFile(Path.of(file), target)) {
      throw new IOException("checksums cannot go to " + target + ": that is the file itself");
    }
  }

  private void checkUsage(List<ChecksumType> types) {
    options.checkSidecarOption("-o", sidecar);
    if (new HashSet<>(types).size() < types.size()) {
      throw options.wrongUsage("a TYPE is given twice");
    }
    try {
      types.forEach(type -> ChecksumData.checkWindowSize(type, bytesPerChecksum));
    } catch (IllegalArgumentException e) {
      throw options.wrongUsage(Problems.oneLine(e));
    }
  }
}
