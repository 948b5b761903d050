// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own that is terminated. */
class TerminationTest {

  @TempDir private Path directory;

  private static Process start(String... args) throws IOException, URISyntaxException {
    return new ProcessBuilder(ChildJvm.command(List.of(), Main.class, args))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a process cannot be asked to end there")
  void endingTheProcessInTheMiddleLeavesTheOldSidecarAndNothingElse() throws Exception {
    Path sidecar = Cli.write(directory.resolve("sums"), new byte[] {1, 2, 3});
    Process process = start("sum", "-o", sidecar.toString(), "-");
    try (OutputStream in = process.getOutputStream()) {
      in.write(new byte[3_000_000]);
      in.flush();
      assertThat(namesAfterOneMoreCame()).hasSize(2);
      // Process.destroy would also end the input, and the sum of what has arrived might be stored.
      assertThat(process.toHandle().destroy()).isTrue();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(Cli.names(directory)).containsExactly("sums");
    assertThat(Files.readAllBytes(sidecar)).containsExactly(1, 2, 3);
  }

  /** The command goes on to the next file while the JVM ends. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a process cannot be asked to end there")
  void endingTheProcessBetweenManyFilesLeavesNothingHalfDone() throws Exception {
    List<String> args = new ArrayList<>(List.of("sum", "-t", "CRC32"));
    for (int i = 0; i < 4000; i++) {
      args.add(Cli.write(directory.resolve("f" + i), new byte[10]).toString());
    }
    // Nobody writes to it, so the command cannot end by itself.
    args.add(Pipes.make(directory.resolve("pipe")).toString());
    Process process = start(args.toArray(String[]::new));
    try {
      Path late = Cli.sidecar(directory.resolve("f1500"));
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!Files.exists(late) && System.nanoTime() - deadline < 0) {
        Thread.sleep(5);
      }
      assertThat(process.toHandle().destroy()).isTrue();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(Cli.names(directory))
        .noneMatch(name -> name.endsWith(".tmp"))
        .contains("f1500.chunksum");
  }

  private List<String> namesAfterOneMoreCame() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    List<String> names = Cli.names(directory);
    while (names.size() == 1 && System.nanoTime() - deadline < 0) {
      Thread.sleep(20);
      names = Cli.names(directory);
    }
    return names;
  }
}
