// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import io.chunksum.algorithm.ChecksumType;
import java.nio.ByteBuffer;
import software.amazon.awssdk.checksums.DefaultChecksumAlgorithm;
import software.amazon.awssdk.checksums.SdkChecksum;
import software.amazon.awssdk.checksums.spi.ChecksumAlgorithm;

/**
 * The AWS SDK's checksums without its native runtime, which these types do not need. Bytes that are
 * not in an array are copied into a fresh one.
 */
final class AwsPeer extends SlicedPeer {

  private final Views views;
  private final SdkChecksum checksum;

  AwsPeer(PeerChunk chunk) {
    super(chunk, chunk.pieces().get(0).hasArray() ? 0 : chunk.length());
    this.views = new Views(chunk.pieces());
    this.checksum = SdkChecksum.forAlgorithm(algorithm(chunk.type()));
  }

  private static ChecksumAlgorithm algorithm(ChecksumType type) {
    return switch (type.name()) {
      case "CRC32" -> DefaultChecksumAlgorithm.CRC32;
      case "CRC32C" -> DefaultChecksumAlgorithm.CRC32C;
      case "SHA256" -> DefaultChecksumAlgorithm.SHA256;
      case "MD5" -> DefaultChecksumAlgorithm.MD5;
      default -> throw new IllegalArgumentException(type.name());
    };
  }

  @Override
  void update(int piece, int offset, int length) {
    checksum.update(views.slice(piece, offset, length));
  }

  @Override
  void finish(ByteBuffer packed, int index) {
    packed.put(index, checksum.getChecksumBytes());
    checksum.reset();
  }
}
