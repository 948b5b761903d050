// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tests that docs/faults.md and docs/fuzzing.md name exist. */
class FaultsPageTest {

  private static final Path ROOT = Path.of("..");
  private static final List<String> MODULES =
      List.of("checksum-core", "checksum-cli", "checksum-tests");
  private static final Pattern TEST = Pattern.compile("`([A-Za-z0-9]+Test)\\.(\\w+)`");
  private static final Pattern WORD = Pattern.compile("\\w+");
  private static final Path FUZZ =
      ROOT.resolve("checksum-tests/src/test/java/io/chunksum/tests/fuzz");
  private static final Pattern FUZZ_TEST = Pattern.compile("@FuzzTest\\s+void (\\w+)");
  private static final Pattern TARGETS = Pattern.compile("\\| `(\\w+FuzzTest)`((?: `\\w+`)+)");

  private static List<MatchResult> in(String page, Pattern pattern) throws IOException {
    String text = Files.readString(ROOT.resolve("docs").resolve(page));
    return pattern.matcher(text).results().toList();
  }

  /** The source of a test, in whichever module it is. */
  private static String source(String test) throws IOException {
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        Optional<Path> source = files.filter(file -> file.endsWith(test + ".java")).findFirst();
        if (source.isPresent()) {
          return Files.readString(source.get());
        }
      }
    }
    throw new AssertionError("no " + test);
  }

  @Test
  void everyFaultIsHeldByATest() throws IOException {
    List<MatchResult> named = in("faults.md", TEST);
    assertThat(named).hasSizeGreaterThan(20);
    for (MatchResult test : named) {
      assertThat(source(test.group(1))).contains("void " + test.group(2) + "(");
    }
  }

  @Test
  void everyTargetIsListedAndEveryOneListedIsThere() throws IOException {
    List<String> listed = new ArrayList<>();
    for (MatchResult targets : in("fuzzing.md", TARGETS)) {
      for (MatchResult method : WORD.matcher(targets.group(2)).results().toList()) {
        listed.add(targets.group(1) + "." + method.group());
      }
    }
    List<String> present = new ArrayList<>();
    for (Path file : fuzzTests()) {
      String name = file.getFileName().toString().replace(".java", "");
      FUZZ_TEST
          .matcher(Files.readString(file))
          .results()
          .forEach(method -> present.add(name + "." + method.group(1)));
    }
    assertThat(present).isNotEmpty();
    assertThat(listed).containsExactlyInAnyOrderElementsOf(present);
  }

  private static List<Path> fuzzTests() throws IOException {
    try (Stream<Path> files = Files.list(FUZZ)) {
      return files.filter(file -> file.toString().endsWith("FuzzTest.java")).toList();
    }
  }
}
