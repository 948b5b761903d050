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
import java.util.List;

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
    try {
      return READER.readValue(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": no such file", e);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String place = at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
      throw new IOException(
          "%s%s: not results of JMH: %s".formatted(file, place, e.getOriginalMessage()), e);
    }
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
