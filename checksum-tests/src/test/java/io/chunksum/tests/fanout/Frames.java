// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fanout;

import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.proto.ChunkInfoCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.nio.charset.StandardCharsets;

/**
 * What sender and replicas say to each other. Lengths are in bytes, big-endian, and count what
 * follows them.
 *
 * <pre>
 * chunk   | length (4) | length of info (4) | ChunkInfo message | payload |
 * reply   | length (4) | text in UTF-8 |
 * </pre>
 */
final class Frames {

  private static final int LONGEST = 16 << 20;
  private static final ChunkInfoCodec CODEC = ChunkInfoCodec.OZONE;

  private Frames() {}

  /** All of a chunk's frame before the payload. */
  static ByteBuf head(ByteBufAllocator allocator, ChunkInfo info, int payloadBytes) {
    byte[] message = CODEC.encodeToArray(info);
    return allocator
        .directBuffer(2 * Integer.BYTES + message.length)
        .writeInt(Integer.BYTES + message.length + payloadBytes)
        .writeInt(message.length)
        .writeBytes(message);
  }

  /** Reads the record off a frame that lost its length, so that the payload is what it has left. */
  static ChunkInfo readInfo(ByteBuf frame) throws MalformedChecksumDataException {
    byte[] message = new byte[frame.readInt()];
    frame.readBytes(message);
    return CODEC.decode(message);
  }

  static ByteBuf reply(ByteBufAllocator allocator, String text) {
    int bytes = ByteBufUtil.utf8Bytes(text);
    ByteBuf reply = allocator.directBuffer(Integer.BYTES + bytes).writeInt(bytes);
    reply.writeCharSequence(text, StandardCharsets.UTF_8);
    return reply;
  }

  /**
   * Hands on one buffer per frame, without its length; what was read piece by piece stays pieces.
   */
  static ChannelHandler decoder() {
    LengthFieldBasedFrameDecoder decoder =
        new LengthFieldBasedFrameDecoder(LONGEST, 0, Integer.BYTES, 0, Integer.BYTES);
    decoder.setCumulator(ByteToMessageDecoder.COMPOSITE_CUMULATOR);
    return decoder;
  }
}
