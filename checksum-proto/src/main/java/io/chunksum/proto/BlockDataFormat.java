// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.format.RecordFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Files that each contain one Apache Ozone BlockData message, as in a datanode's block table. The
 * file name does not say which block file it belongs to. Immutable and safe to share between
 * threads.
 */
public final class BlockDataFormat implements RecordFormat {

  /** No record is this large: that of a 256 MiB block takes 0.1 MB with CRCs, 0.6 with SHA256. */
  private static final int MAX_BYTES = 64 * 1024 * 1024;

  /** Creates the format. */
  public BlockDataFormat() {}

  /**
   * Determines from how a file begins whether it is likely to be of this format. The message has no
   * magic number.
   *
   * @param start the first bytes of the file, all of them if there are fewer than 8
   * @return whether they begin the id of a block
   */
  @Override
  public boolean recognizes(byte[] start) {
    return BlockDataCodec.beginsBlock(start);
  }

  /**
   * Returns that a name does not say of which file a record is.
   *
   * @param name name of a file, without its folder
   * @return empty
   */
  @Override
  public Optional<String> recordedFile(String name) {
    return Optional.empty();
  }

  /**
   * Opens the record of a block file.
   *
   * @param record the file with the message, as {@link #read} reads it
   * @param file the block file, which is not looked at
   * @return the record, positioned before the first chunk
   * @throws MalformedChecksumDataException if the message is not well formed, or over 64 MiB, or
   *     its chunks do not follow one another without a gap from the start of the block to its size
   * @throws IOException if it cannot be read
   */
  @Override
  public BlockRecord open(Path record, Path file) throws IOException {
    return new BlockRecord(read(record));
  }

  /**
   * Reads the record of a block.
   *
   * @param file the file, with the message and nothing else
   * @return the record
   * @throws MalformedChecksumDataException if it is not well formed, or over 64 MiB
   * @throws IOException if it cannot be read
   */
  public static BlockData read(Path file) throws IOException {
    if (Files.isDirectory(file)) { // Reading it would fail without naming it.
      throw new FileSystemException(file.toString(), null, "is a directory");
    }
    try (InputStream in = Files.newInputStream(file)) {
      // Not by the file's size: a device or a pipe has none.
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new MalformedChecksumDataException(
            "a file of more than " + MAX_BYTES + " bytes is not a BlockData message", MAX_BYTES);
      }
      return BlockDataCodec.decode(bytes);
    }
  }
}
