// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.bench.check.Rule.Condition;
import io.chunksum.bench.check.Rule.Garbage;
import io.chunksum.bench.check.Rule.Limit;
import io.chunksum.bench.check.Rule.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RulesTest {
  @TempDir Path folder;

  @Test
  void readsOneRuleALineAndWhatIsIndentedBelowIt() throws IOException {
    List<Rule> rules =
        Rules.read(
            file(
                """
                # comment
                SomeBenchmark: many / one <= 1.25

                com.example.OtherBenchmark: slow / fast >= 3   # why
                  # and more of it
                  for type=MD5 bytes=1,2
                  when jdk>=25 vectorBytes>=64
                SomeBenchmark: garbage of many <= 32768
                """));
    assertThat(rules)
        .containsExactly(
            new Rule(
                "SomeBenchmark: many / one <= 1.25",
                "SomeBenchmark",
                new Ratio("many", "one"),
                Limit.atMost(1.25),
                Map.of(),
                List.of()),
            new Rule(
                "com.example.OtherBenchmark: slow / fast >= 3",
                "com.example.OtherBenchmark",
                new Ratio("slow", "fast"),
                Limit.atLeast(3),
                Map.of("type", List.of("MD5"), "bytes", List.of("1", "2")),
                List.of(
                    new Condition("jdk>=25", "jdk", Limit.atLeast(25)),
                    new Condition("vectorBytes>=64", "vectorBytes", Limit.atLeast(64)))),
            new Rule(
                "SomeBenchmark: garbage of many <= 32768",
                "SomeBenchmark",
                new Garbage("many"),
                Limit.atMost(32768),
                Map.of(),
                List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SomeBenchmark: many / one < 1.25",
        "SomeBenchmark: many <= 1.25",
        "SomeBenchmark many / one <= 1.25",
        "SomeBenchmark: many / one <= 1.25 for",
        "SomeBenchmark: many / one <= 1.25 for type",
        "SomeBenchmark: many / one <= 1.25 for type=",
        "SomeBenchmark: many / one <= 1.25 for =MD5",
        "SomeBenchmark: many / one <= 1.25 for =MD5=",
        "SomeBenchmark: many / one <= 1.25 for type=MD5 bytes",
        "SomeBenchmark: many / one <= 1.25 for when jdk>=17",
        "SomeBenchmark: many / one <= 1.25 for type=MD5 when",
        "SomeBenchmark: many / one <= 1.25 type=MD5",
        "SomeBenchmark: many / one <= 1.25 when",
        "SomeBenchmark: many / one <= 1.25 when cores>=2",
        "SomeBenchmark: many / one <= 1.25 when jdk=25",
        "SomeBenchmark: many / one <= 1.25 when jdk>=17 for type=MD5",
        "SomeBenchmark: many / one <= -1",
        "SomeBenchmark: many / one <= 1.25 for type=MD5 bytes=1 type=SHA256",
        "SomeBenchmark: many / many <= 1.25",
      })
  void namesTheLineThatIsNoRule(String line) throws IOException {
    Path file = file("# comment\n\n" + line + "\n");
    assertThatThrownBy(() -> Rules.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + ":3: not a ");
  }

  @Test
  void namesTheLineThatContinuesNothing() throws IOException {
    Path file = file("SomeBenchmark: many / one <= 1.25\n# comment\n\n  for type=MD5\n");
    assertThatThrownBy(() -> Rules.read(file)).hasMessageStartingWith(file + ":4: not a rule: for");
  }

  @Test
  void readsRulesOfAnyLength() throws IOException {
    StringBuilder rule = new StringBuilder("SomeBenchmark: many / one <= 1.25\n  for");
    for (int i = 0; i < 10_000; i++) {
      rule.append(" p").append(i).append("=x");
    }
    rule.append("\n  when");
    for (int i = 0; i < 10_000; i++) {
      rule.append(" jdk>=").append(i);
    }
    List<Rule> rules = Rules.read(file(rule.toString()));
    assertThat(rules).hasSize(1);
    assertThat(rules.get(0).params()).hasSize(10_000).containsEntry("p9999", List.of("x"));
    assertThat(rules.get(0).conditions()).hasSize(10_000);
  }

  /** Editors on Windows put it there, and nothing shows it. */
  @Test
  void ignoresAByteOrderMark() throws IOException {
    String rule = "SomeBenchmark: many / one <= 1.25\n";
    assertThat(Rules.read(file("\uFEFF" + rule))).isEqualTo(Rules.read(file(rule)));
    Path twice = file("\uFEFF# comment\n\uFEFF" + rule);
    assertThatThrownBy(() -> Rules.read(twice)).hasMessageStartingWith(twice + ":2: not a rule: ");
  }

  @Test
  void wantsRules() throws IOException {
    Path empty = file("# nothing\n");
    assertThatThrownBy(() -> Rules.read(empty)).hasMessage(empty + ": no rules");
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> Rules.read(none)).hasMessage(none + ": no such file");
  }

  @Test
  void namesTheFileThatItCannotRead() throws IOException {
    Path latin = Files.writeString(folder.resolve("latin.txt"), "# f\u00fcr MD5\n", ISO_8859_1);
    assertThatThrownBy(() -> Rules.read(latin)).hasMessage(latin + ": not UTF-8");
    assertThatThrownBy(() -> Rules.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(folder + ": cannot be read: ");
  }

  @Test
  void readsTheRulesOfThisProject() throws IOException {
    assertThat(Rules.read(Path.of("..", ".ci", "ratios.txt"))).isNotEmpty();
    assertThat(Rules.read(Path.of("targets.txt"))).isNotEmpty();
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("rules.txt"), content);
  }
}
