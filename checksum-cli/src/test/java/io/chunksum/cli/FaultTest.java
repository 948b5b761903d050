// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command where there is no room, on the disk or in memory. */
class FaultTest {

  /** Lets no file become longer than 64 or 128 KiB, by the shell; like a full disk to a writer. */
  private static final List<String> SMALL_FILES =
      List.of("sh", "-c", "ulimit -f 128; exec \"$@\"", "sh");

  @TempDir private Path directory;
  private Path data;
  private Path sidecar;

  @BeforeEach
  void writeTheFile() {
    data = Cli.write(directory.resolve("data"), new byte[1_000_000]);
    sidecar = Cli.write(Cli.sidecar(data), new byte[] {1, 2, 3});
  }

  private Cli.Outcome run(List<String> before, String jvmOption, String... args) throws Exception {
    List<String> command = new ArrayList<>(before);
    command.addAll(ChildJvm.command(List.of("-XX:-UsePerfData", jvmOption), Main.class, args));
    Path out = Files.createTempFile("chunksum", ".out");
    Path err = Files.createTempFile("chunksum", ".err");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      try {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      } finally {
        process.destroyForcibly();
      }
      return new Cli.Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  private void assertNothingIsLost() throws IOException {
    assertThat(Files.readAllBytes(sidecar)).containsExactly(1, 2, 3);
    assertThat(Cli.names(directory)).containsExactly("data", "data.chunksum");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void sidecarThatFindsNoRoomLeavesTheOldOneAndNothingElse() throws Exception {
    Cli.Outcome outcome = run(SMALL_FILES, "-Xmx64m", "sum", "-b", "16", data.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: %s: checksums cannot go to %s: File too large".formatted(data, sidecar));
    assertNothingIsLost();
  }

  @Test
  void folderThatTakesNoFileIsTold() throws IOException {
    Path under = data.resolve("sums");
    Cli.Outcome outcome = Cli.run("sum", "-o", under.toString(), data.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).contains("checksums cannot go to " + under);
    assertNothingIsLost();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void checkpointThatFindsNoRoomIsToldAndTheScanIsDone() throws Exception {
    Cli.summed(data, new byte[1_000_000], "CRC32C", 16384);
    Path checkpoint = directory.resolve("checkpoint");
    Cli.Outcome outcome =
        run(
            List.of("sh", "-c", "ulimit -f 1; exec \"$@\"", "sh"),
            "-Xmx64m",
            "scan",
            "--checkpoint",
            checkpoint.toString(),
            directory.toString());
    assertThat(outcome.out()).contains("OK (CRC32C, 62 windows)");
    assertThat(outcome.err()).contains("the checkpoint cannot be written: File too large");
    assertThat(outcome.status()).isEqualTo(3);
  }

  @Test
  void withoutDirectMemoryThereIsOneLineAndTheOldSidecar() throws Exception {
    Cli.Outcome outcome = run(List.of(), "-XX:MaxDirectMemorySize=256k", "sum", data.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).startsWith("chunksum: ").contains("OutOfMemoryError");
    assertNothingIsLost();
  }
}
