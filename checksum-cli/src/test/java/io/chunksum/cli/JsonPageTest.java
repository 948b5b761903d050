// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.verify.diagnosis.CauseKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks docs/json.md against what the commands print. */
class JsonPageTest {

  private static final Pattern NAME = Pattern.compile("`([a-z][A-Za-z]+)`");

  private static final Pattern VERDICT = Pattern.compile("^\\| `([A-Z_]+)` ");

  private final List<String> page;

  @TempDir private Path folder;

  JsonPageTest() throws IOException {
    page = Files.readAllLines(Path.of("..", "docs", "json.md"));
  }

  /** The lines of the page that are examples, in order. */
  private List<String> examples() {
    return page.stream().filter(line -> line.startsWith("{")).toList();
  }

  /** The names in the first column of the tables of a section. */
  private Set<String> documented(String section) {
    List<String> lines = page.subList(page.indexOf("## " + section) + 1, page.size());
    Set<String> names = new TreeSet<>();
    lines.stream()
        .takeWhile(line -> !line.startsWith("## "))
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.substring(0, line.indexOf('|', 1)))
        .flatMap(line -> NAME.matcher(line).results())
        .map(match -> match.group(1))
        .forEach(names::add);
    return names;
  }

  private static Set<String> names(Map<String, ?> object) {
    return new TreeSet<>(object.keySet());
  }

  /** What a command prints about a file, with the names of the page in place of the folder's. */
  private String printed(Path file, String... args) {
    String[] all = Arrays.copyOf(args, args.length + 3);
    all[args.length] = "--format";
    all[args.length + 1] = "json";
    all[args.length + 2] = file.toString();
    return Cli.run(all).out().replace(folder + "/", "").strip();
  }

  @Test
  void theExamplesArePrinted() {
    byte[] zeros = new byte[20_000];
    Path file = Cli.write(folder.resolve("zeros"), zeros);
    List<String> examples = examples();
    assertThat(examples).hasSize(4);
    assertThat(printed(file, "sum")).isEqualTo(examples.get(0));
    assertThat(printed(file, "composite")).isEqualTo(examples.get(2));
    assertThat(printed(Cli.sidecar(file), "inspect")).isEqualTo(examples.get(3));
    Cli.write(file, Arrays.copyOf(Oracle.flipped(zeros, 9000, 5), 20_001));
    assertThat(printed(file, "verify", "--diagnose")).isEqualTo(examples.get(1));
  }

  @Test
  void theFieldsAreThoseOfThePage() {
    Path file = Cli.write(folder.resolve("f"), new byte[20_000]);
    Map<String, @Nullable Object> summed =
        Cli.run("sum", "--format", "json", file.toString()).json().get(0);
    assertThat(documented("sum")).isEqualTo(names(summed));
    assertThat(documented("composite"))
        .isEqualTo(names(Cli.run("composite", "--format", "json", file.toString()).json().get(0)));
    String sums = Cli.sidecar(file).toString();
    assertThat(documented("inspect"))
        .isEqualTo(names(Cli.run("inspect", "--format", "json", sums).json().get(0)));

    Set<String> verified = new TreeSet<>();
    Cli.run("sum", "-t", "CRC32,NONE", file.toString());
    Cli.write(file, Oracle.flipped(new byte[20_000], 9, 1));
    for (Map<String, @Nullable Object> result :
        Cli.run("verify", "--diagnose", "--format", "json", file.toString()).json()) {
      verified.addAll(result.keySet());
      for (Object mismatch : (List<?>) Objects.requireNonNull(result.get("mismatches"))) {
        verified.addAll(keys(mismatch));
        verified.addAll(keys(Objects.requireNonNull(((Map<?, ?>) mismatch).get("diagnosis"))));
      }
    }
    verified.remove("bit"); // Of verdicts, which have a table of another kind.
    assertThat(documented("verify, scan")).isEqualTo(verified);
  }

  private static Set<String> keys(Object object) {
    Set<String> keys = new TreeSet<>();
    ((Map<?, ?>) object).keySet().forEach(key -> keys.add((String) key));
    return keys;
  }

  @Test
  void everyVerdictHasItsRow() {
    Set<String> verdicts = new TreeSet<>();
    page.stream()
        .flatMap(line -> VERDICT.matcher(line).results())
        .map(match -> match.group(1))
        .forEach(verdicts::add);
    assertThat(verdicts)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(CauseKind.values()).map(Enum::name).toList());
  }
}
