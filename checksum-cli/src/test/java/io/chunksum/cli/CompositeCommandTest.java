// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompositeCommandTest {

  @TempDir private Path directory;

  private static Map<String, @Nullable Object> crc(Path file, byte[] content, String type) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("file", file.toString());
    object.put("length", (long) content.length);
    object.put("type", type);
    object.put("crc", Oracle.sum(type, content));
    return object;
  }

  /** Windows of one byte make several chunks. */
  @ParameterizedTest
  @CsvSource({"0, 512", "1, 512", "512, 512", "100001, 512", "100001, 65536", "150000, 1"})
  void crcIsThatOfTheWholeFileThoughThatIsGone(int length, int window) throws IOException {
    byte[] content = Oracle.random(41, length);
    Path file = Cli.summed(directory.resolve("data"), content, "CRC32C,MD5,CRC32", window);
    Files.delete(file);
    Cli.Outcome outcome = Cli.run("composite", "--format", "json", file.toString());
    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.json())
        .containsExactly(crc(file, content, "CRC32C"), crc(file, content, "CRC32"));
  }

  @Test
  void crcsOfAnyWidthCompose() {
    Path file =
        Cli.summed(
            directory.resolve("data"),
            "123456789".getBytes(StandardCharsets.US_ASCII),
            "CRC64NVME",
            2);
    assertThat(Cli.run("composite", file.toString()).lines())
        .containsExactly(file + ": CRC64NVME 0xae8b14860a799888 of 9 bytes");
    assertThat(Cli.run("composite", "--format", "json", file.toString()).json().get(0))
        .containsEntry("crc", "ae8b14860a799888");
  }

  @Test
  void sidecarWithoutCrcIsStatus3AndTheOthersAreComposed() {
    byte[] content = Oracle.random(42, 1000);
    Path digests = Cli.summed(directory.resolve("digests"), content, "MD5,NONE,byte-Sum/24", 512);
    Path good = Cli.summed(directory.resolve("good"), content, "CRC32C", 512);
    Path missing = directory.resolve("missing");
    List<Path> files = List.of(digests, good, missing);
    String problem =
        "checksums in %s: no CRC in [MD5, NONE, byte-Sum/24]".formatted(Cli.sidecar(digests));
    String unknown = "checksums in %s: no such file".formatted(Cli.sidecar(missing));
    Cli.Outcome text = Cli.run(Cli.args(files, "composite"));
    assertThat(text.status()).isEqualTo(3);
    assertThat(text.errorLines())
        .containsExactly(
            "chunksum: " + digests + ": " + problem, "chunksum: " + missing + ": " + unknown);
    assertThat(text.lines())
        .containsExactly(
            "%s: CRC32C 0x%s of 1000 bytes".formatted(good, Oracle.sum("CRC32C", content)));
    Cli.Outcome json = Cli.run(Cli.args(files, "composite", "--format", "json"));
    assertThat(json.status()).isEqualTo(3);
    assertThat(json.json())
        .containsExactly(
            Map.of("file", digests.toString(), "error", problem),
            crc(good, content, "CRC32C"),
            Map.of("file", missing.toString(), "error", unknown));
  }

  @Test
  void damagedSidecarGivesNoCrc() throws IOException {
    Path file = Cli.summed(directory.resolve("data"), new byte[1000], "CRC32C", 512);
    byte[] sidecar = Files.readAllBytes(Cli.sidecar(file));
    Files.write(Cli.sidecar(file), Oracle.flipped(sidecar, sidecar.length - 8, 0));
    Cli.Outcome outcome = Cli.run("composite", file.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("sidecar is damaged");
  }
}
