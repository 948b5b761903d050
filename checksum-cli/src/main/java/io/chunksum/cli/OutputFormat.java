// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.file.ByteReader;

/** How results are printed. */
enum OutputFormat {
  TEXT {
    @Override
    Report report(Console console, ByteReader reader) {
      return new TextReport(console);
    }
  },
  JSON {
    @Override
    Report report(Console console, ByteReader reader) {
      return new JsonReport(console, reader);
    }
  };

  abstract Report report(Console console, ByteReader reader);
}
