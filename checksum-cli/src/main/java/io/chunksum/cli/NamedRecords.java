// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordFormat;
import io.chunksum.scan.ScanTarget.RecordOpener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Names the checksums, and not the file, as what failed when a record cannot be read. */
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
  public boolean recognizes(byte[] start) {
    return format.recognizes(start);
  }

  @Override
  public FileRecord open(Path record, Path file) throws IOException {
    return open(record, () -> format.open(record, file));
  }

  /** Opens a record that a format opens in a way of its own. */
  static FileRecord open(Path record, RecordOpener opening) throws IOException {
    try {
      return new NamedRecord(record, opening.open());
    } catch (IOException e) {
      throw named(record, e);
    }
  }

  private static IOException named(Path record, IOException e) {
    return new IOException("checksums in " + record + ": " + Problems.of(e), e);
  }

  /** An opened record: what is wrong with a chunk comes to light only when the chunk is read. */
  private static final class NamedRecord implements FileRecord {

    private final Path path;
    private final FileRecord record;

    NamedRecord(Path path, FileRecord record) {
      this.path = path;
      this.record = record;
    }

    @Override
    public List<ChecksumType> types() {
      return record.types();
    }

    @Override
    public OptionalInt bytesPerChecksum() {
      return record.bytesPerChecksum();
    }

    @Override
    public long length() {
      return record.length();
    }

    @Override
    public List<ChunkInfo> nextChunk() throws IOException {
      try {
        return record.nextChunk();
      } catch (IOException e) {
        throw named(path, e);
      }
    }

    @Override
    public void close() throws IOException {
      record.close();
    }
  }
}
