// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A library that accepts the bytes of a window in parts but knows no windows: it is given every
 * slice, and its result is compared, as its users would have to do.
 */
abstract class SlicedPeer extends PackedPeer {

  private final int bytesPerChecksum;
  private final int checksumLength;
  private final int[] pieceLengths;
  private final long bytesCopied;

  /** The caller has to know how much the library copies. */
  SlicedPeer(PeerChunk chunk, long bytesCopied) {
    super(chunk);
    this.bytesPerChecksum = chunk.bytesPerChecksum();
    this.checksumLength = chunk.type().checksumLength();
    this.pieceLengths = chunk.pieces().stream().mapToInt(ByteBuffer::capacity).toArray();
    this.bytesCopied = bytesCopied;
  }

  /** Adds bytes of a piece to the window. */
  abstract void update(int piece, int offset, int length);

  /** Puts the checksum of the window at {@code index} and begins the next window. */
  abstract void finish(ByteBuffer packed, int index);

  @Override
  public ByteBuffer compute() {
    int entry = 0;
    int left = bytesPerChecksum;
    for (int piece = 0; piece < pieceLengths.length; piece++) {
      int end = pieceLengths[piece];
      int at = 0;
      while (at < end) {
        int count = Math.min(left, end - at);
        update(piece, at, count);
        at += count;
        left -= count;
        if (left == 0) {
          finish(packed, entry);
          entry += checksumLength;
          left = bytesPerChecksum;
        }
      }
    }
    if (left < bytesPerChecksum) {
      finish(packed, entry);
    }
    return packed;
  }

  @Override
  public long bytesCopiedPerCall() {
    return bytesCopied;
  }

  /** Views of the pieces, reused for all slices. */
  static final class Views {

    private final ByteBuffer[] views;

    Views(List<ByteBuffer> pieces) {
      views = pieces.stream().map(ByteBuffer::duplicate).toArray(ByteBuffer[]::new);
    }

    ByteBuffer slice(int piece, int offset, int length) {
      return views[piece].limit(offset + length).position(offset);
    }
  }
}
