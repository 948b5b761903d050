// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.chunksum.cli.sidecar.SidecarReader;
import io.chunksum.data.ChunkInfo;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SumCommandTest {

  private static final List<String> TYPES = List.of("CRC32C", "CRC32", "SHA256", "MD5", "NONE");

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "7, 7",
    "512, 512",
    "4096, 4096",
    "16KiB, 16384",
    "1MiB, 1048576",
    "2147483647, 2147483647"
  })
  void sumsOfAllTypesInOneCallEqualThoseOfTheJdk(String size, int bytesPerChecksum) {
    List<Path> files = new ArrayList<>();
    List<Map<String, @Nullable Object>> expected = new ArrayList<>();
    for (int length : lengths(bytesPerChecksum)) {
      byte[] content = Oracle.random(length, length);
      Path file = Cli.write(directory.resolve("of" + length), content);
      files.add(file);
      for (String type : TYPES) {
        expected.add(Expected.sum(file.toString(), content, type, bytesPerChecksum));
      }
    }
    String types = String.join(",", TYPES);
    Cli.Outcome outcome =
        Cli.run(Cli.args(files, "sum", "-t", types, "-b", size, "--format", "json"));
    assertThat(outcome.json()).isEqualTo(expected);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
  }

  /** At and around window borders, and over a border of the chunks of 65536 windows. */
  private static Set<Integer> lengths(int bytesPerChecksum) {
    Set<Integer> lengths = new TreeSet<>(List.of(0, 1, 2, bytesPerChecksum == 1 ? 3 : 300_001));
    if (bytesPerChecksum <= 1024 * 1024) {
      lengths.add(bytesPerChecksum - 1);
      lengths.add(bytesPerChecksum);
      lengths.add(bytesPerChecksum + 1);
      lengths.add(2 * bytesPerChecksum);
    }
    if (bytesPerChecksum < 10) {
      lengths.add(65536 * bytesPerChecksum);
      lengths.add(65536 * bytesPerChecksum + 1);
    }
    return lengths;
  }

  @ParameterizedTest
  @ValueSource(ints = {64 * 1024 * 1024, 64 * 1024 * 1024 + 5})
  void sumsGoOnAfterAChunkOf64MiB(int length) {
    byte[] content = Oracle.random(1, length);
    Path file = Cli.write(directory.resolve("large"), content);
    Cli.Outcome outcome = Cli.run("sum", "-b", "1MiB", "--format", "json", file.toString());
    assertThat(outcome.json())
        .containsExactly(Expected.sum(file.toString(), content, "CRC32C", 1024 * 1024));
    assertThat(Cli.run("verify", file.toString()).status()).isZero();
  }

  @Test
  void withoutOptionsItIsCrc32cOver16KiB() {
    byte[] content = Oracle.random(2, 40_000);
    Path file = Cli.write(directory.resolve("data"), content);
    assertThat(Cli.run("sum", "--format", "json", file.toString()).json())
        .containsExactly(Expected.sum(file.toString(), content, "CRC32C", 16384));
  }

  @Test
  void typesOfOtherSystemsAreStoredAndReadBack() {
    byte[] content = "123456789".getBytes(StandardCharsets.US_ASCII);
    Path file = Cli.write(directory.resolve("digits"), content);
    assertThat(
            Cli.run("sum", "-t", "CRC64NVME,ADLER32", "--format", "json", file.toString()).json())
        .extracting(object -> object.get("type"), object -> object.get("checksums"))
        .containsExactly(
            tuple("CRC64NVME", List.of("ae8b14860a799888")), tuple("ADLER32", List.of("091e01de")));
    assertThat(Cli.run("verify", file.toString()).lines())
        .containsExactly(file + ": OK (CRC64NVME, 1 window)", file + ": OK (ADLER32, 1 window)");
  }

  /** The JVM also makes such a name of other bytes that are not in the locale's encoding. */
  @Test
  void aFileWhoseNameMayStandForAnotherIsRefused() {
    Cli.assumeRepresented("\uFFFD");
    Path file = Cli.write(directory.resolve("lat\uFFFD"), new byte[7]);
    Cli.Outcome outcome = Cli.run("sum", file.toString());
    assertThat(outcome.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(outcome.err())
        .contains(": contains U+FFFD, which stands for what this locale cannot represent");
    assertThat(directory.resolve("lat\uFFFD.chunksum")).doesNotExist();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "not everyone may make links there")
  void aSidecarThatIsALinkIsReplacedAndWhatItLedToStays() throws IOException {
    Path file = Cli.write(directory.resolve("data"), new byte[7]);
    Path target = directory.resolve("target");
    assertThat(Cli.run("sum", "-t", "MD5", "-o", target.toString(), file.toString()).status())
        .isZero();
    byte[] before = Files.readAllBytes(target);
    Path link = Files.createSymbolicLink(Cli.sidecar(file), target);
    assertThat(Cli.run("sum", file.toString()).status()).isZero();
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(Cli.run("verify", file.toString()).status()).isZero();
    assertThat(target).hasBinaryContent(before);
  }

  @Test
  void typeNamesMayBeInSmallLetters() {
    byte[] content = Oracle.random(2, 4000);
    Path file = Cli.write(directory.resolve("data"), content);
    assertThat(
            Cli.run("sum", "-t", "md5,crc32", "-b", "512", "--format", "json", file.toString())
                .json())
        .containsExactly(
            Expected.sum(file.toString(), content, "MD5", 512),
            Expected.sum(file.toString(), content, "CRC32", 512));
  }

  @Test
  void textSaysWhatWasDoneInOneLine() {
    Path file = Cli.write(directory.resolve("data"), new byte[1000]);
    Cli.Outcome outcome = Cli.run("sum", "-t", "CRC32,MD5", "-b", "512", file.toString());
    assertThat(outcome.lines())
        .containsExactly(
            file
                + ": CRC32, MD5 of 1000 bytes, a checksum every 512 bytes, in "
                + file
                + ".chunksum");
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void sidecarLiesBesideTheFileOrWhereTheOptionSays() throws IOException {
    Path file = Cli.write(directory.resolve("data"), new byte[10]);
    assertThat(Cli.run("sum", file.toString()).status()).isZero();
    assertThat(Cli.names(directory)).containsExactly("data", "data.chunksum");
    Path other = directory.resolve("other");
    assertThat(Cli.run("sum", "-o", other.toString(), file.toString()).status()).isZero();
    assertThat(Cli.names(directory)).containsExactly("data", "data.chunksum", "other");
    assertThat(other).hasSameBinaryContentAs(Cli.sidecar(file));
  }

  /**
   * What package-info of the sidecar package says, byte by byte: old sidecars must stay legible.
   */
  @Test
  void sidecarHasTheDocumentedBytes() throws IOException {
    byte[] content = {1, 2, 3};
    Path file = Cli.summed(directory.resolve("data"), content, "CRC32,byte-Sum/24", 2);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write("CHUNKSUM\1\2\5CRC32\4".getBytes(StandardCharsets.US_ASCII));
    out.writeInt(2);
    out.write("\13byte-Sum/24\3".getBytes(StandardCharsets.US_ASCII));
    out.writeInt(1001);
    out.writeInt(2);
    out.writeLong(3);
    String chunk = "0a076368756e6b5f31" + "1000" + "1803";
    HexFormat hex = HexFormat.of();
    String crcs =
        "0a04"
            + Oracle.sum("CRC32", new byte[] {1, 2})
            + "0a04"
            + Oracle.sum("CRC32", new byte[] {3});
    // ChecksumData: type 1, bytesPerChecksum 2, then the checksums as field 3.
    byte[] first = hex.parseHex(chunk + "2a10" + "0802" + "1002" + crcs.replace("0a04", "1a04"));
    byte[] second = hex.parseHex(chunk + "2a0f" + "08e907" + "1002" + "1a03000003" + "1a03000003");
    for (byte[] record : List.of(first, second)) {
      out.writeInt(record.length);
      out.write(record);
    }
    out.writeInt(0);
    assertThat(Files.readAllBytes(Cli.sidecar(file)))
        .isEqualTo(Oracle.withCrc(bytes.toByteArray()));
  }

  @ParameterizedTest
  @CsvSource({
    // length, bytesPerChecksum, bytes of a full chunk
    "65536, 1, 65536",
    "65537, 1, 65536",
    "300000, 3, 196608",
    "67108865, 1048576, 67108864",
    "67108864, 5000000, 65000000"
  })
  void chunksHaveAtMost64MiBAnd65536Windows(int length, int bytesPerChecksum, int full)
      throws IOException {
    Path file = Cli.summed(directory.resolve("data"), new byte[length], "CRC32C", bytesPerChecksum);
    try (SidecarReader reader = new SidecarReader(Cli.sidecar(file))) {
      for (int offset = 0; offset < length; offset += full) {
        ChunkInfo info = reader.nextChunk().get(0);
        assertThat(info.offset()).isEqualTo(offset);
        assertThat(info.length()).isEqualTo(Math.min(full, length - offset));
      }
      assertThat(reader.nextChunk()).isEmpty();
    }
  }

  @Test
  void standardInputGivesTheSidecarThatAFileGives() {
    byte[] content = Oracle.random(3, 700_001);
    Path file = Cli.summed(directory.resolve("data"), content, "CRC32C,SHA256", 4096);
    Path sidecar = directory.resolve("sums");
    // Split, because a pipe returns what it has, not what is asked for.
    InputStream in =
        new SequenceInputStream(
            new ByteArrayInputStream(content, 0, 100_003),
            new ByteArrayInputStream(content, 100_003, content.length));
    Cli.Outcome outcome =
        Cli.run(in, "sum", "-t", "CRC32C,SHA256", "-b", "4096", "-o", sidecar.toString(), "-");
    assertThat(outcome.status()).isZero();
    assertThat(sidecar).hasSameBinaryContentAs(Cli.sidecar(file));
  }

  @Test
  void inputThatBreaksOffLeavesTheOldSidecarAndNothingElse() throws IOException {
    Path sidecar = Cli.write(directory.resolve("sums"), new byte[] {1, 2, 3});
    InputStream broken = new BrokenInput(10);
    Cli.Outcome outcome = Cli.run(broken, "sum", "-b", "1", "-o", sidecar.toString(), "-");
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines()).containsExactly("chunksum: -: cable pulled");
    assertThat(Files.readAllBytes(sidecar)).containsExactly(1, 2, 3);
    assertThat(Cli.names(directory)).containsExactly("sums");
  }

  @Test
  void inputThatCannotBeClosedLeavesTheOldSidecarAndNothingElse() throws IOException {
    Path sidecar = Cli.write(directory.resolve("sums"), new byte[] {1, 2, 3});
    InputStream stuck =
        new ByteArrayInputStream(new byte[100]) {
          @Override
          public void close() throws IOException {
            throw new IOException("cable pulled");
          }
        };
    Cli.Outcome outcome = Cli.run(stuck, "sum", "-o", sidecar.toString(), "-");
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines()).containsExactly("chunksum: -: cable pulled");
    assertThat(Files.readAllBytes(sidecar)).containsExactly(1, 2, 3);
    assertThat(Cli.names(directory)).containsExactly("sums");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 600_000, 5_000_000})
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "pipes are not files there")
  void pipeIsReadLikeAFile(int length) throws Exception {
    byte[] content = Oracle.random(7, length);
    Path pipe = Pipes.make(directory.resolve("pipe"));
    try (Pipes.Feeder feeder = Pipes.feed(pipe, content)) {
      assertThat(
              Cli.run("sum", "-t", "CRC32C,MD5", "-b", "512", "--format", "json", pipe.toString())
                  .json())
          .containsExactly(
              Expected.sum(pipe.toString(), content, "CRC32C", 512),
              Expected.sum(pipe.toString(), content, "MD5", 512));
      feeder.join();
    }
  }

  @Test
  void sidecarInAMissingDirectoryIsNotTakenForAMissingFile() {
    Path file = Cli.write(directory.resolve("data"), new byte[10]);
    Path target = directory.resolve("absent").resolve("sums");
    Cli.Outcome outcome = Cli.run("sum", "-o", target.toString(), file.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: %s: cannot write checksums to %s: its folder does not exist"
                .formatted(file, target));
  }

  /** By more than what has been read: otherwise, the checksums are those of what there is now. */
  @ParameterizedTest
  @ValueSource(ints = {0, 10, 1_000_000})
  void aFileThatShrinksMeanwhileKeepsItsOldSidecar(int length) throws IOException {
    Path file = Cli.summed(directory.resolve("data"), new byte[3_000_000], "CRC32", 512);
    byte[] before = Files.readAllBytes(Cli.sidecar(file));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err);
    AtomicInteger looks = new AtomicInteger();
    console.showProgress( // It looks at the clock once before the first bytes, and then after them.
        () -> {
          if (looks.incrementAndGet() == 2) {
            Cli.write(file, new byte[length]);
          }
          return 0;
        });
    assertThat(Main.run(console, "sum", file.toString())).isEqualTo(3);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines(
            "chunksum: " + file + ": it became shorter while it was read\n");
    assertThat(Files.readAllBytes(Cli.sidecar(file))).isEqualTo(before);
    assertThat(Cli.names(directory)).containsExactly("data", "data.chunksum");
  }

  /** More likely an unset variable than the current folder. */
  @Test
  void aNameThatIsEmptyIsTold() {
    for (String command : List.of("sum", "verify")) {
      assertThat(Cli.run(command, "").errorLines())
          .containsExactly("chunksum: : the name is empty");
    }
  }

  @Test
  void filesAfterOneThatCannotBeReadAreStillDone() {
    Path first = Cli.write(directory.resolve("first"), new byte[10]);
    Path missing = directory.resolve("missing");
    Path last = Cli.write(directory.resolve("last"), new byte[20]);
    Cli.Outcome outcome = Cli.run(Cli.args(List.of(first, missing, directory, last), "sum"));
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: " + missing + ": no such file",
            "chunksum: " + directory + ": is a directory");
    assertThat(outcome.lines()).hasSize(2);
    assertThat(Cli.run(Cli.args(List.of(first, last), "verify")).status()).isZero();
  }

  @Test
  void registeredAlgorithmIsFoundByName() {
    Path file = Cli.write(directory.resolve("data"), new byte[] {1, 2, (byte) 0xff, 0x7f, 9});
    Cli.Outcome outcome =
        Cli.run("sum", "-t", "byte-Sum/24,CRC32", "-b", "2", "--format", "json", file.toString());
    assertThat(outcome.status()).isZero();
    assertThat(outcome.json())
        .extracting(object -> object.get("type"), object -> object.get("checksums"))
        .first()
        .isEqualTo(tuple(ByteSumAlgorithm.NAME, List.of("000003", "00017e", "000009")));
  }

  @Test
  void noneTakesNoChecksums() {
    Path file = Cli.write(directory.resolve("data"), new byte[100]);
    Cli.Outcome outcome =
        Cli.run("sum", "-t", "NONE", "-b", "0", "--format", "json", file.toString());
    assertThat(outcome.json())
        .containsExactly(Expected.sum(file.toString(), new byte[100], "NONE", 0));
  }

  @Test
  void longestNameThatLeavesRoomForTheEndingWillDo() throws IOException {
    // Names are at most 255 bytes nearly everywhere; ".chunksum" takes 9.
    Path file = Cli.write(directory.resolve("n".repeat(246)), new byte[10]);
    assertThat(Cli.run("sum", file.toString()).status()).isZero();
    assertThat(Cli.names(directory)).hasSize(2);
    assertThat(Cli.run("verify", file.toString()).status()).isZero();
  }
}
