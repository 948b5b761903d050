// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.chunksum.file.FailingFile;
import io.chunksum.scan.ScanCheckpoint.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Notes places in the checkpoint of a scan, and ends it in every way. */
class ScanCheckpointTest extends ScanCheckpointTestBase {

  @Test
  void newOneIsAtTheStartAndStaysThereUntilAPlaceIsNoted() throws IOException {
    assertThat(loaded()).isEqualTo(Place.START);
    assertThat(loaded()).isEqualTo(Place.START);
  }

  @Test
  void emptyFileIsANewOne() throws IOException {
    Files.createFile(file);
    assertThat(loaded()).isEqualTo(Place.START);
  }

  @Test
  void lastPlaceIsKeptWhateverWasNotedBefore() throws IOException {
    note(FIRST);
    assertThat(loaded()).isEqualTo(FIRST);
    note(SECOND, FIRST, SECOND);
    assertThat(loaded()).isEqualTo(SECOND);
    for (int i = 0; i < 5; i++) {
      Place next = new Place("x" + i, new ScanCounts(i, 0, 0, 0, 0));
      note(next);
      assertThat(loaded()).isEqualTo(next);
    }
  }

  @Test
  void placeCanBeReadWhileTheScanThatNotedItWasEndedWithoutClosing() throws IOException {
    try (ScanCheckpoint checkpoint = open()) {
      checkpoint.advance(FIRST);
      Path copy = directory.resolve("copy");
      Files.copy(file, copy);
      file = copy;
      assertThat(loaded()).isEqualTo(FIRST);
    }
  }

  @Test
  void placeThatWasTornByTheEndOfTheSystemLeavesTheOneBefore() throws IOException {
    note(FIRST);
    note(SECOND);
    byte[] content = Files.readAllBytes(file);
    assertThat(content.length).isGreaterThan(2 * CheckedSlots.SLOT_BYTES);
    for (int i = 2 * CheckedSlots.SLOT_BYTES; i < content.length; i++) {
      byte[] torn = content.clone();
      torn[i] ^= 1;
      Files.write(file, torn);
      assertThat(loaded()).as("byte %d", i).isEqualTo(FIRST);
      Files.write(file, Arrays.copyOf(content, i));
      assertThat(loaded()).as("%d bytes", i).isEqualTo(FIRST);
    }
  }

  /** What the file holds if the slot that was written last is torn. */
  private Place loadedWithout(int slot) throws IOException {
    Path copy = directory.resolve("copy");
    Files.write(copy, Files.readAllBytes(file));
    try (FileChannel channel = FileChannel.open(copy, WRITE)) {
      channel.write(ByteBuffer.allocate(64), (long) slot * CheckedSlots.SLOT_BYTES);
    }
    try (ScanCheckpoint torn = ScanCheckpoint.open(copy, "a scan of /data")) {
      return torn.place();
    }
  }

  @Test
  void slotsTakeTurnsOnceASecondSoThatOneIsOnTheDisk() throws IOException {
    AtomicLong clock = new AtomicLong(-5);
    Place third = new Place("c", ScanCounts.ZERO);
    try (ScanCheckpoint checkpoint = ScanCheckpoint.open(file, "a scan of /data", clock::get)) {
      checkpoint.advance(FIRST);
      clock.addAndGet(SECONDS.toNanos(1) - 1);
      checkpoint.sync();
      checkpoint.advance(SECOND);
      assertThat(loadedWithout(1)).as("not a second yet").isEqualTo(Place.START);
      clock.incrementAndGet();
      checkpoint.sync();
      clock.addAndGet(SECONDS.toNanos(1));
      checkpoint.sync();
      checkpoint.advance(third);
      assertThat(loadedWithout(2)).as("the one before has been forced").isEqualTo(SECOND);
      checkpoint.advance(FIRST);
      assertThat(loadedWithout(1)).as("a second later the first again").isEqualTo(third);
      checkpoint.advance(SECOND);
      assertThat(loadedWithout(1)).as("and again until it has been forced").isEqualTo(third);
    }
    assertThat(loaded()).isEqualTo(SECOND);
  }

  /** Nobody can call {@code sync} after that. */
  @Test
  void closingForcesWhatHasNotBeenForced() throws IOException {
    note(FIRST);
    ScanCheckpoint checkpoint = openRecordingCalls();
    calls.clear();
    checkpoint.close();
    assertThat(calls).as("there is nothing to force").isEmpty();
    checkpoint = openRecordingCalls();
    calls.clear();
    checkpoint.advance(SECOND);
    assertThat(calls).as("not a second yet").containsExactly("write slot 2");
    checkpoint.close();
    assertThat(calls).containsExactly("write slot 2", "force");
    assertThat(loaded()).isEqualTo(SECOND);
  }

  /** Or a place might be on the disk when the system ends, and nothing that says of which scan. */
  @Test
  void theHeaderIsForcedBeforeAPlaceIsWritten() throws IOException {
    try (ScanCheckpoint checkpoint = openRecordingCalls()) {
      checkpoint.advance(FIRST);
    }
    assertThat(calls).containsExactly("write slot 0", "force", "write slot 1", "force");
  }

  /** The process that wrote it may have ended before it forced it. */
  @Test
  void thePlaceToResumeAtIsForcedBeforeTheNextIsWritten() throws IOException {
    note(FIRST);
    try (ScanCheckpoint checkpoint = openRecordingCalls()) {
      checkpoint.advance(SECOND);
    }
    assertThat(calls).containsExactly("force", "write slot 2", "force");
  }

  /** Whoever opened it before may still lock it, and must not take it for a new one. */
  @Test
  void whatIsCompletedIsForcedToBeEmptyAndMarkedOnceItHasNoName() throws IOException {
    note(FIRST);
    try (ScanCheckpoint checkpoint = openRecordingCalls()) {
      calls.clear();
      checkpoint.complete();
    }
    assertThat(calls).containsExactly("truncate", "force", "write slot 0 without a name");
  }

  /** What has been done to the file of {@link #openRecordingCalls}. */
  private final List<String> calls = new ArrayList<>();

  private ScanCheckpoint openRecordingCalls() throws IOException {
    FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE);
    FileChannel recording =
        new WritableFile(channel) {
          @Override
          public int write(ByteBuffer source, long position) throws IOException {
            String name = Files.exists(file) ? "" : " without a name";
            calls.add("write slot " + position / CheckedSlots.SLOT_BYTES + name);
            return super.write(source, position);
          }

          @Override
          public FileChannel truncate(long size) throws IOException {
            calls.add("truncate");
            return channel.truncate(size);
          }

          @Override
          public void force(boolean metaData) throws IOException {
            calls.add("force");
            channel.force(metaData);
          }
        };
    ExclusiveFile held = Objects.requireNonNull(ExclusiveFile.hold(file, recording));
    return Objects.requireNonNull(ScanCheckpoint.open(file, held, "a scan of /data", () -> 0));
  }

  /** A file that can be locked and written. */
  private static class WritableFile extends FailingFile {

    private final FileChannel channel;

    WritableFile(FileChannel channel) {
      super(channel, Long.MAX_VALUE);
      this.channel = channel;
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return channel.tryLock(position, size, shared);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      return channel.write(source, position);
    }
  }

  /** There was room for the first bytes of the header, which would be refused from then on. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oneThatCannotBeBegunIsLeftEmpty(boolean emptied) throws IOException {
    FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE);
    FileChannel full =
        new WritableFile(channel) {
          @Override
          public int write(ByteBuffer source, long position) throws IOException {
            super.write(source.slice(0, 5), position);
            throw new IOException("No space left on device");
          }

          @Override
          public FileChannel truncate(long size) throws IOException {
            if (!emptied) {
              throw new IOException("Input/output error");
            }
            return channel.truncate(size);
          }
        };
    ExclusiveFile held = Objects.requireNonNull(ExclusiveFile.hold(file, full));
    Throwable thrown =
        catchThrowable(() -> ScanCheckpoint.open(file, held, "a scan of /data", System::nanoTime));
    assertThat(thrown).isInstanceOf(IOException.class).hasMessage("No space left on device");
    assertThat(channel.isOpen()).isFalse();
    if (emptied) {
      assertThat(file).isEmptyFile();
      assertThat(loaded()).isEqualTo(Place.START);
    } else {
      assertThat(thrown).hasSuppressedException(new IOException("Input/output error"));
    }
  }

  @Test
  void placeThatIsTooLongIsPassedOver() throws IOException {
    try (ScanCheckpoint checkpoint = open()) {
      checkpoint.advance(FIRST);
      checkpoint.advance(new Place("x".repeat(20_000), SECOND.counts()));
      assertThat(checkpoint.place()).isEqualTo(FIRST);
    }
    assertThat(loaded()).isEqualTo(FIRST);
  }

  @Test
  void completeRemovesIt() throws IOException {
    try (ScanCheckpoint checkpoint = open()) {
      checkpoint.advance(FIRST);
      checkpoint.complete();
    }
    assertThat(file).doesNotExist();
  }

  /** It may be what somebody else needs, or the checkpoint that another scan has begun there. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "files have no keys there")
  void whatHasTakenThePlaceOfACompletedOneStays() throws IOException {
    Path moved = directory.resolve("moved");
    try (ScanCheckpoint checkpoint = open()) {
      checkpoint.advance(FIRST);
      Files.move(file, moved);
      note(SECOND);
      checkpoint.complete();
    }
    assertThat(moved).isEmptyFile();
    assertThat(loaded()).isEqualTo(SECOND);
    try (ScanCheckpoint checkpoint = open()) {
      Files.delete(file);
      Files.createFile(file); // As long as the checkpoint will be.
      checkpoint.complete();
      assertThat(file).isEmptyFile();
      Files.delete(file);
      checkpoint.complete();
    }
    assertThat(file).doesNotExist();
  }

  /** There is a folder, which cannot be removed, whoever runs the test. */
  @Test
  void completedOneThatCannotBeRemovedIsEmptyAndThereforeNew() throws IOException {
    Path moved = directory.resolve("moved");
    try (ScanCheckpoint checkpoint = open()) {
      checkpoint.advance(FIRST);
      Files.move(file, moved);
      Files.createDirectories(file.resolve("folder"));
      checkpoint.complete();
    }
    assertThat(moved).isEmptyFile();
    file = moved;
    assertThat(loaded()).isEqualTo(Place.START);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
  void completedOneThatIsALinkIsEmptyAndTheLinkStays() throws IOException {
    Path real = directory.resolve("real");
    Files.createSymbolicLink(file, real);
    note(FIRST);
    try (ScanCheckpoint checkpoint = open()) {
      checkpoint.complete();
    }
    assertThat(real).isEmptyFile();
    assertThat(file).isSymbolicLink();
    assertThat(loaded()).isEqualTo(Place.START);
  }
}
