// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.results;

import static java.util.Objects.requireNonNullElse;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.options.Options;

/**
 * Where a result comes from, as far as JMH itself does not say.
 *
 * <p>It is added to each result in JMH's JSON, so that a number cannot be separated from its
 * commit. The forks know nothing of it: options for them would replace those that benchmarks ask
 * for.
 *
 * @param commit what the benchmarks were built from, with {@code -dirty} if sources were changed;
 *     "unknown" for benchmarks that were not built here
 * @param cpu the model and number of processors
 * @param vectorBytes the widest vectors that the JVM uses, in bytes; 0 if that is not known
 * @param command the arguments of the run
 */
public record Provenance(String commit, String cpu, int vectorBytes, String command) {
  /** The provenance of a result that does not record it. */
  static final Provenance UNKNOWN = new Provenance(null, null, 0, null);

  private static final Set<String> TARGETS = Set.of("-rff", "-o");

  /** Treats what is missing as unknown. */
  public Provenance(
      @Nullable String commit, @Nullable String cpu, int vectorBytes, @Nullable String command) {
    this.commit = requireNonNullElse(commit, "unknown");
    this.cpu = requireNonNullElse(cpu, "unknown");
    this.vectorBytes = vectorBytes;
    this.command = requireNonNullElse(command, "unknown");
  }

  /**
   * Describes this build on this machine, running {@code command}. The vectors are not known if
   * {@code options} change the forks.
   */
  public static Provenance here(List<String> command, Options options) {
    return new Provenance(
        builtFrom(),
        Processors.describe(),
        changesForks(options) ? 0 : widestVector(),
        withoutTargets(command));
  }

  /** Returns whether options ask for forks that are not like this JVM. */
  public static boolean changesForks(Options options) {
    return options.getJvm().hasValue()
        || options.getJvmArgs().hasValue()
        || options.getJvmArgsPrepend().hasValue()
        || options.getJvmArgsAppend().hasValue();
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

  /** Returns this for a benchmark that comes from elsewhere. */
  Provenance withoutCommit() {
    return new Provenance(UNKNOWN.commit, cpu, vectorBytes, command);
  }

  private static String builtFrom() {
    Properties git = new Properties();
    try (InputStream in = Provenance.class.getResourceAsStream("git.properties")) {
      if (in == null) {
        return UNKNOWN.commit;
      }
      git.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean dirty = Boolean.parseBoolean(git.getProperty("git.dirty"));
    return git.getProperty("git.commit.id.abbrev", UNKNOWN.commit) + (dirty ? "-dirty" : "");
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
