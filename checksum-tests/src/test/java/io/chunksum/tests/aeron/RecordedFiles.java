// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.aeron;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** The recording among the fixtures; its README says what is known about it. */
final class RecordedFiles {

  static final String FIRST = "0-2097152.rec";
  static final String SECOND = "0-3145728.rec";
  static final String CATALOG = "archive.catalog";

  private RecordedFiles() {}

  /** Copies all files to a folder. */
  static void unpack(Path folder) throws IOException {
    for (String name : List.of(FIRST, SECOND, CATALOG)) {
      String resource = "/fixtures/aeron/crc32/" + name + ".gz";
      try (InputStream packed =
          new GZIPInputStream(
              Objects.requireNonNull(RecordedFiles.class.getResourceAsStream(resource)))) {
        Files.copy(packed, folder.resolve(name));
      }
    }
  }
}
