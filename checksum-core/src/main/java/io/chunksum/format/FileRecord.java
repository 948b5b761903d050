// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/**
 * The record of one file, in any format. It is read from front to back, chunk by chunk, so that
 * memory does not grow with the file. For one thread at a time.
 */
public interface FileRecord extends Closeable {

  /** Receives the records of chunk after chunk. */
  @FunctionalInterface
  interface ChunkConsumer {

    /**
     * Takes the records of one chunk.
     *
     * @param chunk one record for each type, in the order of {@link FileRecord#types()}; the list
     *     may be used again for the next chunk
     * @throws IOException if it cannot go on; no more chunks are read then
     */
    void accept(List<ChunkInfo> chunk) throws IOException;
  }

  /**
   * Returns the types of the checksums. A chunk may be without checksums of a type: its record for
   * that type is then of type NONE.
   *
   * @return at least one type, without duplicates, the same on every call
   */
  List<ChecksumType> types();

  /**
   * Returns the window size.
   *
   * @return bytes in a full window, the same for all types; 0 only if the only type is NONE; empty
   *     if it differs between chunks
   */
  OptionalInt bytesPerChecksum();

  /**
   * Returns the length of the file.
   *
   * @return bytes it had when the checksums were computed, as far as the format records it; {@link
   *     io.chunksum.format.hadoop Hadoop's formats} record only the number of windows, and the
   *     length of the last one is taken from the current length of the file
   */
  long length();

  /**
   * Reads the records of the next chunk. Chunks follow one another without a gap, from the start of
   * the file to its recorded length. The windows of each chunk start where the chunk does.
   *
   * @return one record for each type, in the order of {@link #types()}; empty after the last chunk.
   *     The list may be used again for the next chunk: copy it to keep it
   * @throws IOException if they are malformed or cannot be read
   */
  List<ChunkInfo> nextChunk() throws IOException;

  /**
   * Reads the records of all chunks from the next one on.
   *
   * @param consumer receives those of each chunk, before the next one's are read
   * @throws IOException if any are malformed or cannot be read, or the consumer throws it
   * @implSpec Calls {@link #nextChunk} until that gives none.
   */
  default void forEachChunk(ChunkConsumer consumer) throws IOException {
    List<ChunkInfo> chunk = nextChunk();
    while (!chunk.isEmpty()) {
      consumer.accept(chunk);
      chunk = nextChunk();
    }
  }
}
