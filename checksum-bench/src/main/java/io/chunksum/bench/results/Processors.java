// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The processors of this machine, as Linux names them; elsewhere only their architecture. */
final class Processors {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private Processors() {}

  /** Returns a line such as {@code 2 x AMD EPYC (family 25, model 17)}. */
  static String describe() {
    int count = Runtime.getRuntime().availableProcessors();
    return count + " x " + (Files.isReadable(CPU_INFO) ? model(lines()) : architecture());
  }

  /** Extracts the model from {@code /proc/cpuinfo}. */
  static String model(List<String> cpuInfo) {
    Map<String, String> fields = new HashMap<>();
    for (String line : cpuInfo) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        fields.putIfAbsent(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
      }
    }
    String name = fields.get("model name");
    if (name == null) {
      return architecture(); // Linux on ARM gives only numbers
    }
    // Cloud providers shorten the name; the numbers identify the generation.
    return "%s (family %s, model %s)"
        .formatted(name, fields.get("cpu family"), fields.get("model"));
  }

  private static List<String> lines() {
    try {
      return Files.readAllLines(CPU_INFO);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String architecture() {
    return System.getProperty("os.arch", "unknown");
  }
}
