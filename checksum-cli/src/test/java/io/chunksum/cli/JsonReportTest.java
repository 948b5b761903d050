// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.FileChunks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The form of {@code --format json}: programs rely on the keys, their order and the lines. */
class JsonReportTest {

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Console console =
      new Console(InputStream.nullInputStream(), out, OutputStream.nullOutputStream());
  private final Report report = new JsonReport(console);

  private String printed() {
    console.flush(ExitStatus.OK);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void sumHasTheseKeysInThisOrder() {
    Path file = Cli.write(directory.resolve("data"), new byte[] {1});
    assertThat(Cli.run("sum", "-b", "512", "--format", "json", file.toString()).out())
        .isEqualTo(
            "{\"file\":\"%s\",\"length\":1,\"type\":\"CRC32C\",\"bytesPerChecksum\":512,"
                    .formatted(escaped(file))
                + "\"checksums\":[\"a016d052\"]}\n");
  }

  @Test
  void verifyHasTheseKeysInThisOrder() {
    Path file = Cli.summed(directory.resolve("data"), new byte[] {1}, "CRC32C", 512);
    Cli.write(file, new byte[0]);
    assertThat(Cli.run("verify", "--format", "json", file.toString()).out())
        .isEqualTo(
            "{\"file\":\"%s\",\"length\":0,\"expectedLength\":1,\"type\":\"CRC32C\","
                    .formatted(escaped(file))
                + "\"bytesPerChecksum\":512,\"windows\":1,\"ok\":false,\"mismatchCount\":1,"
                + "\"mismatches\":[{\"window\":0,\"offset\":0,\"length\":1,"
                + "\"expected\":\"a016d052\",\"actual\":null,\"diagnosis\":null}]}\n");
  }

  /** An input that breaks off is not the only thing that is wrong with it. */
  @Test
  void fileThatMismatchedBeforeItCouldNotBeReadHasBoth() {
    byte[] content = new byte[1 << 20];
    content[5] = 1; // There are zeros in the input.
    Path file = Cli.summed(directory.resolve("data"), content, "CRC32C,MD5", 65536);
    String sums = Cli.sidecar(file).toString();
    Cli.Outcome outcome =
        Cli.run(new BrokenInput(20), "verify", "--checksums", sums, "--format", "json", "-");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.json())
        .hasSize(2)
        .allSatisfy(object -> {
          assertThat(object.get("ok")).isEqualTo(false);
          assertThat(object.get("mismatchCount")).isEqualTo(1L);
          assertThat(object.get("windows")).isEqualTo(2L);
          assertThat(object.get("error")).isEqualTo("cable pulled");
        });
    Cli.Outcome text = Cli.run(new BrokenInput(20), "verify", "--checksums", sums, "-");
    assertThat(text.status()).isEqualTo(1);
    assertThat(text.lines())
        .hasSize(4)
        .contains("-: FAILED (CRC32C, 2 windows, 1 mismatched)")
        .endsWith("-: FAILED (MD5, 2 windows, 1 mismatched)");
    assertThat(text.errorLines()).containsExactly("chunksum: -: cable pulled");
  }

  private static String escaped(Path file) {
    return file.toString().replace("\\", "\\\\");
  }

  @Test
  void thereIsOneObjectForEachFileAndTypeWhateverHappens() {
    Path one = Cli.write(directory.resolve("one"), new byte[5]);
    Path missing = directory.resolve("missing");
    Path two = Cli.write(directory.resolve("two"), new byte[0]);
    List<Path> files = List.of(one, missing, directory, two);
    Cli.Outcome sum =
        Cli.run(Cli.args(files, "sum", "-t", "MD5,NONE,byte-Sum/24", "--format", "json"));
    assertThat(sum.status()).isEqualTo(3);
    assertThat(sum.err()).isEmpty();
    assertThat(sum.json())
        .extracting(object -> object.get("file") + " " + object.get("type"))
        .containsExactlyElementsOf(
            files.stream()
                .flatMap(file ->
                    List.of("MD5", "NONE", "byte-Sum/24").stream().map(type -> file + " " + type))
                .toList());
    assertThat(sum.json().stream().filter(object -> object.containsKey("error")))
        .hasSize(6)
        .noneMatch(object -> object.containsKey("checksums"));
    Cli.Outcome verify = Cli.run(Cli.args(files, "verify", "--format", "json"));
    assertThat(verify.status()).isEqualTo(3);
    assertThat(verify.errorLines())
        .containsExactly("chunksum: of 4 files, 0 mismatched, 2 could not be checked");
    assertThat(verify.json())
        .extracting(object -> object.get("file"))
        .startsWith(one.toString(), one.toString(), one.toString(), missing.toString())
        .endsWith(two.toString(), two.toString(), two.toString());
  }

  @Test
  void fileThatCouldNotBeCheckedIsNotOkAndSaysWhy() {
    Path file = Cli.write(directory.resolve("data"), new byte[5]);
    List<Path> files = List.of(directory.resolve("missing"), directory, file);
    List<Map<String, @Nullable Object>> objects =
        Cli.run(Cli.args(files, "verify", "--format", "json")).json();
    assertThat(objects)
        .hasSize(3)
        .allSatisfy(object -> assertThat(object).containsEntry("ok", false))
        .extracting(object -> object.get("error"))
        .containsExactly(
            "no such file",
            "is a directory",
            "checksums in " + Cli.sidecar(file) + ": no such file");
    assertThat(objects)
        .extracting(object -> object.get("file"))
        .containsExactly(files.get(0).toString(), files.get(1).toString(), file.toString());
  }

  /** Somebody else may run the command on the same file at the same time. */
  @Test
  void checksumsThatWereReplacedMeanwhileAreNotThoseOfTheLabel() throws IOException {
    Path file = Cli.summed(directory.resolve("data"), new byte[1000], "CRC32C", 100);
    Path place = Cli.sidecar(file);
    List<ChecksumType> type = List.of(ChecksumType.CRC32C);
    List<ChecksumType> types = List.of(ChecksumType.CRC32C, ChecksumType.CRC32);
    for (StoredSums sums :
        List.of(
            new StoredSums(place, SumFormat.CHUNKSUM, types, 100, 1000),
            new StoredSums(place, SumFormat.CHUNKSUM, List.of(ChecksumType.CRC32), 100, 1000),
            new StoredSums(place, SumFormat.CHUNKSUM, type, 512, 1000),
            new StoredSums(place, SumFormat.CHUNKSUM, type, 100, 999))) {
      assertThat(report.summed("f", sums)).as("%s", sums).isFalse();
      String error = "\"error\":\"somebody else has replaced the checksums in " + escaped(place);
      assertThat(printed().lines())
          .hasSize(sums.types().size())
          .allMatch(line -> line.endsWith(error + "\"}"));
      out.reset();
    }
    assertThat(Cli.openFiles(directory)).isZero();
    StoredSums sums = new StoredSums(place, SumFormat.CHUNKSUM, type, 100, 1000);
    assertThat(report.summed("f", sums)).isTrue();
    assertThat(printed()).startsWith("{\"file\":\"f\",\"length\":1000,");
  }

  /** When the first type has been printed, somebody else removes the checksums. */
  @Test
  void aTypeThatCouldBeReadBackHasNoOtherObject() {
    Path file = Cli.write(directory.resolve("data"), new byte[1000]);
    Path place = Cli.sidecar(file);
    OutputStream removing =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            Files.deleteIfExists(place);
            out.write(b);
          }
        };
    Console other =
        new Console(InputStream.nullInputStream(), removing, OutputStream.nullOutputStream());
    int status = Main.run(other, "sum", "--format", "json", "-t", "CRC32C,MD5", file.toString());
    assertThat(status).isEqualTo(3);
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("\"type\":\"CRC32C\"").endsWith("\"]}"),
            line ->
                assertThat(line)
                    .endsWith(
                        "\"type\":\"MD5\",\"error\":\"checksums in %s: no such file\"}"
                            .formatted(escaped(place))));
  }

  /** The second chunk of the checksums cannot be read when the first has been printed. */
  @Test
  void anObjectThatBreaksOffIsFollowedByAnotherOnItsOwnLine() throws IOException {
    int length = FileChunks.bytes(1) + 1;
    Path file = Cli.summed(directory.resolve("data"), new byte[length], "CRC32C", 1);
    Path place = Cli.sidecar(file);
    byte[] whole = Files.readAllBytes(place);
    Cli.write(place, Oracle.withCrc(Arrays.copyOf(whole, whole.length - 1)));
    List<ChecksumType> types = List.of(ChecksumType.CRC32C);
    StoredSums sums = new StoredSums(place, SumFormat.CHUNKSUM, types, 1, length);
    assertThat(report.summed("f", sums)).isFalse();
    assertThat(printed().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("{\"file\":\"f\",\"length\":").doesNotContain("}"),
            line ->
                assertThat(line)
                    .startsWith("{\"file\":\"f\",\"type\":\"CRC32C\",\"error\":\"checksums in ")
                    .endsWith("\"}"));
  }

  @Test
  void linesEndInALineFeedOnEverySystem() {
    Path file = Cli.write(directory.resolve("data"), new byte[5]);
    String out = Cli.run("sum", "-t", "MD5,CRC32", "--format", "json", file.toString()).out();
    assertThat(out).endsWith("}\n").doesNotContain("\r").doesNotContain("\n\n");
    assertThat(out.chars().filter(c -> c == '\n')).hasSize(2);
  }
}
