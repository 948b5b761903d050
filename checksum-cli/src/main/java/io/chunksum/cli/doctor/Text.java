// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lays out the report in at most 80 columns. */
final class Text {

  private static final int WIDTH = 80;
  private static final String ROW = "  %-26s%-24s%14s%10s";

  static final String HEADER = String.format(ROW, "", "path", "bytes copied", "GB/s");

  private Text() {}

  /** Returns the line for one kind of memory. */
  static String row(String memory, boolean inLanes, long copied, double speed) {
    String path = copied > 0 ? "through an array" : inLanes ? "in lanes" : "in place";
    return String.format(ROW, memory, path, copied, String.format(Locale.ROOT, "%.3g", speed));
  }

  /** Returns a number of bytes with a unit; only GiB have a fraction. */
  static String bytes(long count) {
    if (count < 1L << 20) {
      return "%d KiB".formatted(count >> 10);
    }
    return count < 1L << 30
        ? "%d MiB".formatted(count >> 20)
        : String.format(Locale.ROOT, "%.1f GiB", (double) count / (1L << 30));
  }

  /**
   * Breaks text between words.
   *
   * @param first the start of the first line; the other lines are indented by its length
   */
  static List<String> wrap(String first, String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(first);
    int indent = first.length();
    for (String word : text.split(" ", -1)) {
      if (line.length() > indent && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
        line.append(" ".repeat(indent));
      }
      line.append(line.length() > indent ? " " : "").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
