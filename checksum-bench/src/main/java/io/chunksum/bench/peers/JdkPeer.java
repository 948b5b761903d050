// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import io.chunksum.bench.Linearized;
import java.nio.ByteBuffer;
import java.util.List;

/** The JDK, linearized: windows that straddle pieces are copied together for it. */
final class JdkPeer extends PackedPeer {

  private final Linearized linearized;
  private final List<ByteBuffer> pieces;

  JdkPeer(PeerChunk chunk) {
    super(chunk);
    this.linearized = new Linearized(chunk.type(), chunk.bytesPerChecksum());
    this.pieces = chunk.pieces();
  }

  @Override
  public ByteBuffer compute() {
    linearized.compute(pieces, packed);
    return packed;
  }

  @Override
  public long bytesCopiedPerCall() {
    long before = linearized.bytesCopied();
    compute();
    return linearized.bytesCopied() - before;
  }
}
