// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fanout;

import io.chunksum.data.ChunkInfo;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Sends each chunk to every replica: the record is encoded once, the payload is shared, and no
 * replica costs more than two small views.
 */
final class Sender {

  private static final int DEADLINE_SECONDS = 60;

  private final ByteBufAllocator allocator;
  private final List<Channel> replicas;

  Sender(ByteBufAllocator allocator, List<Channel> replicas) {
    this.allocator = allocator;
    this.replicas = replicas;
  }

  /**
   * Returns the replies, in the order of the replicas; releases the caller's reference to the
   * payload.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // A write that fails gets no reply in time.
  List<String> send(ChunkInfo info, ByteBuf payload) throws Exception {
    List<CompletableFuture<String>> replies = new ArrayList<>();
    ByteBuf head = Frames.head(allocator, info, payload.readableBytes());
    try {
      for (Channel replica : replicas) {
        replies.add(replica.pipeline().get(Replies.class).expect());
        replica.write(head.retainedDuplicate());
        replica.writeAndFlush(payload.retainedDuplicate());
      }
    } finally {
      head.release();
      payload.release();
    }
    List<String> texts = new ArrayList<>();
    for (CompletableFuture<String> reply : replies) {
      texts.add(reply.get(DEADLINE_SECONDS, TimeUnit.SECONDS));
    }
    return texts;
  }

  /** Matches the replies of one replica with what was sent to it, in order. */
  static final class Replies extends SimpleChannelInboundHandler<ByteBuf> {

    private final Queue<CompletableFuture<String>> expected = new ConcurrentLinkedQueue<>();

    private CompletableFuture<String> expect() {
      CompletableFuture<String> reply = new CompletableFuture<>();
      expected.add(reply);
      return reply;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
      expected.remove().complete(frame.toString(StandardCharsets.UTF_8));
    }
  }
}
