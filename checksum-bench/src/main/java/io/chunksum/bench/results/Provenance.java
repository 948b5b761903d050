// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.results;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Where a result comes from, as far as JMH itself does not say.
 *
 * <p>It travels as system properties of the forks: JMH writes the JVM arguments of each result into
 * its JSON, so a number cannot be separated from its commit.
 *
 * @param commit what the benchmarks were built from, with {@code -dirty} if sources were changed
 * @param cpu the model and number of processors
 * @param vectorBytes the widest vectors that the JVM uses, in bytes; 0 if it does not say
 * @param command the arguments of the run
 */
public record Provenance(String commit, String cpu, int vectorBytes, String command) {
  private static final String UNKNOWN = "unknown";
  private static final String PREFIX = "-Dchunksum.bench.";
  private static final Set<String> TARGETS = Set.of("-rff", "-o");
  private static final String PREPEND = "-jvmArgsPrepend";

  /** Describes this build on this machine, running {@code command}. */
  public static Provenance here(List<String> command) {
    return new Provenance(
        builtFrom(), Processors.describe(), widestVector(), withoutTargets(command));
  }

  /** Omits where results are written: it says nothing about them, but much about a machine. */
  private static String withoutTargets(List<String> command) {
    StringJoiner words = new StringJoiner(" ");
    for (int i = 0; i < command.size(); i++) {
      if (TARGETS.contains(command.get(i))) {
        i++;
      } else {
        words.add(command.get(i));
      }
    }
    return words.toString();
  }

  /** Reads back what {@link #jvmArgs} wrote; what is missing is "unknown". */
  static Provenance of(List<String> jvmArgs) {
    return new Provenance(
        value(jvmArgs, "commit", UNKNOWN),
        value(jvmArgs, "cpu", UNKNOWN),
        Integer.parseInt(value(jvmArgs, "vectorBytes", "0")),
        value(jvmArgs, "command", UNKNOWN));
  }

  /** Returns whether an argument is a JVM flag rather than one written here. */
  static boolean isFlag(String jvmArg) {
    return !jvmArg.startsWith(PREFIX);
  }

  /** Returns this as JVM arguments. */
  public List<String> jvmArgs() {
    return List.of(
        PREFIX + "commit=" + commit,
        PREFIX + "cpu=" + cpu,
        PREFIX + "vectorBytes=" + vectorBytes,
        PREFIX + "command=" + command);
  }

  /** Adds this to the JVM arguments of the forks in a JMH command line. */
  public String[] addTo(String[] args) {
    List<String> all = new ArrayList<>(List.of(args));
    StringBuilder prepended = new StringBuilder();
    for (String arg : jvmArgs()) {
      // JMH splits the value at unquoted blanks.
      prepended.append('"').append(arg.replace("\"", "")).append("\" ");
    }
    int given = all.indexOf(PREPEND);
    if (given < 0 || given == all.size() - 1) {
      all.addAll(0, List.of(PREPEND, prepended.toString()));
    } else {
      all.set(given + 1, prepended + all.get(given + 1));
    }
    return all.toArray(String[]::new);
  }

  private static String value(List<String> jvmArgs, String name, String otherwise) {
    String start = PREFIX + name + "=";
    return jvmArgs.stream()
        .filter(arg -> arg.startsWith(start))
        .map(arg -> arg.substring(start.length()))
        .findFirst()
        .orElse(otherwise);
  }

  private static String builtFrom() {
    Properties git = new Properties();
    try (InputStream in = Provenance.class.getResourceAsStream("git.properties")) {
      if (in == null) {
        return UNKNOWN;
      }
      git.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean dirty = Boolean.parseBoolean(git.getProperty("git.dirty"));
    return git.getProperty("git.commit.id.abbrev", UNKNOWN) + (dirty ? "-dirty" : "");
  }

  private static int widestVector() {
    HotSpotDiagnosticMXBean hotSpot =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      return hotSpot == null
          ? 0
          : Integer.parseInt(hotSpot.getVMOption("MaxVectorSize").getValue());
    } catch (IllegalArgumentException e) {
      return 0; // a JVM without such an option
    }
  }
}
