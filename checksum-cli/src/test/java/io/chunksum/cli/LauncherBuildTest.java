// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.chunksum.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * How {@code bin/chunksum} builds the command, with a Maven that only writes a word into the jar.
 */
@EnabledOnOs(OS.LINUX)
class LauncherBuildTest {

  @TempDir private Path directory;
  private Launcher launcher;
  private Path sources;

  @BeforeEach
  void install() throws IOException {
    launcher = new Launcher(directory);
    sources = launcher.module().resolve("..");
    Files.delete(launcher.jar());
    // It makes no archive of classes, and prints the word.
    launcher.writeJava(
        """
        case $* in *ClassList*) exit 1 ;; esac
        [ ! -e /proc/self/fd/9 ] || echo the lock is inherited
        cat '%s'
        """
            .formatted(launcher.jar()));
  }

  private void writeMaven(String commands) throws IOException {
    String jar = "jar='%s'\n".formatted(launcher.jar());
    Launcher.writeProgram(sources.resolve("mvnw"), "echo >>builds\n" + jar + commands);
  }

  private Outcome run() throws IOException, InterruptedException {
    return launcher.start(launcher.command("doctor")).outcome();
  }

  private int builds() throws IOException {
    return Files.readAllLines(sources.resolve("builds")).size();
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.call()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(10);
    }
  }

  /** Nobody reads a jar that is being written. */
  @Test
  void ofThoseStartedAtOnceOneBuildsAndTheOthersWait() throws Exception {
    assumeThat(new ProcessBuilder("sh", "-c", "command -v flock").start().waitFor()).isZero();
    writeMaven(
        """
        echo half >$jar
        while [ -e builds ] && [ ! -e go ]; do sleep 0.1; done
        echo whole >$jar
        """);
    Launcher.Run first = launcher.start(launcher.command("doctor"));
    await(() -> Files.exists(launcher.jar()));
    List<Launcher.Run> others =
        List.of(
            launcher.start(launcher.command("doctor")), launcher.start(launcher.command("doctor")));
    for (Launcher.Run other : others) {
      await(() -> !Files.readString(other.err()).isEmpty() || !other.process().isAlive());
    }
    Files.createFile(sources.resolve("go"));

    assertThat(first.outcome().err()).contains("building the command");
    assertThat(Files.readString(first.out())).isEqualTo("whole\n");
    for (Launcher.Run other : others) {
      Outcome outcome = other.outcome();
      assertThat(outcome.out()).isEqualTo("whole\n");
      assertThat(outcome.err())
          .isEqualTo("chunksum: waiting for another process to build the command ...\n");
    }
    assertThat(builds()).isEqualTo(1);
  }

  /** Whatever it left: a jar that is there may be half written. */
  @Test
  void aBuildThatFailedIsDoneAgain() throws Exception {
    writeMaven("echo half >$jar\nexit 1\n");
    Outcome failed = run();
    assertThat(failed.status()).isEqualTo(3);
    assertThat(failed.err()).endsWith("chunksum: the build failed\n");
    writeMaven("echo whole >$jar\n");
    assertThat(run().out()).isEqualTo("whole\n");
    assertThat(run().out()).isEqualTo("whole\n");
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void newerSourcesAndPomsAreBuilt() throws Exception {
    writeMaven("echo whole >$jar\n");
    List<Path> parts =
        List.of(
            sources.resolve("pom.xml"),
            sources.resolve("checksum-core/pom.xml"),
            sources.resolve("checksum-core/src/main/File"),
            sources.resolve("checksum-proto/pom.xml"),
            sources.resolve("checksum-proto/src/main/File"),
            launcher.module().resolve("pom.xml"),
            launcher.module().resolve("src/main/File"));
    for (Path part : parts) {
      Files.createDirectories(part.getParent());
      Cli.write(part, new byte[0]);
      Files.setLastModifiedTime(part, FileTime.fromMillis(1000));
    }
    assertThat(run().out()).isEqualTo("whole\n");
    assertThat(run().out()).isEqualTo("whole\n");
    assertThat(builds()).isEqualTo(1);
    int builds = 1;
    for (Path part : parts) {
      Files.setLastModifiedTime(part, FileTime.fromMillis(3000));
      Files.setLastModifiedTime(launcher.jar(), FileTime.fromMillis(2000));
      assertThat(run().out()).isEqualTo("whole\n");
      assertThat(builds()).as("%s", part).isEqualTo(++builds);
    }
  }

  @Test
  void locksAreNotNeeded() throws Exception {
    launcher.writeCommand("flock", "exit 66\n");
    writeMaven("echo whole >$jar\n");
    assertThat(run().out()).isEqualTo("whole\n");
    assertThat(run().out()).isEqualTo("whole\n");
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void withoutSourcesNothingIsBuilt() throws Exception {
    Files.delete(launcher.module().resolve("target"));
    Outcome outcome = run();
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err())
        .isEqualTo("chunksum: there is no %s, and nothing to build it from\n", launcher.jar());
    assertThat(launcher.module().resolve("target")).doesNotExist();
  }
}
