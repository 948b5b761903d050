// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.sidecar;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import io.chunksum.format.FileChunks;
import io.chunksum.format.RecordWriter;
import io.chunksum.proto.ChunkInfoCodec;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.List;

/** Writes a sidecar. */
public final class SidecarWriter implements RecordWriter {

  private final FileReplacement file;
  private final FileChannel channel;
  private final DataOutputStream out;
  private final SidecarHeader header;
  private final ChunkInfoCodec codec;

  /** Bytes of the chunks whose records of all types are written. */
  private long length;

  /** The current chunk: its bytes, and how many types have their record. */
  private long chunkLength;

  private int typesWritten;

  /** Whether a write has begun and not returned: then no sidecar is made. */
  private boolean torn;

  /**
   * Starts a sidecar.
   *
   * @param file the destination; closed with the writer
   * @param types the types of its checksums
   * @param bytesPerChecksum bytes in a full window of each of them
   * @throws IOException if writing fails
   */
  public SidecarWriter(FileReplacement file, List<ChecksumType> types, int bytesPerChecksum)
      throws IOException {
    this.header = new SidecarHeader(types, bytesPerChecksum, 0);
    this.file = file;
    this.codec = new ChunkInfoCodec(header.numbers());
    this.channel = file.channel();
    this.out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
    header.write(out);
  }

  @Override
  public void write(ChunkInfo chunk) throws IOException {
    checkOpen();
    checkIsNext(chunk);
    byte[] message = codec.encodeToArray(chunk);
    if (message.length > header.maxRecordBytes(chunk.checksums().type(), chunk.length())) {
      throw new IllegalArgumentException("a chunk record of " + message.length + " bytes");
    }
    torn = true;
    out.writeInt(message.length);
    out.write(message);
    chunkLength = chunk.length();
    if (++typesWritten == header.types().size()) {
      typesWritten = 0;
      length += chunkLength;
    }
    torn = false;
  }

  private void checkOpen() {
    if (!channel.isOpen()) {
      throw new IllegalStateException("the record was committed or closed");
    }
    if (torn) {
      throw new IllegalStateException("writing the record has failed");
    }
  }

  private void checkIsNext(ChunkInfo chunk) {
    ChecksumType type = header.types().get(typesWritten);
    boolean fits = typesWritten == 0 ? mayBegin(chunk) : chunk.length() == chunkLength;
    if (!fits || !header.isOf(chunk, type, length, chunk.length())) {
      throw new IllegalArgumentException(
          "%d bytes at %d with %d %s checksums cannot follow %d bytes: %s in windows of %d is next"
              .formatted(
                  chunk.length(),
                  chunk.offset(),
                  chunk.checksums().count(),
                  chunk.checksums().type(),
                  length,
                  type,
                  header.bytesPerChecksum()));
    }
  }

  /** All chunks have the same length except the last, which must have at least one byte. */
  private boolean mayBegin(ChunkInfo chunk) {
    int full = FileChunks.bytes(header.bytesPerChecksum());
    return length % full == 0 && chunk.length() > 0 && chunk.length() <= full;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The length and the CRC are written now.
   */
  @Override
  public void commit(long fileLength) throws IOException {
    checkOpen();
    if (fileLength != length || typesWritten != 0) {
      throw new IllegalArgumentException(
          "%d bytes of a file of %d have checksums".formatted(length, fileLength));
    }
    torn = true;
    out.flush();
    SidecarHeader whole = new SidecarHeader(header.types(), header.bytesPerChecksum(), length);
    ByteArrayOutputStream start = new ByteArrayOutputStream();
    whole.write(new DataOutputStream(start));
    writeFully(ByteBuffer.wrap(start.toByteArray()), 0);
    long size = channel.size();
    writeFully(ByteBuffer.wrap(SidecarFormat.crcOf(channel, size)), size);
    file.commit();
  }

  private void writeFully(ByteBuffer bytes, long position) throws IOException {
    while (bytes.hasRemaining()) {
      position += channel.write(bytes, position);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
