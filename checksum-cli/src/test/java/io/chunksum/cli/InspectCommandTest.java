// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.compact.CompactBlockCodec;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class InspectCommandTest {

  @TempDir private Path folder;

  static List<OzoneBlock> blocks() {
    return OzoneBlock.all();
  }

  private static List<Map<String, @Nullable Object>> inspect(Path file) {
    Cli.Outcome outcome = Cli.run("inspect", "--format", "json", file.toString());
    assertThat(outcome.status()).as(outcome.toString()).isEqualTo(ExitStatus.OK);
    assertThat(outcome.err()).isEmpty();
    return outcome.json();
  }

  private static void assertRefused(Path file, @Nullable String format, String problem) {
    Cli.Outcome outcome = Cli.run("inspect", "--format", "json", file.toString());
    assertThat(outcome.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(outcome.json()).hasSize(1);
    assertThat(outcome.json().get(0))
        .containsOnlyKeys("file", "format", "error")
        .containsEntry("file", file.toString())
        .containsEntry("format", format);
    assertThat(String.valueOf(outcome.json().get(0).get("error"))).contains(problem);
    Cli.Outcome text = Cli.run("inspect", file.toString());
    assertThat(text.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(text.out()).isEmpty();
    assertThat(text.errorLines()).singleElement().asString().contains(problem);
  }

  private static byte[] compact() {
    ChecksumData sums = ChecksumData.of(ChecksumType.CRC32C, 100, new byte[12]);
    return CompactBlockCodec.encode(
        List.of(
            new ChunkInfo("1_chunk_1", 50, 300, sums),
            new ChunkInfo("1_chunk_2", 350, 201, sums),
            new ChunkInfo("1_chunk_3", 0, 50, ChecksumData.none(0))));
  }

  @Test
  void sidecarHasALineForEachType() {
    Path file = Cli.summed(folder.resolve("f"), new byte[100_000], "CRC32C,SHA256", 4096);
    Path sidecar = Cli.sidecar(file);
    List<Map<String, @Nullable Object>> found = inspect(sidecar);
    assertThat(found).hasSize(2);
    for (int i = 0; i < 2; i++) {
      assertThat(found.get(i))
          .containsEntry("file", sidecar.toString())
          .containsEntry("format", "chunksum")
          .containsEntry("type", i == 0 ? "CRC32C" : "SHA256")
          .containsEntry("bytesPerChecksum", 4096L)
          .containsEntry("length", 100_000L)
          .containsEntry("chunks", 1L)
          .containsEntry("windows", 25L)
          .containsEntry("entries", null)
          .hasSize(8);
    }
    assertThat(Cli.run("inspect", sidecar.toString()).lines())
        .containsExactly(
            sidecar
                + ": chunksum, CRC32C, 100000 bytes, a checksum every 4096 bytes, 1 chunk,"
                + " 25 windows",
            sidecar
                + ": chunksum, SHA256, 100000 bytes, a checksum every 4096 bytes, 1 chunk,"
                + " 25 windows");
  }

  @Test
  void noChecksumsAreAtNoDistance() {
    for (int size : new int[] {0, 512}) {
      Path sidecar = Cli.sidecar(Cli.summed(folder.resolve("f"), new byte[9], "NONE", size));
      assertThat(Cli.run("inspect", sidecar.toString()).lines())
          .containsExactly(sidecar + ": chunksum, NONE, 9 bytes, no checksums, 1 chunk, 0 windows");
    }
  }

  @Test
  void sidecarOfAnEmptyFileSaysItsType() {
    Path sidecar = Cli.sidecar(Cli.summed(folder.resolve("f"), new byte[0], "MD5", 4096));
    assertThat(inspect(sidecar).get(0))
        .containsEntry("type", "MD5")
        .containsEntry("chunks", 0L)
        .containsEntry("windows", 0L)
        .containsEntry("length", 0L);
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void blockDataIsRecognizedWhateverItsName(OzoneBlock block) throws Exception {
    Path file = Cli.write(folder.resolve("x"), Files.readAllBytes(block.record()));
    Map<String, @Nullable Object> found = inspect(file).get(0);
    assertThat(found).containsEntry("format", "ozone-blockdata");
    assertThat(found).containsEntry("length", (long) block.data().length);
    if (block.data().length == 0) {
      assertThat(found).containsEntry("type", null).containsEntry("chunks", 0L);
    } else {
      assertThat(found)
          .containsEntry("type", block.type())
          .containsEntry("bytesPerChecksum", (long) block.bytesPerChecksum());
    }
  }

  @Test
  void compactBlockHasALineForEachType() {
    List<Map<String, @Nullable Object>> found = inspect(Cli.write(folder.resolve("x"), compact()));
    assertThat(found).hasSize(2);
    assertThat(found.get(0))
        .containsEntry("format", "compact-block")
        .containsEntry("type", "CRC32C")
        .containsEntry("bytesPerChecksum", 100L)
        .containsEntry("length", 551L)
        .containsEntry("chunks", 2L)
        .containsEntry("windows", 6L);
    assertThat(found.get(1)).containsEntry("type", "NONE").containsEntry("windows", 0L);
  }

  @Test
  void windowSizesThatDifferHaveNoNumber() {
    byte[] block =
        CompactBlockCodec.encode(
            List.of(
                new ChunkInfo("a", 0, 8, ChecksumData.of(ChecksumType.CRC32, 8, new byte[4])),
                new ChunkInfo("b", 8, 8, ChecksumData.of(ChecksumType.CRC32, 4, new byte[8])),
                new ChunkInfo("c", 16, 4, ChecksumData.of(ChecksumType.CRC32, 4, new byte[4]))));
    Path file = Cli.write(folder.resolve("x"), block);
    assertThat(inspect(file).get(0)).containsEntry("bytesPerChecksum", null);
    assertThat(Cli.run("inspect", file.toString()).lines())
        .containsExactly(file + ": compact-block, CRC32, 20 bytes, 3 chunks, 4 windows");
  }

  @Test
  void everyCutOfACompactBlockIsRefused() {
    byte[] block = compact();
    for (int length = 3; length < block.length; length++) {
      Path file = Cli.write(folder.resolve("x"), Arrays.copyOf(block, length));
      assertRefused(file, "compact-block", "(at byte ");
    }
  }

  @Test
  void damageIsNamedWithTheFormat() throws Exception {
    Path sidecar = Cli.sidecar(Cli.summed(folder.resolve("f"), new byte[9], "MD5", 4096));
    byte[] bytes = Files.readAllBytes(sidecar);
    bytes[30] ^= 1;
    assertRefused(Cli.write(sidecar, bytes), "chunksum", "its CRC does not match");
    bytes[0] ^= 1;
    assertRefused(
        Cli.write(sidecar, bytes),
        "chunksum",
        "not a chunksum sidecar; verify and scan have --from for other formats (at byte 0)");
    byte[] record = Files.readAllBytes(new OzoneBlock("crc32-16k-16385").record());
    Path cut = Cli.write(folder.resolve("x"), Arrays.copyOf(record, record.length - 9));
    assertRefused(cut, "ozone-blockdata", "(at byte ");
    record[0] ^= 1;
    Path named = Cli.write(folder.resolve("x.blockdata.pb"), record);
    assertRefused(named, "ozone-blockdata", "(at byte ");
  }

  @Test
  void whatIsNoChecksumsIsSaidSo() {
    assertRefused(Cli.write(folder.resolve("x"), new byte[100]), null, "known format");
    assertRefused(Cli.write(folder.resolve("empty"), new byte[0]), null, "known format");
    assertRefused(folder.resolve("missing"), null, "no such file");
    assertRefused(folder, null, "is a directory");
    assertRefused(Path.of(""), null, "the name is empty");
  }

  /** To open a pipe may take forever. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "devices are not files there")
  void whatIsNoRegularFileIsNotRead() {
    assertRefused(Path.of("/dev/null"), null, "is not a regular file");
  }

  @Test
  void aNameThatMayStandForAnotherIsRefused() {
    Cli.assumeRepresented("\uFFFD");
    assertRefused(folder.resolve("\uFFFD"), null, "contains U+FFFD");
  }

  @Test
  void standardInputCannotBeInspected() {
    Cli.Outcome outcome = Cli.run("inspect", "-");
    assertThat(outcome.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(outcome.err()).contains("FILE - cannot be inspected");
  }

  /** A file of a fixture under a name that reveals nothing. */
  private Path fixture(String path) throws Exception {
    Path source = Path.of("..", "checksum-tests", "src", "test", "resources", "fixtures", path);
    return Cli.write(folder.resolve("x"), Files.readAllBytes(source));
  }

  @ParameterizedTest
  @CsvSource({
    "hadoop/local-512/.f-513.crc, hadoop-crc, CRC32, 512, 2",
    "hadoop/local-4096/.f-0.crc, hadoop-crc, CRC32, 4096, 0",
    "hadoop/hdfs-crc32c-512-513.meta, hdfs-meta, CRC32C, 512, 2",
    "hadoop/hdfs-crc32-512-5000003.meta, hdfs-meta, CRC32, 512, 9766",
  })
  void filesOfHadoopSayTheirWindows(
      String path, String format, String type, long bytesPerChecksum, long windows)
      throws Exception {
    assertThat(inspect(fixture(path)).get(0))
        .containsEntry("format", format)
        .containsEntry("type", type)
        .containsEntry("bytesPerChecksum", bytesPerChecksum)
        .containsEntry("length", null)
        .containsEntry("chunks", null)
        .containsEntry("windows", windows);
    byte[] bytes = Files.readAllBytes(folder.resolve("x"));
    Path cut = Cli.write(folder.resolve("x"), Arrays.copyOf(bytes, bytes.length - 1));
    assertRefused(cut, format, "cut short");
  }

  @ParameterizedTest
  @CsvSource({
    "d41d8cd98f00b204e9800998ecf8427e  a, md5sum, MD5",
    "MD5 (a) = d41d8cd98f00b204e9800998ecf8427e, md5sum, MD5",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 *a, sha256sum, SHA256",
    "4294967295 0 a, cksum, CRC-32/CKSUM",
  })
  void listsSayHowManyFilesTheyHave(String line, String format, String type) {
    Path file = Cli.write(folder.resolve("x"), (line + "\n#\n" + line + "\n").getBytes(UTF_8));
    assertThat(inspect(file).get(0))
        .containsEntry("format", format)
        .containsEntry("type", type)
        .containsEntry("entries", 2L)
        .containsEntry("windows", null);
    assertThat(Cli.run("inspect", file.toString()).lines())
        .containsExactly(file + ": " + format + ", " + type + ", 2 entries");
    Cli.write(file, (line + "\nno line\n").getBytes(UTF_8));
    assertRefused(file, format, "1 of 2 lines are malformed");
    assertThat(Cli.run("inspect", file.toString()).err()).doesNotContain("at byte");
  }

  /** The first line of these could be that of another program. */
  @Test
  void aListOfCksumMayHaveLinesOfEachType() {
    String md5 = "MD5 (a) = d41d8cd98f00b204e9800998ecf8427e\n";
    String sha256 =
        "SHA256 (b) = e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n";
    String crc = "4294967295 0 c\n";
    for (String lines : List.of(md5 + sha256 + crc, sha256 + crc + md5, md5 + crc + sha256)) {
      Path file = Cli.write(folder.resolve("x"), lines.getBytes(UTF_8));
      assertThat(inspect(file))
          .hasSize(3)
          .allMatch(line -> "cksum".equals(line.get("format")))
          .extracting(line -> line.get("type"))
          .containsExactlyInAnyOrder("MD5", "SHA256", "CRC-32/CKSUM");
      Cli.write(file, (lines + "no line\n").getBytes(UTF_8));
      assertRefused(file, "cksum", "1 of 4 lines are malformed");
    }
  }

  private Path unpacked(String name, String as) throws Exception {
    Path packed =
        Path.of("..", "checksum-tests", "src", "test", "resources", "fixtures", "aeron", "crc32");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(packed.resolve(name + ".gz")))) {
      return Cli.write(folder.resolve(as), in.readAllBytes());
    }
  }

  /** The first segment begins with zeros, so only its name identifies it; the second needs none. */
  @Test
  void segmentsOfAeronTellTheirTypeByTheirFrames() throws Exception {
    for (Path file :
        List.of(unpacked("0-2097152.rec", "0-2097152.rec"), unpacked("0-3145728.rec", "x"))) {
      Map<String, @Nullable Object> found = inspect(file).get(0);
      assertThat(found)
          .containsEntry("format", "aeron")
          .containsEntry("type", "CRC32")
          .containsEntry("length", Files.size(file))
          .containsEntry("bytesPerChecksum", null);
      assertThat((Long) found.get("windows")).isPositive();
    }
  }

  /** With the wrong type, hardly any frame is found behind such a place, or none at all. */
  @ParameterizedTest
  @CsvSource({
    // segment, damaged byte, frames that have data all the same
    "0-3145728.rec, 0, 913", // the length in the first header
    "0-3145728.rec, 4, 912", // its version
    "0-3145728.rec, 1316, 912", // that of the second
    "0-2097152.rec, 200, 1111", // zeros before the first
  })
  void segmentsWithADamagedHeaderTellTheirType(String name, int at, long windows) throws Exception {
    Path file = unpacked(name, name);
    byte[] segment = Files.readAllBytes(file);
    for (String type : List.of("CRC32", "CRC32C")) {
      if (type.equals("CRC32C")) {
        rewriteChecksums(segment);
      }
      byte[] damaged = segment.clone();
      damaged[at] = 0x77;
      assertThat(inspect(Cli.write(file, damaged)).get(0))
          .containsEntry("format", "aeron")
          .containsEntry("type", type)
          .containsEntry("windows", windows);
    }
  }

  /** Puts CRC32C in the place of CRC32: in each header, of the bytes that follow it. */
  private static void rewriteChecksums(byte[] segment) {
    ByteBuffer view = ByteBuffer.wrap(segment).order(ByteOrder.LITTLE_ENDIAN);
    int header = 32;
    int at = 0;
    while (at < segment.length) {
      int aligned = (view.getInt(at) + header - 1) / header * header;
      boolean isData = view.getShort(at + 6) == 1;
      if (isData) {
        CRC32C crc = new CRC32C();
        crc.update(segment, at + header, aligned - header);
        view.putInt(at + 12, (int) crc.getValue());
      }
      at += Math.max(header, aligned);
    }
  }

  @Test
  void catalogOfAeronSaysHowManyRecordingsThereAre() throws Exception {
    Path file = unpacked("archive.catalog", "x");
    assertThat(inspect(file).get(0))
        .containsEntry("format", "aeron-catalog")
        .containsEntry("type", null)
        .containsEntry("entries", 1L);
    byte[] bytes = Files.readAllBytes(file);
    assertRefused(Cli.write(file, Arrays.copyOf(bytes, 200)), "aeron-catalog", "(at byte ");
  }
}
