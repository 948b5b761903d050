// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import io.chunksum.bench.check.Rule.Condition;
import io.chunksum.bench.results.Provenance;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * The command that measures what a file of rules requires, and fails if a rule does not hold.
 *
 * <p>Anything that misses its limit or fails is measured once more, alone and in more forks, and is
 * a miss only then: on a shared machine a neighbour occasionally spoils a measurement, but rarely
 * the same one twice.
 */
public final class RatioCheck {
  private static final String USAGE =
      "usage: java -cp benchmarks.jar io.chunksum.bench.check.RatioCheck RULES [JMH OPTIONS]\n"
          + "       The rules say what to run, and the JVM that runs this is the one measured.";

  /** A single fork may well meet a busy machine; of three, most rarely do. */
  private static final int TIMES_AGAIN = 3;

  private final Listed listed;
  private final Measuring measuring;
  private final List<String> lines = new ArrayList<>();
  private boolean missed;

  private RatioCheck(Listed listed, Measuring measuring) {
    this.listed = listed;
    this.measuring = measuring;
  }

  /** Exits with 0 if all rules hold, 1 if one does not, 2 if that cannot be determined. */
  public static void main(String[] args) {
    System.exit(status(System.out, args));
  }

  /** Does everything {@link #main} does, and returns the exit status. */
  static int status(PrintStream out, String... args) {
    try {
      return check(out, args);
    } catch (IOException | CommandLineOptionException e) {
      System.err.println(e.getMessage());
      return 2;
    }
  }

  private static int check(PrintStream out, String... args)
      throws IOException, CommandLineOptionException {
    if (args.length == 0) {
      throw new CommandLineOptionException(USAGE);
    }
    CommandLineOptions options = new CommandLineOptions(Arrays.copyOfRange(args, 1, args.length));
    checkAllowed(options);
    Listed listed = new Listed(options);
    List<Rule> rules = listed.complete(Rules.read(Path.of(args[0])));
    Optional<Path> results =
        options.getResult().hasValue()
            ? Optional.of(Path.of(options.getResult().get()))
            : Optional.empty();
    if (results.isPresent()) {
      Measuring.checkWritable(results.get());
    }
    List<String> command = new ArrayList<>(List.of("RatioCheck"));
    command.addAll(Arrays.asList(args));
    Provenance provenance = Provenance.here(command, options);
    Measuring measuring = new Measuring(options, provenance);
    RatioCheck check = new RatioCheck(listed, measuring);
    boolean complete = check.run(rules, provenance);
    check.lines.forEach(out::println);
    if (results.isPresent()) {
      measuring.write(results.get());
    }
    if (!complete) {
      return 2;
    }
    return check.missed ? 1 : 0;
  }

  /**
   * Refuses what the rules say, what has JMH print and not measure, what each run would write anew,
   * and forks other than this JVM, which the rules' conditions are about.
   */
  private static void checkAllowed(CommandLineOptions options) throws CommandLineOptionException {
    boolean measures =
        !options.shouldHelp()
            && !options.shouldList()
            && !options.shouldListWithParams()
            && !options.shouldListProfilers()
            && !options.shouldListResultFormats();
    if (!measures || !options.getIncludes().isEmpty() || !options.getExcludes().isEmpty()) {
      throw new CommandLineOptionException(USAGE);
    }
    if (options.getOutput().hasValue()) {
      throw new CommandLineOptionException(
          "-o would keep the output of the last run alone: redirect that of this command");
    }
    if (Provenance.changesForks(options)) {
      throw new CommandLineOptionException(
          "-jvm, -jvmArgs, -jvmArgsPrepend and -jvmArgsAppend would reach the forks alone: put"
              + " options of the JVM before -cp, and the forks get them too");
    }
  }

  /**
   * Judges the rules. Returns false, and says why, if JMH stopped: what was judged until then took
   * minutes, perhaps, and is kept.
   */
  private boolean run(List<Rule> rules, Provenance provenance) {
    Map<String, Integer> machine =
        new TreeMap<>(
            Map.of("jdk", Runtime.version().feature(), "vectorBytes", provenance.vectorBytes()));
    try {
      judge(rules, machine);
      return true;
    } catch (IOException | RunnerException e) {
      System.err.println(e.getMessage());
      return false;
    }
  }

  private void judge(List<Rule> rules, Map<String, Integer> machine)
      throws RunnerException, IOException {
    List<Rule> applicable = new ArrayList<>();
    for (Rule rule : rules) {
      Optional<String> missing = listed.missing(rule);
      if (missing.isPresent()) { // Whatever the conditions: they may fit no machine that checks.
        lines.add("MISS  not measured  %s, %s".formatted(rule.text(), missing.get()));
        missed = true;
        continue;
      }
      List<Condition> failing =
          rule.conditions().stream()
              .filter(c -> !c.limit().holds(machine.getOrDefault(c.property(), 0)))
              .toList();
      if (failing.isEmpty()) {
        applicable.add(rule);
      } else {
        lines.add("skip  %s, wants %s, here is %s".formatted(rule.text(), texts(failing), machine));
      }
    }
    List<Rule> again = new ArrayList<>();
    measuring.judge(
        applicable,
        1,
        finding -> {
          if (finding.holds()) {
            report(finding);
          } else {
            lines.add("again " + finding);
            again.add(finding.rule().forOnly(finding.params()));
          }
        });
    measuring.judge(again, TIMES_AGAIN, this::report);
  }

  private static String texts(List<Condition> conditions) {
    return conditions.stream().map(Condition::text).collect(Collectors.joining(" "));
  }

  private void report(Finding finding) {
    lines.add((finding.holds() ? "ok    " : "MISS  ") + finding);
    missed |= !finding.holds();
  }
}
