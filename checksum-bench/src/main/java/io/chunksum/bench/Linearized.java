// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.algorithm.ChecksumType;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What storage systems did before, with the JDK alone: a window within one piece is read in place;
 * one that straddles pieces is first copied into a fresh array (Apache Ozone up to 2.2, {@code
 * ChunkBufferImplWithByteBufferList.iterate}).
 */
public final class Linearized {

  private final JdkChecksum checksum;
  private final int checksumLength;
  private final int bytesPerChecksum;
  private long bytesCopied;

  public Linearized(ChecksumType type, int bytesPerChecksum) {
    this.checksum = JdkChecksum.of(type);
    this.checksumLength = type.checksumLength();
    this.bytesPerChecksum = bytesPerChecksum;
  }

  /** Returns the number of bytes copied so far, including by the JDK. */
  public long bytesCopied() {
    return bytesCopied;
  }

  /** Writes the packed checksums of the pieces to {@code packed}, starting at index 0. */
  public void compute(List<ByteBuffer> pieces, ByteBuffer packed) {
    int entry = 0;
    int index = 0;
    int at = 0;
    while (index < pieces.size()) {
      ByteBuffer piece = pieces.get(index);
      int left = piece.limit() - at;
      if (left >= bytesPerChecksum || index == pieces.size() - 1) {
        int count = Math.min(left, bytesPerChecksum);
        if (checksum.copies(piece)) {
          bytesCopied += count;
        }
        checksum.update(piece.slice(at, count));
        at += count;
      } else {
        byte[] window = new byte[windowLength(pieces, index, at)];
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
        bytesCopied += window.length;
        checksum.update(window, 0, window.length);
      }
      checksum.finish(packed, entry);
      entry += checksumLength;
      if (at == pieces.get(index).limit()) {
        index++;
        at = 0;
      }
    }
  }

  private int windowLength(List<ByteBuffer> pieces, int index, int at) {
    long length = -at;
    for (int i = index; i < pieces.size() && length < bytesPerChecksum; i++) {
      length += pieces.get(i).limit();
    }
    return (int) Math.min(bytesPerChecksum, length);
  }
}
