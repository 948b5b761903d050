// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.results;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What JMH writes with {@code -rf json}, and what is added to it. */
public final class JmhJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static final ObjectReader READER =
      MAPPER.readerFor(new TypeReference<List<JmhResult>>() {});

  private static final String OURS = "io.chunksum.bench.";

  private JmhJson() {}

  /**
   * Reads all results of a file.
   *
   * @throws IOException if it cannot be read, or was not written by JMH, with the place in the file
   */
  public static List<JmhResult> read(Path file) throws IOException {
    byte[] json;
    try {
      json = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": no such file", e);
    } catch (IOException e) {
      throw new IOException(file + ": cannot be read: " + e, e);
    }
    return parse(json, file.toString());
  }

  /**
   * Reads results.
   *
   * @param name what errors call them
   * @throws IOException if they were not written by JMH, with the place
   */
  public static List<JmhResult> parse(byte[] json, String name) throws IOException {
    try {
      List<JmhResult> results = READER.readValue(json);
      if (results == null || results.stream().anyMatch(Objects::isNull)) {
        throw new IOException(name + ": not results of JMH: has null for a result");
      }
      return results;
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String place = at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
      throw new IOException(
          "%s%s: not results of JMH: %s".formatted(name, place, e.getOriginalMessage()), e);
    }
  }

  /**
   * Returns the benchmarks of a file, with their parameters, that failed in some fork or iteration
   * and have a result nevertheless. They may be of any mode.
   *
   * @throws IOException if the file cannot be read
   */
  public static List<String> partial(Path file) throws IOException {
    List<String> partial = new ArrayList<>();
    for (JsonNode result : MAPPER.readTree(file.toFile())) {
      JsonNode metric = result.path("primaryMetric");
      // What samples times keeps a histogram of each iteration.
      JsonNode samples = metric.path(metric.has("rawData") ? "rawData" : "rawDataHistogram");
      if (!JmhResult.isWhole(
          result.path("forks").asInt(),
          result.path("measurementIterations").asInt(),
          MAPPER.convertValue(samples, new TypeReference<List<List<Object>>>() {}))) {
        partial.add(result.path("benchmark").asText() + " with " + result.path("params"));
      }
    }
    return partial;
  }

  /**
   * Counts the results of each benchmark in a file, of any mode.
   *
   * @throws IOException if the file cannot be read
   */
  public static Map<String, Long> count(Path file) throws IOException {
    Map<String, Long> counts = new HashMap<>();
    for (JsonNode result : MAPPER.readTree(file.toFile())) {
      counts.merge(result.path("benchmark").asText(), 1L, Long::sum);
    }
    return counts;
  }

  /**
   * Adds to each result of a file where it comes from, unless it says so already. The commit is
   * given only to benchmarks of this module: nothing is known about those of others.
   *
   * @throws IOException if the file cannot be read or written
   */
  public static void addProvenance(Path file, Provenance provenance) throws IOException {
    JsonNode results = MAPPER.readTree(file.toFile());
    for (JsonNode result : results) {
      boolean ours = result.path("benchmark").asText().startsWith(OURS);
      ((ObjectNode) result)
          .putIfAbsent(
              "provenance", MAPPER.valueToTree(ours ? provenance : provenance.withoutCommit()));
    }
    MAPPER.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), results);
  }
}
