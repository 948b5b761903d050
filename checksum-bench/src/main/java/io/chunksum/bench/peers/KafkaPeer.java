// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import io.chunksum.bench.JdkChecksum;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.Checksum;
import org.apache.kafka.common.utils.internals.Checksums;

/**
 * Apache Kafka's helper around the JDK's CRCs, which reads read-only heap memory byte by byte.
 * Kafka calls it internal.
 */
final class KafkaPeer extends SlicedPeer {

  private final List<ByteBuffer> pieces;
  private final Checksum crc;

  KafkaPeer(PeerChunk chunk) {
    super(chunk, 0);
    this.pieces = chunk.pieces().stream().map(ByteBuffer::duplicate).toList();
    this.crc = JdkChecksum.crc(chunk.type());
  }

  @Override
  void update(int piece, int offset, int length) {
    Checksums.update(crc, pieces.get(piece), offset, length);
  }

  @Override
  void finish(ByteBuffer packed, int index) {
    packed.putInt(index, (int) crc.getValue());
    crc.reset();
  }
}
