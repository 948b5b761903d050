// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.cli.sidecar.SidecarFormat;
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
      ChunkTally tally = new ChunkTally();
      // A file of 0 bytes has types, but no chunks.
      int bytesPerChecksum = sidecar.bytesPerChecksum().orElseThrow();
      sidecar.types().forEach(type -> tally.begin(type, bytesPerChecksum));
      sidecar.forEachChunk(chunk -> chunk.forEach(tally::add));
      return tally.summaries(sidecar.length());
    }
  }
}
