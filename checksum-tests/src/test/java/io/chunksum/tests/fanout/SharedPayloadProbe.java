// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fanout;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Sits in front of the socket and notes in which buffer the bytes sent to it lie. */
final class SharedPayloadProbe extends ChannelOutboundHandlerAdapter {

  /** What went to the socket: the buffer behind all views, and where in it the bytes lie. */
  record Sent(ByteBuf memory, int index, int length) {}

  private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // It is the caller's promise.
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    ByteBuf bytes = (ByteBuf) message;
    sent.add(new Sent(memory(bytes), bytes.readerIndex(), bytes.readableBytes()));
    context.write(message, promise);
  }

  /** The buffer behind all views of it; the indexes of duplicates are its own. */
  static ByteBuf memory(ByteBuf view) {
    ByteBuf memory = view;
    while (memory.unwrap() != null) {
      memory = memory.unwrap();
    }
    return memory;
  }

  Queue<Sent> sent() {
    return sent;
  }
}
