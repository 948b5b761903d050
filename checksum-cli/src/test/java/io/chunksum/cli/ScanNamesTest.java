// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Names in another encoding than the locale's, which read the same as others. */
@EnabledOnOs(OS.LINUX)
class ScanNamesTest {

  private static final String UNKNOWN =
      ": the name has characters that this locale cannot represent: in a URI it is ";

  @TempDir private Path directory;
  private Path tree;

  @BeforeEach
  void makeTheTree() throws Exception {
    assumeThat(System.getProperty("sun.jnu.encoding")).isEqualTo("UTF-8");
    tree = Files.createDirectory(directory.resolve("tree"));
  }

  private void shell(String script) throws Exception {
    String[] command = {"sh", "-c", script};
    Process process = new ProcessBuilder(command).directory(tree.toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void fileWithChecksumsAndOneThatReadsTheSameAreBothReported() throws Exception {
    Cli.summed(tree.resolve("a"), new byte[1], "CRC32C", 4);
    shell("mv a.chunksum a\ufffd.chunksum && mv a a\ufffd");
    shell("touch \"$(printf 'a\\377')\"");
    Cli.Outcome outcome = Cli.run("scan", tree.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.lines()).containsExactly(tree + "/a\ufffd: OK (CRC32C, 1 window)");
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: " + tree + "/a\ufffd" + UNKNOWN + "a%FF",
            "chunksum: of 2 files, 0 mismatched, 1 could not be checked");
  }

  /** Names come in another order there, so files would be left out. */
  @Test
  void aScanIsNotResumedInAnotherEncoding() throws Exception {
    assumeThat(System.getProperty("java.class.path"))
        .as("a JVM that knows only ASCII must find the classes")
        .matches("\\p{ASCII}*");
    Cli.summed(tree.resolve("a"), new byte[1], "CRC32C", 4);
    Cli.summed(tree.resolve("b"), new byte[1], "CRC32C", 4);
    Path checkpoint = directory.resolve("checkpoint");
    String[] scan = {"scan", "--checkpoint", checkpoint.toString(), tree.toString()};
    Console full =
        new Console(
            InputStream.nullInputStream(),
            new FullOutput(tree.toString().length() + 30), // For one line.
            OutputStream.nullOutputStream());
    assertThat(Main.run(full, scan)).isEqualTo(3);
    byte[] begun = Files.readAllBytes(checkpoint);
    assertThat(begun).isNotEmpty();

    List<String> command = new ArrayList<>(List.of("env", "LC_ALL=C")); // It knows only ASCII.
    command.addAll(ChildJvm.command(ChildJvm.QUIET, Main.class, scan));
    Path out = directory.resolve("out");
    ChildJvm.Ended other = ChildJvm.run(command, out);
    assertThat(other.status()).isEqualTo(2);
    assertThat(other.err())
        .startsWith("chunksum: checkpoint " + checkpoint + " is the checkpoint of a scan of ")
        .contains("sidecars and names in ");
    assertThat(out).isEmptyFile();
    assertThat(checkpoint).hasBinaryContent(begun);
  }

  @Test
  void filesAndFoldersThatReadTheSameAreLinesOfTheirOwn() throws Exception {
    shell("for e in 351 352 350; do touch \"$(printf \"r\\\\${e}sum\\\\$e.txt\")\"; done");
    shell("mkdir \"$(printf 'd\\377')\" \"$(printf 'd\\376')\"");
    Cli.Outcome one = Cli.run("scan", "-j", "1", tree.toString());
    String resume = "chunksum: " + tree + "/r\ufffdsum\ufffd.txt" + UNKNOWN;
    String folder = "chunksum: " + tree + "/d\ufffd" + UNKNOWN;
    assertThat(one.status()).isEqualTo(3);
    assertThat(one.errorLines())
        .isEqualTo(
            List.of(
                folder + "d%FE",
                folder + "d%FF",
                resume + "r%E8sum%E8.txt",
                resume + "r%E9sum%E9.txt",
                resume + "r%EAsum%EA.txt",
                "chunksum: of 5 files, 0 mismatched, 5 could not be checked"));
    assertThat(Cli.run("scan", "-j", "7", tree.toString())).isEqualTo(one);
  }
}
