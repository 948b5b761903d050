// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.file.ByteReader;
import io.chunksum.format.aeron.ArchiveCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The catalog of an Aeron archive, which has no checksums but lists its recordings. */
final class AeronCatalogInspector implements Inspector {

  private static final int MAJOR_VERSION = 3;
  private static final int HEADER_LENGTH = 32;

  @Override
  public String format() {
    return "aeron-catalog";
  }

  @Override
  public boolean recognizes(FileStart start) {
    return start.at(2) == MAJOR_VERSION && start.at(3) == 0 && start.at(4) == HEADER_LENGTH;
  }

  @Override
  public boolean isNamedLike(String name) {
    return name.equals(ArchiveCatalog.FILE_NAME);
  }

  @Override
  public List<Summary> inspect(Path file, ByteReader reader) throws IOException {
    return List.of(Summary.ofEntries(ArchiveCatalog.read(file).recordings().size()));
  }
}
