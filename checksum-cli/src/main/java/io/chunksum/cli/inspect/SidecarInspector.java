// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.cli.sidecar.SidecarFormat;
import io.chunksum.cli.sidecar.SidecarHeader;
import io.chunksum.cli.sidecar.SidecarReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** {@code FILE.chunksum}. */
final class SidecarInspector extends RecordInspector {

  SidecarInspector() {
    super("chunksum", new SidecarFormat());
  }

  @Override
  public List<Summary> inspect(Path file) throws IOException {
    try (SidecarReader sidecar = new SidecarReader(file)) {
      SidecarHeader header = sidecar.header();
      ChunkTally tally = new ChunkTally();
      // A file of 0 bytes has types, but no chunks.
      header.types().forEach(type -> tally.begin(type, header.bytesPerChecksum()));
      sidecar.forEachChunk(chunk -> chunk.forEach(tally::add));
      return tally.summaries(header.length());
    }
  }
}
