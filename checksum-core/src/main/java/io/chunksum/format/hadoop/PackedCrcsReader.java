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

  /** What differs between the headers of the formats. */
  interface HeaderStart {

    /** Decodes what precedes the window size, which is the end of the header. */
    ChecksumType readType(ByteBuffer header) throws MalformedChecksumDataException;
  }

  private final FileChannel channel;
  private final int headerBytes;
  private final ChecksumType type;
  private final int bytesPerChecksum;
  private final long length;

  /** Where the next chunk begins in the file. */
  private long offset;

  private PackedCrcsReader(
      FileChannel channel, long fileLength, int headerBytes, HeaderStart headerStart)
      throws IOException {
    this.channel = channel;
    this.headerBytes = headerBytes;
    ByteBuffer header = ByteBuffer.allocate(headerBytes);
    if (!ByteReader.fill(channel, 0, header)) {
      throw new MalformedChecksumDataException("the header is cut short", header.position());
    }
    this.type = headerStart.readType(header.flip());
    int windowSizeAt = header.position();
    this.bytesPerChecksum = header.getInt();
    if (bytesPerChecksum < 1) {
      throw new MalformedChecksumDataException(
          "a checksum every " + bytesPerChecksum + " bytes", windowSizeAt);
    }
    this.length = recordedLength(channel.size() - headerBytes, fileLength);
  }

  /** Opens the checksums of a file whose length is known. */
  static PackedCrcsReader open(
      Path record, long fileLength, int headerBytes, HeaderStart headerStart) throws IOException {
    if (fileLength < 0) {
      throw new IllegalArgumentException("fileLength must not be negative: " + fileLength);
    }
    FileChannel channel = RegularFiles.open(record);
    try {
      return new PackedCrcsReader(channel, fileLength, headerBytes, headerStart);
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /** Returns the length of a file whose checksums do not record it. */
  static long currentLength(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new FileSystemException(
          file.toString(), null, "the length is not recorded, and the file is not a regular file");
    }
    return attributes.size();
  }

  /** Returns the length of the file when the checksums were computed, as far as it can be known. */
  private long recordedLength(long crcBytes, long fileLength) throws IOException {
    if (type.isNone()) {
      if (crcBytes != 0) {
        throw new MalformedChecksumDataException("checksums of type NONE", headerBytes);
      }
      return fileLength;
    }
    if (crcBytes % CRC_BYTES != 0) {
      throw new MalformedChecksumDataException(
          "a checksum is cut short", channel.size() - crcBytes % CRC_BYTES);
    }
    long windows = crcBytes / CRC_BYTES;
    if (windows > Long.MAX_VALUE / bytesPerChecksum) {
      throw new MalformedChecksumDataException("more windows than a file can have", headerBytes);
    }
    long full = windows * bytesPerChecksum;
    long end = Math.min(fileLength, full);
    boolean endsInLast = end > full - bytesPerChecksum;
    return endsInLast ? end : full;
  }

  @Override
  public List<ChecksumType> types() {
    return List.of(type);
  }

  @Override
  public OptionalInt bytesPerChecksum() {
    return OptionalInt.of(bytesPerChecksum);
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
    long rest = length - offset;
    // Nothing limits the length of a file without checksums, which need not be cut to save memory.
    long chunkLength = type.isNone() ? rest : Math.min(FileChunks.bytes(bytesPerChecksum), rest);
    String name = FileChunks.name(offset, bytesPerChecksum);
    ChunkInfo chunk = new ChunkInfo(name, offset, chunkLength, readChecksums(chunkLength));
    offset += chunkLength;
    return List.of(chunk);
  }

  private ChecksumData readChecksums(long chunkLength) throws IOException {
    if (type.isNone()) {
      return ChecksumData.none(bytesPerChecksum);
    }
    long position = headerBytes + offset / bytesPerChecksum * CRC_BYTES;
    int windows = (int) WindowLayout.windowCount(chunkLength, bytesPerChecksum);
    ByteBuffer packed = ByteBuffer.allocate(windows * CRC_BYTES);
    if (!ByteReader.fill(channel, position, packed)) {
      throw new MalformedChecksumDataException(
          "the checksum file became shorter", position + packed.position());
    }
    return ChecksumData.of(type, bytesPerChecksum, packed.array());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
