// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.bench.results.JmhJson;
import io.chunksum.bench.results.JmhResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real runs of JMH, as short as can be, with limits far from what any machine does. */
class RatioCheckTest {
  private static final String ANYTHING =
      "SpinBenchmark: allocate / spin <= 1000000000000 for tokens=1\n";
  private static final String NOTHING =
      "SpinBenchmark: allocate / spin >= 1000000000000 for tokens=1\n";

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeAll
  static void runBesideOtherBenchmarks() {
    System.setProperty("jmh.ignoreLock", "true");
  }

  @Test
  void passesWhatHolds() throws IOException {
    assertThat(check(ANYTHING)).isZero();
    assertThat(out.toString(UTF_8)).containsPattern("(?m)^ok +[0-9.]+ +SpinBenchmark: allocate");
    assertThat(results()).hasSize(2);
    assertThat(results().get(0).provenance().command()).startsWith("RatioCheck ");
  }

  @Test
  void measuresWhatMissesOnceMore() throws IOException {
    assertThat(check(ANYTHING + NOTHING.replace(" for tokens=1", ""))).isEqualTo(1);
    assertThat(out.toString(UTF_8).lines())
        .filteredOn(line -> line.matches("(ok|again|MISS) .*"))
        .extracting(line -> line.replaceFirst(" .*", ""))
        .containsExactly("ok", "again", "again", "MISS", "MISS");
    // Both rules share the pair for one value, and both pairs are measured again in three forks.
    assertThat(results()).hasSize(4 + 3 * 4);
  }

  /**
   * If the set-up fails for some value of a parameter, the rule must not hold because of others.
   */
  @Test
  void failsWhatCannotRunForAValueThatTheRuleDoesNotName() throws IOException {
    assertThat(check("PickyBenchmark: one / other <= 1000000 for tokens=1\n")).isEqualTo(1);
    assertThat(out.toString(UTF_8))
        .containsPattern("(?m)^ok .*data=GOOD, tokens=1")
        .containsPattern("(?m)^again not measured .*data=BAD, tokens=1")
        .containsPattern("(?m)^MISS  not measured .*data=BAD, tokens=1");
  }

  /** JMH reports the samples before the failure as if there had been none. */
  @Test
  void failsWhatFailsAfterItWasMeasured() throws IOException {
    String rule = "FailingBenchmark: garbage of spin <= 1000000000\n";
    assertThat(measure("-f 1 -i 2", rule)).isEqualTo(1);
    assertThat(out.toString(UTF_8))
        .containsPattern("(?m)^again not measured ")
        .containsPattern("(?m)^MISS  not measured ");
  }

  @Test
  void measuresWhatFailsInOneForkOnceMore() throws IOException {
    String rule = "FailingBenchmark: garbage of spin <= 1000000000\n";
    assertThat(measure("-f 2 -i 2", rule, "-p", "file=" + folder.resolve("forks"))).isZero();
    assertThat(out.toString(UTF_8))
        .containsPattern("(?m)^again not measured ")
        .containsPattern("(?m)^ok ");
  }

  /** Without forks, the one JVM that measures counts as one. */
  @Test
  void measuresWithoutForks() throws IOException {
    assertThat(measure("-f 0 -i 2", ANYTHING)).isZero();
    assertThat(results()).hasSize(2);
  }

  @Test
  void leavesTheNumberOfForksToTheBenchmarks() throws IOException {
    assertThat(measure("-i 1", "PickyBenchmark: one / other <= 1000000 for data=GOOD tokens=1\n"))
        .isZero();
    assertThat(results()).extracting(JmhResult::forks).containsExactly(2, 2);
  }

  @Test
  void keepsWhatWasMeasuredBeforeJmhStops() throws IOException {
    String failing = "PickyBenchmark: one / other <= 1000000 for tokens=1 data=BAD\n";
    assertThat(check(ANYTHING + failing, "-foe", "true")).isEqualTo(2);
    assertThat(out.toString(UTF_8)).containsPattern("(?m)^ok +[0-9.]+ +SpinBenchmark: allocate");
    assertThat(results()).hasSize(2);
  }

  @Test
  void refusesOtherModes() throws IOException {
    assertThat(check(ANYTHING, "-bm", "avgt,thrpt")).isEqualTo(2);
    assertThat(check("UnevenBenchmark: sampled / without <= 1000000\n")).isEqualTo(2);
    assertThat(folder.resolve("results.json")).doesNotExist();
    assertThat(check("UnevenBenchmark: sampled / without <= 1000000\n", "-bm", "avgt")).isZero();
  }

  @Test
  void refusesToDivideWhatHasNoParametersInCommon() throws IOException {
    assertThat(check("UnevenBenchmark: with / without <= 1000000\n")).isEqualTo(2);
    assertThat(check("UnevenBenchmark: without / with <= 1000000 for tokens=1\n")).isEqualTo(2);
    assertThat(folder.resolve("results.json")).doesNotExist();
  }

  @Test
  void narrowsWhatRulesDoNotNameByOptions() throws IOException {
    String rule = "PickyBenchmark: one / other <= 1000000 for tokens=1\n";
    assertThat(check(rule, "-p", "data=GOOD", "-p", "tokens=2")).isZero();
    assertThat(results())
        .hasSize(2)
        .allSatisfy(result -> assertThat(result.params()).containsEntry("tokens", "1"));
  }

  /** What was measured after all forks of the other method says nothing: the machine may change. */
  @Test
  void measuresAForkOfEachMethodInTurn() throws IOException {
    String most = "LateBenchmark: one / other <= 100\n";
    String least = "LateBenchmark: one / other >= 0.01\n";
    assertThat(measure("-f 2 -i 1", most + least, "-p", "file=" + folder.resolve("forks")))
        .isZero();
    assertThat(out.toString(UTF_8)).doesNotContain("again ");
    assertThat(results())
        .extracting(JmhResult::methodName)
        .containsExactly("one", "other", "one", "other");
  }

  @Test
  void refusesAClassNameThatMeansTwo() throws IOException {
    String rule = "TwinBenchmark: one / other <= 1000000\n";
    assertThat(check(rule)).isEqualTo(2);
    assertThat(check(rule + NOTHING.replace("\n", " when jdk>=1000\n"))).isEqualTo(2);
    assertThat(check("First." + rule)).isZero();
    assertThat(check(Twins.class.getName() + ".First." + rule)).isZero();
  }

  @Test
  void seesGarbage() throws IOException {
    assertThat(check("SpinBenchmark: garbage of spin <= 5000000 for tokens=1\n")).isZero();
    assertThat(check("SpinBenchmark: garbage of allocate <= 5000000 for tokens=1\n")).isEqualTo(1);
  }

  /** An iteration has at least one call in each thread, and all that a call allocates counts. */
  @Test
  void seesAllGarbageOfACallThatOutlastsTheIteration() throws IOException {
    String rule = "SpinBenchmark: garbage of allocateSlowly <= %d for tokens=1\n";
    assertThat(check(rule.formatted(1 << 20))).isEqualTo(1);
    assertThat(check(rule.formatted(2 << 20), "-t", "2")).isEqualTo(1);
    assertThat(out.toString(UTF_8)).doesNotContain("not measured");
    // A call, not each of its 100 operations.
    assertThat(check(rule.formatted(100 << 20))).isZero();
  }

  @Test
  void failsWhatIsNotThere() throws IOException {
    assertThat(check("NoSuchBenchmark: allocate / spin <= 2\n")).isEqualTo(1);
    assertThat(check("SpinBenchmark: allocate / stop <= 2 for tokens=1\n")).isEqualTo(1);
    assertThat(check(ANYTHING.replace("\n", " colour=RED\n"))).isEqualTo(1);
    assertThat(out.toString(UTF_8).lines())
        .containsExactly(
            "MISS  not measured  NoSuchBenchmark: allocate / spin <= 2,"
                + " there is no such class of benchmarks",
            "MISS  not measured  SpinBenchmark: allocate / stop <= 2,"
                + " there is no method stop, only allocate, allocateSlowly, spin",
            "MISS  not measured  SpinBenchmark: allocate / spin <= 1000000000000,"
                + " there is no parameter colour, only tokens");
    assertThat(results()).isEmpty();
  }

  /** Or a rule for other machines would go on doing nothing there. */
  @Test
  void failsWhatIsNotThereAlsoWhereItWouldBeSkipped() throws IOException {
    assertThat(check("SpinBenchmark: allocate / stop <= 2 when jdk>=1000\n")).isEqualTo(1);
    assertThat(out.toString(UTF_8)).startsWith("MISS  not measured").doesNotContain("skip");
  }

  @Test
  void skipsWhatSaysNothingHere() throws IOException {
    assertThat(check(NOTHING.replace("\n", " when jdk>=1000\n"))).isZero();
    assertThat(out.toString(UTF_8)).contains("skip  SpinBenchmark: allocate / spin");
    assertThat(results()).isEmpty();
  }

  @Test
  void tellsWrongUsageFromAMiss() throws IOException {
    assertThat(RatioCheck.status(new PrintStream(out, true, UTF_8))).isEqualTo(2);
    assertThat(check(ANYTHING, "SpinBenchmark")).isEqualTo(2);
    assertThat(check(ANYTHING, "-no-such-option")).isEqualTo(2);
    assertThat(check("nonsense\n")).isEqualTo(2);
  }

  /** Rules are chosen by what this JVM is; the forks must not be another. */
  @Test
  void refusesOptionsThatOnlyTheForksWouldGet() throws IOException {
    for (String option : List.of("-jvmArgs", "-jvmArgsPrepend", "-jvmArgsAppend")) {
      assertThat(check(ANYTHING, option, "-Xmx1g")).as(option).isEqualTo(2);
    }
    assertThat(check(ANYTHING, "-jvm", "java")).isEqualTo(2);
    assertThat(folder.resolve("results.json")).doesNotExist();
  }

  /** As JMH does, which then measures nothing. */
  @Test
  void refusesOptionsThatAskForHelpOrAList() throws IOException {
    for (String option : List.of("-h", "-l", "-lp", "-lprof", "-lrf")) {
      assertThat(check(ANYTHING, option)).as(option).isEqualTo(2);
    }
    assertThat(out.size()).isZero();
  }

  /** Or a run would end with the status of a miss, or the output of all but the last be lost. */
  @Test
  void refusesOptionsForASingleRun() throws IOException {
    for (String option : List.of("-e", "-o")) {
      assertThat(check(ANYTHING, option, folder.resolve("no/such(").toString()))
          .as(option)
          .isEqualTo(2);
    }
    assertThat(out.size()).isZero();
  }

  /** Not after the minutes that measuring takes. */
  @Test
  void doesNotBeginIfResultsCannotBeWritten() throws IOException {
    String rules = Files.writeString(folder.resolve("rules.txt"), ANYTHING).toString();
    String nowhere = folder.resolve("no/such.json").toString();
    PrintStream print = new PrintStream(out, true, UTF_8);
    assertThat(RatioCheck.status(print, rules, "-f", "1", "-rff", nowhere)).isEqualTo(2);
    assertThat(out.size()).isZero();
  }

  private int check(String rules, String... more) throws IOException {
    return measure("-f 1 -i 1", rules, more);
  }

  private int measure(String settings, String rules, String... more) throws IOException {
    String file = Files.writeString(folder.resolve("rules.txt"), rules).toString();
    String options = settings + " -wi 1 -w 50ms -r 50ms -v SILENT";
    List<String> args = new ArrayList<>(List.of(file));
    args.addAll(List.of(options.split(" ", -1)));
    args.addAll(List.of("-rff", folder.resolve("results.json").toString()));
    args.addAll(List.of(more));
    return RatioCheck.status(new PrintStream(out, true, UTF_8), args.toArray(String[]::new));
  }

  private List<JmhResult> results() throws IOException {
    return JmhJson.read(folder.resolve("results.json"));
  }
}
