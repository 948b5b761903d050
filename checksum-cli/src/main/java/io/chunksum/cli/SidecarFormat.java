// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.cli.sidecar.SidecarReader;
import io.chunksum.file.ByteReader;
import io.chunksum.scan.RecordFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Sidecars beside the files. */
final class SidecarFormat implements RecordFormat {

  static final String ENDING = ".chunksum";

  /** Opens a sidecar; a failure says that it is the checksums, not the file, that it is about. */
  static SidecarReader open(Path sidecar, ByteReader reader) throws IOException {
    try {
      return new SidecarReader(sidecar, reader);
    } catch (IOException e) {
      throw new IOException("checksums in " + sidecar + ": " + Problems.of(e), e);
    }
  }

  @Override
  public Optional<String> recordedFile(String name) {
    return name.endsWith(ENDING)
        ? Optional.of(name.substring(0, name.length() - ENDING.length()))
        : Optional.empty();
  }

  @Override
  public SidecarReader open(Path record, Path file, ByteReader reader) throws IOException {
    return open(record, reader);
  }
}
