// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import io.chunksum.bench.JdkChecksum;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.ozone.common.Checksum;
import org.apache.hadoop.ozone.common.ChecksumByteBuffer;
import org.apache.hadoop.ozone.common.ChecksumByteBufferFactory;
import org.apache.hadoop.ozone.common.ChecksumData;
import org.apache.hadoop.ozone.common.OzoneChecksumException;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * The walk that Apache Ozone has merged (HDDS-15356) but not released, rewritten from its
 * description: nothing is copied together, but each slice is a new duplicate, and each call creates
 * its algorithm and its list. Verifying computes all checksums before it compares any.
 */
final class OzoneWalkPeer implements Peer<ChecksumData> {

  /** The algorithm for one call. */
  private interface Streaming {

    void update(ByteBuffer slice);

    /** Returns the checksum and resets. */
    ByteString finish();

    static Streaming of(ChecksumByteBuffer crc) {
      return new Streaming() {
        @Override
        public void update(ByteBuffer slice) {
          crc.update(slice);
        }

        @Override
        public ByteString finish() {
          ByteString value = Checksum.int2ByteString((int) crc.getValue());
          crc.reset();
          return value;
        }
      };
    }

    static Streaming of(String digestName) {
      MessageDigest digest;
      try {
        digest = MessageDigest.getInstance(digestName);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
      return new Streaming() {
        @Override
        public void update(ByteBuffer slice) {
          digest.update(slice);
        }

        @Override
        public ByteString finish() {
          return ByteString.copyFrom(digest.digest());
        }
      };
    }
  }

  private final OzoneChunk chunk;
  private final int bytesPerChecksum;
  private final long bytesCopied;

  OzoneWalkPeer(PeerChunk chunk) {
    this.chunk = new OzoneChunk(chunk);
    this.bytesPerChecksum = chunk.bytesPerChecksum();
    this.bytesCopied = chunk.bytesCopiedBy(JdkChecksum.of(chunk.type()));
  }

  @Override
  public ChecksumData compute() {
    return chunk.strings().isEmpty()
        ? compute(chunk.buffer().asByteBufferList())
        : compute(chunk.strings().stream().map(ByteString::asReadOnlyByteBuffer).toList());
  }

  private ChecksumData compute(List<ByteBuffer> pieces) {
    Streaming streaming =
        switch (chunk.type()) {
          case CRC32 -> Streaming.of(ChecksumByteBufferFactory.crc32Impl());
          case CRC32C -> Streaming.of(ChecksumByteBufferFactory.crc32CImpl());
          case SHA256 -> Streaming.of("SHA-256");
          case MD5 -> Streaming.of("MD5");
          case NONE -> throw new IllegalArgumentException("NONE");
        };
    List<ByteString> sums = new ArrayList<>();
    int left = bytesPerChecksum;
    for (ByteBuffer piece : pieces) {
      int at = piece.position();
      while (at < piece.limit()) {
        int count = Math.min(left, piece.limit() - at);
        streaming.update(piece.duplicate().position(at).limit(at + count));
        at += count;
        left -= count;
        if (left == 0) {
          sums.add(streaming.finish());
          left = bytesPerChecksum;
        }
      }
    }
    if (left < bytesPerChecksum) {
      sums.add(streaming.finish());
    }
    return new ChecksumData(chunk.type(), bytesPerChecksum, sums);
  }

  @Override
  public byte[] packed(ChecksumData sums) {
    return OzoneChunk.packed(sums);
  }

  @Override
  public boolean verify() {
    try {
      chunk.expected().verifyChecksumDataMatches(0, compute());
      return true;
    } catch (OzoneChecksumException e) {
      return false;
    }
  }

  @Override
  public long bytesCopiedPerCall() {
    return bytesCopied;
  }
}
