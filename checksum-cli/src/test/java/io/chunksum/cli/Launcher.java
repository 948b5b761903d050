// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The script {@code bin/chunksum}, installed in a folder of its own, with an empty jar and with a
 * Java that prints the arguments it is given.
 */
final class Launcher {

  private static final List<String> JVM_VARIABLES =
      List.of("JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private final Path directory;
  private final Path module;

  Launcher(Path directory) throws IOException {
    this.directory = directory;
    this.module = directory.resolve("app/checksum-cli");
    Files.createDirectories(module.resolve("bin"));
    Files.copy(Path.of("bin", "chunksum"), script());
    Files.createDirectory(module.resolve("target"));
    Cli.write(jar(), new byte[0]);
    Files.createDirectories(directory.resolve("jdk/bin"));
    // It makes no archive of classes.
    writeJava("echo \"$@\"\ncase $* in *-Xshare:dump*) exit 1 ;; esac\n");
    Files.writeString(
        directory.resolve("jdk/release"),
        "JAVA_VERSION=\"21\"\nMODULES=\"jdk.incubator.vector\"\n");
  }

  /** A run of the script that has begun. Standard output is a file. */
  record Run(Process process, Path out, Path err) {

    /** Waits until the run has ended. */
    Outcome outcome() throws IOException, InterruptedException {
      try {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }
  }

  Path script() {
    return module.resolve("bin/chunksum");
  }

  /** The folder of the module; the folder above it is that of the sources. */
  Path module() {
    return module;
  }

  Path jar() {
    return module.resolve("target/chunksum.jar");
  }

  /** Replaces what its Java does. */
  void writeJava(String commands) throws IOException {
    writeProgram(directory.resolve("jdk/bin/java"), commands);
  }

  /** Replaces a command of the system. */
  void writeCommand(String name, String commands) throws IOException {
    writeProgram(directory.resolve(name), commands);
  }

  static void writeProgram(Path program, String commands) throws IOException {
    Files.writeString(program, "#!/bin/sh\n" + commands);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(program).as("programs may not run in the folder for temporary files").isExecutable();
  }

  /** Prepares a run of the script. */
  ProcessBuilder command(String... args) {
    ProcessBuilder builder = new ProcessBuilder("sh", script().toString());
    builder.command().addAll(List.of(args));
    return inEnvironment(builder);
  }

  /** Adds the environment in which the script finds its Java and the commands written here. */
  ProcessBuilder inEnvironment(ProcessBuilder builder) {
    builder.environment().keySet().removeAll(JVM_VARIABLES);
    builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
    builder.environment().merge("PATH", directory.toString(), (path, first) -> first + ":" + path);
    return builder;
  }

  Run start(ProcessBuilder builder) throws IOException {
    Path out = Files.createTempFile(directory, "out", null);
    Path err = Files.createTempFile(directory, "err", null);
    return new Run(
        builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start(), out, err);
  }

  /** Returns what a run that succeeds writes to standard output: what the JVM was started with. */
  String launched(ProcessBuilder builder) throws IOException, InterruptedException {
    Outcome outcome = start(builder).outcome();
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome.out();
  }
}
