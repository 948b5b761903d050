// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest {
  private static final String ENCODE = "io.chunksum.bench.CodecBenchmark.encode";
  private static final String LANES = "io.chunksum.bench.LaneBenchmark.lanes";

  @TempDir Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path page = Path.of("");

  @BeforeEach
  void keepAnOldPage() throws IOException {
    page = Files.writeString(folder.resolve("benchmarks.md"), "old");
  }

  @Test
  void writesThePageAndNamesWhatHasNoPlace() throws IOException {
    String encode = result(ENCODE, 1, "[[1]]");
    String foreign = result("com.example.CodecBenchmark.encode", 1, "[[1]]");
    assertThat(report(array(encode, foreign))).isZero();
    // One sample tells no error.
    assertThat(Files.readString(page)).contains("## The wire form", "| 1.00 |");
    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            "report: no place for 1 of com.example.CodecBenchmark.encode\n");
  }

  /** Or an error in an earlier step would leave a page without tables. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          []     | no results that the page has a place for
          null   | not results of JMH: has null for a result
          [null] | not results of JMH: has null for a result
          """)
  void keepsTheOldPageIfThereAreNoResults(String content, String reason) throws IOException {
    assertRefused(content, reason);
  }

  @Test
  void refusesWhatAFailedBenchmarkHasLeft() throws IOException {
    assertRefused(
        array(result(ENCODE, 1, "[]")),
        ENCODE + " with {chunkBytes=4K} failed in a fork or iteration");
  }

  /** Lanes that are given up midway leave a time of two engines. */
  @ParameterizedTest
  @ValueSource(strings = {"true", "TRUE", "false\", \"-Dchunksum.bench.lanesMayBeGivenUp=true"})
  void refusesWhatMayBeOfTwoEngines(String value) throws IOException {
    String option = "-Dchunksum.bench.lanesMayBeGivenUp=" + value;
    assertRefused(
        array(withJvmArgs(option)),
        ENCODE
            + " with {chunkBytes=4K} was measured with -Dchunksum.bench.lanesMayBeGivenUp=true,"
            + " so it may be of two engines");
  }

  @Test
  void takesWhatIsOfOneEngine() throws IOException {
    assertThat(report(array(withJvmArgs("-Dchunksum.bench.lanesMayBeGivenUp=false")))).isZero();
    assertThat(Files.readString(page)).contains("## The wire form");
  }

  private static String withJvmArgs(String options) {
    return result(ENCODE, 1, "[[1]]")
        .replace("\"jvmArgs\": []", "\"jvmArgs\": [\"%s\"]".formatted(options));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"commit\": null}", "null"})
  void takesResultsOfUnknownOrigin(String provenance) throws IOException {
    String result = result(ENCODE, 1, "[[1]]");
    String unknown = result.replaceFirst("\\{", "{\"provenance\": " + provenance + ",");
    assertThat(report(array(unknown))).isZero();
    assertThat(Files.readString(page))
        .contains("1. JDK 25.0.3 (VM), commit unknown, unknown, vectors of\n   unknown width, ");
  }

  /** What JMH never writes is told with the file, and by one line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "4K"       | null     | has no value for chunkBytes
          "score": 1 | "score": 1e999 | has no score
          "score": 1 | "score": "INF" | has no score
          [[1]]      | [null]   | rawData has null
          [[1]]      | [[null]] | rawData has null
          """)
  void refusesWhatJmhDoesNotWrite(String written, String other, String reason) throws IOException {
    assertRefused(array(result(ENCODE, 1, "[[1]]").replace(written, other)), reason);
    assertThat(err.toString(UTF_8)).contains("results.json:").hasLineCount(1);
  }

  @Test
  void namesAParameterThatIsNoNumber() throws IOException {
    assertRefused(
        array(result(LANES, 1, "[[1]]")), LANES + " has chunkBytes=4K, which is not a number");
  }

  @Test
  void namesTheFileThatCannotBeRead() {
    assertThat(status(folder.toString())).isEqualTo(1);
    assertThat(err.toString(UTF_8)).startsWith("report: " + folder + ": cannot be read: ");
    assertThat(Report.status(new PrintStream(err, true, UTF_8), "docs")).isEqualTo(2);
  }

  @Test
  void saysWhyThePageCannotBeWritten() throws IOException {
    Files.createFile(folder.resolve("images"));
    assertThat(report(array(result(ENCODE, 1, "[[1]]")))).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .startsWith("report: cannot write the page to " + folder + ": ")
        .contains("FileAlreadyExistsException");
  }

  private void assertRefused(String json, String reason) throws IOException {
    assertThat(report(json)).isEqualTo(1);
    assertThat(err.toString(UTF_8)).startsWith("report: ").contains(reason);
    assertThat(Files.readString(page)).isEqualTo("old");
  }

  private int report(String json) throws IOException {
    return status(Files.writeString(folder.resolve("results.json"), json).toString());
  }

  private int status(String file) {
    return Report.status(new PrintStream(err, true, UTF_8), folder.toString(), file);
  }

  private static String array(String... results) {
    return "[" + String.join(",", results) + "]";
  }

  /** Returns a result of one fork with one iteration, as JMH would write it. */
  static String result(String benchmark, int threads, String samples) {
    return """
    {
      "benchmark": "%s", "mode": "avgt", "threads": %d, "forks": 1, "jvmArgs": [],
      "jdkVersion": "25.0.3", "vmName": "VM", "warmupIterations": 1, "warmupTime": "1 s",
      "measurementIterations": 1, "measurementTime": "100 ms", "params": {"chunkBytes": "4K"},
      "primaryMetric": {
        "score": 1, "scoreError": "NaN", "scoreUnit": "us/op", "rawData": %s
      }
    }
    """
        .formatted(benchmark, threads, samples);
  }
}
