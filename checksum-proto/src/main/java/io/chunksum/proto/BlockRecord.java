// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.format.FileRecord;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;

/**
 * Presents the record of a block as the record of its block file, so that the whole file can be
 * verified against it: every chunk with its own window grid, and the size.
 *
 * <p>If chunks have different types, each type sees the chunks of the others as type NONE. A block
 * without chunks states no type and counts as CRC32, Ozone's default, so that any bytes in its file
 * are found to be surplus; so does one whose only chunk is of type NONE and has no bytes, as
 * Ozone's {@code DatanodeStoreWithIncrementalChunkList} adds it to a block without. The file of an
 * erasure-coded replica belongs to the record of that replica.
 *
 * <p>Mutable, for use by one thread at a time.
 */
public final class BlockRecord implements FileRecord {

  private final List<ChecksumType> types;
  private final OptionalInt bytesPerChecksum;
  private final long length;
  private final Iterator<ChunkInfo> chunks;

  /**
   * Creates a record positioned before the first chunk.
   *
   * @param block the record of the block
   * @throws MalformedChecksumDataException if chunks do not follow one another without a gap from
   *     the start of the block to its size
   */
  public BlockRecord(BlockData block) throws MalformedChecksumDataException {
    this.length = checkedLength(block);
    List<ChunkInfo> telling = block.chunks().stream().filter(BlockRecord::tells).toList();
    this.types = types(telling);
    this.bytesPerChecksum = bytesPerChecksum(telling);
    this.chunks = telling.iterator();
  }

  private static boolean tells(ChunkInfo chunk) {
    return chunk.length() > 0 || !chunk.checksums().type().isNone();
  }

  private static List<ChecksumType> types(List<ChunkInfo> chunks) {
    return chunks.isEmpty()
        ? List.of(ChecksumType.CRC32)
        : chunks.stream().map(chunk -> chunk.checksums().type()).distinct().toList();
  }

  private static OptionalInt bytesPerChecksum(List<ChunkInfo> chunks) {
    int[] sizes =
        chunks.stream()
            .mapToInt(chunk -> chunk.checksums().bytesPerChecksum())
            .distinct()
            .toArray();
    return sizes.length == 1 ? OptionalInt.of(sizes[0]) : OptionalInt.empty();
  }

  private static long checkedLength(BlockData block) throws MalformedChecksumDataException {
    long end = 0;
    for (ChunkInfo chunk : block.chunks()) {
      if (chunk.offset() != end) {
        throw new MalformedChecksumDataException(
            "a chunk begins at " + chunk.offset() + ", not at " + end, 0);
      }
      end += chunk.length();
    }
    if (block.size().orElse(end) != end) {
      throw new MalformedChecksumDataException(
          "chunks of " + end + " bytes in a block of " + block.size().getAsLong(), 0);
    }
    return end;
  }

  /**
   * Returns the types of the chunks' checksums.
   *
   * @return at least one type, without duplicates, the same on every call
   */
  @Override
  public List<ChecksumType> types() {
    return types;
  }

  /**
   * Returns the window size.
   *
   * @return bytes in a full window; 0 only if the only type is NONE; empty if it differs between
   *     chunks, or there are none
   */
  @Override
  public OptionalInt bytesPerChecksum() {
    return bytesPerChecksum;
  }

  /**
   * Returns the length that the block file should have.
   *
   * @return the size of the block in bytes, which is where its last chunk ends
   */
  @Override
  public long length() {
    return length;
  }

  /**
   * Returns the records of the next chunk, from the start of the block on.
   *
   * @return one record for each type, in the order of {@link #types()}, those of other types than
   *     the chunk's as type NONE; empty after the last chunk
   */
  @Override
  public List<ChunkInfo> nextChunk() {
    if (!chunks.hasNext()) {
      return List.of();
    }
    ChunkInfo chunk = chunks.next();
    return types.stream()
        .map(type -> type.equals(chunk.checksums().type()) ? chunk : unchecked(chunk))
        .toList();
  }

  private static ChunkInfo unchecked(ChunkInfo chunk) {
    return new ChunkInfo(
        chunk.name(),
        chunk.offset(),
        chunk.length(),
        ChecksumData.none(chunk.checksums().bytesPerChecksum()));
  }

  /** Does nothing: the record is in memory. */
  @Override
  public void close() {}
}
