// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.cli.sidecar.SidecarFormat;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordFormat;
import io.chunksum.format.hadoop.CompositeCrcBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code chunksum composite}. */
@Command(
    name = "composite",
    description = {
      "Combines the checksums in FILE.chunksum into one CRC of the whole file, for each CRC type.",
      "The file itself is not read and need not exist."
    })
final class CompositeCommand extends Subcommand {

  private final RecordFormat format = new NamedRecords(new SidecarFormat());

  @Mixin private final OutputOption output = new OutputOption();

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "The files.")
  private List<String> files = List.of();

  CompositeCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() throws IOException {
    if (files.contains(Input.STANDARD_INPUT)) {
      throw wrongUsage("FILE - has no checksums next to it");
    }
    Report report = output.report(console);
    int status = ExitStatus.OK;
    for (String file : files) {
      List<CrcValue> crcs = List.of();
      List<String> problems = new ArrayList<>();
      try {
        crcs = compose(file, problems);
      } catch (Exception | OutOfMemoryError e) {
        problems.add(Problems.of(e));
      }
      for (CrcValue crc : crcs) {
        report.composed(file, crc);
      }
      for (String problem : problems) {
        report.notComposed(file, problem);
        status = ExitStatus.ERROR;
      }
    }
    return status;
  }

  /**
   * Returns one CRC for each type that can be composed, in sidecar order.
   *
   * @param problems receives what keeps types from being composed that may be CRCs
   */
  private List<CrcValue> compose(String file, List<String> problems) throws IOException {
    Input.requireName(file);
    Path sidecar = SidecarFormat.beside(Path.of(file));
    try (FileRecord record = format.open(sidecar, Path.of(file))) {
      Map<ChecksumType, CompositeCrcBuilder> builders = builders(record.types(), problems);
      if (builders.isEmpty() && problems.isEmpty()) {
        throw new IOException("checksums in %s: no CRC in %s".formatted(sidecar, record.types()));
      }
      record.forEachChunk(chunk -> {
        for (ChunkInfo info : chunk) {
          CompositeCrcBuilder builder = builders.get(info.checksums().type());
          if (builder != null) {
            builder.add(info);
          }
        }
      });
      return builders.values().stream().map(CompositeCrcBuilder::crcValue).toList();
    }
  }

  /** Returns a builder for each type that is a CRC, in the same order. */
  private static Map<ChecksumType, CompositeCrcBuilder> builders(
      List<ChecksumType> types, List<String> problems) {
    Map<ChecksumType, CompositeCrcBuilder> builders = new LinkedHashMap<>();
    for (ChecksumType type : types) {
      try {
        if (CrcCombiner.find(type).isPresent()) {
          builders.put(type, new CompositeCrcBuilder(ChecksumAlgorithms.of(type)));
        }
      } catch (IllegalStateException | LinkageError e) { // An added one that does not work.
        problems.add("no CRC of " + type + ": " + Problems.of(e));
      }
    }
    return builders;
  }
}
