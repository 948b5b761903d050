// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import io.chunksum.bench.Recorded;
import io.chunksum.bench.results.JmhJson;
import io.chunksum.bench.results.JmhResult;
import io.chunksum.bench.results.Provenance;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTest {
  @Test
  void showsRecordedResultsAsTheyWereChecked() throws IOException {
    assumeThatCode(Fonts::check).doesNotThrowAnyException();
    assertThat(page(recorded()))
        .contains(resource("golden.md"))
        .contains("1. JDK 17.0.15 (OpenJDK 64-Bit Server VM), commit ccd65f8-dirty, 2 x AMD EPYC")
        .contains("   `ChunkPathBenchmark -f 2 -wi 2 -i 3 -w 100ms -r 100ms -prof gc ");
  }

  @Test
  void writesTheSameBytesForTheSameResults() throws IOException {
    assumeThatCode(Fonts::check).doesNotThrowAnyException();
    Map<String, byte[]> once = Page.of(recorded());
    Map<String, byte[]> twice = Page.of(recorded());
    assertThat(once.keySet()).containsExactly("benchmarks.md", "images/chunk-path.svg");
    once.forEach((name, bytes) -> assertThat(twice.get(name)).as(name).isEqualTo(bytes));
  }

  @Test
  void drawsTheNewestJdk() throws IOException {
    assumeThatCode(Fonts::check).doesNotThrowAnyException();
    String chart = "images/chunk-path.svg";
    byte[] newest = requireNonNull(Page.of(JmhJson.read(Recorded.JDK_25)).get(chart));
    assertThat(Page.of(recorded()).get(chart)).isEqualTo(newest);
  }

  @Test
  void keepsResultsOfTwoCommitsApart() throws IOException {
    List<JmhResult> results =
        List.of(
            Results.of("SmallWindowBenchmark.chunksum", 10, Map.of("type", "CRC32C"), "aaaaaaa"),
            Results.of("SmallWindowBenchmark.jdkLoop", 5, Map.of("type", "CRC32C"), "bbbbbbb"));
    assertThat(page(results))
        .contains("measurement 1", "measurement 2", "commit aaaaaaa", "commit bbbbbbb")
        .doesNotContain("Chunksum / bare loop");
  }

  @Test
  void leavesOutWhatWasNotMeasured() throws IOException {
    assertThat(page(List.of(Results.of("CodecBenchmark.encode", 1, Map.of("type", "MD5")))))
        .contains("## The wire form", "## Run them")
        .doesNotContain("## Verifying", "## Digests in lanes", "![");
    // The chart shows direct memory alone.
    Map<String, String> heap =
        Map.of("bytesPerChecksum", "1048576", "pieceBytes", "262144", "memory", "HEAP");
    assertThat(page(List.of(Results.of("ChunkPathBenchmark.linearized", 1, heap))))
        .contains("## A chunk in many pieces", "memory heap:")
        .doesNotContain("![");
  }

  /** Or the text would be lost when the page is generated again. */
  @Test
  void docsHaveNoTextThatTheTemplateLacks() throws IOException {
    String page = Files.readString(Path.of("../docs/benchmarks.md"));
    String measurements = page.substring(page.indexOf("\n1. JDK"), page.indexOf("\n## Run them"));
    String generated = "\\|.*|!\\[.*|JDK \\S+ \\(measurement .*";
    assertThat(resource("benchmarks.md.mustache").lines())
        .containsAll(
            page.replace(measurements, "")
                .lines()
                .filter(line -> !line.matches(generated))
                .toList());
  }

  /** Whoever generates the page from results of another machine gets these sections, too. */
  @Test
  void saysWhichNumbersAreNotFromTheResults() throws IOException {
    String page = page(List.of(Results.of("CodecBenchmark.encode", 1, Map.of("type", "MD5"))));
    List<String> sections = List.of(page.split("\n## ", -1));
    assertThat(sections)
        .filteredOn(section -> section.contains("|---|"))
        .hasSize(3)
        .allMatch(section ->
            section.contains("(measurement ")
                || section.contains("\n\nNot from the measurements below, but written by hand"));
  }

  @Test
  void doesNotSayThatVectorsHaveNoBytes() throws IOException {
    JmhResult known = Results.of("CodecBenchmark.encode", 1, Map.of());
    JmhResult unknown =
        Results.of(
            "CodecBenchmark.decode", 1, Map.of(), new Provenance("0123abc", "1 x CPU", 0, "-f 2"));
    assertThat(page(List.of(known, unknown)))
        .contains("vectors of\n   32 bytes, ", "vectors of\n   unknown width, ");
  }

  @Test
  void dividesByTheOneContenderThatAllAreComparedWith() throws IOException {
    List<JmhResult> results = new ArrayList<>();
    for (String contender : List.of("CHUNKSUM", "OZONE", "JDK")) {
      double micros = contender.equals("CHUNKSUM") ? 4 : contender.equals("OZONE") ? 16 : 100;
      Map<String, String> params =
          Map.of("contender", contender, "type", "CRC32C", "chunkBytes", "4000");
      results.add(Results.of("peers.PeerBenchmark.compute", micros, params));
      if (!contender.equals("JDK")) {
        results.add(Results.of("peers.PeerBenchmark.verify", 2 * micros, params));
      }
    }
    assertThat(page(results))
        .contains(
            """
            JDK 25.0.3 (measurement 1); type CRC32C, chunk 4000 B:

            | contender | compute, µs | verify, µs | compute / Chunksum's | verify / Chunksum's | GB/s |
            |---|---|---|---|---|---|
            | CHUNKSUM | 4.00 ± 0.12 | 8.00 ± 0.24 | 1.00 | 1.00 | 1.00, 0.50 |
            | OZONE | 16.0 ± 0.5 | 32.0 ± 1.0 | 4.00 ± 0.17 | 4.00 ± 0.17 | 0.25, 0.13 |
            | JDK, linearized | 100 ± 3 | – | 25.00 ± 1.06 | – | 0.04, – |
            """);
  }

  @Test
  void sortsNumbersBySizeAndCountsAllChunksOfABatch() throws IOException {
    List<JmhResult> results = new ArrayList<>();
    for (String chunks : List.of("16", "4")) {
      Map<String, String> params = Map.of("type", "MD5", "chunks", chunks, "chunkBytes", "1048576");
      results.add(Results.of("BatchBenchmark.messageDigest", 1048.576, params));
      results.add(Results.of("BatchBenchmark.batch", 524.288, params));
    }
    assertThat(page(results))
        .contains(
            """
            | 4 | 1049 ± 31 | 524 ± 16 | 2.00 ± 0.08 | 4.00, 8.00 |
            | 16 | 1049 ± 31 | 524 ± 16 | 2.00 ± 0.08 | 16.0, 32.0 |
            """);
  }

  @Test
  void keepsWhatOnlySomeRowsHaveOutOfTheCaption() throws IOException {
    JmhResult more =
        Results.of("CodecBenchmark.encode", 12, Map.of("type", "MD5", "operation", "READ_ALL"));
    JmhResult fewer = Results.of("CodecBenchmark.encode", 13, Map.of("type", "CRC32C"));
    assertThat(page(List.of(more, fewer)))
        .contains(
            """
            JDK 25.0.3 (measurement 1):

            | type | operation | encode, µs |
            |---|---|---|
            | MD5 | read all | 12.0 ± 0.4 |
            | CRC32C |  | 13.0 ± 0.4 |
            """);
  }

  @Test
  void refusesTwoResultsForOnePlace() throws IOException {
    List<JmhResult> results = new ArrayList<>(recorded());
    results.addAll(JmhJson.read(Recorded.JDK_17));
    assertThatThrownBy(() -> Page.of(results))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("two results of io.chunksum.bench.ChunkPathBenchmark.linearized");
  }

  @Test
  void tellsWhatItHasNoPlaceFor() {
    JmhResult foreign = Results.of("OtherBenchmark.run", 1, Map.of());
    JmhResult namesake = Results.of("other.CodecBenchmark.encode", 1, Map.of());
    JmhResult method = Results.of("CodecBenchmark.run", 1, Map.of());
    JmhResult codec = Results.of("CodecBenchmark.encode", 1, Map.of());
    assertThat(Page.withoutPlace(List.of(codec, foreign, namesake, method)))
        .containsExactly(foreign, namesake, method);
  }

  private static List<JmhResult> recorded() throws IOException {
    List<JmhResult> results = new ArrayList<>(JmhJson.read(Recorded.JDK_17));
    results.addAll(JmhJson.read(Recorded.JDK_25));
    return results;
  }

  private static String page(List<JmhResult> results) throws IOException {
    return new String(requireNonNull(Page.of(results).get("benchmarks.md")), UTF_8);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = requireNonNull(PageTest.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
