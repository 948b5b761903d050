// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import io.chunksum.data.ChunkInfo;
import io.chunksum.data.KeyValue;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a datanode of Apache Ozone records of one block, or of one replica of an erasure-coded
 * block: its chunks with their checksums. Immutable.
 *
 * <p>Chunks may be of any lengths, each with a window grid of its own, and of different types. A
 * replica that got no data has a record without chunks.
 *
 * @param id which block it is
 * @param flags reserved by Ozone
 * @param metadata further records, in order; a key may come several times
 * @param chunks the chunks, in the order of the record
 * @param size bytes of the block file, not negative
 */
public record BlockData(
    BlockId id,
    OptionalLong flags,
    List<KeyValue> metadata,
    List<ChunkInfo> chunks,
    OptionalLong size) {

  /**
   * Checks and copies the parts.
   *
   * @param id which block it is
   * @param flags reserved by Ozone
   * @param metadata further records
   * @param chunks the chunks
   * @param size bytes of the block file
   * @throws IllegalArgumentException if the size is negative
   */
  public BlockData {
    metadata = List.copyOf(metadata);
    chunks = List.copyOf(chunks);
    if (size.isPresent() && size.getAsLong() < 0) {
      throw new IllegalArgumentException("size must not be negative: " + size.getAsLong());
    }
  }
}
