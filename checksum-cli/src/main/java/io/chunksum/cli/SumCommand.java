// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.Converters.Algorithms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code chunksum sum}. */
@Command(name = "sum", description = "Computes checksums, window by window, into FILE.chunksum.")
final class SumCommand extends FilesSubcommand {

  @Option(
      names = "-t",
      paramLabel = "TYPE[,TYPE]",
      converter = Converters.Types.class,
      description =
          "CRC32C (the default), CRC32, SHA256, MD5, CRC64NVME, ADLER32, NONE, or an added type;"
              + " hadoop-crc allows only CRC32, hdfs-meta CRC32C (the default), CRC32 or NONE.")
  private @Nullable Algorithms algorithms;

  @Option(
      names = "-b",
      paramLabel = "SIZE",
      converter = Converters.WindowSize.class,
      description =
          "Bytes per checksum: 512 (the default for hadoop-crc and hdfs-meta), 16KiB (the default"
              + " otherwise), 1MiB, ...")
  private @Nullable Integer bytesPerChecksum;

  @Option(
      names = "-o",
      paramLabel = "SIDECAR",
      converter = Converters.NewFile.class,
      description = "Store the checksums here instead; only with one FILE, required with -.")
  private @Nullable Path sidecar;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      defaultValue = "chunksum",
      converter = Converters.SumFormats.class,
      description =
          "The format of the checksums: chunksum (the default); hadoop-crc, in .FILE.crc, for"
              + " Hadoop's local file system; hdfs-meta, in FILE.meta, for an HDFS block. A scan,"
              + " like a datanode, looks for blk_ID_GENERATION.meta: name it with -o.")
  private SumFormat to = SumFormat.CHUNKSUM;

  SumCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws IOException {
    List<ChecksumAlgorithm> wanted =
        algorithms == null ? List.of(to.usualAlgorithm()) : algorithms.list();
    int windowSize = Objects.requireNonNullElse(bytesPerChecksum, to.usualBytesPerChecksum());
    List<ChecksumType> types = wanted.stream().map(ChecksumAlgorithm::type).toList();
    checkUsage(types, windowSize);
    FileSummer summer = new FileSummer(wanted, windowSize, to);
    Report report = output.report(console);
    int status = ExitStatus.OK;
    for (String file : files) {
      status = ExitStatus.combine(status, sum(file, types, summer, report));
    }
    return status;
  }

  private int sum(String file, List<ChecksumType> types, FileSummer summer, Report report)
      throws IOException {
    StoredSums sums;
    try {
      sums = store(file, summer);
    } catch (Exception | OutOfMemoryError | LinkageError e) {
      report.notSummed(file, types, Problems.of(e));
      return ExitStatus.ERROR;
    }
    return report.summed(file, sums) ? ExitStatus.OK : ExitStatus.ERROR;
  }

  private StoredSums store(String file, FileSummer summer) throws IOException {
    Input.requireName(file); // First: what the locale cannot represent may be no path at all.
    Path target = sidecar == null ? to.beside(Path.of(file)) : sidecar;
    checkTarget(file, target);
    if (sidecar == null) {
      checkNothingIsLost(target);
    }
    try (Input input = Input.open(file, console)) {
      checkCanExist(target);
      return summer.sum(input, target);
    }
  }

  /** Keeps the sidecar from replacing something that is not a sidecar: the data, or a device. */
  private static void checkTarget(String file, Path target) throws IOException {
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw Problems.notStored(target, "it is not a regular file");
    }
    if (isStream(target)) {
      throw Problems.notStored(target, "it is a link to an open file");
    }
    Path source = Path.of(file.equals(Input.STANDARD_INPUT) ? "/dev/stdin" : file);
    if (Files.exists(source) && Files.exists(target) && Files.isSameFile(source, target)) {
      throw Problems.notStored(target, "it is the file itself");
    }
  }

  /** Finds out before the file is read whether its sidecar has too long a name, for example. */
  private static void checkCanExist(Path target) throws IOException {
    try {
      Files.readAttributes(target, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      // There is no sidecar yet.
    } catch (IOException e) {
      throw Problems.notStored(target, e);
    }
  }

  /** Keeps a sidecar whose place nobody named from replacing what somebody may need. */
  private void checkNothingIsLost(Path target) throws IOException {
    boolean isLost;
    try {
      isLost = Files.exists(target) && Files.size(target) > 0 && !to.recognizes(target);
    } catch (IOException e) {
      throw Problems.notStored(target, e);
    }
    if (isLost) {
      throw Problems.notStored(target, "it exists and is not " + to + "; -o would replace it");
    }
  }

  /**
   * Returns whether a path is like {@code /dev/stdout}: a link to a file that this process has
   * open, which is a regular file if output was redirected to one. The link would be replaced.
   */
  private static boolean isStream(Path target) throws IOException {
    if (!Files.isSymbolicLink(target)) {
      return false;
    }
    Path next = target.resolveSibling(Files.readSymbolicLink(target)).toAbsolutePath().normalize();
    return next.startsWith("/proc") || next.startsWith("/dev/fd");
  }

  private void checkUsage(List<ChecksumType> types, int windowSize) {
    checkSidecarOption("-o", sidecar);
    if (new HashSet<>(types).size() < types.size()) {
      throw wrongUsage("a TYPE is given twice");
    }
    try {
      to.check(types, windowSize);
    } catch (IllegalArgumentException e) {
      throw wrongUsage(Problems.oneLine(e));
    }
  }
}
