// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.bench.JdkChecksum;
import java.nio.ByteBuffer;

/** Guava's hash functions, which pass buffers on to the JDK. A hasher is good for one window. */
final class GuavaPeer extends SlicedPeer {

  private final Views views;
  private final HashFunction function;
  private final boolean crc;
  private Hasher hasher;

  GuavaPeer(PeerChunk chunk) {
    super(chunk, chunk.bytesCopiedBy(JdkChecksum.of(chunk.type())));
    this.views = new Views(chunk.pieces());
    this.function = function(chunk.type());
    this.crc = chunk.type().checksumLength() == Integer.BYTES;
    this.hasher = function.newHasher();
  }

  @SuppressWarnings("deprecation") // Guava deprecates MD5 because it is broken, not to remove it.
  private static HashFunction function(ChecksumType type) {
    return switch (type.name()) {
      case "CRC32" -> Hashing.crc32();
      case "CRC32C" -> Hashing.crc32c();
      case "SHA256" -> Hashing.sha256();
      case "MD5" -> Hashing.md5();
      default -> throw new IllegalArgumentException(type.name());
    };
  }

  @Override
  void update(int piece, int offset, int length) {
    hasher.putBytes(views.slice(piece, offset, length));
  }

  @Override
  void finish(ByteBuffer packed, int index) {
    if (crc) {
      packed.putInt(index, hasher.hash().asInt());
    } else {
      packed.put(index, hasher.hash().asBytes());
    }
    hasher = function.newHasher();
  }
}
