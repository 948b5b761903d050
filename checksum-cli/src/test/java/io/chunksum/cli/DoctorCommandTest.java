// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorCommandTest {

  private static final List<String> MEMORY =
      List.of(
          "array",
          "heap buffer",
          "read-only heap buffer",
          "direct buffer",
          "read-only direct buffer",
          "mapped file");

  /** The rows below the line of a type, up to the next type. */
  private static List<String> section(List<String> lines, String type) {
    return lines.stream()
        .dropWhile(line -> !line.startsWith(type))
        .skip(1)
        .takeWhile(line -> line.startsWith(" "))
        .filter(line -> line.matches("  \\S.*"))
        .toList();
  }

  @Test
  void everyTypeIsMeasuredOverEveryKindOfMemory() {
    Cli.Outcome outcome = Cli.run("doctor");
    assertThat(outcome.status()).isZero();
    assertThat(outcome.err()).isEmpty();
    List<String> lines = outcome.lines();
    assertThat(lines).allMatch(line -> line.length() <= 80);
    for (String type :
        List.of(
            "CRC32: ",
            "CRC32C: ",
            "SHA256: ",
            "MD5: ",
            "CRC64NVME: ",
            "ADLER32: ",
            "byte-Sum/24: ")) {
      List<String> rows = section(lines, type);
      assertThat(rows).as(type).hasSize(MEMORY.size());
      for (int i = 0; i < rows.size(); i++) {
        assertThat(rows.get(i))
            .matches(" +" + MEMORY.get(i) + " +(in place|in lanes|through an array) .*");
      }
    }
    assertThat(section(lines, "CRC32C: ").get(3)).contains(" in place ").contains(" 0 ");
    assertThat(section(lines, "CRC32C: ").get(2))
        .contains(" through an array ")
        .contains(" 4194304 ");
    assertThat(section(lines, "byte-Sum/24: ").get(5)).contains(" 4194304 ");
    assertThat(lines).noneMatch(line -> line.startsWith("NONE"));
    assertThat(outcome.out())
        .contains("JVM        ", System.getProperty("java.vm.version"))
        .contains("byte-Sum/24: io.chunksum.cli.ByteSumAlgorithm");
    assertThat(lines.get(lines.size() - 1)).isNotBlank();
    assertThat(lines).anyMatch(line -> line.startsWith("- "));
  }
}
