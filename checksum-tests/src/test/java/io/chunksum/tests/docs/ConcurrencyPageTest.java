// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every public type says whether threads may share it, and docs/concurrency.md is right. */
class ConcurrencyPageTest {

  private static final Path ROOT = Path.of("..");
  private static final Path STRESS = ROOT.resolve("checksum-stress/src/main/java");
  private static final Path PAGE = ROOT.resolve("docs/concurrency.md");

  /** Constants, records and exceptions cannot be changed, and need not say so. */
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "^public (?:(?:abstract|final|sealed|non-sealed) )*(?:class|interface) (\\w+)",
          Pattern.MULTILINE);

  private static final Pattern STATEMENT = Pattern.compile("(?i)immutable|\\bthreads?\\b");
  private static final Pattern NOT_EXPORTED =
      Pattern.compile("/(internal|lanes|vector|events|wire)/");
  private static final Pattern STRESS_TEST = Pattern.compile("`(\\w+Stress)?\\.(\\w+)`");
  private static final Pattern STRESS_CLASS =
      Pattern.compile("@State\\s+public static class (\\w+)");

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  @Test
  void everyPublicTypeSaysWhetherThreadsMayShareIt() throws IOException {
    List<String> silent = new ArrayList<>();
    int types = 0;
    for (String module : List.of("checksum-core", "checksum-proto")) {
      for (Path file : sources(ROOT.resolve(module).resolve("src/main/java"))) {
        String source = Files.readString(file);
        Matcher type = PUBLIC_TYPE.matcher(source);
        if (!type.find()
            || type.group(1).endsWith("Exception")
            || NOT_EXPORTED.matcher(file.toString().replace('\\', '/')).find()) {
          continue;
        }
        types++;
        String comment = source.substring(source.lastIndexOf("\n/**", type.start()), type.start());
        if (!STATEMENT.matcher(comment).find()) {
          silent.add(type.group(1));
        }
      }
    }
    assertThat(silent).isEmpty();
    assertThat(types).isGreaterThan(60);
  }

  @Test
  void everyStressTestIsListedAndEveryOneListedIsThere() throws IOException {
    List<String> listed = new ArrayList<>();
    String stress = "";
    for (MatchResult test : STRESS_TEST.matcher(Files.readString(PAGE)).results().toList()) {
      stress = test.group(1) == null ? stress : test.group(1);
      listed.add(stress + "." + test.group(2));
    }
    List<String> present = new ArrayList<>();
    for (Path file : sources(STRESS)) {
      String name = file.getFileName().toString().replace(".java", "");
      STRESS_CLASS
          .matcher(Files.readString(file))
          .results()
          .forEach(test -> present.add(name + "." + test.group(1)));
    }
    assertThat(present).isNotEmpty();
    assertThat(listed).containsExactlyInAnyOrderElementsOf(present);
  }
}
