// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;

/** Results of two short runs of {@link ChunkPathBenchmark}, as JMH wrote them. */
public final class Recorded {
  public static final Path JDK_17 = path("chunk-path-jdk17.json");
  public static final Path JDK_25 = path("chunk-path-jdk25.json");

  private Recorded() {}

  private static Path path(String name) {
    URL url = Objects.requireNonNull(Recorded.class.getResource(name), name);
    try {
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
