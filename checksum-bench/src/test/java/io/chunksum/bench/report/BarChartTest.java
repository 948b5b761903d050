// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import io.chunksum.bench.report.Comparison.Contender;
import io.chunksum.bench.report.Comparison.Drawing;
import io.chunksum.bench.report.Comparison.Scale;
import io.chunksum.bench.results.JmhResult;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class BarChartTest {
  private static final String FIRST = "rgb(153,153,153)";
  private static final String SECOND = "rgb(0,114,178)";

  private static final Comparison COMPARISON =
      new Comparison(
          "some",
          "io.chunksum.bench.SomeBenchmark",
          Map.of(),
          List.of(new Contender("slow", "slow"), new Contender("fast", "fast")),
          List.of(),
          List.of("chunkBytes"),
          null);

  @BeforeAll
  static void fonts() {
    assumeThatCode(Fonts::check).doesNotThrowAnyException();
  }

  @Test
  void drawsABarForEachContenderOfEachRow() throws Exception {
    Document svg = draw(new Drawing("Some", Scale.SPEED_UP, Map.of()));
    // The first contender is the measure of the others.
    List<Double> slow = heights(svg, FIRST);
    List<Double> fast = heights(svg, SECOND);
    assertThat(slow).hasSize(2);
    assertThat(fast).hasSize(2);
    assertThat(slow.get(1)).isCloseTo(slow.get(0), within(1.0));
    assertThat(fast.get(0) / slow.get(0)).isCloseTo(2, within(0.1));
    assertThat(fast.get(1) / slow.get(1)).isCloseTo(4, within(0.1));
  }

  @Test
  void drawsThroughputs() throws Exception {
    Document svg = draw(new Drawing("Some", Scale.THROUGHPUT, Map.of()));
    List<Double> slow = heights(svg, FIRST);
    List<Double> fast = heights(svg, SECOND);
    assertThat(slow.get(1) / slow.get(0)).isCloseTo(0.5, within(0.05));
    assertThat(fast.get(1) / fast.get(0)).isCloseTo(1, within(0.05));
  }

  @Test
  void drawsOnlyWhatIsAskedFor() throws Exception {
    Document svg = draw(new Drawing("Some", Scale.SPEED_UP, Map.of("type", List.of("MD5"))));
    assertThat(heights(svg, SECOND)).hasSize(1);
    assertThat(BarChart.svg(table(), new Drawing("", Scale.SPEED_UP, Map.of("a", List.of())), ""))
        .isNull();
  }

  /** Labels of more than three digits would touch. They are paths, so look at the bars. */
  @Test
  void roundsToThreeDigits() throws Exception {
    Map<String, String> params = Map.of("type", "CRC32C", "chunkBytes", "1000");
    Table table =
        Table.of(
            COMPARISON,
            List.of(
                Results.of("SomeBenchmark.slow", 8, params),
                Results.of("SomeBenchmark.fast", 7.97, params)));
    Document svg = draw(table, new Drawing("Some", Scale.SPEED_UP, Map.of()));
    assertThat(heights(svg, SECOND)).hasSize(1).isEqualTo(heights(svg, FIRST));
  }

  /** A bar of height 0 would have a label, as if 0 had been measured. */
  @Test
  void leavesAGapForWhatWasNotMeasured() throws Exception {
    Map<String, String> whole = Map.of("type", "CRC32C", "chunkBytes", "1000");
    Map<String, String> withoutFast = Map.of("type", "MD5", "chunkBytes", "1000");
    Map<String, String> withoutSlow = Map.of("type", "SHA256", "chunkBytes", "1000");
    Table table =
        Table.of(
            COMPARISON,
            List.of(
                Results.of("SomeBenchmark.slow", 8, whole),
                Results.of("SomeBenchmark.fast", 4, whole),
                Results.of("SomeBenchmark.slow", 8, withoutFast),
                Results.of("SomeBenchmark.fast", 4, withoutSlow)));
    Document throughputs = draw(table, new Drawing("Some", Scale.THROUGHPUT, Map.of()));
    assertThat(heights(throughputs, FIRST)).hasSize(2).doesNotContain(0.0);
    assertThat(heights(throughputs, SECOND)).hasSize(2).doesNotContain(0.0);
    Document speedUps = draw(table, new Drawing("Some", Scale.SPEED_UP, Map.of()));
    assertThat(heights(speedUps, FIRST)).hasSize(2).doesNotContain(0.0);
    assertThat(heights(speedUps, SECOND)).hasSize(1).doesNotContain(0.0);
  }

  /** What all others are compared with must not become another, nor a colour. */
  @Test
  void comparesWithTheFirstContenderOrWithNone() throws Exception {
    Map<String, String> params = Map.of("type", "CRC32C", "chunkBytes", "1000");
    Table table = Table.of(COMPARISON, List.of(Results.of("SomeBenchmark.fast", 4, params)));
    assertThat(BarChart.svg(table, new Drawing("Some", Scale.SPEED_UP, Map.of()), "here")).isNull();
    Document throughputs = draw(table, new Drawing("Some", Scale.THROUGHPUT, Map.of()));
    assertThat(heights(throughputs, FIRST)).isEmpty();
    assertThat(heights(throughputs, SECOND)).hasSize(1);
  }

  private static Table table() throws Exception {
    List<JmhResult> results = new ArrayList<>();
    double slow = 8;
    for (String type : List.of("CRC32C", "MD5")) {
      Map<String, String> params = Map.of("type", type, "chunkBytes", "1000");
      results.add(Results.of("SomeBenchmark.slow", slow, params));
      results.add(Results.of("SomeBenchmark.fast", 4, params));
      slow *= 2;
    }
    return Table.of(COMPARISON, results);
  }

  private static Document draw(Drawing drawing) throws Exception {
    return draw(table(), drawing);
  }

  private static Document draw(Table table, Drawing drawing) throws Exception {
    byte[] svg = Objects.requireNonNull(BarChart.svg(table, drawing, "here"));
    DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    // The document type is on a server of the W3C.
    parser.setEntityResolver(
        (publicId, systemId) -> new InputSource(new ByteArrayInputStream(new byte[0])));
    return parser.parse(new ByteArrayInputStream(svg));
  }

  /** Returns the heights of all rectangles of a colour; labels are paths, too, and keys are not. */
  private static List<Double> heights(Document svg, String colour) {
    List<Double> heights = new ArrayList<>();
    NodeList paths = svg.getElementsByTagName("path");
    for (int i = 0; i < paths.getLength(); i++) {
      Element path = (Element) paths.item(i);
      boolean rectangle = path.getAttribute("d").matches("M[0-9. ]+( L[0-9. ]+){3} Z");
      Element filled = path.hasAttribute("fill") ? path : (Element) path.getParentNode();
      if (rectangle && colour.equals(filled.getAttribute("fill"))) {
        double[] numbers =
            Arrays.stream(path.getAttribute("d").split("[^0-9.]+"))
                .filter(number -> !number.isEmpty())
                .mapToDouble(Double::parseDouble)
                .toArray();
        double[] y = new double[numbers.length / 2];
        Arrays.setAll(y, k -> numbers[2 * k + 1]);
        heights.add(Arrays.stream(y).max().orElse(0) - Arrays.stream(y).min().orElse(0));
      }
    }
    return heights;
  }
}
