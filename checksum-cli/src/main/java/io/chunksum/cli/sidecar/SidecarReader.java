// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.sidecar;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.format.FileChunks;
import io.chunksum.format.FileRecord;
import io.chunksum.proto.ChunkInfoCodec;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Reads a sidecar chunk by chunk. Opening it checks the CRC over the whole sidecar, so what is
 * returned afterwards is what was written.
 */
public final class SidecarReader implements FileRecord {

  private static final int CRC_BYTES = Integer.BYTES;

  private final FileChannel channel;
  private final long end;
  private final DataInputStream in;
  private final SidecarHeader header;
  private final ChunkInfoCodec codec;

  /** Where the next record begins, in the sidecar and in the file. */
  private long position;

  private long fileOffset;

  /**
   * Opens a sidecar.
   *
   * @param path the sidecar
   * @throws MalformedChecksumDataException if it is not a sidecar, or is damaged
   * @throws IOException if it cannot be read
   */
  public SidecarReader(Path path) throws IOException {
    requireRegular(path);
    this.channel = FileChannel.open(path, StandardOpenOption.READ);
    try {
      this.end = channel.size() - CRC_BYTES;
      checkMagic();
      checkCrc();
      this.in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
      this.header = readHeader();
      this.codec = new ChunkInfoCodec(header.numbers());
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Refuses what cannot be read twice, such as a pipe; opening one might even block forever.
   *
   * @param path a file, which need not exist
   * @throws FileSystemException if it is a directory, a pipe or the like
   */
  public static void requireRegular(Path path) throws FileSystemException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      String reason = Files.isDirectory(path) ? "is a directory" : "is not a regular file";
      throw new FileSystemException(path.toString(), null, reason);
    }
  }

  private void checkMagic() throws IOException {
    int length = SidecarHeader.MAGIC.length;
    ByteBuffer start = ByteBuffer.allocate(length + 1);
    SidecarFormat.readFully(channel, 0, start);
    if (!SidecarHeader.recognizes(start.array())) {
      throw new MalformedChecksumDataException(
          "not a chunksum sidecar; verify and scan have --from for other formats", 0);
    }
    if (start.get(length) != SidecarHeader.VERSION) {
      throw new MalformedChecksumDataException(
          "sidecar of unknown version " + Byte.toUnsignedInt(start.get(length)), length);
    }
    channel.position(length + 1L);
    position = length + 1L;
  }

  private void checkCrc() throws IOException {
    ByteBuffer stored = ByteBuffer.allocate(CRC_BYTES);
    SidecarFormat.readFully(channel, Math.max(0, end), stored);
    if (!Arrays.equals(stored.array(), SidecarFormat.crcOf(channel, end))) {
      throw new MalformedChecksumDataException("sidecar is damaged: its CRC does not match", end);
    }
  }

  private SidecarHeader readHeader() throws IOException {
    try {
      SidecarHeader read = SidecarHeader.read(in);
      position = read.bytes();
      return read;
    } catch (IllegalArgumentException e) {
      throw new MalformedChecksumDataException("sidecar header: " + e.getMessage(), position, e);
    } catch (EOFException e) {
      throw new MalformedChecksumDataException("sidecar ends in its header", position, e);
    }
  }

  @Override
  public List<ChecksumType> types() {
    return header.types();
  }

  @Override
  public OptionalInt bytesPerChecksum() {
    return OptionalInt.of(header.bytesPerChecksum());
  }

  @Override
  public long length() {
    return header.length();
  }

  /**
   * {@inheritDoc}
   *
   * @throws MalformedChecksumDataException if they are not well formed
   * @throws IOException if reading fails
   */
  @Override
  public List<ChunkInfo> nextChunk() throws IOException {
    if (fileOffset == header.length()) {
      if (position != end) {
        throw new MalformedChecksumDataException(
            "sidecar continues after the last chunk", position);
      }
      return List.of();
    }
    List<ChunkInfo> chunk = new ArrayList<>();
    long length =
        Math.min(FileChunks.bytes(header.bytesPerChecksum()), header.length() - fileOffset);
    for (ChecksumType type : header.types()) {
      long start = position;
      ChunkInfo info = readRecord(header.maxRecordBytes(type, length));
      if (!header.isOf(info, type, fileOffset, length)) {
        throw new MalformedChecksumDataException("chunk record out of place", start);
      }
      chunk.add(info);
    }
    fileOffset += length;
    return chunk;
  }

  private ChunkInfo readRecord(long maxBytes) throws IOException {
    long start = position;
    if (end - start < Integer.BYTES) { // The CRC is no size.
      throw new MalformedChecksumDataException("sidecar ends too early", start);
    }
    try {
      int size = in.readInt();
      if (size < 0 || size > maxBytes || size > end - start - Integer.BYTES) {
        throw new MalformedChecksumDataException("chunk record of " + size + " bytes", start);
      }
      byte[] message = new byte[size];
      in.readFully(message);
      position = start + Integer.BYTES + size;
      return decode(message, start + Integer.BYTES);
    } catch (EOFException e) {
      throw new MalformedChecksumDataException("sidecar ends too early", start, e);
    }
  }

  private ChunkInfo decode(byte[] message, long start) throws IOException {
    try {
      return codec.decode(message);
    } catch (MalformedChecksumDataException e) {
      throw e.offsetBy(start);
    }
  }

  /**
   * Closes the file.
   *
   * @throws IOException if that fails
   */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
