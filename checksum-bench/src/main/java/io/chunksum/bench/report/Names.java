// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page's names for benchmark parameters and their values. */
final class Names {

  /** The others are called what they are called in the benchmarks. */
  private static final Map<String, String> LABELS =
      Map.of(
          "bytesPerChecksum", "window",
          "chunkBytes", "chunk",
          "pieceBytes", "pieces of",
          "putBytes", "puts of",
          "frameBytes", "frames of");

  /** The columns of known parameters, from left to right. */
  private static final List<String> ORDER =
      List.of(
          "type",
          "bytesPerChecksum",
          "chunkBytes",
          "chunks",
          "pieceBytes",
          "putBytes",
          "flushes",
          "frameBytes",
          "calls",
          "memory",
          "contender");

  private Names() {}

  /** Orders parameters as columns: unknown ones come last, by name. */
  static Comparator<String> columns() {
    return Comparator.<String>comparingInt(
            param -> ORDER.contains(param) ? ORDER.indexOf(param) : ORDER.size())
        .thenComparing(Comparator.naturalOrder());
  }

  static String label(String param) {
    return LABELS.getOrDefault(param, param);
  }

  static String value(String param, String value) {
    return switch (param) {
      case "bytesPerChecksum", "chunkBytes", "pieceBytes", "putBytes", "frameBytes" ->
          value.matches("\\d{1,18}") ? bytes(Long.parseLong(value)) : value;
      case "memory", "operation" -> value.toLowerCase(Locale.ROOT).replace('_', ' ');
      case "contender" -> value.equals("JDK") ? "JDK, linearized" : value;
      default -> value;
    };
  }

  private static String bytes(long count) {
    if (count >= 1 << 20 && count % (1 << 20) == 0) {
      return (count >> 20) + " MiB";
    }
    return count >= 1 << 10 && count % (1 << 10) == 0 ? (count >> 10) + " KiB" : count + " B";
  }
}
