// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import com.scurrilous.circe.checksum.Crc32cIntChecksum;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/**
 * Circe, the CRC32C of Apache BookKeeper, resumed from piece to piece as BookKeeper does with the
 * components of a composite. It is native code where the machine has SSE 4.2.
 */
final class BookKeeperPeer extends SlicedPeer {

  private final ByteBuf[] pieces;
  private int crc;

  BookKeeperPeer(PeerChunk chunk) {
    super(chunk, copied(chunk));
    this.pieces = chunk.pieces().stream().map(Unpooled::wrappedBuffer).toArray(ByteBuf[]::new);
  }

  /** It reads arrays and memory with an address. */
  private static long copied(PeerChunk chunk) {
    ByteBuffer piece = chunk.pieces().get(0);
    return piece.hasArray() || piece.isDirect() ? 0 : chunk.length();
  }

  @Override
  void update(int piece, int offset, int length) {
    crc = Crc32cIntChecksum.resumeChecksum(crc, pieces[piece], offset, length);
  }

  @Override
  void finish(ByteBuffer packed, int index) {
    packed.putInt(index, crc);
    crc = 0;
  }
}
