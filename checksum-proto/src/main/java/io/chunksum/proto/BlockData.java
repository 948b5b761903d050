// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import io.chunksum.data.ChunkInfo;
import io.chunksum.data.KeyValue;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The record that an Apache Ozone datanode keeps of one block, or of one replica of an
 * erasure-coded block: its chunks with their checksums. Immutable.
 *
 * <p>Chunks may have any length and different types, and each has its own window grid. A replica
 * that received no data has a record without chunks, or with one of type NONE and no bytes.
 *
 * @param id the block
 * @param flags reserved by Ozone
 * @param metadata further records, in order; a key may occur several times
 * @param chunks the chunks, in record order
 * @param size bytes in the block file, not negative
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
   * @param id the block
   * @param flags reserved by Ozone
   * @param metadata further records
   * @param chunks the chunks
   * @param size bytes in the block file
   * @throws IllegalArgumentException if the size is negative
   */
  public BlockData {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(flags, "flags");
    Objects.requireNonNull(size, "size");
    metadata = List.copyOf(metadata);
    chunks = List.copyOf(chunks);
    if (size.isPresent() && size.getAsLong() < 0) {
      throw new IllegalArgumentException("size must not be negative: " + size.getAsLong());
    }
  }
}
