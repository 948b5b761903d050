// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.replay;

import io.chunksum.ChunkChecksum;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.proto.ChunkInfoCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * A chunk on its way from a client into the group. The header goes into the log of every replica,
 * the payload into its chunk files.
 *
 * <pre>
 * message   4 bytes          header                  payload
 *           |----------------|-----------------------|------------
 *           length of        ChunkInfo message       bytes of the
 *           the header                               chunk
 * </pre>
 *
 * @param info the record of the chunk, decoded
 * @param header the record of the chunk, encoded
 * @param payload the bytes of the chunk
 */
record ChunkRequest(ChunkInfo info, ByteString header, ByteString payload) {

  static final ChunkInfoCodec CODEC = ChunkInfoCodec.OZONE;

  static ByteString encode(ChunkInfo info, ByteString payload) {
    byte[] header = CODEC.encodeToArray(info);
    ByteBuffer start =
        ByteBuffer.allocate(Integer.BYTES + header.length).putInt(header.length).put(header).flip();
    return UnsafeByteOperations.unsafeWrap(start).concat(payload);
  }

  static ChunkRequest decode(ByteString message) throws IOException {
    if (message.size() < Integer.BYTES) {
      throw new IOException("a request of " + message.size() + " bytes");
    }
    int length = message.substring(0, Integer.BYTES).asReadOnlyByteBuffer().getInt();
    if (length < 0 || length > message.size() - Integer.BYTES) {
      throw new IOException("a header of " + length + " bytes in a request of " + message.size());
    }
    int end = Integer.BYTES + length;
    return of(message.substring(Integer.BYTES, end), message.substring(end));
  }

  static ChunkRequest of(ByteString header, ByteString payload) throws IOException {
    return new ChunkRequest(decodeHeader(header), header, payload);
  }

  static ChunkInfo decodeHeader(ByteString header) throws MalformedChecksumDataException {
    return CODEC.decode(header.toByteArray());
  }

  /** What every replica does with bytes that come over the network, before it keeps them. */
  void verify() throws IOException {
    ChunkChecksum.like(info.checksums()).verify(RatisByteStrings.wrap(payload), info).orThrow();
  }
}
