// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a class prints in a JVM of its own.
 *
 * @param status exit status of the JVM
 * @param said everything it printed
 */
public record ChildJvm(int status, String said) {

  /**
   * Runs a class in a JVM of the same kind as this one, to its end.
   *
   * @param options options of the JVM, its class path among them
   * @param main the class
   * @param args its arguments
   */
  public static ChildJvm run(List<String> options, Class<?> main, String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add(main.getName());
    command.addAll(List.of(args));
    Path output = Files.createTempFile("chunksum", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("ends in time").isTrue();
      } finally {
        process.destroyForcibly();
      }
      return new ChildJvm(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    } finally {
      Files.delete(output);
    }
  }

  /** The options that give a JVM the class path of this one. */
  public static List<String> classPath() {
    return List.of("-cp", System.getProperty("java.class.path"));
  }
}
