// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code verify --range}: every window it touches is checked, and no others. */
class RangeTest {

  private static final int WINDOW = 7;

  /** More than one chunk of 65536 windows, and a last window of 3 bytes. */
  private static final int LENGTH = 70_000 * WINDOW + 3;

  private static final int CHUNK = 65536 * WINDOW;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    // offset, length, first window, end of windows
    "0, 1, 0, 1",
    "0, 7, 0, 1",
    "0, 8, 0, 2",
    "6, 1, 0, 1",
    "6, 2, 0, 2",
    "7, 1, 1, 2",
    "7, 7, 1, 2",
    "8, 7, 1, 3",
    "13, 2, 1, 3",
    "458751, 1, 65535, 65536",
    "458751, 2, 65535, 65537",
    "458752, 1, 65536, 65537",
    "458745, 14, 65535, 65537",
    "1, 490002, 0, 70001",
    "0, 490003, 0, 70001",
    "490002, 1, 70000, 70001",
    "490000, 3, 70000, 70001",
    "489999, 1, 69999, 70000",
    "489999, 4, 69999, 70001"
  })
  void windowsThatTheRangeTouchesAreChecked(long offset, long length, int first, int end) {
    byte[] recorded = Oracle.random(1, LENGTH);
    Path file = Cli.summed(directory.resolve("data"), recorded, "CRC32C", WINDOW);
    byte[] changed = recorded.clone();
    for (int i : List.of(0, 7, 20, CHUNK - 1, CHUNK, LENGTH - 4, LENGTH - 1)) {
      changed[i] ^= 0x10;
    }
    for (byte[] now :
        List.of(
            recorded,
            changed,
            Arrays.copyOf(recorded, CHUNK + 2),
            Arrays.copyOf(recorded, 10),
            new byte[0],
            // What comes after the recorded end is not asked for.
            Arrays.copyOf(recorded, LENGTH + 100))) {
      Cli.write(file, now);
      List<@Nullable Object> mismatches =
          Expected.mismatches(recorded, now, "CRC32C", WINDOW, first, end);
      Cli.Outcome outcome = verify(file, offset + ":" + length);
      assertThat(outcome.json())
          .containsExactly(
              Expected.verified(
                  file.toString(), recorded, now, "CRC32C", WINDOW, end - first, mismatches));
      assertThat(outcome.status()).isEqualTo(mismatches.isEmpty() ? 0 : 1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // offset, length, windows checked
    "0, 26, 4",
    "24, 2, 1",
    "25, 1, 0",
    "30, 5, 0",
    "0, 9223372036854775807, 4",
    "5, 9223372036854775807, 4",
    "14, 4611686018427387904, 2",
    "9223372036854775806, 1, 0",
    "9223372036854775807, 1, 0",
    "9223372036854775807, 9223372036854775807, 0"
  })
  void rangeBeyondTheRecordedEndIsAMismatch(String offset, String length, long windows) {
    long from = Math.min(Long.parseLong(offset), Long.MAX_VALUE - 1);
    long end = from + Math.min(Long.parseLong(length), Long.MAX_VALUE - from);
    long surplus = Math.max(25, from);
    Path file = Cli.summed(directory.resolve("data"), Oracle.random(2, 25), "CRC32C", WINDOW);
    Cli.Outcome outcome = verify(file, offset + ":" + length);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.json().get(0))
        .containsEntry("windows", windows)
        .containsEntry("ok", false)
        .containsEntry("mismatchCount", 1L);
    assertThat(outcome.json().get(0).get("mismatches"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .singleElement(InstanceOfAssertFactories.MAP)
        .containsEntry("window", 4L)
        .containsEntry("offset", surplus)
        .containsEntry("length", end - surplus)
        .containsEntry("expected", null)
        .containsEntry("actual", null);
  }

  @Test
  void onlyWhatWasAskedForIsBeyondTheRecordedEnd() {
    Path file = Cli.summed(directory.resolve("data"), Oracle.random(2, 25), "CRC32C", WINDOW);
    String[] range = {"verify", "--diagnose", "--range", "150:10", file.toString()};
    assertThat(Cli.run(range).out())
        .contains("bytes 150 to 159: beyond the recorded length")
        .doesNotContain("bytes 25 ");
  }

  @Test
  void everyRangeOfAnEmptyFileIsBeyondItsEnd() {
    Path file = Cli.summed(directory.resolve("data"), new byte[0], "CRC32C", WINDOW);
    assertThat(verify(file, "0:1").status()).isEqualTo(1);
    assertThat(Cli.run("verify", file.toString()).status()).isZero();
  }

  @Test
  void sizesMayHaveUnits() {
    byte[] recorded = Oracle.random(3, 4096);
    Path file = Cli.summed(directory.resolve("data"), recorded, "CRC32C", 512);
    Cli.write(file, Oracle.flipped(recorded, 2048, 0));
    assertThat(verify(file, "1KiB:1KiB").status()).isZero();
    assertThat(verify(file, "2KiB:1").status()).isEqualTo(1);
  }

  @Test
  void standardInputIsReadUpToTheRange() {
    byte[] recorded = Oracle.random(4, 1_000_000);
    Path file = Cli.summed(directory.resolve("data"), recorded, "CRC32C", 512);
    for (int at : List.of(0, 700_000)) {
      byte[] now = Oracle.flipped(recorded, at, 6);
      Cli.Outcome outcome =
          Cli.run(
              now,
              "verify",
              "--format",
              "json",
              "--range",
              "700000:1",
              "--checksums",
              file + ".chunksum",
              "-");
      assertThat(outcome.json())
          .containsExactly(
              Expected.verified(
                  "-",
                  recorded,
                  now,
                  "CRC32C",
                  512,
                  1,
                  Expected.mismatches(recorded, now, "CRC32C", 512, 1367, 1368)));
      assertThat(outcome.status()).isEqualTo(at == 0 ? 0 : 1);
    }
  }

  @Test
  void rangeHoldsForEachFile() {
    byte[] recorded = Oracle.random(5, 100);
    Path one = Cli.summed(directory.resolve("one"), recorded, "CRC32C", 10);
    Path other = Cli.summed(directory.resolve("other"), recorded, "MD5,CRC32", 10);
    Cli.write(other, Oracle.flipped(recorded, 99, 0));
    String[] before = Cli.args(List.of(one, other), "verify", "--range", "0:90");
    assertThat(Cli.run(before).status()).isZero();
    String[] to = Cli.args(List.of(one, other), "verify", "--range", "0:91");
    assertThat(Cli.run(to).status()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0:0",
        "5:0",
        "-1:5",
        "1:-5",
        "-1:-1",
        "1",
        "",
        ":",
        "1:",
        ":1",
        "1:2:3",
        "a:b",
        "1.5:2",
        "0x10:1",
        " 1:2",
        "1: 2",
        "9223372036854775808:1",
        "0:9223372036854775808",
        "1;2",
        "1-2"
      })
  void rangeThatIsNoneIsWrongUsage(String range) {
    Path file = Cli.summed(directory.resolve("data"), new byte[25], "CRC32C", WINDOW);
    Cli.Outcome outcome = Cli.run("verify", "--range", range, file.toString());
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).startsWith("chunksum: ").contains("--range");
  }

  private static Cli.Outcome verify(Path file, String range) {
    return Cli.run("verify", "--format", "json", "--range", range, file.toString());
  }
}
