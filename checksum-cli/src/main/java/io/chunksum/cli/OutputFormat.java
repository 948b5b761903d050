// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

/** How results are printed. */
enum OutputFormat {
  TEXT {
    @Override
    Report report(Console console) {
      return new TextReport(console);
    }
  },
  JSON {
    @Override
    Report report(Console console) {
      return new JsonReport(console);
    }
  };

  abstract Report report(Console console);
}
