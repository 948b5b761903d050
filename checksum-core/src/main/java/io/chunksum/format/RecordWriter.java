// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format;

import io.chunksum.data.ChunkInfo;
import java.io.Closeable;
import java.io.IOException;

/**
 * Writes the record of one file, chunk by chunk from front to back, so that memory does not grow
 * with the file. Closing it without {@link #commit} leaves nothing behind; that is all that can be
 * done after an {@code IOException}. For one thread at a time.
 */
public interface RecordWriter extends Closeable {

  /**
   * Writes the next record: that of each type in turn, chunk by chunk. All chunks but the last have
   * full windows.
   *
   * @param chunk the record
   * @throws IllegalArgumentException if it is not the next record expected, or the format cannot
   *     hold it
   * @throws IllegalStateException if the record was committed or closed, or writing it has failed
   * @throws IOException if writing fails
   */
  void write(ChunkInfo chunk) throws IOException;

  /**
   * Completes the record, forces it to disk, and replaces any older one.
   *
   * @param fileLength bytes of the file, which must be those of the chunks
   * @throws IllegalArgumentException if they differ, or a type has no record of the last chunk
   * @throws IllegalStateException if the record was committed or closed, or writing it has failed
   * @throws IOException if any of this fails; an older record is then still in place
   */
  void commit(long fileLength) throws IOException;
}
