// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The facts about the JVM and the machine that belong with every measured number. */
final class Machine {

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private Machine() {}

  /** Describes what this runs on, in a few lines. */
  static List<String> describe(Jvm jvm) {
    return List.of(
        "JVM        %s %s (%s)"
            .formatted(
                property("java.vm.name"), property("java.vm.version"), property("java.vm.vendor")),
        "Mode       " + jvm.mode(),
        "System     %s %s, %s"
            .formatted(property("os.name"), property("os.version"), property("os.arch")),
        "Processor  %s, %d for this JVM%s"
            .formatted(
                processor(), Runtime.getRuntime().availableProcessors(), vectors(jvm.options())),
        "Memory     heap up to %s, direct buffers up to %s%s"
            .formatted(
                Text.bytes(Runtime.getRuntime().maxMemory()),
                Text.bytes(maxDirectMemory(jvm.options())),
                wholeMemory()));
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }

  /** Returns the processor's name if the system has it in a file or a variable. */
  private static String processor() {
    if (Files.isReadable(CPU_INFO)) {
      try (Stream<String> lines = Files.lines(CPU_INFO)) {
        return model(lines);
      } catch (IOException e) {
        return property("os.arch");
      }
    }
    return System.getenv().getOrDefault("PROCESSOR_IDENTIFIER", property("os.arch"));
  }

  /** Linux has the name on x86, but only numbers on ARM. */
  static String model(Stream<String> cpuInfo) {
    return cpuInfo
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(property("os.arch"));
  }

  private static String vectors(JvmOptions options) {
    return options
        .find("MaxVectorSize")
        .map(option -> ", vectors of up to " + Long.parseLong(option.value()) * 8 + " bits")
        .orElse("");
  }

  /** Returns the limit of direct memory: that of the heap unless set. */
  static long maxDirectMemory(JvmOptions options) {
    long set =
        options
            .find("MaxDirectMemorySize")
            .map(option -> Long.parseLong(option.value()))
            .orElse(0L);
    return set == 0 ? Runtime.getRuntime().maxMemory() : set;
  }

  /** Returns the total memory; in a container, its limit. */
  private static String wholeMemory() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? ", of " + Text.bytes(system.getTotalMemorySize())
        : "";
  }
}
