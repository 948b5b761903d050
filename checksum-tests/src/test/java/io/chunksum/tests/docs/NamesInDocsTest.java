// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests, benchmarks and contracts that the documentation names exist. */
class NamesInDocsTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern NAME =
      Pattern.compile("`([A-Z]\\w*(?:Test|Stress|Benchmark|Contract))[`.]");

  private static Set<String> sources() throws IOException {
    Set<String> names = new HashSet<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            // Other builds and git may be at work there.
            return Set.of("target", ".git").contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString();
            if (name.endsWith(".java")) {
              names.add(name.substring(0, name.length() - ".java".length()));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return names;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      return Stream.concat(docs, Stream.of("README.md", "CONTRIBUTING.md").map(ROOT::resolve))
          .filter(file -> file.toString().endsWith(".md"))
          .toList();
    }
  }

  @Test
  void everyNameIsThatOfASource() throws IOException {
    Set<String> named = new TreeSet<>();
    for (Path page : pages()) {
      NAME.matcher(Files.readString(page))
          .results()
          .map((MatchResult name) -> name.group(1))
          .forEach(named::add);
    }
    assertThat(named).hasSizeGreaterThan(20);
    assertThat(sources()).containsAll(named);
  }
}
