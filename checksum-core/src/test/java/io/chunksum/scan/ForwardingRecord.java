// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/** A record that is as another one, but for what a test overrides. */
abstract class ForwardingRecord implements FileRecord {

  private final FileRecord record;

  ForwardingRecord(FileRecord record) {
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
    return record.nextChunk();
  }

  @Override
  public void close() throws IOException {
    record.close();
  }
}
