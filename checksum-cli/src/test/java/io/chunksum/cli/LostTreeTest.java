// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Scans that resume where the files are gone, for now or for good. */
class LostTreeTest {

  private static final String RESUMING =
      "chunksum: resuming after b: 2 files already scanned, 0 mismatched, 0 could not be checked";
  private static final String KEPT =
      "chunksum: the checkpoint is kept; unless it is removed, the next scan resumes from it";

  @TempDir private Path directory;
  private Path tree;
  private Path checkpoint;
  private String[] scan;
  private List<String> all;
  private byte[] begun;

  @BeforeEach
  void endAScanAfterTheSecondFile() throws IOException {
    tree = Files.createDirectory(directory.resolve("tree"));
    for (String name : List.of("a", "b", "c", "d")) {
      Cli.summed(tree.resolve(name), new byte[100], "CRC32C", 10);
    }
    all = Cli.run("scan", "--format", "json", tree.toString()).lines();
    checkpoint = directory.resolve("checkpoint");
    String file = checkpoint.toString();
    scan = new String[] {"scan", "--format", "json", "--checkpoint", file, tree.toString()};
    FullOutput full = new FullOutput(String.join("\n", all.subList(0, 2)).length() + 1);
    Console console =
        new Console(InputStream.nullInputStream(), full, OutputStream.nullOutputStream());
    assertThat(Main.run(console, scan)).isEqualTo(3);
    begun = Files.readAllBytes(checkpoint);
  }

  private void assertIsKept(String error, String... errorLines) {
    for (int i = 0; i < 2; i++) {
      Cli.Outcome lost = Cli.run(scan);
      assertThat(lost.status()).isEqualTo(3);
      assertThat(lost.json())
          .containsExactly(Map.of("file", tree.toString(), "ok", false, "error", error));
      assertThat(lost.errorLines()).containsExactly(errorLines);
      assertThat(checkpoint).hasBinaryContent(begun);
    }
  }

  private void assertResumes() {
    Cli.Outcome rest = Cli.run(scan);
    assertThat(rest.status()).isZero();
    assertThat(rest.lines()).isEqualTo(all.subList(2, 4));
    assertThat(rest.errorLines()).containsExactly(RESUMING);
    assertThat(checkpoint).doesNotExist();
  }

  /** As if the disk that is mounted there were not. */
  @Test
  void anEmptyFolderIsAnErrorAndThePlaceIsKept() throws IOException {
    Path away = Files.move(tree, directory.resolve("away"));
    Files.createDirectory(tree);
    assertIsKept("is empty, but files in it have been scanned before", RESUMING, KEPT);
    Files.delete(tree);
    Files.move(away, tree);
    assertResumes();
  }

  @Test
  void aMissingFolderIsAnErrorAndThePlaceIsKept() throws IOException {
    Path away = Files.move(tree, directory.resolve("away"));
    assertIsKept("no such file");
    Files.move(away, tree);
    assertResumes();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has other access rights")
  void aFolderThatMayNotBeReadIsAnErrorAndThePlaceIsKept() throws IOException {
    Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(tree);
    Files.setPosixFilePermissions(tree, Set.of());
    try {
      assumeThat(Files.isReadable(tree)).as("root may read everything").isFalse();
      assertIsKept("permission denied", RESUMING, KEPT);
    } finally {
      Files.setPosixFilePermissions(tree, allowed);
    }
    assertResumes();
  }

  @Test
  void whatMismatchedBeforeCountsUnlessTheFolderIsMissing() throws IOException {
    Files.delete(checkpoint);
    Cli.write(tree.resolve("a"), new byte[99]);
    FullOutput full =
        new FullOutput(Cli.run("verify", tree.resolve("a").toString()).out().length());
    Console console =
        new Console(InputStream.nullInputStream(), full, OutputStream.nullOutputStream());
    String file = checkpoint.toString();
    String[] text = {"scan", "--checkpoint", file, tree.toString()};
    assertThat(Main.run(console, text)).isEqualTo(1);
    Path away = Files.move(tree, directory.resolve("away"));
    Cli.Outcome missing = Cli.run(text);
    assertThat(missing.status()).isEqualTo(3);
    assertThat(missing.errorLines()).containsExactly("chunksum: " + tree + ": no such file");
    Files.createDirectory(tree);
    Cli.Outcome empty = Cli.run(text);
    assertThat(empty.status()).isEqualTo(1);
    assertThat(empty.out()).isEmpty();
    assertThat(empty.errorLines())
        .hasSize(3)
        .startsWith(
            "chunksum: resuming after a: 1 file already scanned, 1 mismatched,"
                + " 0 could not be checked")
        .endsWith(KEPT);
    Files.delete(tree);
    Files.move(away, tree);
    assertThat(Cli.run(text).status()).isEqualTo(1);
    assertThat(checkpoint).doesNotExist();
  }

  /** As if the scan had been ended after the last file, before it removed its checkpoint. */
  @Test
  void aFolderWithNoFurtherFilesHasBeenScanned() throws IOException {
    for (String name : List.of("c", "d")) {
      Files.delete(tree.resolve(name));
      Files.delete(Cli.sidecar(tree.resolve(name)));
    }
    Cli.Outcome rest = Cli.run(scan);
    assertThat(rest.status()).isZero();
    assertThat(rest.out()).isEmpty();
    assertThat(rest.errorLines())
        .containsExactly(RESUMING, "chunksum: no further file with checksums was found");
    assertThat(checkpoint).doesNotExist();
  }
}
