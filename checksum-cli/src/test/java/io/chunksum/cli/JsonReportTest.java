// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The form of {@code --format json}: programs rely on the keys, their order and the lines. */
class JsonReportTest {

  @TempDir private Path directory;

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
    assertThat(verify.err()).isEmpty();
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

  @Test
  void linesEndInALineFeedOnEverySystem() {
    Path file = Cli.write(directory.resolve("data"), new byte[5]);
    String out = Cli.run("sum", "-t", "MD5,CRC32", "--format", "json", file.toString()).out();
    assertThat(out).endsWith("}\n").doesNotContain("\r").doesNotContain("\n\n");
    assertThat(out.chars().filter(c -> c == '\n')).hasSize(2);
  }
}
