// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands whose output takes no more, and scans that resume afterwards. */
class FullOutputTest {

  @TempDir private Path directory;
  private Path tree;
  private Path checkpoint;

  @BeforeEach
  void makeTree() throws IOException {
    tree = Files.createDirectory(directory.resolve("tree"));
    checkpoint = directory.resolve("checkpoint");
    for (String name : List.of("a", "b", "c", "d", "e", "f")) {
      Cli.summed(tree.resolve(name), new byte[100], "CRC32C", 10);
    }
  }

  private String[] scan(String format, Path folder) {
    String file = checkpoint.toString();
    return new String[] {"scan", "--format", format, "--checkpoint", file, folder.toString()};
  }

  private static int run(OutputStream out, OutputStream err, String... args) {
    return Main.run(new Console(InputStream.nullInputStream(), out, err), args);
  }

  private static FullOutput roomFor(List<String> lines) {
    return new FullOutput(String.join("\n", lines).length() + 1);
  }

  @Test
  void whatCouldNotBePrintedIsScannedAgainAndWhatWasFoundBeforeCounts() throws IOException {
    Cli.write(tree.resolve("a"), new byte[99]);
    Files.delete(tree.resolve("b"));
    Cli.write(tree.resolve("aa"), new byte[1]);
    Cli.write(tree.resolve("dd"), new byte[1]);
    List<String> all = Cli.run("scan", "--format", "json", tree.toString()).lines();
    FullOutput out = roomFor(all.subList(0, 3));
    assertThat(run(out, OutputStream.nullOutputStream(), scan("json", tree))).isEqualTo(1);
    assertThat(checkpoint).exists();

    Path other = Files.createDirectory(directory.resolve("other"));
    Cli.Outcome refused = Cli.run(scan("json", other));
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err()).contains("is the checkpoint of a scan of ", "tree", "other");

    Cli.Outcome rest = Cli.run(scan("json", tree));
    assertThat(rest.out()).isEqualTo(String.join("\n", all.subList(3, 6)) + "\n");
    assertThat(rest.status()).isEqualTo(1);
    assertThat(rest.errorLines())
        .containsExactly(
            "chunksum: resuming after c: 3 files already scanned, 1 mismatched,"
                + " 1 could not be checked",
            "chunksum: of 6 files, 1 mismatched, 1 could not be checked",
            "chunksum: 2 files without checksums");
    assertThat(checkpoint).doesNotExist();
  }

  /** Also one of the first file, before any place is noted, and one that lacks only its end. */
  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void aLineThatWasCutOffStaysAloneWhereBothRunsAreKept(String format) throws IOException {
    String all = Cli.run("scan", "--format", format, tree.toString()).out();
    int second = all.indexOf('\n') + 1;
    int third = all.indexOf('\n', second) + 1;
    for (int cut : new int[] {1, second - 1, second, second + 1, third - 2, third - 1, third}) {
      FullOutput first = new FullOutput(cut);
      assertThat(run(first, OutputStream.nullOutputStream(), scan(format, tree))).isEqualTo(3);
      Path kept = Files.writeString(directory.resolve("kept"), first.taken());
      assertThat(Cli.runAppending(kept, scan(format, tree)).status()).isZero();
      int again = cut == third ? third : cut >= second ? second : 0;
      String end = cut == second || cut == third ? "" : "\n";
      assertThat(kept)
          .as("%d bytes of %s", cut, all)
          .hasContent(all.substring(0, cut) + end + all.substring(again));
      assertThat(checkpoint).doesNotExist();
    }
  }

  @Test
  void aFailureThatStandardErrorDoesNotTakeIsNotNotedAsReported() throws IOException {
    Files.delete(tree.resolve("b"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(run(out, new FullOutput(0), scan("text", tree))).isEqualTo(3);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(tree + "/a: OK (CRC32C, 10 windows)\n");
    Cli.Outcome rest = Cli.run(scan("text", tree));
    assertThat(rest.status()).isEqualTo(3);
    assertThat(rest.err()).contains("resuming after a: ", "/b: no such file\n");
    assertThat(rest.lines()).hasSize(4);

    // In the other format, it is not standard error that takes them.
    assertThat(run(out, new FullOutput(0), scan("json", tree))).isEqualTo(3);
    assertThat(checkpoint).doesNotExist();
  }

  @Test
  void verifyEndsWhereAScanWouldIfStandardErrorTakesNoFailure() throws IOException {
    Files.delete(tree.resolve("b"));
    List<Path> files = Stream.of("a", "b", "c").map(tree::resolve).toList();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(run(out, new FullOutput(0), Cli.args(files, "verify"))).isEqualTo(3);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(tree + "/a: OK (CRC32C, 10 windows)\n");

    out.reset();
    assertThat(run(out, new FullOutput(0), Cli.args(files, "verify", "--format", "json")))
        .isEqualTo(3);
    assertThat(out.toString(StandardCharsets.UTF_8)).hasLineCount(3);
  }

  @Test
  void verifyReadsNothingMoreForNobody() throws IOException {
    List<Path> files = Stream.of("a", "b", "c", "d").map(tree::resolve).toList();
    assertEndsBeforeTheFourth(Cli.args(files, "verify"));
  }

  @Test
  void verifyOfAListReadsNothingMoreForNobody() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d")) {
      lines.add("0".repeat(32) + "  " + tree.resolve(name));
    }
    Path list = Files.write(directory.resolve("list"), lines);
    List<Path> lists = List.of(list, directory.resolve("missing"));
    assertEndsBeforeTheFourth(Cli.args(lists, "verify", "--from", "md5sum"));
  }

  /**
   * What is wrong with the third cannot be printed, and that the fourth is missing is not found.
   */
  private void assertEndsBeforeTheFourth(String... args) throws IOException {
    Cli.write(tree.resolve("a"), new byte[99]);
    Files.delete(tree.resolve("d"));
    Cli.Outcome all = Cli.run(args);
    assertThat(all.err()).contains("/d: no such file");
    String third = tree.resolve("c").toString();
    FullOutput out =
        roomFor(all.lines().stream().takeWhile(line -> !line.startsWith(third)).toList());
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    assertThat(run(out, err, args)).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("chunksum: cannot write to standard output: no space left\n");
    assertThat(out.taken()).contains("/a: FAILED", "/b: ").doesNotContain("/c: ");
  }
}
