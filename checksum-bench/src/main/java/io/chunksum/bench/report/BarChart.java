// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.chunksum.bench.report.Comparison.Contender;
import io.chunksum.bench.report.Comparison.Drawing;
import io.chunksum.bench.report.Comparison.Scale;
import io.chunksum.bench.results.JmhResult;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.w3c.dom.Document;

/** Draws a table as a chart: a group of bars for each row, a bar for each contender. */
final class BarChart {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 400;
  private static final int LEVEL_LABELS = 6;

  /** Few enough digits that the labels of adjacent bars do not touch. */
  private static final MathContext DIGITS = new MathContext(3);

  /** From the palette of Okabe and Ito, which colour-blind readers can tell apart. */
  private static final Color[] COLOURS = {
    new Color(0x999999), new Color(0x0072B2), new Color(0x56B4E9), new Color(0xE69F00)
  };

  private final Table table;
  private final Drawing drawing;

  private BarChart(Table table, Drawing drawing) {
    this.table = table;
    this.drawing = drawing;
  }

  /**
   * Draws the requested rows of {@code table} as SVG.
   *
   * @param measuredOn what it was measured on, for the title
   * @return the SVG; null if there is no bar to be shown
   * @throws IOException if the system has no fonts
   */
  static byte @Nullable [] svg(Table table, Drawing drawing, String measuredOn) throws IOException {
    List<Map<String, String>> rows =
        table.keys().stream().filter(key -> Comparison.matches(drawing.where(), key)).toList();
    BarChart chart = new BarChart(table, drawing);
    boolean empty =
        rows.stream()
            .allMatch(row ->
                table.contenders().stream()
                    .allMatch(contender -> chart.height(row, contender) == null));
    return empty ? null : chart.draw(rows, measuredOn);
  }

  private byte[] draw(List<Map<String, String>> rows, String measuredOn) throws IOException {
    Fonts.check();
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(drawing.title() + " (" + measuredOn + ")")
            .yAxisTitle(drawing.scale().label())
            .build();
    style(chart.getStyler());
    List<String> labels = labels(rows);
    if (labels.size() > LEVEL_LABELS) {
      chart.getStyler().setXAxisLabelRotation(30);
    }
    for (Contender contender : table.contenders()) {
      List<@Nullable Double> heights = new ArrayList<>();
      rows.forEach(row -> heights.add(height(row, contender)));
      chart.addSeries(contender.label(), labels, heights);
    }
    return paint(chart);
  }

  private static byte[] paint(CategoryChart chart) throws IOException {
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(emptyDocument());
    context.setPrecision(1); // a tenth of a pixel
    SVGGraphics2D graphics = new SVGGraphics2D(context, false);
    graphics.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
    chart.paint(graphics, WIDTH, HEIGHT);
    ByteArrayOutputStream svg = new ByteArrayOutputStream();
    try (Writer writer = new OutputStreamWriter(svg, UTF_8)) {
      graphics.stream(writer);
    }
    return svg.toByteArray();
  }

  private static Document emptyDocument() {
    try {
      return DocumentBuilderFactory.newDefaultInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument("http://www.w3.org/2000/svg", "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private void style(CategoryStyler style) {
    style.setSeriesColors(colours());
    style.setChartBackgroundColor(Color.WHITE);
    style.setPlotBorderVisible(false);
    style.setPlotGridVerticalLinesVisible(false);
    style.setBaseFont(Fonts.TEXT);
    style.setChartTitleFont(Fonts.TEXT.deriveFont(Font.BOLD, 14));
    style.setLegendFont(Fonts.TEXT);
    style.setAxisTickLabelsFont(Fonts.TEXT);
    style.setAxisTitleFont(Fonts.TEXT);
    style.setLabelsFont(Fonts.TEXT.deriveFont(10f));
    style.setLegendPosition(LegendPosition.OutsideS);
    style.setLegendLayout(LegendLayout.Horizontal);
    style.setLegendBorderColor(Color.WHITE);
    style.setXAxisTitleVisible(false);
    style.setXAxisTickMarkSpacingHint(1); // or every other label is omitted if there are many
    style.setYAxisMin(0.0);
    style.setLocale(Locale.ROOT);
    style.setYAxisDecimalPattern("#0.##");
    style.setLabelsVisible(true);
    style.setLabelsPosition(1.05); // just above the bar
    style.setAvailableSpaceFill(0.8);
  }

  /** Returns the colour of each series. A contender keeps its own if others were not measured. */
  private Color[] colours() {
    List<Contender> all = table.comparison().contenders();
    return table.contenders().stream()
        .map(contender -> COLOURS[all.indexOf(contender) % COLOURS.length])
        .toArray(Color[]::new);
  }

  /** Names rows by what distinguishes the rows shown. */
  private List<String> labels(List<Map<String, String>> rows) {
    List<String> varying =
        table.varying().stream()
            .filter(param -> rows.stream().map(row -> row.get(param)).distinct().count() > 1)
            .toList();
    List<String> labels = new ArrayList<>();
    for (Map<String, String> row : rows) {
      labels.add(
          varying.stream()
              .map(param -> Names.value(param, row.getOrDefault(param, "")))
              .collect(Collectors.joining(" ")));
    }
    return labels;
  }

  private static double rounded(double height) {
    return new BigDecimal(height).round(DIGITS).doubleValue();
  }

  /** Returns the height of a bar; null, for which the chart leaves a gap, if it is not known. */
  private @Nullable Double height(Map<String, String> row, Contender contender) {
    JmhResult result = table.result(row, contender.method());
    if (result == null) {
      return null;
    }
    if (drawing.scale() == Scale.THROUGHPUT) {
      OptionalDouble throughput = table.comparison().throughput(result);
      return throughput.isPresent() ? rounded(throughput.getAsDouble()) : null;
    }
    JmhResult first = table.result(row, table.comparison().contenders().get(0).method());
    return first == null ? null : rounded(first.micros().value() / result.micros().value());
  }
}
