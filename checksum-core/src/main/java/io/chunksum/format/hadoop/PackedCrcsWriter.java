// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import io.chunksum.format.RecordWriter;
import io.chunksum.internal.TakenBytes;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.Locale;

/** Writes what {@link PackedCrcsReader} reads. */
final class PackedCrcsWriter implements RecordWriter {

  private final FileReplacement file;
  private final OutputStream out;
  private final ChecksumType type;
  private final int bytesPerChecksum;

  /** Bytes of the chunks so far. */
  private final TakenBytes taken = new TakenBytes("writing the record has failed");

  PackedCrcsWriter(FileReplacement file, ChecksumType type, int bytesPerChecksum, byte[] header)
      throws IOException {
    this.file = file;
    this.type = type;
    this.bytesPerChecksum = bytesPerChecksum;
    this.out = new BufferedOutputStream(Channels.newOutputStream(file.channel()));
    out.write(header);
  }

  @Override
  public void write(ChunkInfo chunk) throws IOException {
    checkOpen();
    chunk.checksums().checkType(type);
    long length = taken.count();
    if (chunk.checksums().bytesPerChecksum() != bytesPerChecksum
        || chunk.offset() != length
        || length % bytesPerChecksum != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a chunk at %d with a checksum every %d bytes cannot follow %d bytes with one every %d",
              chunk.offset(),
              chunk.checksums().bytesPerChecksum(),
              length,
              bytesPerChecksum));
    }
    long newLength = taken.begin(chunk.length());
    out.write(chunk.checksums().toByteArray());
    taken.set(newLength);
  }

  @Override
  public void commit(long fileLength) throws IOException {
    checkOpen();
    if (fileLength != taken.count()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "%d bytes of a file of %d have checksums", taken.count(), fileLength));
    }
    taken.begin(0); // And never ends: after a commit, or one that failed, nothing can follow.
    out.flush();
    file.commit();
  }

  private void checkOpen() {
    if (!file.channel().isOpen()) {
      throw new IllegalStateException("the record was committed or closed");
    }
    taken.checkWhole();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
