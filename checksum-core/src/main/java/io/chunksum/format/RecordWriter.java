// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format;

import io.chunksum.data.ChunkInfo;
import java.io.Closeable;
import java.io.IOException;

/**
 * Writes what is to be recorded of one file, chunk by chunk from front to back, so that memory does
 * not grow with the file. Closing it without {@link #commit} leaves nothing behind. For one thread
 * at a time.
 */
public interface RecordWriter extends Closeable {

  /**
   * Writes the record of the next chunk, for each type one after the other. Chunks but the last
   * have full windows.
   *
   * @param chunk the record
   * @throws IllegalArgumentException if it is not what comes next, or the format cannot hold it
   * @throws IllegalStateException if the record was committed or closed
   * @throws IOException if writing fails
   */
  void write(ChunkInfo chunk) throws IOException;

  /**
   * Completes the record, brings it to the disk, and puts it in place of an older one.
   *
   * @param fileLength bytes of the file, which are those of the chunks
   * @throws IllegalArgumentException if they are not, or a type has no record of the last chunk
   * @throws IllegalStateException if the record was committed or closed
   * @throws IOException if any of that fails; an older record is still there then
   */
  void commit(long fileLength) throws IOException;
}
