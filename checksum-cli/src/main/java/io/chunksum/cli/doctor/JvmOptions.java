// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The options of a JVM, as far as it exposes them. */
@FunctionalInterface
interface JvmOptions {

  /**
   * An option and its value.
   *
   * @param value as the JVM writes it
   * @param chosen whether somebody set it: on the command line, in a file, in the environment
   */
  record Option(String name, String value, boolean chosen) {

    boolean isOff() {
      return value.equals("false");
    }

    /** Returns the option as it is written on a command line. */
    String spelled() {
      return switch (value) {
        case "true" -> "-XX:+" + name;
        case "false" -> "-XX:-" + name;
        // A list that was set more than once has each of them on a line.
        default -> "-XX:" + name + "=" + value.replace('\n', ',');
      };
    }
  }

  /**
   * Finds an option.
   *
   * @return empty if this JVM does not have it or hides it, as HotSpot does with diagnostic options
   *     that were not unlocked; nobody can have set it then
   */
  Optional<Option> find(String name);

  /** Returns the option if somebody set it. */
  default Optional<Option> chosen(String name) {
    return find(name).filter(Option::chosen);
  }

  /** Returns the options of the JVM that runs this; none if it is not HotSpot. */
  static JvmOptions ofThisJvm() {
    HotSpotDiagnosticMXBean hotSpot =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return name -> Optional.ofNullable(read(hotSpot, name));
  }

  private static @Nullable Option read(@Nullable HotSpotDiagnosticMXBean hotSpot, String name) {
    if (hotSpot == null) {
      return null;
    }
    try {
      VMOption option = hotSpot.getVMOption(name);
      boolean chosen =
          switch (option.getOrigin()) {
            case DEFAULT, ERGONOMIC -> false;
            default -> true;
          };
      return new Option(name, option.getValue(), chosen);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
