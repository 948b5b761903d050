// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ConsoleTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console = new Console(InputStream.nullInputStream(), out, err);

  /** What is printed of one character between two others, which must stay as they are. */
  private String printed(int character) {
    out.reset();
    console.print("a" + Character.toString(character) + "b");
    console.flush(ExitStatus.OK);
    String line = out.toString(StandardCharsets.UTF_8);
    assertThat(line).startsWith("a").endsWith("b" + System.lineSeparator());
    return line.substring(1, line.length() - 1 - System.lineSeparator().length());
  }

  private void assertEscaped(String format, int first, int last) {
    for (int character = first; character <= last; character++) {
      assertThat(printed(character)).isEqualTo(format.formatted(character));
    }
  }

  @Test
  void aResultIsSeenBeforeTheNextIsKnown() {
    console.print("first");
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("first" + System.lineSeparator());
  }

  /** On a terminal, both are in one place. */
  @Test
  void aProblemComesAfterWhatWasPrintedBefore() {
    Console terminal = new Console(InputStream.nullInputStream(), out, out);
    terminal.printWithNext("first");
    terminal.error("second");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines("first\nchunksum: second\n");
  }

  @Test
  void whatSteersATerminalIsEscaped() {
    assertEscaped("\\x%02x", 0, 0x1f);
    assertEscaped("\\x%02x", 0x7f, 0x9f);
    assertEscaped("\\u%04x", 0x61c, 0x61c);
    assertEscaped("\\u%04x", 0x200e, 0x200f);
    assertEscaped("\\u%04x", 0x2028, 0x202e);
    assertEscaped("\\u%04x", 0x2066, 0x2069);
  }

  /** A byte of a name that is not UTF-8, and other halves of pairs. */
  @Test
  void whatHasNoBytesIsEscaped() {
    for (int value = 0x80; value <= 0xff; value++) {
      assertThat(printed(0xdc00 + value)).isEqualTo("\\x%02x", value);
    }
    assertEscaped("\\u%04x", 0xd800, 0xdc7f);
    assertEscaped("\\u%04x", 0xdd00, 0xdfff);
  }

  @Test
  void whatCanBeSeenStaysAsItIs() {
    for (int character :
        new int[] {' ', '\\', '$', '~', 0xa0, 0xe9, 0x5d0, 0x4e2d, 0x1f480, 0x1f600}) {
      assertThat(printed(character)).isEqualTo(Character.toString(character));
    }
  }

  @Test
  void errorsAreEscapedToo() {
    console.error("a\u009b2Jb\u202ec");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("chunksum: a\\x9b2Jb\\u202ec" + System.lineSeparator());
  }
}
