// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.file.ByteReader;
import io.chunksum.format.FileChunks;
import io.chunksum.format.FileRecord;
import io.chunksum.internal.RegularFiles;
import io.chunksum.window.WindowLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.OptionalInt;

/**
 * What Hadoop's formats have in common: a header, then the packed CRCs of all windows. The length
 * of the file is not recorded. The last window ends with the file, if the file ends within it; a
 * file that ends before it has lost that window, and one that ends after it has surplus bytes.
 */
final class PackedCrcsReader implements FileRecord {

  private static final int CRC_BYTES = Integer.BYTES;
  private static final int MAX_HEADER_BYTES = 8;

  /**
   * The contents of a header.
   *
   * @param bytes length of the header itself
   * @param type the type of the checksums
   * @param bytesPerChecksum bytes in a full window
   */
  record Header(int bytes, ChecksumType type, int bytesPerChecksum) {}

  /** Decodes the headers of a format. */
  interface HeaderReader {

    /** Decodes a header from the first bytes of a file, which may be too few. */
    Header read(ByteBuffer start) throws MalformedChecksumDataException;
  }

  private final FileChannel channel;
  private final Header header;
  private final long length;

  /** Where the next chunk begins in the file. */
  private long offset;

  private PackedCrcsReader(FileChannel channel, Header header, long fileLength) throws IOException {
    this.channel = channel;
    this.header = header;
    this.length = recordedLength(channel.size() - header.bytes, fileLength);
  }

  /** Opens the checksums of a file whose length is known. */
  static PackedCrcsReader open(Path record, long fileLength, HeaderReader headerReader)
      throws IOException {
    if (fileLength < 0) {
      throw new IllegalArgumentException("fileLength must not be negative: " + fileLength);
    }
    FileChannel channel = RegularFiles.open(record);
    try {
      ByteBuffer start = ByteBuffer.allocate(MAX_HEADER_BYTES);
      ByteReader.fill(channel, 0, start);
      return new PackedCrcsReader(channel, headerReader.read(start.flip()), fileLength);
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /** Returns the length of a file whose checksums do not record it. */
  static long length(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(
          file.toString(), null, "the length is not recorded, and the file is not a regular file");
    }
    return attributes.size();
  }

  /** Returns the length of the file when the checksums were computed, as far as it can be known. */
  private long recordedLength(long crcBytes, long fileLength) throws IOException {
    if (header.type.isNone()) {
      if (crcBytes != 0) {
        throw new MalformedChecksumDataException("checksums of type NONE", header.bytes);
      }
      return fileLength;
    }
    if (crcBytes % CRC_BYTES != 0) {
      throw new MalformedChecksumDataException(
          "a checksum is cut short", channel.size() - crcBytes % CRC_BYTES);
    }
    long windows = crcBytes / CRC_BYTES;
    if (windows > Long.MAX_VALUE / header.bytesPerChecksum) {
      throw new MalformedChecksumDataException("more windows than a file can have", header.bytes);
    }
    long full = windows * header.bytesPerChecksum;
    boolean endsInLast = fileLength < full && fileLength > full - header.bytesPerChecksum;
    return endsInLast ? fileLength : full;
  }

  @Override
  public List<ChecksumType> types() {
    return List.of(header.type);
  }

  @Override
  public OptionalInt bytesPerChecksum() {
    return OptionalInt.of(header.bytesPerChecksum);
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public List<ChunkInfo> nextChunk() throws IOException {
    if (offset == length) {
      return List.of();
    }
    long chunkLength = Math.min(FileChunks.bytes(header.bytesPerChecksum), length - offset);
    String name = FileChunks.name(offset, header.bytesPerChecksum);
    ChunkInfo chunk = new ChunkInfo(name, offset, chunkLength, readChecksums(chunkLength));
    offset += chunkLength;
    return List.of(chunk);
  }

  private ChecksumData readChecksums(long chunkLength) throws IOException {
    int window = header.bytesPerChecksum;
    if (header.type.isNone()) {
      return ChecksumData.none(window);
    }
    long position = header.bytes + offset / window * CRC_BYTES;
    ByteBuffer packed =
        ByteBuffer.allocate((int) WindowLayout.windowCount(chunkLength, window) * CRC_BYTES);
    if (!ByteReader.fill(channel, position, packed)) {
      throw new MalformedChecksumDataException(
          "the checksum file became shorter", position + packed.position());
    }
    return ChecksumData.of(header.type, window, packed.array());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
