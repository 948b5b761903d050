// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    List<MatchResult> listed = in("fuzzing.md", TARGETS);
    long methods = 0;
    for (MatchResult targets : listed) {
      String source = source(targets.group(1));
      for (MatchResult method : WORD.matcher(targets.group(2)).results().toList()) {
        assertThat(source).contains("@FuzzTest\n  void " + method.group() + "(");
        methods++;
      }
    }
    long all = 0;
    for (String test : listed.stream().map(target -> target.group(1)).distinct().toList()) {
      all += Pattern.compile("@FuzzTest").matcher(source(test)).results().count();
    }
    assertThat(methods).isEqualTo(all);
  }
}
