// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.tests.diagnosis.ConfusionTable.Trial;
import io.chunksum.verify.diagnosis.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Damages chunks at random in known ways, and holds what is diagnosed to what was done. The
 * properties {@code chunksum.corruptions} and {@code chunksum.seed} set how often, and from which
 * seed; with the published number and seed, docs/diagnosis.md must show the same tables.
 */
class ConfusionTest {

  private static final long PUBLISHED_SEED = 1;
  private static final int PUBLISHED_TRIALS = 10_000;
  private static final int TRIALS = Integer.getInteger("chunksum.corruptions", 500);
  private static final long SEED = Long.getLong("chunksum.seed", PUBLISHED_SEED);

  private static final ConfusionTable CRCS = ConfusionTable.ofCrcs(TRIALS, SEED);
  private static final ConfusionTable LONG_CRCS = ConfusionTable.ofLongCrcs(TRIALS / 10, SEED);
  private static final ConfusionTable DIGESTS = ConfusionTable.ofDigests(TRIALS / 10, SEED);

  private static Stream<ConfusionTable> tables() {
    return Stream.of(CRCS, LONG_CRCS, DIGESTS);
  }

  /** Of each kind, at least 99 in 100 but for those in which something else fits by chance. */
  @ParameterizedTest
  @MethodSource("tables")
  void whatWasDoneIsFoundExactly(ConfusionTable table) {
    table
        .byCorruption()
        .forEach((corruption, trials) -> {
          double byChance = trials.stream().mapToDouble(ConfusionTest::otherByChance).sum();
          List<Trial> wrong = trials.stream().filter(trial -> !trial.isRight()).toList();
          assertThat(wrong)
              .as("%s, of which %.1f may be wrong by chance", corruption, byChance)
              .hasSizeLessThanOrEqualTo(
                  (int) (trials.size() / 100.0 + byChance + 3 * Math.sqrt(byChance)));
        });
  }

  /** How likely a burst, a flipped bit or a shift fits a window in which there is none. */
  private static double otherByChance(Trial trial) {
    ChecksumType type = trial.type();
    int size = trial.bytesPerChecksum();
    double bursts =
        Corruption.isCrc(type)
            ? Math.scalb(size * 8.0, Corruption.longestBurst(type, size) - 1)
            : 0;
    double shifts = 2.0 * Math.max(size, 64 * 1024);
    return Math.scalb(bursts + shifts, -8 * type.checksumLength());
  }

  @ParameterizedTest
  @MethodSource("tables")
  void whatIsWrongIsNeverCertain(ConfusionTable table) {
    assertThat(table.trials())
        .filteredOn(trial -> trial.diagnosis().certain())
        .isNotEmpty()
        .allMatch(Trial::isRight);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void whatWasDoneIsAmongTheAlternativesIfSomethingElseIsPreferred(ConfusionTable table) {
    assertThat(table.trials())
        .filteredOn(trial -> !trial.isRight() && trial.corruption() != Corruption.UNKNOWN)
        .allSatisfy(trial ->
            assertThat(trial.diagnosis().alternatives())
                .extracting(Finding::cause)
                .contains(trial.planted()));
  }

  @Test
  void thePageShowsTheTables() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "diagnosis.md"));
    if (TRIALS == PUBLISHED_TRIALS && SEED == PUBLISHED_SEED) {
      assertThat(page)
          .contains(String.join("\n", CRCS.markdown()) + "\n")
          .contains(String.join("\n", LONG_CRCS.markdown()) + "\n")
          .contains(String.join("\n", DIGESTS.markdown()) + "\n");
    } else {
      assertThat(trialsOn(page)).isEqualTo(PUBLISHED_TRIALS + 2 * PUBLISHED_TRIALS / 10);
    }
  }

  /** Adds up the cells of the tables. */
  private static int trialsOn(String page) {
    return page.lines()
        .filter(line -> line.startsWith("| `"))
        .flatMap(line -> Stream.of(line.split("\\|")))
        .map(String::strip)
        .filter(cell -> cell.matches("[0-9]+"))
        .mapToInt(Integer::parseInt)
        .sum();
  }
}
