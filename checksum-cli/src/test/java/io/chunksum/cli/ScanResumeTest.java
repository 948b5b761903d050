// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command as a process of its own that is ended in the middle of a scan, more than once. */
class ScanResumeTest {

  private static final int FILES = 200;
  private static final int LARGE = 40;

  /** Longer ones from here on: after the last line that is waited for, a scan lasts for 10 s. */
  private static final int LAST = 100;

  @TempDir private Path directory;
  private Path out;

  @BeforeEach
  void makeOutput() throws IOException {
    out = Files.createFile(directory.resolve("out"));
  }

  /** Scans until that many more lines have been printed, then ends the process in either way. */
  private void scanAndEnd(Path tree, Path checkpoint, int lines, boolean kill) throws Exception {
    int wanted = Files.readAllLines(out).size() + lines;
    List<String> command =
        ChildJvm.command(
            List.of(),
            Main.class,
            "scan",
            "-j",
            "2",
            "--max-rate",
            "2MiB",
            "--format",
            "json",
            "--checkpoint",
            checkpoint.toString(),
            tree.toString());
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (Files.readAllLines(out).size() < wanted && System.nanoTime() - deadline < 0) {
        Thread.sleep(5);
      }
      if (!kill) {
        assertThat(process.toHandle().destroy()).isTrue();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      }
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).isEqualTo(128 + (kill ? 9 : 15));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a process cannot be asked to end there")
  void scansThatWereEndedGoOnWhereTheyWereAndLoseNothing(boolean kill) throws Exception {
    Path tree = Files.createDirectory(directory.resolve("tree"));
    for (int i = 0; i < FILES; i++) {
      byte[] content = Oracle.random(i, i == LARGE ? 3_000_000 : i < LAST ? 30_000 : 200_000);
      Path file = Cli.summed(tree.resolve("f%03d".formatted(i)), content, "CRC32C", 4096);
      if (i == 3) {
        Files.write(file, Oracle.flipped(content, 12345, 6));
      }
    }
    List<String> all = Cli.run("scan", "--format", "json", tree.toString()).lines();
    Path checkpoint = directory.resolve("checkpoint");

    int ends = 0;
    for (int lines : new int[] {5, 20, 30, 25}) {
      scanAndEnd(tree, checkpoint, lines, kill);
      ends++;
    }
    int before = Files.readAllLines(out).size();
    Cli.Outcome rest =
        Cli.runAppending(
            out,
            "scan",
            "--format",
            "json",
            "--checkpoint",
            checkpoint.toString(),
            tree.toString());
    assertThat(Files.readAllLines(out).subList(before, Files.readAllLines(out).size()))
        .hasSizeGreaterThan(5)
        .doesNotContain(all.get(3));

    // Nothing is lost, and each end repeats at most the one file that was not yet recorded. Between
    // two runs may be the beginning of a line that follows.
    List<String> printed = new ArrayList<>(Files.readAllLines(out));
    List<String> others = new ArrayList<>(printed);
    printed.retainAll(all);
    others.removeAll(all);
    assertThat(new LinkedHashSet<>(printed)).containsExactlyElementsOf(all);
    assertThat(printed.size()).isLessThanOrEqualTo(all.size() + ends);
    assertThat(others)
        .hasSizeLessThanOrEqualTo(ends)
        .allMatch(cut -> !cut.isEmpty() && all.stream().anyMatch(line -> line.startsWith(cut)));
    assertThat(rest.status()).isEqualTo(1);
    assertThat(rest.err()).contains("resuming after f", "1 mismatched");
    assertThat(checkpoint).doesNotExist();
  }
}
