// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chunksum.bench.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmhJsonTest {
  @TempDir Path folder;

  @Test
  void readsWhatJmhWrote() throws IOException {
    List<JmhResult> results = JmhJson.read(Recorded.JDK_17);
    assertThat(results).hasSize(6);
    JmhResult first = results.get(0);
    assertThat(first.className()).isEqualTo("io.chunksum.bench.ChunkPathBenchmark");
    assertThat(first.methodName()).isEqualTo("linearized");
    assertThat(first.params()).containsEntry("type", "CRC32C").containsEntry("memory", "DIRECT");
    assertThat(first.jdkVersion()).startsWith("17.");
    assertThat(first.jvmArgs()).containsExactly("-Djmh.ignoreLock=true", "-Xms1g", "-Xmx1g");
    assertThat(first.provenance().vectorBytes()).isEqualTo(64);
    assertThat(first.provenance().command()).startsWith("ChunkPathBenchmark -f 2 ");
    assertThat(first.bytesAllocated().orElseThrow()).isCloseTo(4 << 20, within(1000.0));
    assertThat(first.secondary("nothing")).isEmpty();
  }

  @Test
  void bringsAllUnitsOfTimeToMicroseconds() throws IOException {
    assertThat(read(entry("avgt", "3.5", "us/op")).micros()).isEqualTo(new Estimate(3.5, 0.5));
    assertThat(read(entry("avgt", "2", "ms/op")).micros()).isEqualTo(new Estimate(2000, 500));
    assertThat(read(entry("avgt", "1500", "ns/op")).micros().value()).isCloseTo(1.5, within(1e-12));
    assertThat(read(entry("avgt", "1", "s/op")).micros().value()).isEqualTo(1e6);
    assertThat(read(entry("ss", "2", "ms/op")).micros()).isEqualTo(new Estimate(2000, 500));
  }

  @Test
  void takesTheMiddleSampleOfAllForks() throws IOException {
    assertThat(read(entry("avgt", "9", "us/op")).medianMicros()).isEqualTo(3.5);
    assertThat(read(entry("avgt", "9", "ms/op")).medianMicros()).isEqualTo(3500);
  }

  /** JMH drops the fork that fails, or the rest of its iterations, and keeps what else there is. */
  @Test
  void noticesWhatFailedInPart() throws IOException {
    String entry = entry("avgt", "9", "us/op");
    assertThat(read(entry).isWhole()).isTrue();
    assertThat(read(entry.replace("[1.0, 90.0]", "[1.0]")).isWhole()).isFalse();
    assertThat(read(entry.replace(", [1.0, 90.0]", "")).isWhole()).isFalse();
    String unforked = entry.replace("\"forks\": 2", "\"forks\": 0");
    assertThat(read(unforked).isWhole()).isFalse();
    assertThat(read(unforked.replace(", [1.0, 90.0]", "")).isWhole()).isTrue();
  }

  @Test
  void addsWhereResultsComeFrom() throws IOException {
    String foreign = entry("avgt", "5", "us/op");
    String ours = foreign.replace("a.B.c", "io.chunksum.bench.B.c");
    Path file = Files.writeString(folder.resolve("both.json"), "[" + foreign + "," + ours + "]");
    assertThat(JmhJson.read(file))
        .extracting(JmhResult::provenance)
        .containsOnly(new Provenance("unknown", "unknown", 0, "unknown"));

    Provenance here = new Provenance("0123abc-dirty", "2 x Some CPU", 64, "Some \"-p\" a=b");
    JmhJson.addProvenance(file, here);
    Provenance elsewhere = new Provenance("unknown", "2 x Some CPU", 64, "Some \"-p\" a=b");
    List<JmhResult> results = JmhJson.read(file);
    assertThat(results).extracting(JmhResult::provenance).containsExactly(elsewhere, here);
    assertThat(results.get(0).primaryMetric()).isEqualTo(read(foreign).primaryMetric());

    // Results of an earlier run.
    JmhJson.addProvenance(file, new Provenance("4567def", "1 x Other CPU", 32, ""));
    assertThat(JmhJson.read(file)).isEqualTo(results);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                                  | No content to map
          {}                                  | Cannot deserialize
          []]                                 | Unexpected close marker
          [1]                                 | Cannot construct instance
          [{"name": "not of JMH"}]            | benchmark is missing
          [{"benchmark": "a.B.c", "mode": 1   | Unexpected end-of-input
          null                                | has null for a result
          [null]                              | has null for a result
          """)
  void namesTheFileThatIsNoneOfJmh(String content, String reason) throws IOException {
    Path file = Files.writeString(folder.resolve("some.json"), content);
    assertThatThrownBy(() -> JmhJson.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining("not results of JMH: ")
        .hasMessageContaining(reason);
  }

  @Test
  void refusesWhatIsNoTimeOfACall() {
    assertThatThrownBy(() -> read(entry("thrpt", "5", "ops/us")))
        .hasMessageContaining("a.B.c was measured in mode thrpt");
    assertThatThrownBy(() -> read(entry("avgt", "5", "ops/us")))
        .hasMessageContaining("a.B.c has a score in ops/us");
    assertThatThrownBy(() -> read(entry("avgt", "5", "us/op").replace("\"threads\": 1,", "")))
        .hasMessageContaining("a.B.c has no threads");
    assertThatThrownBy(() -> read(entry("avgt", "\"NaN\"", "us/op")))
        .hasMessageContaining("a.B.c has no score");
  }

  @Test
  void saysThatAFileIsNotThere() {
    Path file = folder.resolve("none.json");
    assertThatThrownBy(() -> JmhJson.read(file)).hasMessage(file + ": no such file");
  }

  private JmhResult read(String entry) throws IOException {
    List<JmhResult> results =
        JmhJson.read(Files.writeString(folder.resolve("a.json"), "[" + entry + "]"));
    assertThat(results).hasSize(1);
    return results.get(0);
  }

  private static String entry(String mode, String score, String unit) {
    return """
    {
      "jmhVersion": "1.37", "benchmark": "a.B.c", "mode": "%s", "threads": 1, "forks": 2, "jvmArgs": [],
      "jdkVersion": "25.0.3", "vmName": "VM", "warmupIterations": 1, "warmupTime": "1 s",
      "measurementIterations": 2, "measurementTime": "100 ms",
      "primaryMetric": {
        "score": %s, "scoreError": 0.5, "scoreUnit": "%s", "rawData": [[3.0, 4.0], [1.0, 90.0]]
      },
      "secondaryMetrics": {
        "gc.alloc.rate.norm": {
          "score": 2.0, "scoreError": "NaN", "scoreUnit": "B/op", "rawData": [[2.0]]
        }
      }
    }
    """
        .formatted(mode, score, unit);
  }
}
