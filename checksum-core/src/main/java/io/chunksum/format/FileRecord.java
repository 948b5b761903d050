// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/**
 * What was recorded of one file, in whatever format: read from front to back, chunk by chunk, so
 * that memory does not grow with the file. For one thread at a time.
 */
public interface FileRecord extends Closeable {

  /**
   * Gives the types of the checksums.
   *
   * @return at least one type, none twice
   */
  List<ChecksumType> types();

  /**
   * Gives the window size.
   *
   * @return bytes in a full window, for all types; 0 only if the only type is NONE; nothing if it
   *     is not the same for all chunks
   */
  OptionalInt bytesPerChecksum();

  /**
   * Gives the length of the file.
   *
   * @return bytes it had when the checksums were computed, as far as the format tells; {@link
   *     io.chunksum.format.hadoop those of Hadoop} tell the number of windows, and what the last of
   *     them had is taken from the length that the file has now
   */
  long length();

  /**
   * Reads the records of the next chunk. Chunks follow one another without a gap, from the start of
   * the file to its recorded length. The windows of each begin where it does.
   *
   * @return one for each type, in the order of {@link #types()}; empty after the last chunk
   * @throws IOException if they are malformed or cannot be read
   */
  List<ChunkInfo> nextChunk() throws IOException;
}
