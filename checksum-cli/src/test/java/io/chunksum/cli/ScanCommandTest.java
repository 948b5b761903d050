// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A tree of many small files and three large ones, with a fault of every kind. */
class ScanCommandTest {

  private static final int MIB = 1024 * 1024;
  private static final int SMALL_FILES = 120;

  @TempDir private Path directory;
  private Path tree;

  @BeforeEach
  void nameTheTree() {
    tree = directory.resolve("tree");
  }

  private Path file(String path, byte[] content, String types, int bytesPerChecksum)
      throws IOException {
    Path file = tree.resolve(path);
    Files.createDirectories(file.getParent());
    return Cli.summed(file, content, types, bytesPerChecksum);
  }

  private Cli.Outcome scan(String... options) {
    return Cli.run(
        Stream.of(Stream.of("scan"), Stream.of(options), Stream.of(tree.toString()))
            .flatMap(args -> args)
            .toArray(String[]::new));
  }

  /** Makes the tree, and returns the files that must be found, with their errors or "". */
  private Map<String, String> plant() throws IOException {
    for (int i = 0; i < SMALL_FILES; i++) {
      String types = List.of("CRC32C", "SHA256", "MD5,CRC32", "CRC32C,NONE").get(i % 4);
      file("small/" + i % 10 + "/f" + i, Oracle.random(i, i * 97), types, 512 << (i % 6));
    }
    byte[] large = Oracle.random(1, 20 * MIB + 777);
    Path flipped = file("large/flipped", large, "CRC32C", 16384);
    Path swapped = file("large/swapped", large, "SHA256", MIB);
    file("large/whole", large, "MD5", 65536);

    Map<String, String> faults = new TreeMap<>();
    Files.write(flipped, Oracle.flipped(large, 17 * MIB, 3));
    faults.put("large/flipped", "");
    byte[] other = large.clone();
    System.arraycopy(large, 3 * MIB, other, 9 * MIB, MIB);
    System.arraycopy(large, 9 * MIB, other, 3 * MIB, MIB);
    Files.write(swapped, other);
    faults.put("large/swapped", "");

    byte[] content = Oracle.random(84, 84 * 97);
    Files.write(tree.resolve("small/4/f84"), Arrays.copyOf(content, 4_000));
    faults.put("small/4/f84", "");
    content = Oracle.random(95, 95 * 97);
    Files.write(tree.resolve("small/5/f95"), Arrays.copyOf(content, content.length + 1));
    faults.put("small/5/f95", "");
    content = Oracle.random(112, 112 * 97);
    Arrays.fill(content, 4096, 8192, (byte) 0);
    Files.write(tree.resolve("small/2/f112"), content);
    faults.put("small/2/f112", "");
    Path damaged = Cli.sidecar(tree.resolve("small/3/f113"));
    Files.write(damaged, Oracle.flipped(Files.readAllBytes(damaged), 40, 1));
    faults.put("small/3/f113", "checksums in " + damaged + ": ");
    Files.delete(tree.resolve("small/4/f114"));
    faults.put("small/4/f114", "no such file");
    return faults;
  }

  @Test
  void findsExactlyTheFaultsAndSaysOfThemWhatVerifySays() throws IOException {
    Map<String, String> faults = plant();
    Cli.write(tree.resolve("small/nosums"), new byte[1]);
    Cli.Outcome one = scan("--format", "json", "-j", "1");
    assertThat(one.status()).isEqualTo(1);
    assertThat(one.errorLines())
        .containsExactly(
            "chunksum: of 123 files, 5 mismatched, 2 could not be checked",
            "chunksum: 1 file without checksums");

    Map<String, String> found = new TreeMap<>();
    List<String> paths = new ArrayList<>();
    for (Map<String, @Nullable Object> line : one.json()) {
      String file = String.valueOf(line.get("file"));
      assertThat(file).startsWith(tree + "/");
      paths.add(file.substring(tree.toString().length() + 1));
      if (Boolean.FALSE.equals(line.get("ok"))) {
        found.put(paths.get(paths.size() - 1), String.valueOf(line.getOrDefault("error", "")));
      }
    }
    assertThat(found.keySet()).isEqualTo(faults.keySet());
    faults.forEach((path, error) -> assertThat(found.get(path)).startsWith(error));
    assertThat(paths).isSorted().hasSize(123 + 60 - 1);

    String[] files =
        paths.stream().distinct().map(p -> tree.resolve(p).toString()).toArray(String[]::new);
    String[] verify =
        Stream.concat(Stream.of("verify", "--format", "json"), Stream.of(files))
            .toArray(String[]::new);
    assertThat(one.out()).isEqualTo(Cli.run(verify).out());
    for (String threads : List.of("2", "3", "16")) {
      Path checkpoint = directory.resolve("checkpoint");
      Cli.Outcome many =
          scan("--format", "json", "-j", threads, "--checkpoint", checkpoint.toString());
      assertThat(many).isEqualTo(one);
      assertThat(checkpoint).doesNotExist();
    }
  }

  /** The record of its second chunk is cut off, and its first has a mismatch. */
  @Test
  void aFileThatCannotBeCheckedToItsEndIsOneErrorBesidesWhatWasFound() throws IOException {
    byte[] content = new byte[65_546];
    Path file = file("f", content, "CRC32C", 1);
    Cli.write(file, Oracle.flipped(content, 5, 0));
    byte[] sidecar = Files.readAllBytes(Cli.sidecar(file));
    Cli.write(Cli.sidecar(file), Oracle.withCrc(Arrays.copyOf(sidecar, sidecar.length - 9)));
    Cli.Outcome outcome = scan();
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.lines())
        .hasSize(2)
        .endsWith(file + ": FAILED (CRC32C, 65536 windows, 1 mismatched)");
    int at = sidecar.length - 2 * Integer.BYTES - 81; // Its length comes before, the CRC after.
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: %1$s: checksums in %1$s.chunksum: chunk record of 81 bytes (at byte %2$d)"
                .formatted(file, at),
            "chunksum: of 1 file, 1 mismatched, 1 could not be checked");
  }

  @Test
  void textHasALineForEachTypeAndForEachMismatch() throws IOException {
    file("a/good", new byte[100], "CRC32C,NONE", 64);
    Cli.write(file("b", new byte[100], "MD5", 64), new byte[10]);
    Files.delete(file("c", new byte[1], "MD5", 64));
    Cli.Outcome outcome = scan();
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.lines())
        .hasSize(5)
        .startsWith(
            tree + "/a/good: OK (CRC32C, 2 windows)",
            tree + "/a/good: not checked, the checksum type is NONE")
        .endsWith(tree + "/b: FAILED (MD5, 2 windows, 2 mismatched)");
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: " + tree + "/c: no such file",
            "chunksum: of 3 files, 1 mismatched, 1 could not be checked");
  }

  @Test
  void quietReportsWhatIsNotAllRight() throws IOException {
    plant();
    List<String> bad =
        scan("--format", "json").lines().stream()
            .filter(line -> !line.contains("\"ok\":true") || line.contains("\"checked\":false"))
            .toList();
    Cli.Outcome quiet = scan("--format", "json", "--quiet");
    assertThat(quiet.lines()).isEqualTo(bad).hasSize(7 + SMALL_FILES / 4);
    assertThat(quiet.status()).isEqualTo(1);
    assertThat(quiet.errorLines())
        .containsExactly("chunksum: of 123 files, 5 mismatched, 2 could not be checked");
  }

  @Test
  void statusIs3IfNothingMismatchedAndSomethingCouldNotBeChecked() throws IOException {
    file("good", new byte[10], "MD5", 4);
    assertThat(scan("--format", "json"))
        .satisfies(clean -> {
          assertThat(clean.status()).isZero();
          assertThat(clean.err()).isEmpty();
        });
    Files.delete(file("gone", new byte[10], "MD5", 4));
    Cli.Outcome outcome = scan("--format", "json");
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.json().get(0))
        .isEqualTo(Map.of("file", tree + "/gone", "ok", false, "error", "no such file"));
  }

  @Test
  void aFolderThatIsNotThereOrHasNoChecksumsIsAnError() throws IOException {
    Cli.Outcome missing = scan("--format", "json", "--checkpoint", directory + "/cp");
    assertThat(missing.status()).isEqualTo(3);
    assertThat(missing.json())
        .containsExactly(Map.of("file", tree.toString(), "ok", false, "error", "no such file"));
    assertThat(missing.err()).isEmpty(); // It is not a file, and there are no others.
    Files.createDirectory(tree);
    Cli.write(tree.resolve("x"), new byte[1]);
    Cli.Outcome empty = scan();
    assertThat(empty.status()).isEqualTo(3);
    assertThat(empty.out()).isEmpty();
    assertThat(empty.errorLines())
        .containsExactly(
            "chunksum: 1 file without checksums", "chunksum: no file with checksums was found");
    Files.delete(tree.resolve("x"));
    Cli.Outcome notMounted = scan("--checkpoint", directory + "/cp");
    assertThat(notMounted.status()).isEqualTo(3);
    assertThat(notMounted.errorLines())
        .containsExactly("chunksum: no file with checksums was found");
  }

  @Test
  @DisabledOnOs(
      value = OS.WINDOWS,
      disabledReason = "pipes are not files there, and links need a privilege")
  void linksPipesAndFoldersWithChecksumsAreErrors() throws Exception {
    for (String name : List.of("link", "pipe", "folder")) {
      Files.delete(file(name, new byte[10], "CRC32C", 4));
    }
    Files.createSymbolicLink(tree.resolve("link"), file("whole", new byte[10], "CRC32C", 4));
    Pipes.make(tree.resolve("pipe"));
    Files.createDirectory(tree.resolve("folder"));
    Files.createSymbolicLink(tree.resolve("other-tree"), directory);
    Cli.Outcome outcome = scan();
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.lines()).containsExactly(tree + "/whole: OK (CRC32C, 3 windows)");
    assertThat(outcome.err())
        .contains("/folder: is a directory\n", "/link: is a symbolic link\n")
        .contains("/pipe: is not a regular file\n");
  }

  /** Nothing verifies such a file: it must not count as one that nobody wants to be verified. */
  @Test
  @DisabledOnOs(
      value = OS.WINDOWS,
      disabledReason = "pipes are not files there, and links need a privilege")
  void filesNextToLinksPipesAndFoldersNamedLikeSidecarsAreErrors() throws Exception {
    Path whole = file("whole", new byte[10], "CRC32C", 4);
    for (String name : List.of("link", "pipe", "folder")) {
      Files.delete(Cli.sidecar(file(name, new byte[10], "CRC32C", 4)));
    }
    Files.createSymbolicLink(tree.resolve("link.chunksum"), Cli.sidecar(whole));
    Pipes.make(tree.resolve("pipe.chunksum"));
    Files.createDirectory(tree.resolve("folder.chunksum"));
    Cli.Outcome outcome = scan();
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.lines()).containsExactly(whole + ": OK (CRC32C, 3 windows)");
    String sidecar = "chunksum: %1$s/%2$s: checksums in %1$s/%2$s.chunksum are %3$s";
    assertThat(outcome.errorLines())
        .containsExactly(
            sidecar.formatted(tree, "folder", "not a regular file"),
            sidecar.formatted(tree, "link", "a link, which a scan does not follow"),
            sidecar.formatted(tree, "pipe", "not a regular file"),
            "chunksum: of 4 files, 0 mismatched, 3 could not be checked");
  }

  @Test
  void wrongUsageScansNothing() throws IOException {
    file("good", new byte[10], "MD5", 4);
    String[][] wrong = {
      {"-j", "0"},
      {"-j", "1025"},
      {"-j", "x"},
      {"--max-rate", "0"},
      {"--max-rate", "fast"},
      {"--format", "xml"},
      {"--checkpoint", ""},
      {"--checkpoint", directory.resolve("ck") + "/"},
      {"one-more"},
      {"--nonsense"},
    };
    for (String[] options : wrong) {
      Cli.Outcome outcome = scan(options);
      assertThat(outcome.status()).as(Arrays.toString(options)).isEqualTo(2);
      assertThat(outcome.out()).isEmpty();
      assertThat(outcome.errorLines()).hasSize(1);
    }
    assertThat(Cli.run("scan").status()).isEqualTo(2);
  }

  @Test
  void rateIsKept() throws IOException {
    file("f", new byte[3 * MIB], "CRC32C", 4096);
    long begin = System.nanoTime();
    assertThat(scan("--max-rate", "6MiB", "-j", "2").status()).isZero();
    // Tests not how fast the machine is, but that the scan pauses for as long as it must.
    assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(390));
  }

  @Test
  void whatIsNoCheckpointIsRefusedAndLeftAlone() throws IOException {
    file("good", new byte[10], "MD5", 4);
    Path content = Cli.write(directory.resolve("list"), new byte[] {97});
    Cli.Outcome none = scan("--checkpoint", content.toString());
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.out()).isEmpty();
    assertThat(none.err()).contains("list is not the checkpoint of a scan");
    assertThat(content).hasBinaryContent(new byte[] {97});
  }

  @Test
  void checkpointThatCannotBeOpenedIsToldAndTheScanIsDone() throws IOException {
    Path good = file("good", new byte[10], "MD5", 4);
    Path missing = directory.resolve("missing/checkpoint");
    Cli.Outcome outcome = scan("--checkpoint", missing.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.lines()).containsExactly(good + ": OK (MD5, 3 windows)");
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: scanning without checkpoint " + missing + ": its folder does not exist");
    Files.write(good, new byte[9]);
    assertThat(scan("--checkpoint", missing.toString()).status()).isEqualTo(1);
  }

  /** Not even root may write it. It has no place, but a scan that cannot open it does not know. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void checkpointThatCannotBeOpenedAndStaysIsToldToBeResumedFrom() throws IOException {
    Path kept = Path.of("/sys/devices/system/cpu/online");
    assumeThat(kept).isRegularFile();
    Path good = file("good", new byte[10], "MD5", 4);
    Cli.Outcome outcome = scan("--checkpoint", kept.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.lines()).containsExactly(good + ": OK (MD5, 3 windows)");
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err())
        .startsWith("chunksum: scanning without checkpoint " + kept + ": ")
        .endsWith("; unless it is removed, the next scan that can open it resumes from it\n");
  }

  /** Of an unset variable, most likely, and not the current folder. */
  @Test
  void emptyNameOfAFolderIsWrongUsage() {
    Cli.Outcome outcome = Cli.run("scan", "");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("(DIR): the name is empty");
  }
}
