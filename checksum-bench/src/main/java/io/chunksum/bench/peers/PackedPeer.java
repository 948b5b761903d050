// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import java.nio.ByteBuffer;

/**
 * A library whose checksums go into one buffer and which, unless it can do better, leaves comparing
 * them to its users.
 */
abstract class PackedPeer implements Peer<ByteBuffer> {

  final ByteBuffer packed;
  final ByteBuffer expected;

  PackedPeer(PeerChunk chunk) {
    byte[] sums = chunk.expected();
    this.packed = ByteBuffer.allocate(sums.length);
    this.expected = ByteBuffer.wrap(sums);
  }

  @Override
  public final byte[] packed(ByteBuffer sums) {
    byte[] bytes = new byte[sums.capacity()];
    sums.get(0, bytes);
    return bytes;
  }

  @Override
  public boolean verify() {
    return compute().equals(expected);
  }
}
