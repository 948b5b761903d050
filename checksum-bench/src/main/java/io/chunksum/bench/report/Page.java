// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.samskivert.mustache.Mustache;
import io.chunksum.bench.results.JmhResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The page and its images, generated from results: the same results give the same bytes. */
final class Page {
  private static final String TEMPLATE = "benchmarks.md.mustache";

  /** The results of each measurement, in the order given. */
  private final Map<Measurement, List<JmhResult>> results = new LinkedHashMap<>();

  private final List<Measurement> measurements;
  private final Map<String, byte[]> files = new TreeMap<>();

  private Page(Collection<JmhResult> all) {
    for (JmhResult result : all) {
      results.computeIfAbsent(Measurement.of(result), m -> new ArrayList<>()).add(result);
    }
    measurements = List.copyOf(results.keySet());
  }

  /**
   * Writes the page.
   *
   * @return the contents of each file by path; the page is {@code benchmarks.md}
   * @throws IOException if results contradict each other or are not for a page, or none has a place
   */
  static Map<String, byte[]> of(Collection<JmhResult> results) throws IOException {
    if (withoutPlace(results).size() == results.size()) {
      throw new IOException("no results that the page has a place for");
    }
    return new Page(results).write();
  }

  /** Returns those of {@code results} that the page has no place for. */
  static List<JmhResult> withoutPlace(Collection<JmhResult> results) {
    return results.stream()
        .filter(result -> Comparisons.ALL.stream().noneMatch(c -> c.holds(result)))
        .toList();
  }

  private Map<String, byte[]> write() throws IOException {
    Map<String, Object> context = new LinkedHashMap<>();
    for (Comparison comparison : Comparisons.ALL) {
      Map<Measurement, Table> tables = new LinkedHashMap<>();
      for (Measurement measurement : measurements) {
        Table table = Table.of(comparison, requireNonNull(results.get(measurement)));
        if (!table.isEmpty()) {
          tables.put(measurement, table);
        }
      }
      if (!tables.isEmpty()) {
        context.put(comparison.name(), section(comparison, tables));
      }
    }
    context.put("measurements", measurements.stream().map(this::describe).toList());
    files.put("benchmarks.md", fill(context).getBytes(UTF_8));
    return files;
  }

  /** Returns what the template shows of a comparison: its tables and the name of its chart. */
  private Map<String, Object> section(Comparison comparison, Map<Measurement, Table> tables)
      throws IOException {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<Measurement, Table> entry : tables.entrySet()) {
      if (!text.isEmpty()) {
        text.append('\n');
      }
      String caption = Markdown.caption(entry.getValue());
      text.append("JDK ")
          .append(entry.getKey().jdk())
          .append(" (measurement ")
          .append(measurements.indexOf(entry.getKey()) + 1)
          .append(caption.isEmpty() ? ")" : "); " + caption)
          .append(":\n\n");
      text.append(Markdown.of(entry.getValue()));
    }
    Map<String, Object> section = new LinkedHashMap<>();
    section.put("tables", text.toString().stripTrailing());
    String chart = draw(comparison, tables);
    if (!chart.isEmpty()) {
      section.put("chart", chart);
    }
    return section;
  }

  /** Draws the table of the newest JDK that has something to show; returns "" if none has. */
  private String draw(Comparison comparison, Map<Measurement, Table> tables) throws IOException {
    Comparison.Drawing drawing = comparison.drawing();
    if (drawing == null) {
      return "";
    }
    List<Measurement> newestFirst = new ArrayList<>(tables.keySet());
    newestFirst.sort((a, b) -> Integer.compare(b.feature(), a.feature()));
    for (Measurement measurement : newestFirst) {
      Table table = requireNonNull(tables.get(measurement));
      byte[] svg = BarChart.svg(table, drawing, "JDK " + measurement.jdk());
      if (svg != null) {
        String file = "images/" + comparison.name() + ".svg";
        files.put(file, svg);
        return file;
      }
    }
    return "";
  }

  private Map<String, Object> describe(Measurement measurement) {
    TreeSet<String> flags = new TreeSet<>();
    for (JmhResult result : requireNonNull(results.get(measurement))) {
      flags.add(String.join(" ", result.jvmArgs()));
    }
    int vectorBytes = measurement.provenance().vectorBytes();
    return Map.of(
        "number",
        measurements.indexOf(measurement) + 1,
        "measurement",
        measurement,
        "vectors",
        vectorBytes == 0 ? "unknown width" : vectorBytes + " bytes",
        "flags",
        String.join("`, `", flags));
  }

  private static String fill(Map<String, Object> context) throws IOException {
    try (InputStream in = requireNonNull(Page.class.getResourceAsStream(TEMPLATE), TEMPLATE);
        Reader reader = new InputStreamReader(in, UTF_8)) {
      return Mustache.compiler().escapeHTML(false).compile(reader).execute(context);
    }
  }
}
