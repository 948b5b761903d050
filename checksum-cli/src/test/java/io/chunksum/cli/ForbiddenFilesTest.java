// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the user may not read costs one line and status 3, and nothing else. Root may read all. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has other access rights")
class ForbiddenFilesTest {

  @TempDir private Path directory;
  private Path tree;
  private Path good;
  private Path secret;
  private Path folder;

  @BeforeEach
  void writeTheTree() throws IOException {
    tree = Files.createDirectory(directory.resolve("tree"));
    good = Cli.summed(tree.resolve("good"), new byte[10], "CRC32C", 4);
    secret = Cli.summed(tree.resolve("secret"), new byte[10], "CRC32C", 4);
    folder = Files.createDirectory(tree.resolve("folder"));
    Cli.summed(folder.resolve("inside"), new byte[10], "CRC32C", 4);
  }

  private static void forbid(Path path) throws IOException {
    Files.setPosixFilePermissions(path, Set.of());
    assumeThat(Files.isReadable(path)).as("root may read everything").isFalse();
  }

  /** Else the folder could not be removed. */
  @AfterEach
  void allow() {
    assertThat(folder.toFile().setReadable(true)).isTrue();
    assertThat(folder.toFile().setExecutable(true)).isTrue();
  }

  private void assertOnlyTheGoodOneIsDone(Cli.Outcome outcome, String problem) {
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.lines()).containsExactly(good + ": OK (CRC32C, 3 windows)");
    assertThat(outcome.errorLines()).contains("chunksum: " + problem);
  }

  @Test
  void fileIsNotSummedAndItsChecksumsAreKept() throws IOException {
    byte[] sums = Files.readAllBytes(Cli.sidecar(secret));
    forbid(secret);
    Cli.Outcome outcome = Cli.run("sum", "-t", "MD5", secret.toString(), good.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines()).containsExactly("chunksum: " + secret + ": permission denied");
    assertThat(Cli.sidecar(secret)).hasBinaryContent(sums);
    assertThat(Cli.run("verify", good.toString()).out()).contains("OK (MD5, ");
  }

  @Test
  void fileIsNotVerified() throws IOException {
    forbid(secret);
    assertOnlyTheGoodOneIsDone(
        Cli.run("verify", secret.toString(), good.toString()), secret + ": permission denied");
    assertThat(Cli.run("verify", "--format", "json", secret.toString()).json())
        .containsExactly(
            Map.of("file", secret.toString(), "ok", false, "error", "permission denied"));
  }

  @Test
  void fileIsNotVerifiedAgainstChecksumsThatMayNotBeRead() throws IOException {
    forbid(Cli.sidecar(secret));
    assertOnlyTheGoodOneIsDone(
        Cli.run("verify", secret.toString(), good.toString()),
        secret + ": checksums in " + Cli.sidecar(secret) + ": permission denied");
  }

  @Test
  void scanGoesOnBehindFilesAndFolders() throws IOException {
    forbid(secret);
    forbid(folder);
    Cli.Outcome outcome = Cli.run("scan", tree.toString());
    assertOnlyTheGoodOneIsDone(outcome, secret + ": permission denied");
    assertThat(outcome.errorLines()).contains("chunksum: " + folder + ": permission denied");
  }

  @Test
  void folderThatMayNotBeReadIsNotScanned() throws IOException {
    forbid(folder);
    Cli.Outcome outcome = Cli.run("scan", folder.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errorLines()).startsWith("chunksum: " + folder + ": permission denied");
  }
}
