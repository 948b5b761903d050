// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTest {

  @Test
  void rowsStandUnderTheirHeader() {
    String row = Text.row("array", false, 0, 53.14);
    assertThat(row).isEqualToIgnoringWhitespace("array in place 0 53.1").hasSizeLessThan(81);
    assertThat(row).hasSameSizeAs(Text.HEADER);
    assertThat(row.indexOf("in place")).isEqualTo(Text.HEADER.indexOf("path"));
  }

  @Test
  void pathIsWhatWasCopiedThenLanes() {
    assertThat(Text.row("x", false, 1, 1.234)).contains("through an array").endsWith(" 1.23");
    assertThat(Text.row("x", false, 1, 0.001234)).endsWith(" 0.00123");
    assertThat(Text.row("x", true, 0, 9.99)).contains("in lanes").endsWith(" 9.99");
    assertThat(Text.row("x", true, 1, 10)).contains("through an array").endsWith(" 10.0");
  }

  @Test
  void textIsBrokenBetweenWordsAndIndented() {
    String word = "x".repeat(39);
    assertThat(Text.wrap("", word + " " + word + " y")).containsExactly(word + " " + word, "y");
    assertThat(Text.wrap("- ", word + " " + word.substring(2)))
        .containsExactly("- " + word + " " + word.substring(2));
    assertThat(Text.wrap("- ", word + " " + word)).containsExactly("- " + word, "  " + word);
    assertThat(Text.wrap("a: ", "x".repeat(90) + " y"))
        .containsExactly("a: " + "x".repeat(90), "   y");
  }

  @Test
  void memoryIsRounded() {
    assertThat(Text.bytes(64 << 10)).isEqualTo("64 KiB");
    assertThat(Text.bytes((1 << 20) - 1)).isEqualTo("1023 KiB");
    assertThat(Text.bytes(4 << 20)).isEqualTo("4 MiB");
    assertThat(Text.bytes((1L << 30) - 1)).isEqualTo("1023 MiB");
    assertThat(Text.bytes(1L << 30)).isEqualTo("1.0 GiB");
    assertThat(Text.bytes(24L << 30)).isEqualTo("24.0 GiB");
  }
}
