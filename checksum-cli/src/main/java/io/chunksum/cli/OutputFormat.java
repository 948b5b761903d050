// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.util.Locale;

/** How results are printed. */
enum OutputFormat {
  TEXT,
  JSON;

  Report report(Console console) {
    return switch (this) {
      case TEXT -> new TextReport(console);
      case JSON -> new JsonReport(console);
    };
  }

  /** Returns the name that {@code --format} takes. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
