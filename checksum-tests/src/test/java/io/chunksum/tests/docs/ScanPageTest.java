// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the examples of docs/scan.md, word for word, and scans with a format of its own. */
class ScanPageTest {

  private static final String BEFORE =
      """
      import io.chunksum.*;
      import io.chunksum.algorithm.*;
      import io.chunksum.buffer.*;
      import io.chunksum.data.*;
      import io.chunksum.file.*;
      import io.chunksum.format.*;
      import io.chunksum.scan.*;
      import io.chunksum.verify.diagnosis.*;
      import java.io.*;
      import java.nio.channels.*;
      import java.nio.file.*;
      import java.util.*;

      public class Example {
      """;

  /** The format: a file {@code x.crc} with nothing but CRC32C of 1000 bytes each. */
  private static final String AFTER =
      """
        public static String run(Path folder) throws Exception {
          List<String> bad = new ArrayList<>();
          ScanCounts counts = scan(folder, new Crcs(), (outcome, soFar) ->
              outcome.results().forEach(result -> result.mismatches().forEach(
                  m -> bad.add(outcome.target().path() + " at " + m.offset()))));
          return bad + ", " + counts.files() + " files, " + counts.bytes() + " bytes";
        }

        public static String resumed(Path folder, Path checkpoint) throws Exception {
          List<String> found = new ArrayList<>();
          resume(folder, new Crcs(), checkpoint, (outcome, soFar) -> {
            if (found.size() == 1 && Files.notExists(checkpoint.resolveSibling("ended"))) {
              Files.createFile(checkpoint.resolveSibling("ended"));
              throw new IOException("ended after " + found);
            }
            found.add(outcome.target().path());
          });
          return found.toString();
        }

        public static String explain(Path folder) throws Exception {
          List<Diagnosis> found = new ArrayList<>();
          scan(folder, new Crcs(), (outcome, soFar) -> {
            for (FileResult result : outcome.results()) {
              found.addAll(diagnose(outcome.target(), result));
            }
          });
          return found.toString();
        }

        public static String stream(Path file, Path crcs) throws Exception {
          FileRecord record = new Crcs().open(crcs, file);
          try (InputStream stream = Files.newInputStream(file)) {
            return verify("s", record, stream).toString();
          }
        }

        static class Crcs implements RecordFormat {
          public Optional<String> recordedFile(String name) {
            return Optional.of(name).filter(n -> n.endsWith(".crc")).map(n -> n.replace(".crc", ""));
          }

          public FileRecord open(Path record, Path file) throws IOException {
            ChecksumData sums =
                ChecksumData.of(ChecksumType.CRC32C, 1000, Files.readAllBytes(record));
            long length = Files.size(file);
            Iterator<ChunkInfo> chunks =
                List.of(new ChunkInfo("all", 0, length, sums)).iterator();
            return new FileRecord() {
              public List<ChecksumType> types() {
                return List.of(ChecksumType.CRC32C);
              }

              public OptionalInt bytesPerChecksum() {
                return OptionalInt.of(1000);
              }

              public long length() {
                return length;
              }

              public List<ChunkInfo> nextChunk() {
                return chunks.hasNext() ? List.of(chunks.next()) : List.of();
              }

              public void close() {}
            };
          }
        }
      }
      """;

  @Test
  void theExamplesScanAFolderInAnyFormatAndDiagnoseItsFiles(
      @TempDir Path classes, @TempDir Path data) throws Exception {
    String examples = String.join("\n", Examples.in(Path.of("docs", "scan.md")));
    Map<String, String> sources = Map.of("Example", BEFORE + examples + AFTER);
    try (Compiled compiled = Examples.compile(classes, sources)) {
      byte[] flipped = new byte[1500];
      flipped[1200] = 8;
      Files.write(data.resolve("f"), flipped);
      byte[] sums =
          ChunkChecksum.of(ChecksumType.CRC32C, 1000)
              .compute(ChunkBuffer.wrap(new byte[1500]))
              .toByteArray();
      Files.write(data.resolve("f.crc"), sums);
      Files.write(data.resolve("g"), new byte[] {1});
      Files.write(data.resolve("g.crc"), new byte[4]);
      assertThat(compiled.call("Example", "run", data))
          .isEqualTo("[f at 1000, g at 0], 2 files, 1501 bytes");
      assertThat(compiled.call("Example", "explain", data))
          .isEqualTo("[bit 3 of byte 1200 is flipped, unknown]");
      Object streamed =
          compiled.call("Example", "stream", data.resolve("f"), data.resolve("f.crc"));
      assertThat(streamed.toString()).contains("window 1, bytes 1000 to 1499: expected ");
    }
  }

  @Test
  void theExampleResumesAScanAndWhereAllIsGoneItKeepsItsPlace(
      @TempDir Path classes, @TempDir Path directory) throws Exception {
    String examples = String.join("\n", Examples.in(Path.of("docs", "scan.md")));
    Path data = Files.createDirectory(directory.resolve("data"));
    for (String name : List.of("f", "g", "h")) {
      Files.createFile(data.resolve(name));
      Files.createFile(data.resolve(name + ".crc"));
    }
    Path checkpoint = directory.resolve("checkpoint");
    Map<String, String> sources = Map.of("Example", BEFORE + examples + AFTER);
    try (Compiled compiled = Examples.compile(classes, sources)) {
      assertThatThrownBy(() -> compiled.call("Example", "resumed", data, checkpoint))
          .hasStackTraceContaining("ended after [f]");
      Path away = Files.move(data, directory.resolve("away"));
      Files.createDirectory(data);
      assertThatThrownBy(() -> compiled.call("Example", "resumed", data, checkpoint))
          .hasStackTraceContaining("nothing in " + data + " can be scanned");
      Files.delete(data);
      Files.move(away, data);
      assertThat(compiled.call("Example", "resumed", data, checkpoint)).isEqualTo("[g, h]");
      assertThat(checkpoint).doesNotExist();
    }
  }
}
