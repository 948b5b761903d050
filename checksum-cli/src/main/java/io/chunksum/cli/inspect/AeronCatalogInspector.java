// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.format.aeron.ArchiveCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The catalog of an Aeron archive, which has no checksums but lists its recordings. */
final class AeronCatalogInspector implements Inspector {

  @Override
  public String format() {
    return "aeron-catalog";
  }

  @Override
  public boolean recognizes(byte[] start) {
    return ArchiveCatalog.recognizes(start);
  }

  @Override
  public boolean isNamedLike(String name) {
    return name.equals(ArchiveCatalog.FILE_NAME);
  }

  @Override
  public List<Summary> inspect(Path file) throws IOException {
    int recordings = ArchiveCatalog.read(file).recordings().size();
    return List.of(Summary.ofEntries(Optional.empty(), recordings));
  }
}
