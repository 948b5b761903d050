// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.cli.ChildJvm.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs what docs/scan.md says to give the files of a tree their checksums. */
@EnabledOnOs(OS.LINUX)
class SumTreeTest {

  private static final Pattern RECIPE =
      Pattern.compile("```sh\n(find -H /data .*?)```", Pattern.DOTALL);

  private static final List<String> NAMES =
      List.of("plain", "a b", "a\nb", "-t", "--help", "$(false)", "'\"\\", "@x", "*");

  @TempDir private Path directory;

  private Ended run(Path tree) throws Exception {
    Matcher recipe = RECIPE.matcher(Files.readString(Path.of("..", "docs", "scan.md")));
    assertThat(recipe.find()).isTrue();
    List<String> command = ChildJvm.command(ChildJvm.QUIET, Main.class);
    Launcher.writeProgram(
        directory.resolve("chunksum"),
        command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ", "exec ", ""))
            + " \"$@\"\n");
    String script = "PATH=$1:$PATH; " + recipe.group(1).replace("/data", "\"$2\"");
    return ChildJvm.run(
        List.of("sh", "-c", script, "sh", directory.toString(), tree.toString()),
        directory.resolve("out"));
  }

  private static byte[] content(Path file) throws IOException {
    return Files.readAllBytes(Cli.sidecar(file));
  }

  @Test
  void eachFileWithoutASidecarGetsOne() throws Exception {
    Path tree = Files.createDirectories(directory.resolve("the tree"));
    Path folder = Files.createDirectory(tree.resolve("-name x"));
    for (String name : NAMES) {
      Cli.write(folder.resolve(name), name.getBytes(UTF_8));
    }
    Cli.write(tree.resolve(".chunksum-1-2-3.tmp"), new byte[1]);
    Path old = Cli.summed(tree.resolve("old"), new byte[100], "MD5", 10);
    byte[] sidecar = content(old);
    Cli.write(old, new byte[99]);
    Path link = Files.createSymbolicLink(directory.resolve("link"), tree);
    assertThat(run(link)).isEqualTo(new Ended(0, ""));
    assertThat(content(old)).isEqualTo(sidecar);
    assertThat(Cli.names(folder)).hasSize(2 * NAMES.size());
    assertThat(Cli.names(tree))
        .containsExactly("-name x", ".chunksum-1-2-3.tmp", "old", "old.chunksum");
    Cli.Outcome scanned = Cli.run("scan", folder.toString());
    assertThat(scanned.status()).isZero();
    assertThat(scanned.lines()).hasSize(NAMES.size());
    assertThat(run(tree)).as("nothing is left to do").isEqualTo(new Ended(0, ""));
    assertThat(Files.readString(directory.resolve("out"))).isEmpty();
  }
}
