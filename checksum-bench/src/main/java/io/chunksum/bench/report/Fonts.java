// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import java.awt.Font;
import java.io.IOException;

/** The fonts of charts. A JDK has none of its own. */
final class Fonts {
  static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);

  private Fonts() {}

  /**
   * Checks that the system has fonts.
   *
   * @throws IOException if it has none
   */
  static void check() throws IOException {
    try {
      TEXT.getFamily();
    } catch (RuntimeException | LinkageError | InternalError e) {
      throw new IOException(
          "charts need fonts, and this system has none: install fontconfig and a font", e);
    }
  }
}
