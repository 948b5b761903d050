// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import io.chunksum.format.list.FileSum;
import io.chunksum.format.list.ListedFile;
import io.chunksum.scan.FileScanner;
import io.chunksum.scan.ListedFileVerifier;
import io.chunksum.scan.RecordVerifier;
import io.chunksum.scan.ScanSource;
import io.chunksum.scan.ScanTarget;
import io.chunksum.tests.TestBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
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

  @Test
  void bytesBeyondTheRecordedLengthOfAFileAreRecorded() throws IOException {
    byte[] longer = Arrays.copyOf(CONTENT, LENGTH + 5);
    List<RecordedEvent> events = Recorded.mismatches(folder, () -> verify(longer, INFO));
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
    ChunkInfo unnamed = new ChunkInfo("", LENGTH, LENGTH, SUMS);
    List<RecordedEvent> events =
        Recorded.mismatches(folder, () -> verify(new byte[2 * LENGTH], INFO, unnamed));
    assertThat(events)
        .extracting(event -> event.getString("chunk"))
        .containsExactly("/data/f at 0 (chunk_7)", "/data/f at 10000");
  }

  @Test
  void ofALongNameTheStartIsRecorded() throws IOException {
    ChunkInfo chunk = new ChunkInfo("x".repeat(9000), 0, LENGTH, SUMS);
    List<RecordedEvent> events = Recorded.mismatches(folder, () -> verify(new byte[LENGTH], chunk));
    assertThat(events)
        .extracting(event -> event.getString("chunk"))
        .containsExactly("/data/f at 0 (" + "x".repeat(5000 - 14) + "… (9015 characters)");
  }

  private static void verify(byte[] content, ChunkInfo... chunks) {
    ByteArrayInputStream stream = new ByteArrayInputStream(content);
    SequentialInput input =
        SequentialInput.ofChannel(Channels.newChannel(stream), new ByteReader());
    try {
      new RecordVerifier().verify("/data/f", input, record(chunks));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aFileThatIsNotWhatAListSaysIsRecorded() throws IOException {
    FileSum sum = new FileSum(ChecksumType.SHA256);
    sum.accept(ChunkBuffer.wrap(CONTENT));
    ListedFile listed = sum.finish("/data/listed");
    byte[] other = CONTENT.clone();
    other[17] ^= 4;
    List<RecordedEvent> events = Recorded.mismatches(folder, () -> verify(listed, other));
    assertThat(events).hasSize(1);
    RecordedEvent event = events.get(0);
    assertThat(event.getString("type")).isEqualTo("SHA256");
    assertThat(event.getString("chunk")).isEqualTo("/data/listed");
    assertThat(event.getLong("windows")).isEqualTo(1);
    assertThat(event.getLong("mismatches")).isEqualTo(1);
    assertThat(event.getLong("mismatchBytes")).isEqualTo(LENGTH);
    assertThat(event.getString("expected")).isEqualTo(listed.checksum());
    assertThat(event.getString("actual")).hasSize(64).isNotEqualTo(listed.checksum());
    assertThat(Recorded.mismatches(folder, () -> verify(listed, CONTENT))).isEmpty();
  }

  @Test
  void copiesOfAListedFileAreRecorded() throws IOException {
    FileSum sum = new FileSum(ChecksumType.SHA256);
    sum.accept(ChunkBuffer.wrap(CONTENT));
    ListedFile listed = sum.finish("/data/listed");
    List<RecordedEvent> events =
        Recorded.events(
            folder,
            "Copy",
            recording -> recording.enable("io.chunksum.Copy").with("minimum", "" + LENGTH),
            () -> verify(listed, CONTENT));
    assertThat(events).hasSize(1);
    RecordedEvent event = events.get(0);
    assertThat(event.getString("type")).isEqualTo("SHA256");
    assertThat(event.getInt("bytesPerChecksum")).isZero();
    assertThat(event.getLong("bytes")).isEqualTo(LENGTH);
    assertThat(event.getLong("bytesCopied")).isEqualTo(LENGTH);
  }

  private static void verify(ListedFile listed, byte[] content) {
    ByteArrayInputStream stream = new ByteArrayInputStream(content);
    try {
      ListedFileVerifier.verify(
          SequentialInput.ofChannel(Channels.newChannel(stream), new ByteReader()), listed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aScanReportsHowFarItIs() throws IOException {
    Path good = Files.write(folder.resolve("good"), CONTENT);
    Path bad = Files.write(folder.resolve("bad"), new byte[LENGTH]);
    Path worse = Files.write(folder.resolve("worse"), new byte[LENGTH + 1]);
    Iterator<ScanTarget> targets =
        Stream.of(bad, worse, good, folder.resolve("gone"))
            .map(file -> ScanTarget.recorded(file.toString(), file, LENGTH, () -> record(INFO)))
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
    assertThat(last.getLong("files")).isEqualTo(4);
    assertThat(last.getLong("bytes")).isEqualTo(3 * LENGTH);
    assertThat(last.getLong("mismatched")).isEqualTo(2);
    assertThat(last.getLong("failed")).isEqualTo(1);
    assertThat(last.getDuration("elapsed")).isPositive();
  }

  @Test
  void aScanThatTakesLongReportsHowFarItIsBeforeItsEnd() throws IOException {
    Path file = Files.write(folder.resolve("good"), CONTENT);
    Iterator<ScanTarget> targets =
        List.of(ScanTarget.recorded("good", file, LENGTH, () -> record(INFO))).iterator();
    ScanSource slow =
        () -> {
          if (targets.hasNext()) {
            return Optional.of(targets.next());
          }
          pause(Duration.ofMillis(1_100));
          return Optional.empty();
        };
    long begin = System.nanoTime();
    List<RecordedEvent> events =
        Recorded.events(folder, "ScanProgress", recording -> {}, () -> scan(slow));
    Duration around = Duration.ofNanos(System.nanoTime() - begin);
    assertThat(events)
        .hasSizeGreaterThan(1)
        .extracting(event -> event.getDuration("elapsed"))
        .allMatch(elapsed -> elapsed.toSeconds() >= 1 && elapsed.compareTo(around) < 0);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFileThatIsVerifiedAloneIsAScanOfItsName() throws IOException {
    Path file = Files.write(folder.resolve("alone"), CONTENT);
    List<RecordedEvent> events =
        Recorded.events(folder, "ScanProgress", recording -> {}, () -> verify(file));
    RecordedEvent last = events.get(events.size() - 1);
    assertThat(last.getString("scan")).isEqualTo(file.toString());
    assertThat(last.getLong("files")).isEqualTo(1);
    assertThat(last.getLong("bytes")).isEqualTo(LENGTH);
  }

  private static void verify(Path file) {
    try {
      FileScanner.of(2).verify(file, () -> record(INFO));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void scan(ScanSource source) {
    try {
      FileScanner.of(2).scan(source, (outcome, counts) -> {});
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FileRecord record(ChunkInfo... all) {
    Iterator<ChunkInfo> chunks = List.of(all).iterator();
    ChunkInfo last = all[all.length - 1];
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
        return last.offset() + last.length();
      }

      @Override
      public List<ChunkInfo> nextChunk() {
        return chunks.hasNext() ? List.of(chunks.next()) : List.of();
      }

      @Override
      public void close() {}
    };
  }
}
