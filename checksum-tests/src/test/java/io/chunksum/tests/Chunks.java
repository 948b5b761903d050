// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import io.chunksum.buffer.ChunkBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Makes chunks of several pieces. */
public final class Chunks {

  private Chunks() {}

  /** Copies content into pieces of one kind and length; the last piece may be shorter. */
  public static ChunkBuffer of(BufferKind kind, byte[] content, int pieceBytes) {
    return ChunkBuffer.wrap(Parts.ofLength(content, pieceBytes).stream().map(kind::of).toList());
  }

  /**
   * Copies each part into a piece of another kind than the one before, taking all kinds in turn.
   */
  public static ChunkBuffer ofAllKinds(List<byte[]> parts) {
    List<BufferKind> kinds = List.of(BufferKind.values());
    List<ByteBuffer> pieces = new ArrayList<>();
    for (byte[] part : parts) {
      pieces.add(kinds.get(pieces.size() % kinds.size()).of(part));
    }
    return ChunkBuffer.wrap(pieces);
  }
}
