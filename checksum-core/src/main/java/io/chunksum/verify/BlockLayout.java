// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.internal.Texts;
import io.chunksum.window.ByteRange;
import io.chunksum.window.WindowLayout;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where the chunks of a block lie, and their windows. Offsets are in the block. Immutable. */
final class BlockLayout {

  /** Without empty ones. */
  private final List<ChunkInfo> chunks;

  private final long length;

  /** Creates the layout of a block, as {@link BlockVerifier#BlockVerifier(List)} takes it. */
  BlockLayout(List<ChunkInfo> chunks) {
    long end = 0;
    for (ChunkInfo chunk : chunks) {
      if (chunk.offset() < end) {
        throw new IllegalArgumentException(
            "chunk '"
                + Texts.shorten(chunk.name())
                + "' at "
                + chunk.offset()
                + " begins before "
                + end
                + ", where the previous chunk ends");
      }
      end = chunk.offset() + chunk.length();
    }
    this.chunks = chunks.stream().filter(chunk -> chunk.length() > 0).toList();
    this.length = end;
  }

  /** Offset of the end of the last chunk; 0 if there is none. */
  long length() {
    return length;
  }

  /** Number of chunks that are not empty. */
  int chunkCount() {
    return chunks.size();
  }

  /** Returns the chunk with an index, from 0, among those that are not empty. */
  ChunkInfo chunk(int index) {
    return chunks.get(index);
  }

  /** Widens a range to whole windows, as {@link BlockVerifier#align} does. */
  ByteRange align(long offset, long count) {
    Objects.checkFromIndexSize(offset, count, length);
    if (count == 0) {
      return new ByteRange(offset, 0);
    }
    long from = windowAt(offset).offset();
    return new ByteRange(from, windowAt(offset + count - 1).end() - from);
  }

  /** The window that holds a byte; the byte alone if there is none. */
  private ByteRange windowAt(long offset) {
    int i = firstEndingAfter(offset);
    ByteRange lone = new ByteRange(offset, 1);
    if (i == chunks.size()) {
      return lone;
    }
    ChunkInfo chunk = chunks.get(i);
    if (offset < chunk.offset() || isUnchecked(chunk)) {
      return lone;
    }
    ByteRange inChunk =
        new WindowLayout(chunk.length(), chunk.checksums().bytesPerChecksum())
            .align(offset - chunk.offset(), 1);
    return new ByteRange(chunk.offset() + inChunk.offset(), inChunk.length());
  }

  /**
   * Index of the first chunk that has a byte at or after an offset; the chunk count if none has.
   */
  int firstEndingAfter(long offset) {
    int low = 0;
    int high = chunks.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rangeOf(chunks.get(middle)).end() > offset) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * The type of all chunks that a range is in; null if they have several, if not all of it is in
   * chunks, or if it is empty.
   */
  @Nullable ChecksumType typeThroughout(ByteRange range) {
    ChecksumType type = null;
    long at = range.offset();
    for (int i = firstEndingAfter(at); at < range.end(); i++) {
      if (i == chunks.size()) {
        return null;
      }
      ChunkInfo chunk = chunks.get(i);
      ChecksumType chunkType = chunk.checksums().type();
      if (chunk.offset() > at || (type != null && !chunkType.equals(type))) {
        return null;
      }
      type = chunkType;
      at = rangeOf(chunk).end();
    }
    return type;
  }

  static ByteRange rangeOf(ChunkInfo chunk) {
    return new ByteRange(chunk.offset(), chunk.length());
  }

  static boolean isUnchecked(ChunkInfo chunk) {
    return chunk.checksums().type().isNone();
  }
}
