// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.chunksum.bench.results.JmhJson;
import io.chunksum.bench.results.JmhResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The command that turns JMH's JSON into {@code benchmarks.md} and its charts. */
public final class Report {
  private static final String USAGE =
      "usage: java -cp benchmarks.jar io.chunksum.bench.report.Report DOCS RESULTS.json...";

  private Report() {}

  /** Writes the page to the folder named first, from the result files named after it. */
  public static void main(String[] args) {
    // Charts need no screen, and on some systems a window would flash up.
    System.setProperty("java.awt.headless", "true");
    System.exit(status(System.err, args));
  }

  /** Does everything {@link #main} does, and returns the exit status. */
  static int status(PrintStream err, String... args) {
    if (args.length < 2) {
      err.println(USAGE);
      return 2;
    }
    try {
      write(err, Path.of(args[0]), List.of(args).subList(1, args.length));
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      err.println("report: " + e.getMessage());
      return 1;
    }
  }

  private static void write(PrintStream err, Path docs, List<String> files) throws IOException {
    List<JmhResult> results = new ArrayList<>();
    for (String file : files) {
      results.addAll(JmhJson.read(Path.of(file)));
    }
    Page.withoutPlace(results).stream()
        .collect(groupingBy(JmhResult::benchmark, TreeMap::new, counting()))
        .forEach((name, n) -> err.printf("report: no place for %d of %s%n", n, name));
    Map<String, byte[]> pages = Page.of(results);
    try {
      Files.createDirectories(docs.resolve("images"));
      for (Map.Entry<String, byte[]> page : pages.entrySet()) {
        Files.write(docs.resolve(page.getKey()), page.getValue());
      }
    } catch (IOException e) {
      throw new IOException("cannot write the page to " + docs + ": " + e, e);
    }
  }
}
