// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.file.OpenFiles;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import io.chunksum.scan.FileParts.Part;
import io.chunksum.verify.VerifyOptions;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checked exceptions that are not declared, as records in other languages may throw them. */
class UndeclaredFailureTest extends ScannerTestBase {

  private static final int CHUNKS = 2;

  private final TimeoutException failure = new TimeoutException("no answer");

  /** Where it is thrown. */
  enum Place {
    OPEN,
    NEXT_CHUNK,
    UPDATE,
    CLOSE
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E undeclared(Exception thrown) throws E {
    throw (E) thrown;
  }

  private void failAt(Place place, Place here) {
    if (place == here) {
      throw UndeclaredFailureTest.<RuntimeException>undeclared(failure);
    }
  }

  /** A file of two chunks. */
  private Path file() throws IOException {
    byte[] content = random(CHUNKS * MIB);
    Path file = file("f", content);
    format.record(file, content, MIB, 4096, ChecksumType.CRC32C);
    return file;
  }

  /** Damages the first chunk. */
  private static void damage(Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    content[5] ^= 1;
    Files.write(file, content);
  }

  private FileRecord open(Path file, Place place) throws IOException {
    failAt(place, Place.OPEN);
    return new Failing(format.open(file, file), place);
  }

  private ScanTarget target(Path file, Place place) {
    return ScanTarget.recorded("f", file, CHUNKS * MIB, () -> open(file, place));
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void isTheOutcomeOfTheFile(Place place) throws Exception {
    FileInFlight file = new FileInFlight(0, target(file(), place), VerifyOptions.DEFAULT);
    Part part = file.nextPart();
    while (part != null) {
      file.verify(
          part,
          new ByteReader(),
          new ChunkCheck(VerifyOptions.DEFAULT),
          bytes -> failAt(place, Place.UPDATE));
      part = file.nextPart();
    }
    assertThat(file.outcome().failure()).isSameAs(failure);
    assertThat(file.outcome().results()).isEmpty();
    assertThat(OpenFiles.under(root)).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Place.class,
      names = {"OPEN", "NEXT_CHUNK", "CLOSE"})
  void isTheCauseOfWhatTheCallerGets(Place place) throws Exception {
    Path file = file();
    assertThatThrownBy(() -> FileScanner.of(2).verify(file, () -> open(file, place)))
        .isInstanceOf(UndeclaredThrowableException.class)
        .hasCause(failure);
  }

  @Test
  void mismatchesBeforeItCountAndOtherFilesAreScanned() throws Exception {
    Path file = file();
    damage(file);
    Iterator<ScanTarget> targets =
        List.of(target(file, Place.OPEN), target(file, Place.NEXT_CHUNK)).iterator();
    List<ScanOutcome> outcomes = new ArrayList<>();
    ScanCounts counts =
        FileScanner.of(2)
            .scan(
                () -> targets.hasNext() ? Optional.of(targets.next()) : Optional.empty(),
                (outcome, soFar) -> outcomes.add(outcome));
    assertThat(outcomes).extracting(ScanOutcome::failure).containsExactly(failure, failure);
    assertThat(outcomes.get(1).results().get(0).mismatchCount()).isEqualTo(1);
    assertThat(counts.failed()).isEqualTo(2);
    assertThat(counts.mismatched()).isEqualTo(1);
  }

  @Test
  void mismatchesBeforeItCountAlsoInBytesFromElsewhere() throws Exception {
    Path file = file();
    damage(file);
    for (Place place : List.of(Place.NEXT_CHUNK, Place.UPDATE)) {
      try (FileChannel channel = FileChannel.open(file);
          FileRecord record = open(file, place)) {
        SequentialInput input = new FailingInput(channel, place);
        FileResult result = new RecordVerifier().verify("f", input, record).get(0);
        assertThat(result.failure()).isSameAs(failure);
        assertThat(result.mismatchCount()).isEqualTo(1);
      }
    }
  }

  /** An input that fails after its first MiB. */
  private final class FailingInput implements SequentialInput {

    private final SequentialInput input;
    private final Place place;

    FailingInput(FileChannel channel, Place place) {
      this.input = SequentialInput.ofFile(channel, new ByteReader());
      this.place = place;
    }

    @Override
    public long read(long offset, long length, Consumer<ChunkBuffer> to) throws IOException {
      if (offset >= MIB) {
        failAt(place, Place.UPDATE);
      }
      return input.read(offset, length, to);
    }

    @Override
    public long readToEnd() throws IOException {
      return input.readToEnd();
    }
  }

  /** A record that fails at its second chunk, or when it is closed. */
  private final class Failing extends ForwardingRecord {

    private final Place place;
    private int chunks;

    Failing(FileRecord record, Place place) {
      super(record);
      this.place = place;
    }

    @Override
    public List<ChunkInfo> nextChunk() throws IOException {
      if (++chunks == CHUNKS) {
        failAt(place, Place.NEXT_CHUNK);
      }
      return super.nextChunk();
    }

    @Override
    public void close() throws IOException {
      super.close();
      failAt(place, Place.CLOSE);
    }
  }
}
