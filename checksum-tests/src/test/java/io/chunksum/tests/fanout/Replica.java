// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fanout;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.netty.NettyChunk;
import io.chunksum.verify.ChunkReceiver;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.ReceiveCounts;
import io.chunksum.verify.ReceivePolicy;
import io.chunksum.verify.VerifyResult;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One replica: receives chunks, verifies them as its policy says, stores those that are not refused
 * and replies to the sender with its verdict on each. The getters may be called from any thread
 * once the replies are there.
 */
final class Replica extends SimpleChannelInboundHandler<ByteBuf> {

  /** A chunk as it was stored: what the sender said of it, and its bytes. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Stored(ChunkInfo info, byte[] bytes) {}

  private final ChunkReceiver receiver;
  private final Map<String, Stored> chunks = new ConcurrentHashMap<>();
  private volatile ReceiveCounts counters;
  private volatile int maxPieces;

  Replica(ReceivePolicy policy, int replica, int replicas) {
    this.receiver = new ChunkReceiver(policy, replica, replicas);
    this.counters = receiver.counts();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf frame)
      throws MalformedChecksumDataException {
    ChunkInfo info = Frames.readInfo(frame);
    ChunkBuffer payload = NettyChunk.wrap(frame);
    VerifyResult result = receiver.receive(payload, info);
    if (result.ok()) {
      byte[] bytes = new byte[frame.readableBytes()];
      frame.readBytes(bytes);
      chunks.put(info.name(), new Stored(info, bytes));
    }
    counters = receiver.counts();
    maxPieces = Math.max(maxPieces, payload.pieceCount());
    List<Long> bad = result.mismatches().stream().map(Mismatch::window).toList();
    reply(context, result.verdict() + ", bad windows " + bad);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    reply(context, cause.toString());
  }

  @SuppressWarnings("FutureReturnValueIgnored") // A reply that is lost runs into the deadline.
  private static void reply(ChannelHandlerContext context, String text) {
    context.writeAndFlush(Frames.reply(context.alloc(), text));
  }

  @Nullable Stored stored(String name) {
    return chunks.get(name);
  }

  ReceiveCounts counters() {
    return counters;
  }

  /** The largest number of pieces that a payload came in. */
  int maxPieces() {
    return maxPieces;
  }
}
