// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckedSlotsTest {

  /** What a slot has room for beside its length and its CRC. */
  private static final int MOST = CheckedSlots.SLOT_BYTES - 8;

  @TempDir private Path folder;

  private FileChannel channel;
  private CheckedSlots slots;

  @BeforeEach
  void open() throws IOException {
    channel =
        FileChannel.open(
            folder.resolve("slots"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    slots = new CheckedSlots(channel);
  }

  @AfterEach
  void close() throws IOException {
    channel.close();
  }

  private static byte[] filled(int length, int with) {
    byte[] content = new byte[length];
    Arrays.fill(content, (byte) with);
    return content;
  }

  private byte[] read(int slot) throws IOException {
    return Objects.requireNonNull(slots.read(slot)).readAllBytes();
  }

  @Test
  void contentsOfAllSizesLeaveTheirNeighboursAlone() throws IOException {
    for (int length : new int[] {0, 1, 100, MOST - 1, MOST}) {
      assertThat(slots.write(0, out -> out.write(filled(MOST, 1)))).isTrue();
      assertThat(slots.write(2, out -> out.write(filled(MOST, 2)))).isTrue();
      assertThat(slots.write(1, out -> out.write(filled(length, 3)))).isTrue();
      assertThat(read(0)).isEqualTo(filled(MOST, 1));
      assertThat(read(1)).isEqualTo(filled(length, 3));
      assertThat(read(2)).isEqualTo(filled(MOST, 2));
    }
  }

  @Test
  void emptyContentInTheLastSlotIsWholeAndAByteLessIsNot() throws IOException {
    assertThat(slots.write(1, out -> {})).isTrue();
    assertThat(channel.size()).isEqualTo(CheckedSlots.SLOT_BYTES + 8);
    assertThat(read(1)).isEmpty();
    channel.truncate(CheckedSlots.SLOT_BYTES + 7);
    assertThat(slots.read(1)).isNull();
  }

  @Test
  void contentThatIsTooLongLeavesWhatWasThere() throws IOException {
    slots.write(1, out -> out.writeInt(7));
    assertThat(slots.write(1, out -> out.write(filled(MOST + 1, 4)))).isFalse();
    assertThat(read(1)).containsExactly(0, 0, 0, 7);
  }

  @Test
  void slotThatWasNeverWrittenHasNone() throws IOException {
    slots.write(1, out -> out.writeInt(7));
    assertThat(slots.read(0)).isNull();
    assertThat(slots.read(2)).isNull();
  }

  /** Also to the length, which must not lead out of the slot. */
  @Test
  void everyDamagedBitIsNoticed() throws IOException {
    slots.write(1, out -> out.writeInt(7));
    ByteBuffer slot = ByteBuffer.allocate(12);
    channel.read(slot, CheckedSlots.SLOT_BYTES);
    for (int bit = 0; bit < 8 * slot.capacity(); bit++) {
      byte[] damaged = slot.array().clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      channel.write(ByteBuffer.wrap(damaged), CheckedSlots.SLOT_BYTES);
      assertThat(slots.read(1)).as("bit %d", bit).isNull();
    }
  }
}
