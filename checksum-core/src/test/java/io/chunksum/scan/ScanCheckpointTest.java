// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.chunksum.file.FailingFile;
import io.chunksum.scan.ScanCheckpoint.Place;
import io.chunksum.scan.ScanCheckpoint.RefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ends, damages and shares the checkpoint of a scan in every way. Long, because the file and how it
 * is written are the same for all of them.
 */
@Timeout(120)
class ScanCheckpointTest {

  private static final Place FIRST = new Place("a/\u00e4\n", new ScanCounts(1, 2, 3, 4, 5));
  private static final Place SECOND = new Place("a/b", new ScanCounts(6, 7, 8, 9, 1L << 40));

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = directory.resolve("checkpoint");
  }

  private ScanCheckpoint open() throws IOException {
    return ScanCheckpoint.open(file, "a scan of /data");
  }

  private Place loaded() throws IOException {
    try (ScanCheckpoint checkpoint = open()) {
      return checkpoint.place();
    }
  }

  private void note(Place... places) throws IOException {
    try (ScanCheckpoint checkpoint = open()) {
      for (Place place : places) {
        checkpoint.advance(place);
      }
    }
  }

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
    AtomicInteger forced = new AtomicInteger();
    ScanCheckpoint checkpoint = countingForces(forced);
    checkpoint.close();
    assertThat(forced).as("there is nothing to force").hasValue(0);
    checkpoint = countingForces(forced);
    checkpoint.advance(SECOND);
    assertThat(forced).as("not a second yet").hasValue(0);
    checkpoint.close();
    assertThat(forced).hasValue(1);
    assertThat(loaded()).isEqualTo(SECOND);
  }

  private ScanCheckpoint countingForces(AtomicInteger forced) throws IOException {
    FileChannel channel = FileChannel.open(file, READ, WRITE);
    FileChannel counting =
        new WritableFile(channel) {
          @Override
          public void force(boolean metaData) throws IOException {
            forced.incrementAndGet();
            channel.force(metaData);
          }
        };
    ExclusiveFile held = Objects.requireNonNull(ExclusiveFile.hold(file, counting));
    ScanCheckpoint opened =
        Objects.requireNonNull(ScanCheckpoint.open(file, held, "a scan of /data", () -> 0));
    forced.set(0);
    return opened;
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

  private void assertRefused(String reason) throws IOException {
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(this::open)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(reason);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void checkpointOfAnotherScanIsRefused() throws IOException {
    try (ScanCheckpoint other = ScanCheckpoint.open(file, "a scan of /other")) {
      other.advance(FIRST);
    }
    assertRefused("is the checkpoint of a scan of /other, not of a scan of /data");
  }

  @Test
  void whatIsNoCheckpointIsRefused() throws IOException {
    for (byte[] content : List.of(new byte[1], new byte[100_000], new byte[] {1, 2, 3})) {
      Files.write(file, content);
      assertRefused("is not the checkpoint of a scan");
    }
  }

  /** The system ended while it was begun: its length is on the disk, and its bytes are not. */
  @Test
  void zerosWhereTheHeaderWouldBeAreANewOne() throws IOException {
    for (int length : new int[] {2, 40, CheckedSlots.SLOT_BYTES}) {
      Files.write(file, new byte[length]);
      assertThat(loaded()).as("%d zeros", length).isEqualTo(Place.START);
      note(FIRST);
      assertThat(loaded()).isEqualTo(FIRST);
    }
    byte[] content = new byte[CheckedSlots.SLOT_BYTES];
    content[content.length - 1] = 1;
    Files.write(file, content);
    assertRefused("is not the checkpoint of a scan");
    Files.write(file, new byte[CheckedSlots.SLOT_BYTES + 1]);
    assertRefused("is not the checkpoint of a scan");
  }

  @Test
  void everyDamageToTheHeaderIsRefused() throws IOException {
    note(FIRST);
    byte[] content = Files.readAllBytes(file);
    int header = 4 + 9 + 1 + 4 + "a scan of /data".length() + 4;
    for (int i = 0; i < header; i++) {
      byte[] damaged = content.clone();
      damaged[i] ^= 0x10;
      Files.write(file, damaged);
      assertRefused("is not the checkpoint of a scan, or is damaged");
    }
  }

  @Test
  void checkpointOfALaterVersionIsRefused() throws IOException {
    note(FIRST);
    try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
      new CheckedSlots(channel)
          .write(
              0,
              out -> {
                out.writeBytes("CHUNKSCAN");
                out.write(2);
              });
    }
    assertRefused("is a checkpoint of unknown version 2");
  }

  /** Slots whose CRC is right, and whose content is not. */
  @Test
  void slotsThatEndTooEarlyAreRefused() throws IOException {
    note(FIRST);
    byte[] content = Files.readAllBytes(file);
    for (int[] lengths : new int[][] {{0, -1}, {0, 1 << 30}, {1, -1}, {1, 1 << 30}}) {
      Files.write(file, content);
      int slot = lengths[0];
      try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
        CheckedSlots slots = new CheckedSlots(channel);
        slots.write(
            slot,
            out -> {
              out.writeBytes(slot == 0 ? "CHUNKSCAN" : "");
              out.write(slot == 0 ? new byte[] {1} : new byte[] {0, 0, 0, 0, 0, 0, 0, 9});
              out.writeInt(lengths[1]);
            });
      }
      assertRefused("is damaged");
    }
    Files.write(file, content);
    try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
      new CheckedSlots(channel).write(1, out -> out.writeByte(1));
    }
    assertRefused("is damaged");
  }

  /** The next one would be the smallest of all, and not count. */
  @Test
  void placeWithTheLargestNumberIsRefused() throws IOException {
    note(FIRST);
    try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
      new CheckedSlots(channel)
          .write(
              2,
              out -> {
                out.writeLong(Long.MAX_VALUE);
                out.write(new byte[Integer.BYTES + 5 * Long.BYTES]);
              });
    }
    assertRefused("is damaged");
  }

  @Test
  void checkpointInUseIsRefused() throws IOException {
    try (ScanCheckpoint checkpoint = open()) {
      assertThat(checkpoint.place()).isEqualTo(Place.START);
      assertRefused("is in use by another scan");
    }
    assertThat(loaded()).isEqualTo(Place.START);
  }

  @Test
  void checkpointsOfSeveralScansMayBeInUse() throws IOException {
    Path other = directory.resolve("other");
    try (ScanCheckpoint one = open();
        ScanCheckpoint two = ScanCheckpoint.open(other, "a scan of /other")) {
      one.advance(FIRST);
      two.advance(SECOND);
    }
    assertThat(loaded()).isEqualTo(FIRST);
  }

  /** An interrupt closes the channel beforehand, and nothing else. */
  @Test
  void oneThatAnInterruptHasEndedCanBeOpenedAgainOnceItIsClosed() throws IOException {
    try (ScanCheckpoint checkpoint = open()) {
      checkpoint.advance(FIRST);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> checkpoint.advance(SECOND))
          .isInstanceOf(ClosedByInterruptException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(loaded()).isEqualTo(FIRST);
  }

  @Test
  void oneWhoseOpeningAnErrorEndsCanBeOpenedAgain() throws IOException {
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    LongSupplier failing =
        () -> {
          throw error;
        };
    assertThatThrownBy(() -> ScanCheckpoint.open(file, "a scan of /data", failing)).isSameAs(error);
    assertThat(loaded()).isEqualTo(Place.START);
    FileChannel unlocked =
        new FailingFile(FileChannel.open(file, READ, WRITE), 0) {
          @Override
          public FileLock tryLock(long position, long size, boolean shared) {
            throw error;
          }
        };
    assertThatThrownBy(() -> ExclusiveFile.hold(file, unlocked)).isSameAs(error);
    assertThat(unlocked.isOpen()).isFalse();
  }

  /** A scan has opened the file when another completes, and comes to lock it after that. */
  @Test
  void whatWasRemovedAfterItWasOpenedIsOpenedAgain() throws IOException {
    FileChannel late;
    try (ScanCheckpoint other = open()) {
      late = FileChannel.open(file, READ, WRITE);
      other.advance(FIRST);
      other.complete();
    }
    ExclusiveFile held = Objects.requireNonNull(ExclusiveFile.hold(file, late));
    assertThat(ScanCheckpoint.open(file, held, "a scan of /data", System::nanoTime)).isNull();
    assertThat(late.isOpen()).isFalse();
    note(SECOND);
    assertThat(loaded()).isEqualTo(SECOND);
  }

  @Test
  void scansThatBeginAndCompleteAtTheSameTimeNeverHaveItTogether() throws Exception {
    AtomicInteger open = new AtomicInteger();
    AtomicInteger opened = new AtomicInteger();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    Runnable scans =
        () -> {
          for (int i = 0; i < 500; i++) {
            try (ScanCheckpoint checkpoint = open()) {
              if (open.incrementAndGet() > 1 || !Files.exists(file)) {
                wrong.add("scan " + i);
              }
              open.decrementAndGet();
              opened.incrementAndGet();
              checkpoint.complete();
            } catch (RefusedException e) {
              // Another has it.
            } catch (Throwable e) { // Nobody else would see it.
              wrong.add(e.toString());
            }
          }
        };
    List<Thread> threads = Stream.generate(() -> new Thread(scans)).limit(3).toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).isEmpty();
    assertThat(opened).hasPositiveValue();
  }

  @Test
  void scanOfAPlaceWithTooLongANameIsRefused() throws IOException {
    assertThatThrownBy(() -> ScanCheckpoint.open(file, "x".repeat(20_000)))
        .isInstanceOf(RefusedException.class);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.filter(path -> path.toFile().length() > 0)).isEmpty();
    }
  }

  @Test
  void folderThatIsMissingIsAnErrorAndNoRefusal() {
    file = directory.resolve("missing/checkpoint");
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(RefusedException.class);
  }
}
