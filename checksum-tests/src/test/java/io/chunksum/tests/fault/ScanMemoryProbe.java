// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fault;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import io.chunksum.format.RecordWriter;
import io.chunksum.format.hadoop.HadoopCrcFormat;
import io.chunksum.scan.FileScanner;
import io.chunksum.verify.VerifyOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Verifies a file again and again: by one scanner, and by those made from it. */
final class ScanMemoryProbe {

  private static final int WINDOW = 512;

  private ScanMemoryProbe() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path file = Path.of(args[0]);
    HadoopCrcFormat format = new HadoopCrcFormat();
    Path sums = HadoopCrcFormat.beside(file);
    record(file, sums, format);
    FileScanner scanner = FileScanner.of(3);
    int verified = 0;
    for (int i = 0; i < 30; i++) {
      FileScanner limited = scanner.withMaxRate(1L << 40);
      FileScanner other = scanner.with(VerifyOptions.DEFAULT.keepingMismatches(1 + i));
      for (FileScanner each : List.of(scanner, limited, other)) {
        if (each.verify(file, () -> format.open(sums, file)).get(0).ok()) {
          verified++;
        }
      }
    }
    System.out.println("verified: " + verified);
  }

  private static void record(Path file, Path sums, HadoopCrcFormat format) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try (FileReplacement replacement = new FileReplacement(sums);
        RecordWriter writer = format.newWriter(replacement, WINDOW)) {
      writer.write(
          new ChunkInfo(
              "",
              0,
              bytes.length,
              ChunkChecksum.of(ChecksumType.CRC32, WINDOW).compute(ChunkBuffer.wrap(bytes))));
      writer.commit(bytes.length);
    }
  }
}
