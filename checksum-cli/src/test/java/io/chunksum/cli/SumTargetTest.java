// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code sum} replaces by checksums, and what it does not. */
class SumTargetTest {

  @TempDir private Path directory;

  @Test
  void existingSidecarIsReplaced() throws IOException {
    Path file = Cli.summed(directory.resolve("data"), Oracle.random(4, 5000), "SHA256", 512);
    byte[] content = Oracle.random(5, 100);
    Cli.summed(file, content, "CRC32C", 16);
    assertThat(Cli.names(directory)).containsExactly("data", "data.chunksum");
    assertThat(Cli.run("verify", "--format", "json", file.toString()).json())
        .containsExactly(Expected.verify(file.toString(), content, content, "CRC32C", 16));
  }

  @Test
  void fileIsNeverReplacedByItsOwnChecksums() throws IOException {
    byte[] content = Oracle.random(6, 100);
    Path file = Cli.write(directory.resolve("data"), content);
    Path link = Files.createLink(directory.resolve("link"), file);
    for (Path target : List.of(file, directory.resolve(".").resolve("data"), link)) {
      Cli.Outcome outcome = Cli.run("sum", "-o", target.toString(), file.toString());
      assertThat(outcome.status()).as("%s", target).isEqualTo(3);
      assertThat(outcome.errorLines()).hasSize(1);
      assertThat(Files.readAllBytes(file)).isEqualTo(content);
      assertThat(Files.readAllBytes(link)).isEqualTo(content);
    }
    assertThat(Cli.names(directory)).containsExactly("data", "link");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void standardInputIsNeverReplacedByItsOwnChecksums() throws Exception {
    byte[] content = Oracle.random(6, 100);
    Path file = Cli.write(directory.resolve("data"), content);
    Process process =
        new ProcessBuilder(ChildJvm.command(List.of(), Main.class, "sum", "-o", "" + file, "-"))
            .redirectInput(file.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(said)
        .contains("chunksum: -: cannot write checksums to " + file + ": it is the file itself\n");
    assertThat(process.exitValue()).isEqualTo(3);
    assertThat(Files.readAllBytes(file)).isEqualTo(content);
  }

  /** Whoever has such a file may not know that its name is taken. */
  @ParameterizedTest
  @CsvSource({"chunksum, data.chunksum", "hadoop-crc, .data.crc", "hdfs-meta, data.meta"})
  void onlyChecksumsAreReplacedUnlessTheOptionSaysSo(String format, String name)
      throws IOException {
    String file = Cli.write(directory.resolve("data"), new byte[100]).toString();
    Path target = directory.resolve(name);
    for (String content : List.of("c", "crc", "the only copy", "CHUNKSUN")) {
      byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
      Cli.write(target, bytes);
      Cli.Outcome outcome = Cli.run("sum", "--to", format, file);
      assertThat(outcome.status()).as(content).isEqualTo(3);
      assertThat(outcome.errorLines())
          .containsExactly(
              "chunksum: %s: cannot write checksums to %s: it exists and is not %s; -o would replace it"
                  .formatted(file, target, format));
      assertThat(Files.readAllBytes(target)).isEqualTo(bytes);
    }
    assertThat(Cli.run("sum", "--to", format, "-o", target.toString(), file).status()).isZero();
    byte[] sums = Files.readAllBytes(target);
    assertThat(Cli.run("sum", "--to", format, file).status()).isZero();
    Cli.write(target, new byte[0]); // Nobody misses that.
    assertThat(Cli.run("sum", "--to", format, file).status()).isZero();
    assertThat(Files.readAllBytes(target)).isEqualTo(sums);
    assertThat(Cli.names(directory)).containsExactlyInAnyOrder("data", name);
  }

  /** Fonts, for example, begin like a meta file without checksums. Bytes are in hexadecimal. */
  @ParameterizedTest
  @CsvSource({
    "hdfs-meta, data.meta, 0001",
    "hdfs-meta, data.meta, 00010000",
    "hdfs-meta, data.meta, 00010000000f00800003007047535542",
    "hdfs-meta, data.meta, 0001010000000178",
    "hdfs-meta, data.meta, 00010100000000",
    "hdfs-meta, data.meta, 00010200000001787878787878",
    "hadoop-crc, .data.crc, 63726300",
    "hadoop-crc, .data.crc, 637263007573657220",
    "hadoop-crc, .data.crc, 63726300ffffffff",
    "chunksum, data.chunksum, 4348554e4b53554d",
    "chunksum, data.chunksum, 4348554e4b53554d207573657220646174612c206e6f2073756d73",
    // Another version, and a number that the type does not have.
    "chunksum, data.chunksum, "
        + "4348554e4b53554d 02 01 06 435243333243 04 00000002 00004000 0000000000000000 00000000",
    "chunksum, data.chunksum, "
        + "4348554e4b53554d 01 01 06 435243333243 04 00000077 00004000 0000000000000000 00000000",
  })
  void whatOnlyBeginsLikeChecksumsIsNotReplaced(String format, String name, String content)
      throws IOException {
    String file = Cli.write(directory.resolve("data"), new byte[100]).toString();
    byte[] bytes = HexFormat.of().parseHex(content.replace(" ", ""));
    Path target = Cli.write(directory.resolve(name), bytes);
    Cli.Outcome outcome = Cli.run("sum", "--to", format, file);
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines())
        .singleElement()
        .asString()
        .endsWith(": it exists and is not " + format + "; -o would replace it");
    assertThat(target).hasBinaryContent(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "chunksum, NONE, 0",
    "chunksum, 'MD5,byte-Sum/24', 16",
    "chunksum, CRC32C, 1000000",
    "hadoop-crc, CRC32, 1",
    "hadoop-crc, CRC32, 1000000",
    "hdfs-meta, NONE, 7",
    "hdfs-meta, CRC32, 1",
    "hdfs-meta, CRC32C, 1000000"
  })
  void whatItWroteIsReplacedWhateverTheFileHas(String format, String types, String window)
      throws IOException {
    for (int length : new int[] {0, 100}) {
      Path file = Cli.write(directory.resolve("data"), new byte[length]);
      for (int i = 0; i < 2; i++) {
        assertThat(
                Cli.run("sum", "--to", format, "-t", types, "-b", window, file.toString()).status())
            .isZero();
      }
    }
    assertThat(Cli.names(directory)).hasSize(2);
  }

  /** What is left of it is of no use. */
  @Test
  void aSidecarThatIsDamagedBehindItsHeaderIsReplaced() throws IOException {
    Path file = Cli.summed(directory.resolve("data"), new byte[100], "CRC32C", 16);
    byte[] good = Files.readAllBytes(Cli.sidecar(file));
    Cli.write(Cli.sidecar(file), Oracle.flipped(good, good.length - 5, 0));
    assertThat(Cli.run("verify", file.toString()).status()).isEqualTo(3);
    assertThat(Cli.run("sum", "-b", "16", file.toString()).status()).isZero();
    assertThat(Cli.sidecar(file)).hasBinaryContent(good);
  }

  @Test
  void directoryIsNoPlaceForASidecar() throws IOException {
    Path file = Cli.write(directory.resolve("data"), new byte[10]);
    Files.createDirectory(Cli.sidecar(file));
    Cli.Outcome outcome = Cli.run("sum", file.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: %s: cannot write checksums to %s: it is not a regular file"
                .formatted(file, Cli.sidecar(file)));
    assertThat(Cli.names(directory)).containsExactly("data", "data.chunksum");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "pipes are not files there")
  void pipeIsNotReplacedByASidecar() throws Exception {
    Path file = Cli.write(directory.resolve("data"), new byte[10]);
    Path pipe = Pipes.make(directory.resolve("pipe"));
    assertThat(Cli.run("sum", "-o", pipe.toString(), file.toString()).status()).isEqualTo(3);
    assertThat(Files.isRegularFile(pipe)).isFalse();
    assertThat(Files.exists(pipe)).isTrue();
  }

  /** With the end of a sidecar's name, that of a file may be too long. */
  @Test
  void aNameThatNoSidecarCanHaveIsToldBeforeTheFileIsRead() throws IOException {
    Path target = directory.resolve("x".repeat(248) + ".chunksum");
    Cli.Outcome outcome = Cli.run(new BrokenInput(0), "sum", "-o", target.toString(), "-");
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines())
        .singleElement()
        .asString()
        .startsWith("chunksum: -: cannot write checksums to " + target + ": ");
    assertThat(Cli.names(directory)).isEmpty();
  }

  /** As /dev/stdout does where output is directed to a file. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void linkThatStandsForAnOpenFileIsNotReplacedByASidecar() throws Exception {
    Path file = Cli.write(directory.resolve("data"), new byte[10]);
    Path folder = directory.toRealPath();
    Path open = Path.of("/proc/self/exe");
    for (Path to : List.of(open, folder.relativize(open))) {
      Path link = folder.resolve("stdout");
      Files.createSymbolicLink(link, to);
      assertThat(link).isRegularFile();
      Cli.Outcome outcome = Cli.run("sum", "-o", link.toString(), file.toString());
      assertThat(outcome.errorLines())
          .containsExactly(
              "chunksum: %s: cannot write checksums to %s: it is a link to an open file"
                  .formatted(file, link));
      assertThat(outcome.status()).isEqualTo(3);
      assertThat(link).isSymbolicLink();
      Files.delete(link);
    }
  }
}
