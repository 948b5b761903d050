// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The kinds of memory a chunk can lie in. */
public enum Memory {
  HEAP {
    @Override
    ByteBuffer piece(byte[] content, int offset, int length) {
      return ByteBuffer.allocate(length).put(content, offset, length).flip();
    }
  },
  DIRECT {
    @Override
    ByteBuffer piece(byte[] content, int offset, int length) {
      return ByteBuffer.allocateDirect(length).put(content, offset, length).flip();
    }
  },
  READ_ONLY_HEAP {
    @Override
    ByteBuffer piece(byte[] content, int offset, int length) {
      return HEAP.piece(content, offset, length).asReadOnlyBuffer();
    }
  };

  abstract ByteBuffer piece(byte[] content, int offset, int length);

  /** Lays {@code content} out in pieces of {@code pieceBytes}; the last may be shorter. */
  List<ByteBuffer> pieces(byte[] content, int pieceBytes) {
    List<ByteBuffer> pieces = new ArrayList<>();
    for (int at = 0; at < content.length; at += pieceBytes) {
      pieces.add(piece(content, at, Math.min(pieceBytes, content.length - at)));
    }
    return pieces;
  }
}
