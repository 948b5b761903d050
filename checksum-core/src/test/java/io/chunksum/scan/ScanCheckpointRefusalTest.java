// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.scan.ScanCheckpoint.Place;
import io.chunksum.scan.ScanCheckpoint.RefusedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Opens checkpoints that are damaged, or of another scan. */
class ScanCheckpointRefusalTest extends ScanCheckpointTestBase {

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
