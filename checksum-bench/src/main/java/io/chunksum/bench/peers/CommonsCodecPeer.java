// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.bench.JdkChecksum;
import java.nio.ByteBuffer;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.codec.digest.PureJavaCrc32;
import org.apache.commons.codec.digest.PureJavaCrc32C;

/** Apache Commons Codec: table-driven CRCs in Java, and the JDK's digests. */
final class CommonsCodecPeer extends SlicedPeer {

  private final Views views;
  private final JdkChecksum checksum;

  CommonsCodecPeer(PeerChunk chunk) {
    super(chunk, chunk.bytesCopiedBy(checksum(chunk.type())));
    this.views = new Views(chunk.pieces());
    this.checksum = checksum(chunk.type());
  }

  private static JdkChecksum checksum(ChecksumType type) {
    return switch (type.name()) {
      case "CRC32" -> JdkChecksum.of(new PureJavaCrc32());
      case "CRC32C" -> JdkChecksum.of(new PureJavaCrc32C());
      case "SHA256" -> JdkChecksum.of(DigestUtils.getSha256Digest());
      case "MD5" -> JdkChecksum.of(DigestUtils.getMd5Digest());
      default -> throw new IllegalArgumentException(type.name());
    };
  }

  @Override
  void update(int piece, int offset, int length) {
    checksum.update(views.slice(piece, offset, length));
  }

  @Override
  void finish(ByteBuffer packed, int index) {
    checksum.finish(packed, index);
  }
}
