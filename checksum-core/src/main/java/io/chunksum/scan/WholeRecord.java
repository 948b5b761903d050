// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * A record of which every chunk must come: what no chunk covers would pass unverified. One that was
 * read before, or shared by two readers, has none left for the start of the file or for all of it.
 */
final class WholeRecord implements FileRecord {

  private final FileRecord record;

  /** Where the next chunk must begin in the file. */
  private long end;

  /** Takes a record that nothing has been read of, and closes it when closed. */
  WholeRecord(FileRecord record) {
    this.record = Objects.requireNonNull(record, "record");
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

  /**
   * {@inheritDoc}
   *
   * @throws IOException also if the chunk does not begin where the one before ended, if not all
   *     types have it, or if there are no more chunks before the recorded length
   */
  @Override
  public List<ChunkInfo> nextChunk() throws IOException {
    List<ChunkInfo> chunk = record.nextChunk();
    if (chunk.isEmpty()) {
      checkEnd();
    } else {
      check(chunk);
      end += chunk.get(0).length();
    }
    return chunk;
  }

  private void checkEnd() throws IOException {
    if (end != length()) {
      throw new IOException(
          "the chunks of the record cover " + end + " of " + length() + " bytes" + advice());
    }
  }

  private void check(List<ChunkInfo> chunk) throws IOException {
    long length = chunk.get(0).length();
    for (ChunkInfo ofType : chunk) {
      if (ofType.offset() != end) {
        throw new IOException(
            "a chunk of the record begins at " + ofType.offset() + ", not at " + end + advice());
      }
      if (ofType.length() != length) {
        throw new IOException(
            "types of the record have chunks of " + length + " and " + ofType.length() + " bytes");
      }
    }
    if (chunk.size() != types().size()) {
      throw new IOException(
          "the chunk at " + end + " of the record is not there once for each of " + types());
    }
  }

  private String advice() {
    return end == 0 ? ": was it read before?" : "";
  }

  @Override
  public void close() throws IOException {
    record.close();
  }
}
