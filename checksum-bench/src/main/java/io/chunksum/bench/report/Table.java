// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import io.chunksum.bench.Engines;
import io.chunksum.bench.results.JmhResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The results of one comparison in one measurement: a row for each set of parameters, with the
 * results of the contenders by method.
 */
final class Table {
  private static final String MAY_BE_GIVEN_UP = "-D" + Engines.MAY_BE_GIVEN_UP + "=true";

  private final Comparison comparison;
  private final Map<Map<String, String>, Map<String, JmhResult>> rows;

  private Table(Comparison comparison, Map<Map<String, String>, Map<String, JmhResult>> rows) {
    this.comparison = comparison;
    this.rows = rows;
  }

  /**
   * Collects those of {@code results} that belong here.
   *
   * @throws IOException if two of them claim the same place, or one is what a failed benchmark
   *     left, or was measured where lanes may be given up
   */
  static Table of(Comparison comparison, Collection<JmhResult> results) throws IOException {
    Map<Map<String, String>, Map<String, JmhResult>> unordered = new LinkedHashMap<>();
    for (JmhResult result : results) {
      if (!comparison.holds(result)) {
        continue;
      }
      String name = result.benchmark() + " with " + new TreeMap<>(result.params());
      if (!result.isWhole()) {
        throw new IOException(name + " failed in a fork or iteration, as the output of JMH says");
      }
      if (result.jvmArgs().stream().anyMatch(MAY_BE_GIVEN_UP::equalsIgnoreCase)) {
        throw new IOException(
            "%s was measured with %s, so it may be of two engines"
                .formatted(name, MAY_BE_GIVEN_UP));
      }
      JmhResult other =
          unordered
              .computeIfAbsent(result.params(), params -> new LinkedHashMap<>())
              .put(result.methodName(), result);
      if (other != null) {
        throw new IOException("two results of " + name);
      }
    }
    List<Map<String, String>> keys = new ArrayList<>(unordered.keySet());
    keys.sort(order(List.copyOf(keys)));
    Map<Map<String, String>, Map<String, JmhResult>> rows = new LinkedHashMap<>();
    keys.forEach(key -> rows.put(key, unordered.getOrDefault(key, Map.of())));
    return new Table(comparison, rows);
  }

  /** Orders numbers by size, and names by first appearance, which is JMH's order. */
  private static Comparator<Map<String, String>> order(List<Map<String, String>> keys) {
    Comparator<Map<String, String>> order = Comparator.comparingInt(key -> 0);
    for (String param : params(keys)) {
      List<String> values =
          new ArrayList<>(
              keys.stream().map(key -> key.getOrDefault(param, "")).distinct().toList());
      if (values.stream().allMatch(value -> value.matches("\\d{1,18}"))) {
        values.sort(Comparator.comparingLong(Long::parseLong));
      }
      order = order.thenComparingInt(key -> values.indexOf(key.getOrDefault(param, "")));
    }
    return order;
  }

  private static Collection<String> params(Collection<Map<String, String>> keys) {
    TreeSet<String> params = new TreeSet<>(Names.columns());
    keys.forEach(key -> params.addAll(key.keySet()));
    return params;
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  Comparison comparison() {
    return comparison;
  }

  /** Returns the parameters of each row. */
  Collection<Map<String, String>> keys() {
    return rows.keySet();
  }

  /** Returns the result of a method in a row, or null if it was not measured. */
  @Nullable JmhResult result(Map<String, String> key, String method) {
    return rows.getOrDefault(key, Map.of()).get(method);
  }

  /** Returns the contenders that have a result. */
  List<Comparison.Contender> contenders() {
    return comparison.contenders().stream()
        .filter(c -> rows.values().stream().anyMatch(row -> row.containsKey(c.method())))
        .toList();
  }

  /** Returns the parameters that distinguish rows. */
  List<String> varying() {
    return params(keys()).stream().filter(param -> values(param) > 1).toList();
  }

  /** Returns the parameters that are the same in all rows, with their values. */
  Map<String, String> constant() {
    Map<String, String> constant = new LinkedHashMap<>();
    for (String param : params(keys())) {
      if (values(param) == 1) {
        constant.put(param, keys().iterator().next().getOrDefault(param, ""));
      }
    }
    return constant;
  }

  private long values(String param) {
    return keys().stream().map(key -> key.getOrDefault(param, "")).distinct().count();
  }
}
