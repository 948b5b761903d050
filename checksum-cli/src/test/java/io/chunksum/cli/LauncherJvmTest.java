// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.chunksum.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which JVM {@code bin/chunksum} starts, and with which options. */
@EnabledOnOs(OS.LINUX)
class LauncherJvmTest {

  @TempDir private Path directory;
  private Launcher launcher;

  @BeforeEach
  void install() throws IOException {
    launcher = new Launcher(directory);
  }

  private void writeVersion(String version) throws IOException {
    Files.writeString(
        directory.resolve("jdk/release"), "A=\"1\"\nJAVA_VERSION=\"" + version + "\"\n");
  }

  /** An option that is mistyped in JAVA_OPTS must not be one of those that are ignored. */
  @ParameterizedTest
  @CsvSource({
    "17.0.15, false, false",
    "22, false, false",
    "23.0.1, true, false",
    "25, true, false",
    ", true, true"
  })
  void optionsThatNotEveryJvmKnowsAreForThoseThatDo(
      @Nullable String version, boolean allowed, boolean ignored) throws Exception {
    if (version == null) {
      Files.writeString(directory.resolve("jdk/release"), "");
    } else {
      writeVersion(version);
    }
    String options = launcher.launched(launcher.command("doctor"));
    assertThat(options.contains("--sun-misc-unsafe-memory-access=allow ")).isEqualTo(allowed);
    assertThat(options.contains("-XX:+IgnoreUnrecognizedVMOptions ")).isEqualTo(ignored);
  }

  /** A JVM that is told of two does not start. */
  @ParameterizedTest
  @ValueSource(strings = {"JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
  void aCollectorThatIsAskedForIsTheOnlyOne(String variable) throws Exception {
    String serial = "-XX:+UseSerialGC";
    Path calls = directory.resolve("calls");
    // It makes no archive of classes.
    launcher.writeJava("echo \"$@\" >>'" + calls + "'\ncase $* in *ClassList*) exit 1 ;; esac\n");
    ProcessBuilder builder = launcher.command("doctor");
    builder.environment().put(variable, "-Xmx1g -XX:+UseG1GC");
    launcher.launched(builder);
    builder.environment().put(variable, "-Xmx1g -Xlog:gc");
    launcher.launched(builder);

    List<String> options = Files.readAllLines(calls);
    assertThat(options).hasSize(3);
    // What JAVA_OPTS says is not said to the JVM that makes the archive.
    assertThat(options.get(0).contains(serial)).isEqualTo(variable.equals("JAVA_OPTS"));
    assertThat(options.get(1)).endsWith("Main doctor").doesNotContain(serial);
    assertThat(options.get(2)).endsWith("Main doctor").contains(serial);
  }

  @Test
  void aJavaHomeWithoutJavaIsNamed() throws Exception {
    ProcessBuilder builder = launcher.command("doctor");
    builder.environment().put("JAVA_HOME", "/no/such\\name");
    Outcome outcome = launcher.start(builder).outcome();
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err()).startsWith("chunksum: no Java in JAVA_HOME=/no/such\\name: ");
  }

  /** Such a JVM exits with 1, which means that data mismatched. */
  @ParameterizedTest
  @CsvSource({"1.8.0_392, 8", "11.0.20.1, 11", "16, 16"})
  void aJavaThatIsTooOldIsRefusedBeforeAnythingIsBuilt(String version, String feature)
      throws Exception {
    writeVersion(version);
    Files.delete(launcher.jar());
    Outcome outcome = launcher.start(launcher.command("verify", "file")).outcome();
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: %s/jdk/bin/java is Java %s: set JAVA_HOME to a JDK of version 17 or later"
                .formatted(directory, feature));
  }

  /** There, java is in a folder of its own, and what is known of it is not. */
  @Test
  void aJdk8IsRefusedByTheVersionNextToItsJre() throws Exception {
    writeVersion("1.8.0_392");
    Path java = Files.createDirectories(directory.resolve("jdk/jre/bin")).resolve("java");
    Files.move(directory.resolve("jdk/bin/java"), java);
    Files.createSymbolicLink(directory.resolve("jdk/bin/java"), java);
    Outcome outcome = launcher.start(launcher.command("verify", "file")).outcome();
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err()).contains("is Java 8: ");
  }

  /** As that of asdf or jenv: what is next to it says nothing of the JVM that it starts. */
  @ParameterizedTest
  @CsvSource({
    "java version \"1.8.0_392\", 8",
    "openjdk version \"16.0.2\" 2021-07-20, 16",
    "openjdk version \"21-ea\" 2023-09-19, ",
    "openjdk version \"25\" 2025-09-16, "
  })
  void aScriptIsAskedForTheVersionOfItsJvm(String said, @Nullable String tooOld) throws Exception {
    Files.delete(directory.resolve("jdk/release"));
    launcher.writeJava(
        """
        case $* in
          -version) printf 'Picked up JAVA_TOOL_OPTIONS: -Da=b\\n%%s\\n' '%s' >&2 ;;
          *) echo "$@" && cat ;;
        esac
        """
            .formatted(said));
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh", "-c", "echo input | exec sh \"$0\" verify -", launcher.script().toString());
    Outcome outcome = launcher.start(launcher.inEnvironment(builder)).outcome();
    if (tooOld == null) {
      assertThat(outcome.status()).as(outcome.err()).isZero();
      assertThat(outcome.out())
          .endsWith("Main verify -\ninput\n")
          .doesNotContain("IgnoreUnrecognizedVMOptions");
      assertThat(outcome.err()).isEmpty();
    } else {
      assertThat(outcome.status()).isEqualTo(3);
      assertThat(outcome.out()).isEmpty();
      assertThat(outcome.err()).contains("is Java " + tooOld + ": ");
    }
  }

  @Test
  void aScriptWithoutAJvmIsNoMismatch() throws Exception {
    Files.delete(directory.resolve("jdk/release"));
    launcher.writeJava("echo 'No version is set for java'\nexit 1\n");
    Outcome outcome = launcher.start(launcher.command("verify", "file")).outcome();
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: %s/jdk/bin/java does not run: No version is set for java"
                .formatted(directory));
  }

  /** Such a JVM exits with 1, too, however it is told where it is. */
  @ParameterizedTest
  @ValueSource(strings = {"sh", "bash"})
  void aWorkingFolderThatIsGoneIsNoMismatch(String shell) throws Exception {
    String script = "mkdir gone && cd gone && rmdir ../gone && exec \"$1\" \"$0\" verify file";
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", script, launcher.script().toString(), shell);
    Outcome outcome =
        launcher.start(launcher.inEnvironment(builder).directory(directory.toFile())).outcome();
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()) // After what the shell itself says.
        .endsWith(
            "chunksum: the working folder does not exist any more: change to one that does\n");
  }

  /** Nor where its path is longer than a system call takes, in characters or in bytes alone. */
  @ParameterizedTest
  @CsvSource({"a, 21, 3", "ä, 21, 3", "a, 10, 0"})
  void aWorkingFolderTooDeepForAJvmIsNoMismatch(String letter, int depth, int status)
      throws Exception {
    Cli.assumeRepresented(letter);
    String name = letter.repeat(200 / letter.getBytes(UTF_8).length);
    String down = "i=0; while [ $i -lt %d ]; do mkdir %s && cd -P %s || exit 9; i=$((i+1)); done";
    String script = "(" + down + "; exec sh \"$0\" verify file); status=$?; rm -r %s; exit $status";
    String[] command = {
      "sh", "-c", script.formatted(depth, name, name, name), launcher.script().toString()
    };
    ProcessBuilder builder = new ProcessBuilder(command);
    Outcome outcome =
        launcher.start(launcher.inEnvironment(builder).directory(directory.toFile())).outcome();
    assertThat(outcome.status()).as(outcome.err()).isEqualTo(status);
    if (status == 3) {
      assertThat(outcome.out()).isEmpty();
      assertThat(outcome.errorLines())
          .containsExactly(
              "chunksum: the path of the working folder is too long for Java:"
                  + " change to a folder above it");
    }
  }

  /** Such a JVM exits with 1, too: it finds no class to run. */
  @Test
  void aJarThatMayNotBeReadIsNoMismatch() throws Exception {
    Files.setPosixFilePermissions(launcher.jar(), Set.of());
    assumeThat(Files.isReadable(launcher.jar())).as("root may read everything").isFalse();
    Outcome outcome = launcher.start(launcher.command("verify", "file")).outcome();
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errorLines())
        .containsExactly("chunksum: " + launcher.jar() + ": permission denied");
  }

  @Test
  void aRealJvmThatFailsToStartPrintsNothingAmongResults() throws Exception {
    ProcessBuilder builder = launcher.command("verify", "file");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("JAVA_OPTS", "-XX:+UseSerialGC -XX:+UseParallelGC");
    Outcome outcome = launcher.start(builder).outcome();
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).contains("initialization of VM");
    assertThat(outcome.out()).isEmpty();
  }
}
