// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.format.RecordFormat;
import io.chunksum.scan.FileScanner;
import io.chunksum.scan.FileTree;
import io.chunksum.scan.ScanCheckpoint;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code chunksum scan}. */
@Command(
    name = "scan",
    description =
        "Verifies all files in DIR and its subfolders against the checksums next to them.")
final class ScanCommand extends Subcommand {

  @Mixin private final OutputOption output = new OutputOption();

  @Mixin private final QuietOption quiet = new QuietOption();

  @Option(
      names = "-j",
      paramLabel = "THREADS",
      converter = Converters.Threads.class,
      description = "Threads that read and verify; by default one per processor.")
  private int threads =
      Math.min(FileScanner.MAX_THREADS, Runtime.getRuntime().availableProcessors());

  @Option(
      names = "--max-rate",
      paramLabel = "SIZE",
      converter = Converters.Rate.class,
      description = "Read at most this many bytes of files per second: 100MiB, ...")
  private @Nullable Long maxRate;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      converter = Converters.NewFile.class,
      description = "Record the progress of the scan in FILE, and resume from it if FILE exists.")
  private @Nullable Path checkpoint;

  @Option(
      names = "--from",
      paramLabel = "FORMAT",
      defaultValue = "chunksum",
      converter = Converters.SumFormats.class,
      description =
          "The format of the checksums next to the files: chunksum (the default), in FILE.chunksum;"
              + " hadoop-crc, in .FILE.crc; hdfs-meta, in blk_ID_GENERATION.meta for blk_ID.")
  private SumFormat from = SumFormat.CHUNKSUM;

  @Parameters(paramLabel = "DIR", converter = Converters.OldFile.class, description = "The folder.")
  private Path directory = Path.of("");

  ScanCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    FileScanner scanner = FileScanner.of(threads);
    if (maxRate != null) {
      scanner = scanner.withMaxRate(maxRate);
    }
    // What is no folder has nothing to resume: the scan says so, and a checkpoint stays as it is.
    if (checkpoint == null || !Files.isDirectory(directory)) {
      return scan(scanner, null);
    }
    ScanCheckpoint opened = openCheckpoint(checkpoint);
    int scanned;
    int closed;
    try {
      scanned = scan(scanner, opened);
    } finally {
      closed = close(opened);
    }
    return ExitStatus.combine(scanned, closed);
  }

  /** Returns null, and says why, if the checkpoint cannot be read or written. */
  private @Nullable ScanCheckpoint openCheckpoint(Path file) {
    try {
      return ScanCheckpoint.open(file, scope());
    } catch (ScanCheckpoint.RefusedException e) {
      throw wrongUsage("checkpoint " + file + " " + e.getReason());
    } catch (IOException e) {
      String later =
          isKept(file)
              ? "; unless it is removed, the next scan that can open it resumes from it"
              : "";
      console.error(
          "scanning without checkpoint " + file + ": " + Problems.ofNewFile(file, e) + later);
      return null;
    }
  }

  /** Returns whether a checkpoint that cannot be opened may have the place of an earlier scan. */
  private static boolean isKept(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return found.isRegularFile() && found.size() > 0;
    } catch (IOException e) {
      return e instanceof AccessDeniedException; // Then it may be there.
    }
  }

  /** Everything that decides which files come before a place. */
  private String scope() throws IOException {
    String sums = from == SumFormat.CHUNKSUM ? "sidecars" : from.toString();
    String scope = "a scan of " + directory.toRealPath() + " with " + sums;
    // In another encoding, the same file names read as other texts and sort in another order.
    String names = System.getProperty("sun.jnu.encoding", "UTF-8");
    return names.equals("UTF-8") ? scope : scope + " and names in " + names;
  }

  /** Returns the status of having a checkpoint, and being able to close it. */
  private int close(@Nullable ScanCheckpoint opened) {
    if (opened == null) {
      return ExitStatus.ERROR;
    }
    try {
      opened.close();
      return ExitStatus.OK;
    } catch (IOException e) {
      console.error("cannot close the checkpoint: " + Problems.of(e));
      return ExitStatus.ERROR;
    }
  }

  private int scan(FileScanner scanner, @Nullable ScanCheckpoint opened)
      throws IOException, InterruptedException {
    String after = opened == null ? "" : opened.place().path();
    Report report = output.report(console);
    RecordFormat format = new NamedRecords(from.recordFormat());
    try (ScanProgress progress = ScanProgress.of(console, directory, format, after)) {
      ScanReporter reporter = new ScanReporter(console, report, quiet::prints, progress, opened);
      reporter.begin();
      try {
        scanner.scan(new FileTree(directory, format, after), reporter);
      } catch (ScanReporter.OutputException e) {
        return reporter.status();
      } catch (IOException | RuntimeException | Error e) { // Mismatches found before still count.
        progress.erase();
        return ExitStatus.combine(reporter.status(), console.unforeseen(e));
      }
      return reporter.end();
    }
  }
}
