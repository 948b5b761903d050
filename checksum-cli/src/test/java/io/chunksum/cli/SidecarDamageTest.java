// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.SPARSE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.cli.sidecar.SidecarReader;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar with any byte changed, missing or extra is malformed. */
class SidecarDamageTest {

  @TempDir private Path directory;

  private Path file;
  private Path damaged;
  private byte[] intact;

  @BeforeEach
  void makeSidecar() throws IOException {
    byte[] content = Oracle.random(1, 30);
    file = Cli.summed(directory.resolve("data"), content, "CRC32C,byte-Sum/24,NONE", 12);
    intact = Files.readAllBytes(Cli.sidecar(file));
    damaged = directory.resolve("damaged");
  }

  @Test
  void intactSidecarIsRead() throws IOException {
    Cli.write(damaged, intact);
    readAll();
    assertThat(verify().status()).isZero();
  }

  @Test
  void everyFlippedBitIsFound() {
    for (int i = 0; i < intact.length; i++) {
      assertMalformed(Oracle.flipped(intact, i, 0));
      for (int bit = 1; bit < 8; bit++) {
        assertNotRead(Oracle.flipped(intact, i, bit));
      }
    }
  }

  /** Its CRC takes several reads. */
  @Test
  void aFlippedBitAnywhereInALargeSidecarIsFound() throws IOException {
    Path large = Cli.summed(directory.resolve("large"), Oracle.random(4, 150_000), "CRC32C", 4);
    byte[] sidecar = Files.readAllBytes(Cli.sidecar(large));
    assertThat(sidecar).hasSizeGreaterThan(140_000).isEqualTo(Oracle.withCrc(sidecar));
    for (int i = 0; i < sidecar.length; i += 9_973) {
      assertNotRead(Oracle.flipped(sidecar, i, 0));
    }
  }

  @Test
  void everyTruncationIsFound() {
    for (int length = 0; length < intact.length; length++) {
      assertMalformed(Arrays.copyOf(intact, length));
    }
  }

  @Test
  void everyLostByteIsFound() {
    for (int i = 0; i < intact.length; i++) {
      byte[] rest = Arrays.copyOfRange(intact, i + 1, intact.length);
      assertNotRead(Oracle.joined(Arrays.copyOf(intact, i), rest));
    }
  }

  @Test
  void everyInsertedByteIsFound() {
    for (int i = 0; i <= intact.length; i++) {
      for (byte value : new byte[] {0, 1, (byte) 0xff}) {
        byte[] start = Arrays.copyOf(intact, i + 1);
        start[i] = value;
        assertNotRead(Oracle.joined(start, Arrays.copyOfRange(intact, i, intact.length)));
      }
    }
  }

  @Test
  void bytesAtTheEndAreFound() {
    byte[] crc = Arrays.copyOfRange(intact, intact.length - 4, intact.length);
    for (byte[] end : List.of(new byte[4], new byte[100], crc, intact, Oracle.random(2, 70_000))) {
      assertMalformed(Oracle.joined(intact, end));
    }
  }

  @Test
  void whatIsNoSidecarIsMalformed() throws IOException {
    assertMalformed(new byte[0]);
    assertMalformed(new byte[1000]);
    assertMalformed(Oracle.random(3, 1000));
    assertMalformed(Files.readAllBytes(file));
    assertThat(Cli.openFiles(directory)).isZero();
  }

  /** Only other software could write these, but they must do no harm either. */
  @Test
  void changedBytesUnderAFittingCrcAreReadOrMalformedAndNothingElse() throws IOException {
    int read = 0;
    int malformed = 0;
    for (int i = 0; i < intact.length - 4; i++) {
      for (int bit : new int[] {0, 3, 7}) {
        Cli.write(damaged, Oracle.withCrc(Oracle.flipped(intact, i, bit)));
        try {
          readAll();
          read++;
        } catch (MalformedChecksumDataException e) {
          malformed++;
        }
      }
      // With another checksum or chunk name it is still a sidecar, so 0 and 1 may be right.
      Cli.Outcome outcome = verify();
      assertThat(outcome.status()).as("byte %d", i).isIn(0, 1, 3);
      assertThat(outcome.errorLines()).hasSize(outcome.status() == 3 ? 1 : 0);
    }
    assertThat(read).as("flips in checksums and chunk names").isPositive();
    assertThat(malformed).as("flips in magic, lengths and tags").isPositive();
  }

  @Test
  void magicVersionAndNumbersAreCheckedUnderAFittingCrcToo() {
    for (int i = 0; i <= "CHUNKSUM".length(); i++) {
      assertMalformed(Oracle.withCrc(Oracle.flipped(intact, i, 0)));
    }
    for (int number : new int[] {18, 35, 45}) {
      for (int i = number; i < number + Integer.BYTES; i++) {
        assertMalformed(Oracle.withCrc(Oracle.flipped(intact, i, 0)));
      }
    }
  }

  @Test
  void recordThatClaimsToBeHugeIsMalformedBeforeMemoryIsTakenForIt() {
    int firstRecord = 61;
    assertThat(ByteBuffer.wrap(intact).getInt(firstRecord)).isBetween(1, 100);
    for (int size : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 1 << 30}) {
      byte[] changed = intact.clone();
      ByteBuffer.wrap(changed).putInt(firstRecord, size);
      assertMalformed(Oracle.withCrc(changed));
    }
  }

  /** The sidecar has as many bytes, none of them on the disk: an array of that length cannot be. */
  @Test
  void recordThatIsTooLargeForAnArrayIsMalformedAndTheScanGoesOn() throws IOException {
    int firstRecord = 61;
    byte[] start = Arrays.copyOf(intact, firstRecord + Integer.BYTES);
    ByteBuffer.wrap(start).putInt(firstRecord, Integer.MAX_VALUE);
    CRC32C crc = new CRC32C();
    crc.update(start);
    byte[] zeros = new byte[1 << 20];
    for (long left = Integer.MAX_VALUE; left > 0; left -= zeros.length) {
      crc.update(zeros, 0, (int) Math.min(left, zeros.length));
    }
    Path sidecar = Cli.sidecar(file);
    Files.delete(sidecar);
    try (FileChannel sparse = FileChannel.open(sidecar, CREATE_NEW, WRITE, SPARSE)) {
      sparse.write(ByteBuffer.wrap(start));
      ByteBuffer stored = ByteBuffer.allocate(Integer.BYTES).putInt(0, (int) crc.getValue());
      sparse.write(stored, start.length + (long) Integer.MAX_VALUE);
    }
    Path later = Cli.summed(directory.resolve("later"), new byte[30], "CRC32C", 12);
    Cli.Outcome outcome = Cli.run("scan", directory.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines().get(0))
        .isEqualTo(
            "chunksum: %s: checksums in %s: chunk record of 2147483647 bytes (at byte 61)"
                .formatted(file, sidecar));
    assertThat(outcome.lines()).containsExactly(later + ": OK (CRC32C, 3 windows)");
  }

  /** It has three windows of CRC32C. */
  @Test
  void recordOfMoreBytesThanItsChecksumsTakeIsMalformed() {
    int firstRecord = 61;
    int most = 1024 + 3 * (3 + 4);
    byte[] large = Arrays.copyOf(intact, 2 * most);
    ByteBuffer.wrap(large).putInt(firstRecord, most + 1);
    Cli.write(damaged, Oracle.withCrc(large));
    assertThatThrownBy(this::readAll)
        .isInstanceOf(MalformedChecksumDataException.class)
        .hasMessage("chunk record of 1046 bytes (at byte 61)");
    ByteBuffer.wrap(large).putInt(firstRecord, most);
    Cli.write(damaged, Oracle.withCrc(large));
    assertThatThrownBy(this::readAll).hasMessageNotContaining("chunk record of");
  }

  @Test
  void whereARecordIsWrongIsCountedFromTheStartOfTheSidecar() {
    int firstField = 61 + Integer.BYTES;
    Cli.write(damaged, Oracle.withCrc(Oracle.flipped(intact, firstField, 0)));
    assertThatThrownBy(this::readAll)
        .isInstanceOf(MalformedChecksumDataException.class)
        .hasMessageEndingWith("(at byte " + firstField + ")");
  }

  @Test
  void aSidecarThatEndsInItsHeaderSaysSo() {
    Cli.write(damaged, Oracle.withCrc(Arrays.copyOf(intact, 40)));
    assertThatThrownBy(this::readAll).hasMessage("sidecar ends in its header (at byte 9)");
  }

  /** What follows is its CRC, which is not the size of a record. */
  @Test
  void aSidecarThatEndsBeforeARecordSaysSo() {
    int firstRecord = 61;
    for (int bytes = 0; bytes < Integer.BYTES; bytes++) {
      Cli.write(damaged, Oracle.withCrc(Arrays.copyOf(intact, firstRecord + bytes + 4)));
      assertThatThrownBy(this::readAll).hasMessage("sidecar ends too early (at byte 61)");
    }
  }

  @Test
  void checksumLengthThatIsNotThatOfTheTypeIsMalformed() {
    int lengthOfCrc32c = "CHUNKSUM".length() + 2 + 1 + "CRC32C".length();
    assertThat(intact[lengthOfCrc32c]).isEqualTo((byte) 4);
    byte[] changed = intact.clone();
    changed[lengthOfCrc32c] = 5;
    assertMalformed(Oracle.withCrc(changed));
  }

  @Test
  void recordsThatAreMissingOrExtraUnderAFittingCrcAreMalformed() {
    byte[] body = Arrays.copyOf(intact, intact.length - 4);
    for (int length = 9; length < body.length; length++) {
      assertNotRead(Oracle.withCrc(Arrays.copyOf(body, length + 4)));
    }
    assertMalformed(Oracle.withCrc(Oracle.joined(body, new byte[8])));
    assertMalformed(Oracle.withCrc(Oracle.joined(intact, new byte[1])));
  }

  /** Opening this one succeeds: only its record is that of another chunk. */
  @Test
  void malformedRecordIsReportedAsAFaultOfTheSidecarAsAMalformedHeaderIs() {
    int fileLength = 53;
    assertThat(ByteBuffer.wrap(intact).getLong(fileLength)).isEqualTo(30);
    byte[] changed = intact.clone();
    changed[fileLength + 7] = 29;
    Path sidecar = Cli.write(Cli.sidecar(file), Oracle.withCrc(changed));
    String problem = ": checksums in " + sidecar + ": chunk record out of place (at byte ";
    for (String path : List.of(file.toString(), directory.toString())) {
      String command = path.equals(file.toString()) ? "verify" : "scan";
      Cli.Outcome outcome = Cli.run(command, path);
      assertThat(outcome.status()).isEqualTo(3);
      assertThat(outcome.errorLines())
          .filteredOn(line -> line.startsWith("chunksum: " + file))
          .singleElement()
          .asString()
          .startsWith("chunksum: " + file + problem);
    }
  }

  private void assertMalformed(byte[] sidecar) {
    assertNotRead(sidecar);
    Cli.Outcome outcome = verify();
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).startsWith("chunksum: " + file + ": ").doesNotContain("Exception");
  }

  /** Without running the command, which takes longer than everything else here. */
  private void assertNotRead(byte[] sidecar) {
    Cli.write(damaged, sidecar);
    assertThatThrownBy(this::readAll)
        .isInstanceOf(MalformedChecksumDataException.class)
        .message()
        .hasLineCount(1);
  }

  /** Whatever can be read must fit together. */
  private void readAll() throws IOException {
    try (SidecarReader reader = new SidecarReader(damaged)) {
      List<ChunkInfo> chunk = reader.nextChunk();
      assertThat(chunk)
          .extracting(info -> info.checksums().type())
          .containsExactlyElementsOf(reader.types());
      assertThat(chunk)
          .allMatch(info -> info.offset() == 0)
          .allMatch(info -> info.length() == reader.length())
          .extracting(info -> info.checksums().bytesPerChecksum())
          .containsOnly(reader.bytesPerChecksum().orElseThrow());
      assertThat(reader.nextChunk()).isEmpty();
    }
  }

  /** Longer than what a reader has in memory. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be replaced there")
  void aSidecarThatIsReplacedMeanwhileIsReadToItsOldEnd() throws IOException {
    Path many = Cli.summed(directory.resolve("many"), Oracle.random(4, 20_000), "CRC32C", 1);
    List<ChunkInfo> old = chunks(new SidecarReader(Cli.sidecar(many)));
    SidecarReader open = new SidecarReader(Cli.sidecar(many));
    Cli.summed(many, Oracle.random(5, 20_000), "CRC32C", 1);
    assertThat(chunks(open)).isEqualTo(old);
    assertThat(chunks(new SidecarReader(Cli.sidecar(many)))).isNotEqualTo(old);
  }

  private static List<ChunkInfo> chunks(SidecarReader reader) throws IOException {
    try (reader) {
      List<ChunkInfo> chunks = new ArrayList<>();
      for (List<ChunkInfo> next = reader.nextChunk(); !next.isEmpty(); next = reader.nextChunk()) {
        chunks.addAll(next);
      }
      return chunks;
    }
  }

  private Cli.Outcome verify() {
    return Cli.run("verify", "--checksums", damaged.toString(), file.toString());
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "pipes are not files there")
  void sidecarThatIsAPipeIsRefusedAndNotWaitedFor() throws Exception {
    Path file = Cli.write(directory.resolve("piped"), new byte[10]);
    Path pipe = Pipes.make(directory.resolve("pipe"));
    Cli.Outcome outcome = Cli.run("verify", "--checksums", pipe.toString(), file.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: %s: checksums in %s: is not a regular file".formatted(file, pipe));
  }
}
