// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.format.aeron.ArchiveCatalog;
import io.chunksum.format.aeron.RecordingDescriptor;
import io.chunksum.format.aeron.SegmentName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Catalogs with several recordings, and malformed ones. */
class ArchiveCatalogTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final int DESCRIPTOR = 64;

  @TempDir private Path folder;

  private byte[] content;

  @BeforeEach
  void readARealOne() throws IOException {
    RecordedFiles.unpack(folder);
    content = Files.readAllBytes(folder.resolve(RecordedFiles.CATALOG));
  }

  private ArchiveCatalog read() throws IOException {
    return ArchiveCatalog.read(Files.write(folder.resolve("catalog"), content));
  }

  private ByteBuffer bytes() {
    return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void recordingsFollowOneAnotherAtTheAlignment() throws IOException {
    int length = 32 + bytes().getInt(32);
    System.arraycopy(content, 32, content, 32 + length, length);
    bytes().putLong(DESCRIPTOR + length + 16, 1).putLong(DESCRIPTOR + length + 48, -1);
    assertThat(read().recordings()).as("as Aeron writes them").hasSize(2).isUnmodifiable();
    // The first one ends inside its last step.
    bytes().putInt(32, length - 32 - 5);
    ArchiveCatalog catalog = read();
    assertThat(catalog.recordings())
        .extracting(RecordingDescriptor::recordingId)
        .containsExactly(0L, 1L);
    assertThat(catalog.recording(1).orElseThrow().stopPosition()).isEmpty();
    assertThat(catalog.recording(0).orElseThrow().stopPosition())
        .isEqualTo(OptionalLong.of(3_911_424));
    content = Arrays.copyOf(content, 32 + 2 * length);
    assertThat(read().recordings()).as("without room for more").hasSize(2);
    content = Arrays.copyOf(content, 32 + 2 * length + 31);
    assertThat(read().recordings()).as("without room for more").hasSize(2);
  }

  @Test
  void aShortDescriptorTakesOnlyTheStepsItNeeds() throws IOException {
    int length = 32 + bytes().getInt(32);
    byte[] entry = Arrays.copyOfRange(content, 32, 32 + length);
    // The second text is shorter, and the third is empty.
    bytes().putInt(173, 20).putInt(197, 0).putInt(32, 140);
    System.arraycopy(entry, 0, content, 32 + 192, length);
    bytes().putLong(32 + 192 + 32 + 16, 8).putInt(32 + 192 + length, 0);
    assertThat(read().recordings())
        .extracting(RecordingDescriptor::recordingId)
        .containsExactly(0L, 8L);
    content = Arrays.copyOf(content, 32 + 32 + 140);
    assertThat(read().recordings()).as("without the rest of its last step").hasSize(1);
  }

  @Test
  void aDescriptorMayBeOfEmptyTextsAndStepsAsShortAsTheHeader() throws IOException {
    bytes().putInt(16, 32).putInt(32, 92).putInt(144, 0).putInt(148, 0).putInt(152, 0);
    bytes().putInt(32 + 128, 0);
    assertThat(read().recordings())
        .extracting(RecordingDescriptor::recordingId)
        .containsExactly(0L);
  }

  @Test
  void theLongestTermsSegmentsAndFramesAreTaken() throws IOException {
    bytes().putInt(124, 1 << 30).putInt(128, 1 << 30).putInt(132, 65_504);
    assertThat(read().recordings())
        .extracting(
            RecordingDescriptor::segmentLength,
            RecordingDescriptor::termLength,
            RecordingDescriptor::mtuLength)
        .containsExactly(tuple(1 << 30, 1 << 30, 65_504));
  }

  @Test
  void aCatalogMayBeEmpty() throws IOException {
    content = Arrays.copyOf(content, 32);
    assertThat(read().recordings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2, 4, 0, a catalog of unknown version 4",
    "4, 64, 4, a header of 64 bytes",
    "16, 0, 16, an alignment of 0",
    "16, 48, 16, an alignment of 48",
    "16, 16, 16, an alignment of 16",
    "32, 91, 32, a descriptor of 91 bytes",
    "32, -1, 32, a descriptor of -1 bytes",
    "32, 32705, 32, a descriptor of 32705 bytes",
    "32, 100, 144, a text of 25 bytes",
    "32, 108, 144, a text of 25 bytes",
    "144, -1, 144, a text of -1 bytes",
    "144, 2147483647, 144, a text of 2147483647 bytes",
    "144, 139, 64, a descriptor without all its texts",
    "80, -1, 64, no recording has a recordingId of -4294967295",
    "104, 4095, 64, no recording has a startPosition of 4095",
    "112, 4096, 64, no recording has a stopPosition of 4096",
    "124, 524288, 64, no recording has a segmentLength of 524288",
    "124, 1572864, 64, no recording has a segmentLength of 1572864",
    "128, 32768, 64, no recording has a termLength of 32768",
    "128, 98304, 64, no recording has a termLength of 98304",
    "132, 32, 64, no recording has a mtuLength of 32",
    "132, 65536, 64, no recording has a mtuLength of 65536"
  })
  void whatIsMalformedIsNamedAndPlaced(int at, int value, long offset, String problem) {
    if (at == 2) {
      content[at] = (byte) value;
    } else if (at == 80) {
      bytes().putInt(84, value).putInt(80, 1);
    } else {
      bytes().putInt(at, value);
    }
    assertThatExceptionOfType(MalformedChecksumDataException.class)
        .isThrownBy(this::read)
        .withMessageContaining(problem)
        .satisfies(
            e -> assertThat(e.offset()).isBetween(offset, offset + (offset == 64 ? 224 : 0)));
  }

  @Test
  void lengthsThatAreDeclaredTakeNoMemory() throws IOException {
    Path file = Files.write(folder.resolve("catalog"), content);
    try (FileChannel sparse = FileChannel.open(file, StandardOpenOption.WRITE)) {
      sparse.write(ByteBuffer.allocate(1), 3L << 30);
      ByteBuffer number = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
      sparse.write(number.putInt(0, 1 << 30).duplicate(), 16);
      assertThat(ArchiveCatalog.read(file).recordings()).hasSize(1);
      for (int length : new int[] {Integer.MAX_VALUE, 1024 * 1024 + 1}) {
        sparse.write(number.putInt(0, length).duplicate(), 32);
        assertThatExceptionOfType(MalformedChecksumDataException.class)
            .isThrownBy(() -> ArchiveCatalog.read(file))
            .withMessageContaining("a descriptor of " + length + " bytes")
            .satisfies(e -> assertThat(e.offset()).isEqualTo(32));
      }
    }
  }

  @Test
  void aCatalogThatIsCutAnywhereIsMalformedOrEndsBetweenDescriptors() throws IOException {
    byte[] whole = content;
    for (int length = 0; length < 32 + 32 + 224; length++) {
      content = Arrays.copyOf(whole, length);
      if (length >= 32 && length < 64) {
        assertThat(read().recordings()).as("%d bytes", length).isEmpty();
        continue;
      }
      long end = length < 32 ? length : 32;
      assertThatExceptionOfType(MalformedChecksumDataException.class)
          .as("%d bytes", length)
          .isThrownBy(this::read)
          .satisfies(e -> assertThat(e.offset()).isEqualTo(end));
    }
  }

  @Test
  void changedBytesGiveRecordingsOrTheNamedException() throws IOException {
    Random random = new Random(SEED);
    byte[] good = content.clone();
    int taken = 0;
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
      content = good.clone();
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        content[random.nextInt(300)] = (byte) random.nextInt();
      }
      try {
        // No more than fit.
        assertThat(32 + 124L * read().recordings().size())
            .as("seed %d, change %d", SEED, i)
            .isLessThanOrEqualTo(content.length);
        taken++;
      } catch (MalformedChecksumDataException e) {
        assertThat(e.offset())
            .as("seed %d, change %d", SEED, i)
            .isBetween(0L, (long) content.length);
        refused++;
      }
    }
    assertThat(taken).isPositive();
    assertThat(refused).isPositive();
  }

  @Test
  void namesOfSegmentFilesGiveRecordingAndPosition() {
    SegmentName name = new SegmentName(12, 1L << 40);
    assertThat(name).hasToString("12-1099511627776.rec");
    assertThat(SegmentName.parse(name.toString())).contains(name);
    for (String other :
        new String[] {
          "archive.catalog",
          "1-2.rec.tmp",
          "-2.rec",
          "1-.rec",
          "1--2.rec",
          "a1-2.rec",
          "1-9223372036854775808.rec"
        }) {
      assertThat(SegmentName.parse(other)).as(other).isEqualTo(Optional.empty());
    }
  }
}
