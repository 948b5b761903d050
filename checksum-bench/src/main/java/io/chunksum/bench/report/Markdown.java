// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import io.chunksum.bench.report.Comparison.Contender;
import io.chunksum.bench.report.Comparison.Quotient;
import io.chunksum.bench.results.Estimate;
import io.chunksum.bench.results.JmhResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a table as Markdown. */
final class Markdown {
  private static final String NOTHING = "–";
  private static final String COPIED = "bytes.copied.norm";

  private final Table table;
  private final List<Contender> contenders;
  private final List<Quotient> quotients;

  private Markdown(Table table) {
    this.table = table;
    contenders = table.contenders();
    List<String> methods = contenders.stream().map(Contender::method).toList();
    quotients =
        table.comparison().quotients().stream()
            .filter(q -> methods.contains(q.numerator()) && methods.contains(q.denominator()))
            .toList();
  }

  static String of(Table table) {
    return new Markdown(table).write();
  }

  /** Returns what is the same for all rows of a table; "" if nothing is. */
  static String caption(Table table) {
    return table.constant().entrySet().stream()
        .map(e -> Names.label(e.getKey()) + " " + Names.value(e.getKey(), e.getValue()))
        .collect(Collectors.joining(", "));
  }

  private String write() {
    List<Column> columns = columns();
    StringBuilder text = new StringBuilder();
    text.append(line(columns.stream().map(Column::head).toList()));
    text.append(line(columns.stream().map(column -> "---").toList()).replace(" ", ""));
    for (Map<String, String> key : table.keys()) {
      text.append(line(columns.stream().map(column -> column.cell().apply(key)).toList()));
    }
    return text.toString();
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private record Column(String head, Function<Map<String, String>, String> cell) {}

  private List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    for (String param : table.varying()) {
      columns.add(
          new Column(Names.label(param), key -> Names.value(param, key.getOrDefault(param, ""))));
    }
    for (Contender contender : contenders) {
      columns.add(
          new Column(
              contender.label() + ", µs", key -> time(table.result(key, contender.method()))));
    }
    for (Quotient quotient : quotients) {
      columns.add(new Column(quotient.label(), key -> ratio(key, quotient)));
    }
    addForEach(columns, "GB/s", table.comparison()::throughput, Markdown::shortly);
    addForEach(columns, "garbage, B", JmhResult::bytesAllocated, Markdown::whole);
    addForEach(columns, "copied, B", result -> result.secondary(COPIED), Markdown::whole);
    return columns;
  }

  /** Adds a column with a number for each contender, if there is any number at all. */
  private void addForEach(
      List<Column> columns,
      String head,
      Function<JmhResult, OptionalDouble> number,
      DoubleFunction<String> format) {
    boolean any =
        table.keys().stream()
            .flatMap(key -> contenders.stream().map(c -> table.result(key, c.method())))
            .anyMatch(result -> result != null && number.apply(result).isPresent());
    if (any) {
      columns.add(new Column(head, key -> each(key, number, format)));
    }
  }

  private String each(
      Map<String, String> key,
      Function<JmhResult, OptionalDouble> number,
      DoubleFunction<String> format) {
    StringJoiner numbers = new StringJoiner(", ");
    for (Contender contender : contenders) {
      JmhResult result = table.result(key, contender.method());
      OptionalDouble value = result == null ? OptionalDouble.empty() : number.apply(result);
      numbers.add(value.isPresent() ? format.apply(value.getAsDouble()) : NOTHING);
    }
    return numbers.toString();
  }

  private String ratio(Map<String, String> key, Quotient quotient) {
    Map<String, String> other = new HashMap<>(key);
    other.putAll(quotient.denominatorParams());
    JmhResult numerator = table.result(key, quotient.numerator());
    JmhResult denominator = table.result(other, quotient.denominator());
    if (numerator == null || denominator == null) {
      return NOTHING;
    }
    // A time is exactly as long as itself, whatever its error.
    return numerator.equals(denominator)
        ? fixed(1, 2)
        : withError(numerator.micros().dividedBy(denominator.micros()), 2);
  }

  private static String time(@Nullable JmhResult result) {
    if (result == null) {
      return NOTHING;
    }
    Estimate micros = result.micros();
    return withError(micros, decimals(micros.value()));
  }

  private static String withError(Estimate estimate, int decimals) {
    String value = fixed(estimate.value(), decimals);
    return Double.isNaN(estimate.error())
        ? value
        : value + " ± " + fixed(estimate.error(), decimals);
  }

  private static String shortly(double value) {
    return fixed(value, decimals(value));
  }

  private static String whole(double value) {
    return fixed(value, 0);
  }

  private static int decimals(double value) {
    return value >= 100 ? 0 : value >= 10 ? 1 : 2;
  }

  private static String fixed(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
