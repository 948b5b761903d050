// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.chunksum.scan.ScanCheckpoint;
import io.chunksum.scan.ScanCheckpoint.Place;
import io.chunksum.scan.ScanCounts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Optional;

/** The checkpoint of a scan. What is not one is refused and stays as it is. */
class CheckpointFuzzTest {

  private static final int SLOTS = 3;
  private static final int SLOT_BYTES = 16 * 1024;
  private static final String SCOPE = "s";

  private static final ScratchFile FILE = new ScratchFile();

  /** The bytes as they are. */
  @FuzzTest
  void file(byte[] input) throws IOException {
    assertOpenedOrRefused(input);
  }

  /** The contents of the slots, each after its length in two bytes, in slots that are in order. */
  @FuzzTest
  void slots(byte[] input) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(input);
    ByteBuffer file = ByteBuffer.allocate(SLOTS * SLOT_BYTES);
    for (int slot = 0; slot < SLOTS; slot++) {
      int wanted = rest.remaining() < Short.BYTES ? 0 : Short.toUnsignedInt(rest.getShort());
      byte[] content = new byte[Math.min(Math.min(wanted, rest.remaining()), SLOT_BYTES / 2)];
      rest.get(content);
      ByteBuffer framed = ByteBuffer.allocate(content.length + 2 * Integer.BYTES);
      framed.putInt(content.length).put(content);
      framed.putInt(Sealed.crc(framed.array(), framed.position()));
      file.put(slot * SLOT_BYTES, framed.array());
    }
    assertOpenedOrRefused(file.array());
  }

  private static void assertOpenedOrRefused(byte[] bytes) throws IOException {
    FILE.holding(bytes);
    Optional<Place> place = Decoding.attack(bytes, input -> opened()).orElseThrow();
    if (place.isEmpty()) {
      assertThat(FILE.content()).isEqualTo(bytes);
    } else {
      Place further = new Place(place.get().path() + "\u00e4", new ScanCounts(1, 2, 3, 4, 5));
      try (ScanCheckpoint checkpoint = ScanCheckpoint.open(FILE.path(), SCOPE)) {
        checkpoint.advance(further);
      }
      assertThat(opened()).hasValue(further);
    }
    Files.delete(FILE.path());
  }

  private static Optional<Place> opened() throws IOException {
    try (ScanCheckpoint checkpoint = ScanCheckpoint.open(FILE.path(), SCOPE)) {
      return Optional.of(checkpoint.place());
    } catch (ScanCheckpoint.RefusedException e) {
      return Optional.empty();
    }
  }
}
