// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.file.FileReplacement;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordFormat;
import io.chunksum.format.RecordWriter;
import io.chunksum.internal.BigEndian;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The side files of Hadoop's {@code ChecksumFileSystem}, as its local file system keeps them:
 * {@code .FILE.crc} next to {@code FILE}.
 *
 * <pre>
 * 0         4               8         12
 * |---------|---------------|---------|---------|---
 * 'crc' 0   bytesPerChecksum  CRC32     CRC32          big-endian
 * </pre>
 *
 * <p>The type is CRC32 whatever a program asked for. The length of the file is not recorded: one
 * window is expected for each CRC, and the last ends where the file does.
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
   * {@inheritDoc}
   *
   * @return whether it has the magic number
   */
  @Override
  public boolean recognizes(byte[] start) {
    return start.length >= Integer.BYTES && BigEndian.getInt(start, 0) == MAGIC;
  }

  /**
   * Returns the path of a file's checksums.
   *
   * @param file the file
   * @return {@code .FILE.crc} next to it
   */
  public static Path beside(Path file) {
    return file.resolveSibling(START + file.getFileName() + ENDING);
  }

  @Override
  public Optional<String> recordedFile(String name) {
    int added = START.length() + ENDING.length();
    return name.startsWith(START) && name.endsWith(ENDING) && name.length() > added
        ? Optional.of(name.substring(START.length(), name.length() - ENDING.length()))
        : Optional.empty();
  }

  /**
   * {@inheritDoc}
   *
   * @throws MalformedChecksumDataException if it is malformed
   * @throws IOException if it cannot be read, or the file is not a regular file
   */
  @Override
  public FileRecord open(Path record, Path file) throws IOException {
    return open(record, PackedCrcsReader.currentLength(file));
  }

  /**
   * Opens the record of a file whose length is known.
   *
   * @param record the file that holds the checksums
   * @param fileLength current length of the file in bytes
   * @return the record; the caller closes it
   * @throws IllegalArgumentException if the length is negative
   * @throws MalformedChecksumDataException if it is malformed
   * @throws IOException if it cannot be read
   */
  public FileRecord open(Path record, long fileLength) throws IOException {
    return PackedCrcsReader.open(record, fileLength, HEADER_BYTES, HadoopCrcFormat::readType);
  }

  private static ChecksumType readType(ByteBuffer header) throws MalformedChecksumDataException {
    if (header.getInt() != MAGIC) {
      throw new MalformedChecksumDataException("not a Hadoop .crc file", 0);
    }
    return ChecksumType.CRC32;
  }

  /**
   * Creates a writer for the checksums of a file.
   *
   * @param file where to write them; closed with the writer
   * @param bytesPerChecksum bytes in a full window, at least 1
   * @return a writer that takes chunks of type CRC32
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
