// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.file.FileReplacement;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordFormat;
import io.chunksum.format.RecordWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The meta files that an HDFS datanode keeps for its blocks: {@code blk_ID_GENERATION.meta} next to
 * {@code blk_ID}. They begin as Hadoop's class {@code BlockMetadataHeader} reads and writes them.
 *
 * <pre>
 * 0         2      3                 7         11
 * |---------|------|-----------------|---------|---------|---
 * version 1  type  bytesPerChecksum   CRC       CRC            big-endian
 * </pre>
 *
 * <p>Types are 0 for NONE, which has no checksums, 1 for CRC32 and 2 for CRC32C. The length of the
 * block is not recorded: one window is expected for each CRC, and the last ends where the block
 * file does.
 *
 * <p>Immutable and safe to share between threads.
 */
public final class HdfsMetaFormat implements RecordFormat {

  private static final int VERSION = 1;

  /** Indexed by their numbers. */
  private static final List<ChecksumType> TYPES =
      List.of(ChecksumType.NONE, ChecksumType.CRC32, ChecksumType.CRC32C);

  private static final int TYPE_AT = Short.BYTES;
  private static final int HEADER_BYTES = TYPE_AT + Byte.BYTES + Integer.BYTES;

  private static final Pattern NAME = Pattern.compile("(blk_-?[0-9]+)_[0-9]+\\.meta");

  /** Creates the format. */
  public HdfsMetaFormat() {}

  /**
   * Finds the meta file of a block among the files next to it, as its name has a generation that
   * the block's has not.
   *
   * @param block the block file
   * @return the meta file
   * @throws FileSystemException if there is none, or more than one
   * @throws IOException if the folder cannot be listed
   */
  public static Path beside(Path block) throws IOException {
    String name = String.valueOf(block.getFileName());
    Path folder = Objects.requireNonNullElse(block.getParent(), block.getFileSystem().getPath(""));
    try (DirectoryStream<Path> metas =
        Files.newDirectoryStream(
            folder,
            file -> blockOf(file.getFileName().toString()).filter(name::equals).isPresent())) {
      Iterator<Path> found = metas.iterator();
      if (!found.hasNext()) {
        throw new FileSystemException(block.toString(), null, "has no meta file next to it");
      }
      Path meta = found.next();
      if (found.hasNext()) {
        throw new FileSystemException(block.toString(), null, "has several meta files next to it");
      }
      return meta;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /**
   * {@inheritDoc}
   *
   * @return whether it has the version and, unless it ends there, a type that this class knows
   */
  @Override
  public boolean recognizes(byte[] start) {
    return start.length >= TYPE_AT
        && ByteBuffer.wrap(start).getShort() == VERSION
        && (start.length == TYPE_AT || isType(start[TYPE_AT]));
  }

  @Override
  public Optional<String> recordedFile(String name) {
    return blockOf(name);
  }

  private static Optional<String> blockOf(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /**
   * {@inheritDoc}
   *
   * @throws MalformedChecksumDataException if it is malformed
   * @throws IOException if it cannot be read, or the block file is not a regular file
   */
  @Override
  public FileRecord open(Path record, Path file) throws IOException {
    return open(record, PackedCrcsReader.currentLength(file));
  }

  /**
   * Opens the record of a block whose length is known.
   *
   * @param record the meta file
   * @param blockLength current length of the block in bytes
   * @return the record; the caller closes it
   * @throws IllegalArgumentException if the length is negative
   * @throws MalformedChecksumDataException if it is malformed
   * @throws IOException if it cannot be read
   */
  public FileRecord open(Path record, long blockLength) throws IOException {
    return PackedCrcsReader.open(record, blockLength, HEADER_BYTES, HdfsMetaFormat::readType);
  }

  private static ChecksumType readType(ByteBuffer header) throws MalformedChecksumDataException {
    int version = header.getShort();
    if (version != VERSION) {
      throw new MalformedChecksumDataException("a meta file of unknown version " + version, 0);
    }
    int type = header.get();
    if (!isType(type)) {
      throw new MalformedChecksumDataException("checksums of unknown type " + type, TYPE_AT);
    }
    return TYPES.get(type);
  }

  private static boolean isType(int number) {
    return number >= 0 && number < TYPES.size();
  }

  /**
   * Creates a writer for the checksums of a block.
   *
   * @param file where to write them; closed with the writer
   * @param type the type of the checksums: NONE, CRC32 or CRC32C
   * @param bytesPerChecksum bytes in a full window, at least 1
   * @return a writer that takes chunks of that type
   * @throws IllegalArgumentException if the type is a different one, or {@code bytesPerChecksum} is
   *     below 1
   * @throws IOException if writing fails
   */
  public RecordWriter newWriter(FileReplacement file, ChecksumType type, int bytesPerChecksum)
      throws IOException {
    int number = TYPES.indexOf(type);
    if (number < 0 || bytesPerChecksum < 1) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "a meta file cannot have a %s every %d bytes", type, bytesPerChecksum));
    }
    byte[] header =
        ByteBuffer.allocate(HEADER_BYTES)
            .putShort((short) VERSION)
            .put((byte) number)
            .putInt(bytesPerChecksum)
            .array();
    return new PackedCrcsWriter(file, type, bytesPerChecksum, header);
  }
}
