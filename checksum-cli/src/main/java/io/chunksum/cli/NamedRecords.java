// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.file.ByteReader;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Says, where a record cannot be opened, that it is the checksums and not the file, and which. */
final class NamedRecords implements RecordFormat {

  private final RecordFormat format;

  NamedRecords(RecordFormat format) {
    this.format = format;
  }

  @Override
  public Optional<String> recordedFile(String name) {
    return format.recordedFile(name);
  }

  @Override
  public FileRecord open(Path record, Path file, ByteReader reader) throws IOException {
    try {
      return format.open(record, file, reader);
    } catch (IOException e) {
      throw new IOException("checksums in " + record + ": " + Problems.of(e), e);
    }
  }
}
