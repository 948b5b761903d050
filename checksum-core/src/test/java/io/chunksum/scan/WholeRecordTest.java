// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import io.chunksum.verify.Mismatch;
import io.chunksum.window.ByteRange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever chunks are missing from a record, what they would have covered is not taken as good. */
class WholeRecordTest {

  private static final int WINDOW = 64;
  private static final int LENGTH = 1000;

  /** What is recorded are zeros. In these, every window is bad. */
  private static final byte[] DAMAGED = "x".repeat(LENGTH).getBytes(StandardCharsets.US_ASCII);

  @TempDir private Path root;

  /** A record of as many zeros, from the chunks that are left of it. */
  private record Rest(List<ChecksumType> types, long length, Iterator<List<ChunkInfo>> chunks)
      implements FileRecord {

    @Override
    public OptionalInt bytesPerChecksum() {
      return OptionalInt.of(WINDOW);
    }

    @Override
    public List<ChunkInfo> nextChunk() {
      return chunks.hasNext() ? chunks.next() : List.of();
    }

    @Override
    public void close() {}
  }

  private static ChunkInfo chunk(ChecksumType type, long offset, int length) {
    return chunk(ChunkChecksum.of(type, WINDOW), offset, length);
  }

  private static ChunkInfo chunk(ChunkChecksum checksum, long offset, int length) {
    ChunkBuffer zeros = ChunkBuffer.wrap(new byte[length]);
    return new ChunkInfo("c", offset, length, checksum.compute(zeros));
  }

  private static ChunkInfo chunk(long offset, int length) {
    return chunk(ChecksumType.CRC32C, offset, length);
  }

  private static FileRecord record(ChunkInfo... chunks) {
    return new Rest(
        List.of(ChecksumType.CRC32C), LENGTH, Stream.of(chunks).map(List::of).iterator());
  }

  private static FileRecord whole() {
    return record(chunk(0, 300), chunk(300, 0), chunk(300, 700));
  }

  private static FileRecord readUpTo(int chunks) throws IOException {
    FileRecord record = whole();
    for (int i = 0; i < chunks; i++) {
      record.nextChunk();
    }
    return record;
  }

  private static SequentialInput input(byte[] bytes) {
    return SequentialInput.ofChannel(
        Channels.newChannel(new ByteArrayInputStream(bytes)), new ByteReader());
  }

  private static List<FileResult> verify(FileRecord record, byte[] bytes) throws IOException {
    return new RecordVerifier().verify("f", input(bytes), record);
  }

  private static String problem(int chunksRead) {
    return chunksRead == 3
        ? "the chunks of the record cover 0 of 1000 bytes: was it read before?"
        : "a chunk of the record begins at 300, not at 0: was it read before?";
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void bytesAreNotVerifiedAgainstARecordThatWasReadBefore(int chunksRead) throws Exception {
    assertThat(verify(whole(), new byte[LENGTH]).get(0).ok()).isTrue();
    FileRecord record = readUpTo(chunksRead);
    assertThatThrownBy(() -> verify(record, DAMAGED))
        .isInstanceOf(IOException.class)
        .hasMessage(problem(chunksRead));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aRangeIsNotVerifiedAgainstARecordThatWasReadBefore(int chunksRead) throws Exception {
    for (int length : new int[] {0, 10, 500, LENGTH, 2 * LENGTH}) {
      ByteRange range = new ByteRange(0, length);
      RecordVerifier verifier = new RecordVerifier();
      FileRecord record = readUpTo(chunksRead);
      assertThatThrownBy(() -> verifier.verify("f", input(DAMAGED), record, range))
          .isInstanceOf(IOException.class)
          .hasMessage(problem(chunksRead));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aFileIsNotVerifiedAgainstARecordThatWasReadBefore(int chunksRead) throws Exception {
    Path file = Files.write(root.resolve("f"), DAMAGED);
    FileRecord record = readUpTo(chunksRead);
    assertThatThrownBy(() -> FileScanner.of(2).verify(file, () -> record))
        .isInstanceOf(IOException.class)
        .hasMessage(problem(chunksRead));
  }

  @Test
  void theSecondOfTwoFilesThatShareARecordIsAFailureOfItsOwn() throws Exception {
    FileRecord shared = whole();
    Iterator<Path> files =
        List.of(
                Files.write(root.resolve("1"), new byte[LENGTH]),
                Files.write(root.resolve("2"), DAMAGED))
            .iterator();
    List<ScanOutcome> outcomes = new ArrayList<>();
    ScanCounts counts =
        FileScanner.of(1)
            .scan(
                () ->
                    files.hasNext() ? Optional.of(target(files.next(), shared)) : Optional.empty(),
                (outcome, soFar) -> outcomes.add(outcome));
    assertThat(outcomes.get(0).results().get(0).ok()).isTrue();
    assertThat(outcomes.get(1).results()).isEmpty();
    assertThat(outcomes.get(1).failure()).hasMessage(problem(3));
    assertThat(counts.failed()).isEqualTo(1);
  }

  private static ScanTarget target(Path file, FileRecord record) {
    return ScanTarget.recorded(file.toString(), file, LENGTH, () -> record);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void nothingIsDiagnosedFromARecordThatWasReadBefore(int chunksRead) throws Exception {
    Path file = Files.write(root.resolve("f"), DAMAGED);
    FileResult result = FileScanner.of(1).verify(file, WholeRecordTest::whole).get(0);
    try (FileChannel channel = FileChannel.open(file)) {
      FileDiagnostician diagnostician = new FileDiagnostician(channel);
      assertThat(diagnostician.diagnose(result, whole())).hasSize(result.mismatches().size());
      FileRecord record = readUpTo(chunksRead);
      assertThatThrownBy(() -> diagnostician.diagnose(result, record))
          .isInstanceOf(IOException.class)
          .hasMessage(problem(chunksRead));
    }
  }

  private static void assertRefused(FileRecord record, String problem) {
    assertThatThrownBy(() -> verify(record, new byte[LENGTH]))
        .isInstanceOf(IOException.class)
        .hasMessage(problem);
  }

  @Test
  void chunksCoverTheFileWithoutAGap() {
    assertRefused(
        record(chunk(0, 300), chunk(400, 600)), "a chunk of the record begins at 400, not at 300");
    assertRefused(
        record(chunk(0, 300), chunk(200, 800)), "a chunk of the record begins at 200, not at 300");
    assertRefused(record(chunk(0, 999)), "the chunks of the record cover 999 of 1000 bytes");
    assertRefused(
        new Rest(List.of(ChecksumType.CRC32C), 999, List.of(List.of(chunk(0, 1000))).iterator()),
        "the chunks of the record cover 1000 of 999 bytes");
  }

  @Test
  void allTypesHaveAllChunks() {
    List<ChecksumType> types = List.of(ChecksumType.CRC32C, ChecksumType.MD5);
    ChunkInfo crcs = chunk(0, LENGTH);
    ChunkInfo longer = chunk(ChecksumType.MD5, 0, LENGTH + WINDOW);
    assertRefused(
        new Rest(types, LENGTH, List.of(List.of(crcs, longer)).iterator()),
        "types of the record have chunks of 1000 and 1064 bytes");
    ChunkInfo md5s = chunk(ChecksumType.MD5, 0, LENGTH);
    for (List<ChunkInfo> wrong : List.of(List.of(crcs), List.of(crcs, md5s, crcs))) {
      assertRefused(
          new Rest(types, LENGTH, List.of(wrong).iterator()),
          "the chunk at 0 of the record is not there once for each of [CRC32C, MD5]");
    }
  }

  /** They are read window by window, once for all types. */
  @Test
  void allTypesHaveWindowsOfOneSize() throws Exception {
    List<ChecksumType> types = List.of(ChecksumType.CRC32C, ChecksumType.MD5);
    ChunkInfo crcs = chunk(0, LENGTH);
    for (int other : new int[] {WINDOW / 2, 2 * WINDOW}) {
      ChunkInfo md5s = chunk(ChunkChecksum.of(ChecksumType.MD5, other), 0, LENGTH);
      assertRefused(
          new Rest(types, LENGTH, List.of(List.of(crcs, md5s)).iterator()),
          "types of the record have windows of 64 and %d bytes in the chunk at 0".formatted(other));
    }
    ChunkInfo none = new ChunkInfo("c", 0, LENGTH, ChecksumData.none(2 * WINDOW));
    FileRecord record = new Rest(types, LENGTH, List.of(List.of(crcs, none)).iterator());
    assertThat(verify(record, new byte[LENGTH])).hasSize(2).allMatch(FileResult::ok);
  }

  /** Or bytes would be called good by a checksum that nobody has compared them with. */
  @Test
  void checksumsAreOfTheTypesThatTheRecordStates() throws Exception {
    ChunkInfo crcs = chunk(0, LENGTH);
    ChunkInfo none = new ChunkInfo("c", 0, LENGTH, ChecksumData.none(WINDOW));
    ChunkInfo sha256s = chunk(ChecksumType.SHA256, 0, LENGTH);
    assertRefused(
        new Rest(List.of(ChecksumType.SHA256), LENGTH, List.of(List.of(crcs)).iterator()),
        "the chunk at 0 of the record has CRC32C in place of SHA256");
    assertRefused(
        new Rest(List.of(ChecksumType.NONE), LENGTH, List.of(List.of(crcs)).iterator()),
        "the chunk at 0 of the record has CRC32C in place of NONE");
    List<ChecksumType> two = List.of(ChecksumType.CRC32C, ChecksumType.SHA256);
    for (List<ChunkInfo> wrong : List.of(List.of(crcs, crcs), List.of(none, crcs))) {
      assertRefused(
          new Rest(two, LENGTH, List.of(wrong).iterator()),
          "the chunk at 0 of the record has CRC32C in place of SHA256");
    }
    for (List<ChunkInfo> right :
        List.of(List.of(crcs, sha256s), List.of(crcs, none), List.of(none, sha256s))) {
      FileRecord record = new Rest(two, LENGTH, List.of(right).iterator());
      assertThat(verify(record, new byte[LENGTH])).hasSize(2).allMatch(FileResult::ok);
    }
  }

  /** Also if the file is empty, of which such a record says nothing. */
  @Test
  void aRecordHasDifferentTypes() throws Exception {
    Path file = Files.write(root.resolve("f"), DAMAGED);
    for (int length : new int[] {0, LENGTH}) {
      List<ChecksumType> twice = List.of(ChecksumType.CRC32C, ChecksumType.CRC32C);
      for (List<ChecksumType> wrong : List.of(List.<ChecksumType>of(), twice)) {
        List<ChunkInfo> chunk = wrong.stream().map(type -> chunk(type, 0, length)).toList();
        String problem =
            "the record has checksums of " + wrong + ", not of one or more different types";
        assertRefused(new Rest(wrong, length, List.of(chunk).iterator()), problem);
        assertThatThrownBy(() ->
                FileScanner.of(1)
                    .verify(file, () -> new Rest(wrong, length, List.of(chunk).iterator())))
            .isInstanceOf(IOException.class)
            .hasMessage(problem);
      }
    }
  }

  @Test
  void whatMismatchedBeforeAGapIsKept() throws Exception {
    FileResult result = verify(record(chunk(0, WINDOW), chunk(400, 600)), DAMAGED).get(0);
    assertThat(result.mismatches()).extracting(Mismatch::offset).containsExactly(0L);
    assertThat(result.failure()).hasMessage("a chunk of the record begins at 400, not at 64");
  }

  /** Nothing is left out of it. */
  @Test
  void theRecordOfAnEmptyFileMayBeReadTwice() throws Exception {
    FileRecord empty =
        new Rest(List.of(ChecksumType.MD5), 0, Stream.<List<ChunkInfo>>of().iterator());
    for (int i = 0; i < 2; i++) {
      assertThat(verify(empty, new byte[0]).get(0).ok()).isTrue();
      assertThat(verify(empty, new byte[1]).get(0).mismatchCount()).isEqualTo(1);
    }
  }
}
