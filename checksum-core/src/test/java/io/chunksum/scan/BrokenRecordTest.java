// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.file.OpenFiles;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import io.chunksum.scan.FileParts.Part;
import io.chunksum.verify.VerifyOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Records that give no answer, to any question, once they are closed or have failed. */
class BrokenRecordTest extends ScannerTestBase {

  private static final int WINDOW = 4096;

  /** A record of two chunks, of which the second cannot be read. */
  private static final class Breaking extends ForwardingRecord {

    private final boolean fails;
    private boolean broken;
    private int chunks;

    Breaking(FileRecord record, boolean fails) {
      super(record);
      this.fails = fails;
    }

    @Override
    public long length() {
      if (broken) {
        throw new IllegalStateException("the record is closed");
      }
      return super.length();
    }

    @Override
    public List<ChunkInfo> nextChunk() throws IOException {
      if (fails && chunks++ == 1) {
        broken = true;
        throw new IOException("no answer");
      }
      return super.nextChunk();
    }

    @Override
    public void close() throws IOException {
      broken = true;
      super.close();
    }
  }

  /** Two chunks, the first of which is damaged. */
  private Path damaged(String name) throws IOException {
    byte[] content = random(2 * MIB);
    Path file = file(name, content);
    format.record(file, content, MIB, WINDOW, ChecksumType.CRC32C);
    content[5] ^= 1;
    return Files.write(file, content);
  }

  /** The length of the target is not that of the file: it only shows how much there is to do. */
  private ScanTarget target(String name, boolean fails) throws IOException {
    Path file = damaged(name);
    return ScanTarget.recorded(name, file, 0, () -> new Breaking(format.open(file, file), fails));
  }

  @Test
  void aScanHasTheirMismatchesAndGoesOn() throws Exception {
    Iterator<ScanTarget> targets =
        List.of(target("a", false), target("b", true), target("c", false)).iterator();
    List<Found> found = new ArrayList<>();
    ScanCounts counts =
        FileScanner.of(2)
            .scan(
                () -> targets.hasNext() ? Optional.of(targets.next()) : Optional.empty(),
                (outcome, soFar) -> found.add(found(outcome)));
    assertThat(found).extracting(Found::failure).containsExactly("", "no answer", "");
    assertThat(found)
        .extracting(file -> file.results().get(0).mismatchCount())
        .containsExactly(1L, 1L, 1L);
    assertThat(found)
        .extracting(file -> file.results().get(0).length())
        .containsOnly((long) (2 * MIB));
    assertThat(counts.mismatched()).isEqualTo(3);
    assertThat(OpenFiles.under(root)).isZero();
  }

  @Test
  void aVerificationOfBytesFromElsewhereHasTheirMismatches() throws IOException {
    Path file = damaged("f");
    try (FileChannel channel = FileChannel.open(file);
        FileRecord record = new Breaking(format.open(file, file), true)) {
      List<FileResult> results =
          new RecordVerifier()
              .verify("f", SequentialInput.ofFile(channel, new ByteReader()), record);
      assertThat(results.get(0).mismatchCount()).isEqualTo(1);
      assertThat(results.get(0).expectedLength()).isEqualTo(2 * MIB);
      assertThat(results.get(0).failure()).hasMessage("no answer");
    }
  }

  /**
   * An error, such as a class that is missing, while the scan gives up its files for another
   * reason.
   */
  @Test
  void oneThatCannotBeClosedLeavesNoOtherOpen() throws Exception {
    List<ScanTarget> targets = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      Path file = damaged(name);
      FileRecord record =
          new ForwardingRecord(format.open(file, file)) {
            @Override
            public void close() throws IOException {
              super.close();
              throw new LinkageError("closing " + name);
            }
          };
      targets.add(ScanTarget.recorded(name, file, 2 * MIB, () -> record));
    }
    List<FileInFlight> files =
        targets.stream().map(target -> new FileInFlight(0, target, VerifyOptions.DEFAULT)).toList();
    for (FileInFlight file : files) {
      Part part = Objects.requireNonNull(file.nextPart());
      file.verify(part, new ByteReader(), new ChunkCheck(VerifyOptions.DEFAULT), bytes -> {});
    }
    files.forEach(FileInFlight::abandon);
    assertThat(OpenFiles.under(root)).isZero();
    assertThatThrownBy(files.get(0)::outcome).hasMessage("closing a");
  }
}
