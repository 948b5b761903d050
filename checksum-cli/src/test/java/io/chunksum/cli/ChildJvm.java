// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM like this one, with options of its own. */
public final class ChildJvm {

  /** No file of the JVM's own, and none of the warnings of newer ones about protobuf. */
  static final List<String> QUIET =
      List.of(
          "-XX:-UsePerfData",
          "-XX:+IgnoreUnrecognizedVMOptions",
          "--sun-misc-unsafe-memory-access=allow");

  private ChildJvm() {}

  /** How a process ended, and what it wrote to standard error. */
  record Ended(int status, String err) {}

  /** Runs a command to its end, with standard output to a file. */
  static Ended run(List<String> command, Path out) throws IOException, InterruptedException {
    Path err = Files.createTempFile("chunksum", ".err");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
      // What the system says is expected in English; the second would count in spite of the first.
      builder.environment().put("LC_ALL", "C.UTF-8");
      builder.environment().remove("LANGUAGE");
      Process process = builder.start();
      try {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      } finally {
        process.destroyForcibly();
      }
      return new Ended(process.exitValue(), Files.readString(err));
    } finally {
      Files.delete(err);
    }
  }

  /**
   * Returns the command that starts it.
   *
   * @param options options of the JVM
   * @param main the class to run, of main or test sources
   * @param args its arguments
   */
  public static List<String> command(List<String> options, Class<?> main, String... args)
      throws URISyntaxException {
    // The tests run on the class path or on the module path.
    String path =
        Stream.of(
                location(Main.class),
                location(main),
                System.getProperty("java.class.path", ""),
                System.getProperty("jdk.module.path", ""))
            .collect(Collectors.joining(File.pathSeparator));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return Stream.of(
            Stream.of(java),
            options.stream(),
            Stream.of("-cp", path, Objects.requireNonNull(main.getCanonicalName())),
            Stream.of(args))
        .flatMap(part -> part)
        .toList();
  }

  private static String location(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }
}
