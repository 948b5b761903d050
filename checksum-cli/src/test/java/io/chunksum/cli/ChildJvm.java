// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM like this one, with options of its own. */
public final class ChildJvm {

  private ChildJvm() {}

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
