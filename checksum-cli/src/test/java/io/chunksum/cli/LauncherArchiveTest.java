// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How {@code bin/chunksum} makes an archive of classes: without one the JVM starts more slowly, but
 * starts.
 */
@EnabledOnOs(OS.LINUX)
class LauncherArchiveTest {

  @TempDir private Path directory;
  private Launcher launcher;

  @BeforeEach
  void install() throws Exception {
    launcher = new Launcher(directory);
  }

  private void assertStarts() throws Exception {
    assertThat(launcher.launched(launcher.command("verify", "file")))
        .endsWith("Main verify file\n")
        .doesNotContain("SharedArchiveFile");
  }

  /** The archive is a copy of the jar, and is printed. */
  private void writeJavaThatPrintsItsArchive() throws Exception {
    launcher.writeJava(
        """
        archive=/dev/null
        for option; do
          case $option in
            -XX:DumpLoadedClassList=*) : >"${option#*=}" ;;
            -XX:SharedArchiveFile=*) archive=${option#*=} ;;
          esac
        done
        case $* in
          *-Xshare:dump*) cat '%s' >"$archive" ;;
          *) cat "$archive" ;;
        esac
        """
            .formatted(launcher.jar()));
  }

  private void assertNothingIsLeft() throws Exception {
    assertThat(Cli.names(launcher.module().resolve("target"))).containsExactly("chunksum.jar");
  }

  /** It is what names an archive. */
  @Test
  void aSystemWithoutCksumGetsNoArchive() throws Exception {
    launcher.writeCommand("cksum", "exit 127\n");
    assertStarts();
    assertNothingIsLeft();
  }

  /**
   * As where a disk has no room for another name: here, the name is in a folder that is missing.
   */
  @Test
  void withoutRoomForAnyFileThereIsNoArchive() throws Exception {
    launcher.writeCommand("cksum", "echo no/folder 1\n");
    assertStarts();
    assertNothingIsLeft();
  }

  @Test
  void anArchiveThatCannotBeRenamedIsRemoved() throws Exception {
    launcher.writeCommand("mv", "exit 1\n");
    assertStarts();
    assertNothingIsLeft();
  }

  private Path leftBehind(String ending, int hoursAgo) throws Exception {
    Path file = launcher.module().resolve("target/classes-1-2.jsa." + ending);
    if (ending.endsWith(".files")) {
      Files.createFile(Files.createDirectory(file).resolve("file"));
    } else {
      Files.createFile(file);
    }
    Instant then = Instant.now().minus(Duration.ofHours(hoursAgo));
    return Files.setLastModifiedTime(file, FileTime.from(then));
  }

  /** A script that is killed removes nothing; one that began lately may still be running. */
  @Test
  void whatAKilledScriptLeftIsRemovedDaysLater() throws Exception {
    List<Path> old =
        List.of(leftBehind("77", 49), leftBehind("77.sum", 49), leftBehind("77.files", 49));
    List<Path> recent = List.of(leftBehind("78", 23), leftBehind("78.files", 23));
    assertStarts();
    assertThat(old).allSatisfy(path -> assertThat(path).doesNotExist());
    assertThat(recent).allSatisfy(path -> assertThat(path).exists());
    assertThat(recent.get(1).resolve("file")).exists();
  }

  @Test
  void whatAKilledScriptOfTheSameNumberLeftIsNotInTheWay() throws Exception {
    writeJavaThatPrintsItsArchive();
    Files.writeString(launcher.jar(), "jar");
    assertThat(launcher.launched(launcher.command("doctor"))).isEqualTo("jar");
    Path target = launcher.module().resolve("target");
    String archive =
        Cli.names(target).stream().filter(name -> name.endsWith(".jsa")).findFirst().orElseThrow();
    Files.delete(target.resolve(archive));
    ProcessBuilder again =
        new ProcessBuilder(
            "sh",
            "-c",
            "mkdir \"$1.$$.files\" && exec sh \"$2\" doctor",
            "sh",
            target.resolve(archive).toString(),
            launcher.script().toString());
    assertThat(launcher.launched(launcher.inEnvironment(again))).isEqualTo("jar");
    assertThat(Cli.names(target)).containsExactly("chunksum.jar", archive);
  }

  /** What tar unpacks has the time it had where it was packed. */
  @Test
  void aJarThatReplacesAnotherGetsAnArchiveEvenIfItIsOlderThanTheLast() throws Exception {
    writeJavaThatPrintsItsArchive();
    ProcessBuilder builder = launcher.command("doctor");
    for (int time : new int[] {3000, 1000, 2000}) {
      Files.writeString(launcher.jar(), "jar of " + time);
      Files.setLastModifiedTime(launcher.jar(), FileTime.fromMillis(time));
      assertThat(launcher.launched(builder)).isEqualTo("jar of " + time);
      assertThat(launcher.launched(builder)).isEqualTo("jar of " + time);
      assertThat(Cli.names(launcher.module().resolve("target"))).hasSize(2);
    }

    Files.writeString(directory.resolve("jdk/release"), "another JVM");
    assertThat(launcher.launched(builder)).isEqualTo("jar of 2000");
    assertThat(Cli.names(launcher.module().resolve("target"))).hasSize(3);

    Files.setLastModifiedTime(launcher.jar(), FileTime.fromMillis(4000));
    launcher.launched(builder);
    assertThat(Cli.names(launcher.module().resolve("target")))
        .as("those of the other JVM belong to the jar that is gone, too")
        .hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HUP", "INT", "TERM"})
  void endingTheScriptMeanwhileLeavesNothing(String signal) throws Exception {
    assumeThat(endsAShell(signal))
        .as("whoever runs the tests may ignore it, as nohup does")
        .isTrue();
    Path begun = directory.resolve("begun");
    launcher.writeJava(
        """
        for option; do
          case $option in -XX:DumpLoadedClassList=*)
            : >"${option#*=}" && : >'%s'
            kill -s %s $PPID
            exit ;;
          esac
        done
        echo started
        """
            .formatted(begun, signal));
    Cli.Outcome outcome = launcher.start(launcher.command("doctor")).outcome();
    assertThat(begun).exists();
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.status()).isGreaterThan(128);
    assertNothingIsLeft();
  }

  private static boolean endsAShell(String signal) throws Exception {
    return new ProcessBuilder("sh", "-c", "kill -s " + signal + " $$").start().waitFor() != 0;
  }
}
