// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code verify --from aeron}, with a recording that Aeron Archive made. */
class SegmentVerificationTest {

  private static final Path RECORDING =
      Path.of("..", "checksum-tests", "src", "test", "resources", "fixtures", "aeron", "crc32");

  /** Offset of the first frame of the first segment, and bytes of it with its header. */
  private static final int FIRST_FRAME = 4096;

  private static final int CATALOG_HEADER = 32;

  /** After the header of the first descriptor. */
  private static final int RECORDING_ID_AT = CATALOG_HEADER + 32 + 16;

  @TempDir private Path folder;

  private Path first;
  private Path second;
  private Path catalog;

  @BeforeEach
  void unpack() throws IOException {
    first = unpack("0-2097152.rec");
    second = unpack("0-3145728.rec");
    catalog = unpack("archive.catalog");
  }

  private Path unpack(String name) throws IOException {
    Path target = folder.resolve(name);
    try (InputStream packed =
        new GZIPInputStream(Files.newInputStream(RECORDING.resolve(name + ".gz")))) {
      Files.copy(packed, target);
    }
    return target;
  }

  private static Cli.Outcome verify(Path... files) {
    return Cli.run(
        Cli.args(List.of(files), "verify", "--from", "aeron", "-t", "crc32", "--format", "json"));
  }

  @Test
  void theTypeOfFramesOfWhichNoneIsGoodIsTold() {
    Cli.Outcome outcome = Cli.run("verify", "--from", "aeron", first.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errorLines())
        .containsExactly("chunksum: " + first + ": all frames have a CRC32: use -t CRC32");
  }

  @Test
  void noOtherTypeIsToldIfFramesAreDamaged() throws IOException {
    change(first, FIRST_FRAME + 40, 1);
    assertThat(verify(first).err()).isEmpty();
    assertThat(Cli.run("verify", "--from", "aeron", first.toString()).err()).isEmpty();
  }

  private static void change(Path file, int at, int value) throws IOException {
    byte[] content = Files.readAllBytes(file);
    content[at] = (byte) value;
    Files.write(file, content);
  }

  @Test
  void goodSegmentsAreOk() throws IOException {
    Cli.Outcome outcome = verify(first, second);
    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.lines())
        .containsExactly(
            "{\"file\":\""
                + first
                + "\",\"length\":1048576,\"expectedLength\":1048576,"
                + "\"type\":\"CRC32\",\"bytesPerChecksum\":null,\"windows\":1111,\"ok\":true,"
                + "\"mismatchCount\":0,\"mismatches\":[]}",
            "{\"file\":\""
                + second
                + "\",\"length\":1048576,\"expectedLength\":1048576,"
                + "\"type\":\"CRC32\",\"bytesPerChecksum\":null,\"windows\":913,\"ok\":true,"
                + "\"mismatchCount\":0,\"mismatches\":[]}");
    Files.delete(catalog);
    assertThat(verify(first, second).lines()).isEqualTo(outcome.lines());
    Path renamed = Files.move(first, folder.resolve("suspect"));
    assertThat(verify(renamed).status()).isZero();
  }

  @Test
  void aBadFrameIsAMismatchWithItsOffsetAndLength() throws IOException {
    change(first, 4133, Files.readAllBytes(first)[4133] ^ 1);
    Cli.Outcome outcome = verify(first, second);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.json()).hasSize(2);
    Map<String, @Nullable Object> mismatch = onlyMismatch(outcome);
    assertThat(mismatch)
        .containsEntry("window", 0L)
        .containsEntry("offset", (long) FIRST_FRAME)
        .containsEntry("expected", "1fec2005")
        .containsEntry("actual", "0e900adb");
    assertThat(mismatch.get("length"))
        .asInstanceOf(InstanceOfAssertFactories.LONG)
        .isBetween(33L, 4096L);
    Cli.Outcome text = Cli.run("verify", "--from=aeron", "-t", "CRC32", first.toString());
    assertThat(text.lines())
        .hasSize(2)
        .first()
        .asString()
        .contains("window 0, bytes 4096 to")
        .endsWith("expected 1fec2005, found 0e900adb");
    assertThat(text.lines().get(1)).endsWith("FAILED (CRC32, 1111 windows, 1 mismatched)");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, @Nullable Object> onlyMismatch(Cli.Outcome outcome) {
    List<Map<String, @Nullable Object>> all =
        (List<Map<String, @Nullable Object>>)
            Objects.requireNonNull(outcome.json().get(0).get("mismatches"));
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void bytesThatAreNoFrameHaveNoChecksum() throws IOException {
    change(second, 3, 0x80);
    Cli.Outcome outcome = verify(second);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(onlyMismatch(outcome))
        .containsEntry("offset", 0L)
        .containsEntry("expected", null)
        .containsEntry("actual", null);
    assertThat(outcome.json().get(0)).containsEntry("windows", 912L);
    assertThat(Cli.run("verify", "--from=aeron", "-tCRC32", second.toString()).lines().get(0))
        .endsWith("have no checksum");
  }

  @Test
  void theTypeIsCrc32cUnlessItIsSaid() {
    Cli.Outcome outcome = Cli.run("verify", "--from", "aeron", second.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.lines().get(913)).contains("FAILED (CRC32C, 913 windows, 913 mismatched)");
  }

  @Test
  void whatCannotBeCheckedIsAnError() throws IOException {
    Path zeros = Cli.write(folder.resolve("0-1048576.rec"), new byte[1 << 20]);
    Path missing = folder.resolve("0-0.rec");
    Cli.Outcome outcome = verify(zeros, missing, second);
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.json().get(0))
        .containsEntry("ok", false)
        .hasEntrySatisfying(
            "error", error -> assertThat(error).asString().startsWith("there is no frame"));
    assertThat(outcome.json().get(1)).containsEntry("error", "no such file");
    assertThat(outcome.json().get(2)).containsEntry("ok", true);
  }

  @Test
  void aMalformedCatalogIsAnError() throws IOException {
    Files.write(catalog, Arrays.copyOf(Files.readAllBytes(catalog), 100));
    Cli.Outcome outcome = verify(second);
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.json().get(0))
        .containsEntry("ok", false)
        .containsEntry("windows", 913L)
        .hasEntrySatisfying(
            "error", error -> assertThat(error).asString().startsWith("archive catalog: "));
  }

  /** Without the descriptor, nobody knows of frames that were zeroed at the end. */
  @Test
  void aCatalogThatDoesNotListTheRecordingIsAnError() throws IOException {
    byte[] whole = Files.readAllBytes(catalog);
    List<byte[]> damaged =
        List.of(Arrays.copyOf(whole, CATALOG_HEADER), whole.clone(), whole.clone());
    Arrays.fill(damaged.get(1), CATALOG_HEADER, CATALOG_HEADER + 4, (byte) 0);
    damaged.get(2)[RECORDING_ID_AT] ^= 2;
    for (byte[] content : damaged) {
      Files.write(catalog, content);
      assertNotListed(verify(second), 0);
    }
    Files.write(catalog, whole);
    assertNotListed(verify(Files.move(second, folder.resolve("7-3145728.rec"))), 7);
  }

  @Test
  void eachFolderHasItsOwnCatalog() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Path copy = Files.copy(second, other.resolve(second.getFileName()));
    Files.write(
        other.resolve(catalog.getFileName()),
        Arrays.copyOf(Files.readAllBytes(catalog), CATALOG_HEADER));
    assertThat(verify(second, copy).json())
        .extracting(file -> file.get("error"))
        .containsExactly(null, "the catalog does not list recording 0");
  }

  private static void assertNotListed(Cli.Outcome outcome, int recording) {
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.json()).hasSize(1);
    assertThat(outcome.json().get(0))
        .containsEntry("ok", false)
        .containsEntry("windows", 913L)
        .containsEntry("mismatchCount", 0L)
        .containsEntry("error", "the catalog does not list recording " + recording);
  }

  @Test
  void badFramesOfARecordingThatIsNotListedAreFound() throws IOException {
    Path renamed = Files.move(second, folder.resolve("7-3145728.rec"));
    change(renamed, 3, 0x80);
    Cli.Outcome outcome = verify(renamed);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(onlyMismatch(outcome)).containsEntry("offset", 0L);
    assertThat(outcome.json().get(0))
        .containsEntry("error", "the catalog does not list recording 7");
    Cli.Outcome text = Cli.run("verify", "--from=aeron", "-tCRC32", renamed.toString());
    assertThat(text.lines().get(1)).endsWith("FAILED (CRC32, 912 windows, 1 mismatched)");
    assertThat(text.err()).contains("the catalog does not list recording 7");
  }
}
