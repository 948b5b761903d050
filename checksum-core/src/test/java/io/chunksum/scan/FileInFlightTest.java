// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.file.OpenFiles;
import io.chunksum.format.FileRecord;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.scan.FileParts.Part;
import io.chunksum.scan.ScanTarget.RecordOpener;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyOptions;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One file of a scan while its parts are handed out and end, in any order and however they fail.
 * Long, because each case spells out which part is taken when.
 */
class FileInFlightTest {

  private static final int MIB = 1024 * 1024;

  @TempDir private Path root;

  @Test
  void ofFailuresInSeveralPartsTheFirstInTheFileCountsWhicheverCameFirst() throws Exception {
    MemoryFormat format = new MemoryFormat();
    byte[] content = new byte[3 * MIB];
    Path path = Files.write(root.resolve("f"), content);
    format.record(path, content, MIB, 4096, ChecksumType.CRC32C);
    FileInFlight file =
        new FileInFlight(
            0,
            ScanTarget.recorded("f", path, 0, () -> format.open(path, path)),
            VerifyOptions.DEFAULT);
    ByteReader reader = new ByteReader();
    Part first = Objects.requireNonNull(file.nextPart());
    Part second = Objects.requireNonNull(file.nextPart());
    Part third = Objects.requireNonNull(file.nextPart());
    for (Part part : new Part[] {second, first, third}) {
      file.verify(
          part,
          reader,
          new ChunkCheck(VerifyOptions.DEFAULT),
          bytes -> {
            throw new IllegalStateException("part " + part.index());
          });
    }
    assertThat(file.await(0)).isFalse();
    assertThat(file.hasEnded()).isFalse();
    assertThat(file.nextPart()).isNull();
    assertThat(file.await(0)).isTrue();
    assertThat(file.hasEnded()).isTrue();
    ScanOutcome outcome = file.outcome();
    assertThat(outcome.failure()).hasMessage("part 0");
    assertThat(outcome.results()).isEmpty();
    assertThat(format.open()).isZero();
  }

  /** In whatever order the parts end: two bad windows in each, and the third part breaks off. */
  @ParameterizedTest
  @ValueSource(strings = {"01234", "43210", "20143", "34201", "02134", "12034"})
  void whatWasFoundBeforeAFailureCountsAndNothingBehindIt(String order) throws Exception {
    MemoryFormat format = new MemoryFormat();
    byte[] content = new byte[5 * MIB];
    Path path = root.resolve("f");
    format.record(path, content, MIB, 4096, ChecksumType.CRC32C, ChecksumType.NONE);
    for (int at = 0; at < content.length; at += MIB) {
      content[at] = 1;
      content[at + 4096] = 1;
    }
    Files.write(path, content);
    FileInFlight file =
        new FileInFlight(
            0,
            ScanTarget.recorded("f", path, content.length, () -> format.open(path, path)),
            VerifyOptions.DEFAULT);
    ByteReader reader = new ByteReader();
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < order.length(); i++) {
      parts.add(Objects.requireNonNull(file.nextPart()));
    }
    for (int i = 0; i < order.length(); i++) {
      Part part = parts.get(order.charAt(i) - '0');
      file.verify(
          part,
          reader,
          new ChunkCheck(VerifyOptions.DEFAULT),
          bytes -> {
            if (part.index() == 2) {
              throw new IllegalStateException("part 2");
            }
          });
    }
    assertThat(file.nextPart()).isNull();
    ScanOutcome outcome = file.outcome();
    assertThat(outcome.mismatched()).isTrue();
    assertThat(outcome.failure()).hasMessage("part 2");
    FileResult crc = outcome.results().get(0);
    assertThat(crc.failure()).isSameAs(outcome.failure());
    assertThat(crc.ok()).isFalse();
    assertThat(crc.windows()).isEqualTo(2 * 256);
    assertThat(crc.mismatchCount()).isEqualTo(4);
    assertThat(crc.mismatches())
        .extracting(Mismatch::offset)
        .containsExactly(0L, 4096L, (long) MIB, MIB + 4096L);
    assertThat(crc.length()).isEqualTo(content.length);
    assertThat(outcome.results().get(1).mismatches()).isEmpty();
    assertThat(format.open()).isZero();
  }

  @Test
  void whatWasFoundInAPartBeforeItBrokeOffCounts() throws Exception {
    MemoryFormat format = new MemoryFormat();
    byte[] content = new byte[3 * MIB];
    Path path = root.resolve("f");
    format.record(path, content, content.length, 4096, ChecksumType.CRC32C);
    content[0] = 1;
    Files.write(path, content);
    FileInFlight file =
        new FileInFlight(
            0,
            ScanTarget.recorded("f", path, content.length, () -> format.open(path, path)),
            VerifyOptions.DEFAULT);
    AtomicInteger reads = new AtomicInteger();
    file.verify(
        Objects.requireNonNull(file.nextPart()),
        new ByteReader(),
        new ChunkCheck(VerifyOptions.DEFAULT),
        bytes -> {
          if (reads.incrementAndGet() == 2) {
            throw new IllegalStateException("second read");
          }
        });
    assertThat(file.nextPart()).isNull();
    ScanOutcome outcome = file.outcome();
    assertThat(outcome.mismatched()).isTrue();
    assertThat(outcome.failure()).hasMessage("second read");
    FileResult crc = outcome.results().get(0);
    assertThat(crc.mismatchCount()).isEqualTo(1);
    assertThat(crc.mismatches()).extracting(Mismatch::offset).containsExactly(0L);
  }

  @Test
  void aRecordThatBreaksOffFailsAfterThePartsBefore() throws Exception {
    MemoryFormat format = new MemoryFormat();
    byte[] content = new byte[2 * MIB];
    Path path = Files.write(root.resolve("f"), content);
    format.record(path, content, MIB, 4096, ChecksumType.CRC32C);
    format.damage(path, 1);
    ScanTarget target = ScanTarget.recorded("f", path, 0, () -> format.open(path, path));
    ByteReader reader = new ByteReader();
    for (boolean firstFails : new boolean[] {false, true}) {
      FileInFlight file = new FileInFlight(0, target, VerifyOptions.DEFAULT);
      Part first = Objects.requireNonNull(file.nextPart());
      assertThat(file.nextPart()).isNull();
      file.verify(
          first,
          reader,
          new ChunkCheck(VerifyOptions.DEFAULT),
          bytes -> {
            if (firstFails) {
              throw new IllegalStateException("part 0");
            }
          });
      assertThat(file.outcome().failure())
          .hasMessage(firstFails ? "part 0" : "record ends at " + MIB);
      assertThat(format.open()).isZero();
    }
  }

  /** As they would, were they behind the end of a file and the first on a slow disk. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD) // Its loop ignores interrupts.
  void partsDoNotOvertakeAnEarlierOneWithoutEnd(boolean abandoned) throws Exception {
    MemoryFormat format = new MemoryFormat();
    byte[] content = new byte[1100];
    Path path = Files.write(root.resolve("f"), new byte[content.length + 1]);
    format.record(path, content, 1, 1, ChecksumType.CRC32C);
    ScanTarget target = ScanTarget.recorded("f", path, 0, () -> format.open(path, path));
    ChecksumCounters counters = new ChecksumCounters();
    VerifyOptions options = VerifyOptions.DEFAULT.countingInto(counters);
    FileInFlight file = new FileInFlight(0, target, options);
    ByteReader reader = new ByteReader();
    ChunkCheck check = new ChunkCheck(options);
    Part first = Objects.requireNonNull(file.nextPart());
    for (int i = 1; i <= 1024; i++) {
      file.verify(Objects.requireNonNull(file.nextPart()), reader, check, bytes -> {});
    }
    List<@Nullable Part> next = new ArrayList<>();
    Thread other = new Thread(() -> next.add(file.nextPart()));
    other.start();
    while (other.isAlive() && other.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(other.isAlive()).isTrue();
    if (abandoned) {
      file.abandon();
      other.join();
      assertThat(next).containsOnlyNulls();
      file.verify(first, reader, check, bytes -> {});
      assertThat(file.hasEnded()).isTrue();
      // Its length is looked at only after all of its parts.
      assertThat(counters.snapshot().mismatched().calls()).isZero();
    } else {
      file.verify(first, reader, check, bytes -> {});
      other.join();
      assertThat(next).singleElement().extracting(Part::index).isEqualTo(1025L);
    }
  }

  /** It goes on with chunks of no bytes, in which there is nothing to verify. */
  @Test
  @Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD) // Its loop ignores interrupts.
  void aRecordWithoutEndIsReadUntilItsFileIsAbandoned() throws Exception {
    MemoryFormat format = new MemoryFormat();
    Path path = Files.write(root.resolve("f"), new byte[3]);
    format.record(path, new byte[3], 3, 3, ChecksumType.CRC32C);
    CountDownLatch ended = new CountDownLatch(1);
    ChunkInfo nothing = new ChunkInfo("", 3, 0, ChecksumData.none(3));
    RecordOpener opener =
        () ->
            new ForwardingRecord(format.open(path, path)) {
              @Override
              public List<ChunkInfo> nextChunk() throws IOException {
                List<ChunkInfo> chunk = super.nextChunk();
                if (chunk.isEmpty()) {
                  ended.countDown();
                }
                return chunk.isEmpty() ? List.of(nothing) : chunk;
              }
            };
    ChecksumCounters counters = new ChecksumCounters();
    VerifyOptions options = VerifyOptions.DEFAULT.countingInto(counters);
    FileInFlight file = new FileInFlight(0, ScanTarget.recorded("f", path, 0, opener), options);
    Part part = Objects.requireNonNull(file.nextPart());
    file.verify(part, new ByteReader(), new ChunkCheck(options), bytes -> {});
    Files.write(path, new byte[4]);
    List<@Nullable Part> next = new ArrayList<>();
    Thread other = new Thread(() -> next.add(file.nextPart()));
    other.start();
    ended.await();
    file.abandon();
    other.join();
    assertThat(next).containsOnlyNulls();
    assertThat(file.hasEnded()).isTrue();
    assertThat(format.open()).isZero();
    // Its length is looked at only after all of its parts.
    assertThat(counters.snapshot().mismatched().calls()).isZero();
  }

  @Test
  void aChunkWithoutBytesHasNoneThatAreMissing() throws Exception {
    MemoryFormat format = new MemoryFormat();
    Path path = Files.write(root.resolve("f"), new byte[2]);
    format.record(path, new byte[3], 3, 3, ChecksumType.CRC32C);
    ChunkInfo nothing = new ChunkInfo("", 3, 0, ChecksumData.none(3));
    RecordOpener opener =
        () ->
            new ForwardingRecord(format.open(path, path)) {
              private boolean given;

              @Override
              public List<ChunkInfo> nextChunk() throws IOException {
                List<ChunkInfo> chunk = super.nextChunk();
                boolean due = chunk.isEmpty() && !given;
                given |= due;
                return due ? List.of(nothing) : chunk;
              }
            };
    FileInFlight file =
        new FileInFlight(0, ScanTarget.recorded("f", path, 2, opener), VerifyOptions.DEFAULT);
    Part part = Objects.requireNonNull(file.nextPart());
    file.verify(part, new ByteReader(), new ChunkCheck(VerifyOptions.DEFAULT), bytes -> {});
    assertThat(file.nextPart()).isNull();
    assertThat(file.outcome().results().get(0).mismatches())
        .extracting(Mismatch::window)
        .containsExactly(0L);
  }

  /** A thread has taken it from the list, and comes to open it after that. */
  @Test
  void aFileThatWasAbandonedBeforeIsNotOpened() throws Exception {
    Path path = Files.write(root.resolve("f"), new byte[3]);
    AtomicInteger opened = new AtomicInteger();
    RecordOpener opener =
        () -> {
          opened.incrementAndGet();
          throw new IOException("too late");
        };
    FileInFlight file =
        new FileInFlight(0, ScanTarget.recorded("f", path, 3, opener), VerifyOptions.DEFAULT);
    file.abandon();
    assertThat(file.hasEnded()).isTrue();
    assertThat(file.nextPart()).isNull();
    assertThat(opened).hasValue(0);
    assertThat(file.outcome().failure()).isNull();
    assertThat(OpenFiles.under(root)).isZero();
  }

  @Test
  void aFileThatHasEndedKeepsNothingOfItsRecord() throws Exception {
    MemoryFormat format = new MemoryFormat();
    Path path = Files.write(root.resolve("f"), new byte[3]);
    format.record(path, new byte[3], 1, 1, ChecksumType.CRC32C);
    List<WeakReference<FileRecord>> opened = new ArrayList<>();
    RecordOpener opener =
        () -> {
          FileRecord record = format.open(path, path);
          opened.add(new WeakReference<>(record));
          return record;
        };
    FileInFlight file =
        new FileInFlight(0, ScanTarget.recorded("f", path, 0, opener), VerifyOptions.DEFAULT);
    Part first = Objects.requireNonNull(file.nextPart());
    file.abandon();
    file.verify(first, new ByteReader(), new ChunkCheck(VerifyOptions.DEFAULT), bytes -> {});
    assertThat(file.hasEnded()).isTrue();
    for (int i = 0; i < 100 && opened.get(0).get() != null; i++) {
      System.gc();
    }
    assertThat(opened.get(0).get()).isNull();
    assertThat(file.outcome().failure()).isNull();
  }

  /** Nobody else may be there to take the parts that are left, so the file can have no outcome. */
  @Test
  void anErrorInAPartIsThrownToWhoVerifiesItAndToWhoWaits() throws Exception {
    MemoryFormat format = new MemoryFormat();
    Path path = Files.write(root.resolve("f"), new byte[3]);
    format.record(path, new byte[3], MIB, 4096, ChecksumType.CRC32C);
    FileInFlight file =
        new FileInFlight(
            0,
            ScanTarget.recorded("f", path, 0, () -> format.open(path, path)),
            VerifyOptions.DEFAULT);
    ByteReader reader = new ByteReader();
    Part part = Objects.requireNonNull(file.nextPart());
    Error error = new StackOverflowError("too deep");
    assertThatThrownBy(() ->
            file.verify(
                part,
                reader,
                new ChunkCheck(VerifyOptions.DEFAULT),
                bytes -> {
                  throw error;
                }))
        .isSameAs(error);
    file.abandon();
    assertThat(file.hasEnded()).isTrue();
    assertThatThrownBy(file::outcome).isSameAs(error);
    assertThat(format.open()).isZero();
  }

  @Test
  void aRecordThatFailsInTheEndHasNoResults() throws Exception {
    MemoryFormat format = new MemoryFormat();
    Path path = Files.write(root.resolve("f"), new byte[3]);
    format.record(path, new byte[3], MIB, 4096, ChecksumType.CRC32C);
    RecordOpener opener =
        () -> {
          FileRecord record = format.open(path, path);
          return new FailingInTheEnd(record);
        };
    FileInFlight file =
        new FileInFlight(0, ScanTarget.recorded("f", path, 0, opener), VerifyOptions.DEFAULT);
    ByteReader reader = new ByteReader();
    Part part = Objects.requireNonNull(file.nextPart());
    file.verify(part, reader, new ChunkCheck(VerifyOptions.DEFAULT), bytes -> {});
    assertThat(file.nextPart()).isNull();
    ScanOutcome outcome = file.outcome();
    assertThat(outcome.failure()).hasMessage("cannot be closed");
    assertThat(outcome.results()).isEmpty();
    assertThat(OpenFiles.under(root)).isZero();
  }

  @Test
  void aRecordThatFailsAndThenCannotBeClosedTellsBoth() throws Exception {
    MemoryFormat format = new MemoryFormat();
    Path path = Files.write(root.resolve("f"), new byte[3]);
    format.record(path, new byte[3], MIB, 4096, ChecksumType.CRC32C);
    format.damage(path, 0);
    RecordOpener opener = () -> new FailingInTheEnd(format.open(path, path));
    FileInFlight file =
        new FileInFlight(0, ScanTarget.recorded("f", path, 0, opener), VerifyOptions.DEFAULT);
    assertThat(file.nextPart()).isNull();
    Exception failure = Objects.requireNonNull(file.outcome().failure());
    assertThat(failure).hasMessage("record ends at 0");
    assertThat(failure.getSuppressed())
        .singleElement(InstanceOfAssertFactories.THROWABLE)
        .hasMessage("cannot be closed");
  }

  /** It was listed as a regular file. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
  void aFileThatALinkTookThePlaceOfIsNotRead() throws Exception {
    MemoryFormat format = new MemoryFormat();
    Path path = root.resolve("f");
    format.record(path, new byte[3], MIB, 4096, ChecksumType.CRC32C);
    Files.createSymbolicLink(path, Files.write(root.resolve("elsewhere"), new byte[3]));
    FileInFlight file =
        new FileInFlight(
            0,
            ScanTarget.recorded("f", path, 3, () -> format.open(path, path)),
            VerifyOptions.DEFAULT);
    assertThat(file.nextPart()).isNull();
    assertThat(file.outcome().failure()).hasMessage(path + ": is a symbolic link");
    assertThat(file.outcome().results()).isEmpty();
  }

  /** Parts wait to be verified, or are being verified, while later chunks are read. */
  @Test
  void aRecordMayUseOneListForAllChunks() throws Exception {
    MemoryFormat format = new MemoryFormat();
    byte[] content = new byte[2 * MIB];
    Path path = root.resolve("f");
    format.recordEach(path, content, MIB, 4096, ChecksumType.CRC32C, ChecksumType.NONE);
    content[5] ^= 1;
    Files.write(path, content);
    RecordOpener opener = () -> new OneList(format.open(path, path));
    FileInFlight file =
        new FileInFlight(0, ScanTarget.recorded("f", path, 0, opener), VerifyOptions.DEFAULT);
    Part first = Objects.requireNonNull(file.nextPart());
    assertThat(file.nextPart()).isNull();
    file.verify(first, new ByteReader(), new ChunkCheck(VerifyOptions.DEFAULT), bytes -> {});
    assertThat(file.outcome().failure()).isNull();
    assertThat(file.outcome().results().get(0).mismatches())
        .extracting(Mismatch::offset)
        .containsExactly(0L);
  }

  /** A record that gives all chunks in the same list. */
  private static final class OneList extends ForwardingRecord {

    private final List<ChunkInfo> chunk = new ArrayList<>();

    OneList(FileRecord record) {
      super(record);
    }

    @Override
    public List<ChunkInfo> nextChunk() throws IOException {
      List<ChunkInfo> next = super.nextChunk();
      if (next.isEmpty()) {
        return next;
      }
      chunk.clear();
      chunk.addAll(next);
      return chunk;
    }
  }

  /** A record whose file turns out to be bad when it is closed. */
  private static final class FailingInTheEnd extends ForwardingRecord {

    FailingInTheEnd(FileRecord good) {
      super(good);
    }

    @Override
    public void close() throws IOException {
      super.close();
      throw new IOException("cannot be closed");
    }
  }
}
