// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import io.chunksum.scan.ChunkCheck;
import io.chunksum.scan.FileFindings;
import io.chunksum.scan.FileScanner;
import io.chunksum.scan.ScanSource;
import io.chunksum.scan.ScanTarget;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.VerifyOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Flight Recorder records of files and scans. */
class FileEventsTest {

  private static final int LENGTH = 10_000;
  private static final byte[] CONTENT = TestBytes.random(21_21, LENGTH);
  private static final ChecksumData SUMS =
      ChunkChecksum.of(ChecksumType.CRC32C, 512).compute(ChunkBuffer.wrap(CONTENT));
  private static final ChunkInfo INFO = new ChunkInfo("chunk_7", 0, LENGTH, SUMS);

  @TempDir private Path folder;

  private List<RecordedEvent> mismatches(Runnable work) throws IOException {
    return Recorded.events(folder, "Mismatch", recording -> {}, work);
  }

  @Test
  void bytesBeyondTheRecordedLengthOfAFileAreRecorded() throws IOException {
    FileFindings findings =
        new FileFindings(
            "/data/f", ChecksumType.CRC32C, OptionalInt.of(512), VerifyOptions.DEFAULT);
    List<RecordedEvent> events = mismatches(() -> findings.addSurplus(20, 10_000, 5));
    assertThat(events).hasSize(1);
    RecordedEvent event = events.get(0);
    assertThat(event.getString("verdict")).isEqualTo("MISMATCH");
    assertThat(event.getInt("bytesPerChecksum")).isEqualTo(512);
    assertThat(event.getLong("mismatches")).isEqualTo(1);
    assertThat(event.getLong("mismatchBytes")).isEqualTo(5);
    assertThat(event.getLong("firstOffset")).isEqualTo(10_000);
    assertThat(event.getString("chunk")).isEqualTo("/data/f");
    assertThat(event.getString("message")).isEqualTo("bytes 10000 to 10004 have no checksum");
  }

  @Test
  void aMismatchInAFileNamesFileChunkAndOffset() throws IOException {
    ChunkCheck check = new ChunkCheck();
    ChunkInfo unnamed = new ChunkInfo("", 40_000, LENGTH, SUMS);
    List<RecordedEvent> events =
        mismatches(() -> {
          for (ChunkInfo info : List.of(INFO, unnamed)) {
            check.begin("/data/f", List.of(info), 0, 20);
            check.update(ChunkBuffer.wrap(new byte[LENGTH]));
            check.finish();
          }
        });
    assertThat(events)
        .extracting(event -> event.getString("chunk"))
        .containsExactly("/data/f at 0 (chunk_7)", "/data/f at 40000");
  }

  @Test
  void aScanReportsHowFarItIs() throws IOException {
    Path good = Files.write(folder.resolve("good"), CONTENT);
    Path bad = Files.write(folder.resolve("bad"), new byte[LENGTH]);
    Iterator<ScanTarget> targets =
        Stream.of(bad, good, folder.resolve("gone"))
            .map(file -> new ScanTarget(file.toString(), file, LENGTH, reader -> record(), null))
            .iterator();
    ScanSource source =
        new ScanSource() {
          @Override
          public Optional<ScanTarget> next() {
            return targets.hasNext() ? Optional.of(targets.next()) : Optional.empty();
          }

          @Override
          public String toString() {
            return "/data";
          }
        };
    List<RecordedEvent> events =
        Recorded.events(folder, "ScanProgress", recording -> {}, () -> scan(source));
    RecordedEvent last = events.get(events.size() - 1);
    assertThat(last.getString("scan")).isEqualTo("/data");
    assertThat(last.getLong("files")).isEqualTo(3);
    assertThat(last.getLong("bytes")).isEqualTo(2 * LENGTH);
    assertThat(last.getLong("mismatched")).isEqualTo(1);
    assertThat(last.getLong("failed")).isEqualTo(1);
    assertThat(last.getDuration("elapsed")).isPositive();
  }

  private static void scan(ScanSource source) {
    try {
      FileScanner.of(2).scan(source, (outcome, counts) -> {});
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FileRecord record() {
    Iterator<List<ChunkInfo>> chunks = List.of(List.of(INFO)).iterator();
    return new FileRecord() {
      @Override
      public List<ChecksumType> types() {
        return List.of(ChecksumType.CRC32C);
      }

      @Override
      public OptionalInt bytesPerChecksum() {
        return OptionalInt.of(512);
      }

      @Override
      public long length() {
        return LENGTH;
      }

      @Override
      public List<ChunkInfo> nextChunk() {
        return chunks.hasNext() ? chunks.next() : List.of();
      }

      @Override
      public void close() {}
    };
  }
}
