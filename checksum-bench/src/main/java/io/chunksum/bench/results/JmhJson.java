// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.results;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads what JMH writes with {@code -rf json}. */
public final class JmhJson {
  private static final ObjectReader READER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(new TypeReference<List<JmhResult>>() {});

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
}
