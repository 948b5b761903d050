// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.algorithm.StreamingChecksum;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What storage systems did before: a window that lies in one piece is read there; one that
 * straddles pieces is copied into a fresh array first (Apache Ozone up to 2.2, {@code
 * ChunkBufferImplWithByteBufferList.iterate}).
 */
final class Linearized {

  private final StreamingChecksum checksum;
  private final int bytesPerChecksum;
  private final byte[] result;

  Linearized(StreamingChecksum checksum, int bytesPerChecksum) {
    this.checksum = checksum;
    this.bytesPerChecksum = bytesPerChecksum;
    this.result = new byte[checksum.type().checksumLength()];
  }

  /** Writes the packed checksums of the pieces to {@code packed}, from index 0 on. */
  void compute(List<ByteBuffer> pieces, ByteBuffer packed) {
    int entry = 0;
    int index = 0;
    int at = 0;
    while (index < pieces.size()) {
      ByteBuffer piece = pieces.get(index);
      int left = piece.limit() - at;
      if (left >= bytesPerChecksum || index == pieces.size() - 1) {
        int count = Math.min(left, bytesPerChecksum);
        checksum.update(piece.slice(at, count));
        at += count;
      } else {
        byte[] window = new byte[(int) Math.min(bytesPerChecksum, remaining(pieces, index, at))];
        int filled = 0;
        while (filled < window.length) {
          piece = pieces.get(index);
          int count = Math.min(window.length - filled, piece.limit() - at);
          piece.get(at, window, filled, count);
          filled += count;
          at += count;
          if (at == piece.limit() && filled < window.length) {
            index++;
            at = 0;
          }
        }
        checksum.update(window, 0, window.length);
      }
      checksum.finish(result, 0);
      packed.put(entry, result);
      entry += result.length;
      if (at == pieces.get(index).limit()) {
        index++;
        at = 0;
      }
    }
  }

  private static long remaining(List<ByteBuffer> pieces, int index, int at) {
    long remaining = -at;
    for (ByteBuffer piece : pieces.subList(index, pieces.size())) {
      remaining += piece.limit();
    }
    return remaining;
  }
}
