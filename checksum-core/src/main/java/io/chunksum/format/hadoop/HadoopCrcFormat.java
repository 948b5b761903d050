// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.file.ByteReader;
import io.chunksum.file.FileReplacement;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordFormat;
import io.chunksum.format.RecordWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The side files of Hadoop's {@code ChecksumFileSystem}, which its local file system keeps: {@code
 * .FILE.crc} beside {@code FILE}.
 *
 * <pre>
 * 0         4               8         12
 * |---------|---------------|---------|---------|---
 * 'crc' 0   bytesPerChecksum  CRC32     CRC32          big-endian
 * </pre>
 *
 * <p>The type is CRC32 whatever a program asked for, and the length of the file is not recorded: as
 * many windows as there are CRCs are expected, and the last ends where the file does.
 *
 * <p>Immutable and safe to share between threads.
 */
public final class HadoopCrcFormat implements RecordFormat {

  private static final int MAGIC = 'c' << 24 | 'r' << 16 | 'c' << 8;
  private static final int HEADER_BYTES = 8;

  private static final String START = ".";
  private static final String ENDING = ".crc";

  /** Creates the format. */
  public HadoopCrcFormat() {}

  /**
   * Tells where the checksums of a file are.
   *
   * @param file the file
   * @return {@code .FILE.crc} beside it
   */
  public static Path beside(Path file) {
    return file.resolveSibling(START + file.getFileName() + ENDING);
  }

  @Override
  public Optional<String> recordedFile(String name) {
    int least = START.length() + ENDING.length();
    return name.startsWith(START) && name.endsWith(ENDING) && name.length() > least
        ? Optional.of(name.substring(START.length(), name.length() - ENDING.length()))
        : Optional.empty();
  }

  /**
   * {@inheritDoc}
   *
   * @throws MalformedChecksumDataException if it is not well formed
   * @throws IOException if it cannot be read, or the file is not a regular file
   */
  @Override
  public FileRecord open(Path record, Path file, ByteReader reader) throws IOException {
    return open(record, PackedCrcs.length(file));
  }

  /**
   * Opens what was recorded of a file that has a known length.
   *
   * @param record the file that holds the checksums
   * @param fileLength bytes that the file has now
   * @return the record; the caller closes it
   * @throws IllegalArgumentException if the length is negative
   * @throws MalformedChecksumDataException if it is not well formed
   * @throws IOException if it cannot be read
   */
  public FileRecord open(Path record, long fileLength) throws IOException {
    return PackedCrcs.open(record, fileLength, HadoopCrcFormat::readHeader);
  }

  private static PackedCrcs.Header readHeader(ByteBuffer start)
      throws MalformedChecksumDataException {
    if (start.remaining() < HEADER_BYTES) {
      throw new MalformedChecksumDataException("the header is cut short", start.remaining());
    }
    if (start.getInt() != MAGIC) {
      throw new MalformedChecksumDataException("not a .crc file of Hadoop", 0);
    }
    int bytesPerChecksum = start.getInt();
    if (bytesPerChecksum < 1) {
      throw new MalformedChecksumDataException(
          "a checksum every " + bytesPerChecksum + " bytes", Integer.BYTES);
    }
    return new PackedCrcs.Header(HEADER_BYTES, ChecksumType.CRC32, bytesPerChecksum);
  }

  /**
   * Begins the checksums of a file.
   *
   * @param file where they go; closed with the writer
   * @param bytesPerChecksum bytes in a full window, at least 1
   * @return takes chunks of type CRC32
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is below 1
   * @throws IOException if writing fails
   */
  public RecordWriter newWriter(FileReplacement file, int bytesPerChecksum) throws IOException {
    ChecksumData.checkWindowSize(ChecksumType.CRC32, bytesPerChecksum);
    byte[] header =
        ByteBuffer.allocate(HEADER_BYTES).putInt(MAGIC).putInt(bytesPerChecksum).array();
    return new PackedCrcsWriter(file, ChecksumType.CRC32, bytesPerChecksum, header);
  }
}
