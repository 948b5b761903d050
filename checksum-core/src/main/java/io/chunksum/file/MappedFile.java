// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import io.chunksum.buffer.ChunkBuffer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.util.Objects;

/**
 * Maps regions of files into memory as {@link ChunkBuffer}s. Nothing is copied, not even by the
 * system, and the region may have any size: it is mapped in pieces of at most 1 GiB.
 *
 * <p>A mapped file must not be truncated: reading bytes that are gone throws {@link InternalError},
 * or crashes the JVM. So does a disk error. The address space is released only when the {@link
 * ChunkBuffer} has been collected, and some systems do not let the file be deleted until then. If
 * any of this is a concern, use {@link ByteReader}.
 *
 * <p>All methods are safe to use from any thread.
 */
public final class MappedFile {

  private static final long MAX_PIECE_BYTES = 1L << 30;

  private MappedFile() {}

  /**
   * Maps a whole file, at its current length.
   *
   * @param file the file, open for reading; it may be closed afterwards
   * @return a read-only view of its bytes
   * @throws java.nio.channels.NonReadableChannelException if the file is not open for reading, and
   *     not empty
   * @throws IOException if the file cannot be mapped
   */
  public static ChunkBuffer map(FileChannel file) throws IOException {
    return map(file, 0, file.size());
  }

  /**
   * Maps a region of a file.
   *
   * @param file the file, open for reading; it may be closed afterwards, and its position does not
   *     change
   * @param offset offset of the region's first byte in the file
   * @param length number of bytes
   * @return a read-only view of the region
   * @throws IndexOutOfBoundsException if the region is not inside the file at its current length
   * @throws java.nio.channels.NonReadableChannelException if the file is not open for reading, and
   *     the region not empty
   * @throws IOException if the file cannot be mapped
   */
  public static ChunkBuffer map(FileChannel file, long offset, long length) throws IOException {
    Objects.checkFromIndexSize(offset, length, file.size());
    ChunkBuffer.Builder pieces = ChunkBuffer.builder();
    long done = 0;
    while (done < length) {
      long piece = Math.min(MAX_PIECE_BYTES, length - done);
      pieces.add(file.map(MapMode.READ_ONLY, offset + done, piece));
      done += piece;
    }
    return pieces.build();
  }
}
