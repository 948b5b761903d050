// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.Converters.Algorithms;
import io.chunksum.cli.RecordVerification.RecordPlace;
import io.chunksum.format.RecordFormat;
import io.chunksum.format.hadoop.HdfsMetaFormat;
import io.chunksum.format.list.ListForm;
import io.chunksum.proto.BlockDataFormat;
import io.chunksum.scan.ScanCounts;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code chunksum verify}. */
@Command(
    name = "verify",
    description = "Verifies files against the checksums in FILE.chunksum, window by window.")
final class VerifyCommand extends FilesSubcommand {

  @Option(
      names = "--checksums",
      paramLabel = "SUMS",
      converter = Converters.OldFile.class,
      description =
          "Read the checksums from here instead; only with one FILE, required with - unless that is"
              + " a list.")
  private @Nullable Path checksums;

  @Option(
      names = "--range",
      paramLabel = "OFFSET:LENGTH",
      converter = Converters.Range.class,
      description =
          "Check only the windows that these bytes touch; bytes beyond the recorded length"
              + " mismatch.")
  private @Nullable ByteRange range;

  @Option(
      names = "--diagnose",
      description = "Report what may have happened to the windows that mismatch.")
  private boolean diagnose;

  @Option(
      names = "--from",
      paramLabel = "FORMAT",
      defaultValue = "chunksum",
      converter = Converters.ChecksumFormats.class,
      description =
          "The format of the checksums: chunksum (the default); hadoop-crc, in .FILE.crc;"
              + " hdfs-meta, in FILE.meta, or in blk_ID_GENERATION.meta for blk_ID;"
              + " ozone-blockdata, which needs --checksums; aeron, in FILE itself, which is a"
              + " segment; cksum, md5sum and sha256sum, in FILE, which is a list of files. The last"
              + " four exclude --checksums, --range and --diagnose; aeron, hadoop-crc and hdfs-meta"
              + " exclude a FILE of -.")
  private ChecksumFormat from = ChecksumFormat.CHUNKSUM;

  @Option(
      names = "--ignore-missing",
      description = "Pass over files that a list names and that are not there.")
  private boolean ignoreMissing;

  @Mixin private final QuietOption quiet = new QuietOption();

  @Option(
      names = "-t",
      paramLabel = "TYPE",
      converter = Converters.Types.class,
      description = "The type the Aeron frames were recorded with: CRC32C (the default), CRC32.")
  private @Nullable Algorithms frameTypes;

  VerifyCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    Verification verification = verification();
    Verdicts verdicts = new Verdicts(output.report(console), quiet::prints);
    try {
      for (String file : files) {
        verification.verify(file, verdicts);
        if (verdicts.lost()) {
          return verdicts.status();
        }
      }
    } catch (Exception | Error e) { // Mismatches found before still count.
      return ExitStatus.combine(verdicts.status(), console.unforeseen(e));
    }
    ScanCounts counts = verdicts.counts();
    if (counts.files() > 1 && counts.mismatched() + counts.failed() > 0) {
      console.error(TextReport.total(counts));
    }
    return verdicts.status();
  }

  private Verification verification() {
    if (frameTypes != null && from != ChecksumFormat.AERON) {
      throw wrongUsage("-t requires --from aeron");
    }
    if (ignoreMissing && !from.isList()) {
      throw wrongUsage("--ignore-missing requires a list, --from md5sum, sha256sum or cksum");
    }
    return switch (from) {
      case CHUNKSUM -> records(SumFormat.CHUNKSUM.recordFormat(), SumFormat.CHUNKSUM::beside);
      case OZONE_BLOCKDATA -> records(new BlockDataFormat(), null);
      case HADOOP_CRC -> {
        checkLengthIsKnown();
        yield records(SumFormat.HADOOP_CRC.recordFormat(), SumFormat.HADOOP_CRC::beside);
      }
      case HDFS_META -> {
        checkLengthIsKnown();
        yield records(SumFormat.HDFS_META.recordFormat(), VerifyCommand::metaOf);
      }
      case AERON -> segments();
      case CKSUM -> list(ListForm.CKSUM);
      case MD5SUM -> list(ListForm.MD5SUM);
      case SHA256SUM -> list(ListForm.SHA256SUM);
    };
  }

  /** Formats that do not record the length of a file take it from the file. */
  private void checkLengthIsKnown() {
    if (files.contains(Input.STANDARD_INPUT)) {
      throw wrongUsage("--from " + from + " needs a FILE of known length");
    }
  }

  /** The checksums of a block, where sum writes them, or else a datanode. */
  private static Path metaOf(Path block) throws IOException {
    Path written = SumFormat.HDFS_META.beside(block);
    return Files.exists(written) ? written : HdfsMetaFormat.beside(block);
  }

  /** Checksums in the FILEs themselves, each of which is a segment of a recording. */
  private Verification segments() {
    checkOnlyFiles();
    if (files.contains(Input.STANDARD_INPUT)) {
      throw wrongUsage("FILE - is not a segment file");
    }
    List<ChecksumType> types =
        frameTypes == null
            ? List.of(ChecksumType.CRC32C)
            : frameTypes.list().stream().map(ChecksumAlgorithm::type).toList();
    if (types.size() != 1 || types.get(0).checksumLength() != Integer.BYTES) {
      throw wrongUsage("-t must name one checksum of 4 bytes for --from aeron");
    }
    return new SegmentVerification(console, types.get(0));
  }

  /** Checksums in the FILEs themselves, each of which names other files. */
  private Verification list(ListForm form) {
    checkOnlyFiles();
    return new ListVerification(console, form, ignoreMissing);
  }

  /** Rejects options that need windows and a file of checksums for each FILE. */
  private void checkOnlyFiles() {
    if (checksums != null || range != null || diagnose) {
      throw wrongUsage("--checksums, --range and --diagnose cannot be used with --from " + from);
    }
  }

  /**
   * Checksums in separate files.
   *
   * @param beside where they are unless {@code --checksums} says it; null if the format defines no
   *     place
   */
  private Verification records(RecordFormat format, @Nullable RecordPlace beside) {
    Path named = checksums;
    RecordPlace place = named == null ? beside : file -> named;
    if (place == null) {
      throw wrongUsage("--from " + from + " needs --checksums");
    }
    checkSidecarOption("--checksums", checksums);
    return new RecordVerification(console, format, place, range, diagnose);
  }
}
