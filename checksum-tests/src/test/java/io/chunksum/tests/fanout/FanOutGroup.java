// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.verify.ReceivePolicy;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** A sender and its replicas, connected over the loopback interface; closing it ends everything. */
final class FanOutGroup implements AutoCloseable {

  static final int REPLICAS = 3;

  private static final String THREADS = "fan-out";
  private static final int DEADLINE_SECONDS = 60;

  /** Small, so that a payload arrives in many pieces. */
  private static final int READ_BYTES = 4096;

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          2, new DefaultThreadFactory(THREADS, true), NioIoHandler.newFactory());
  private final CountingAllocator senderMemory = new CountingAllocator();
  private final CountingAllocator replicaMemory = new CountingAllocator();
  private final List<Replica> replicas = new ArrayList<>();
  private final List<SharedPayloadProbe> probes = new ArrayList<>();
  private final Sender sender;

  FanOutGroup(IntFunction<ReceivePolicy> policyOfReplica) {
    List<Channel> channels = new ArrayList<>();
    for (int i = 0; i < REPLICAS; i++) {
      Replica replica = new Replica(policyOfReplica.apply(i), i, REPLICAS);
      replicas.add(replica);
      channels.add(connect(listen(replica)));
    }
    this.sender = new Sender(senderMemory, channels);
  }

  private SocketAddress listen(Replica replica) {
    return new ServerBootstrap()
        .group(loops)
        .channel(NioServerSocketChannel.class)
        .childOption(ChannelOption.ALLOCATOR, replicaMemory)
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(Frames.decoder(), replica);
              }
            })
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .syncUninterruptibly()
        .channel()
        .localAddress();
  }

  private Channel connect(SocketAddress address) {
    SharedPayloadProbe probe = new SharedPayloadProbe();
    probes.add(probe);
    return new Bootstrap()
        .group(loops)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.ALLOCATOR, senderMemory)
        .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(probe, Frames.decoder(), new Sender.Replies());
              }
            })
        .connect(address)
        .syncUninterruptibly()
        .channel();
  }

  Sender sender() {
    return sender;
  }

  List<Replica> replicas() {
    return replicas;
  }

  List<SharedPayloadProbe> probes() {
    return probes;
  }

  CountingAllocator senderMemory() {
    return senderMemory;
  }

  /** Ends sockets and threads, and checks that no buffer and no thread outlives them. */
  @Override
  public void close() {
    boolean ended =
        loops
            .shutdownGracefully(0, DEADLINE_SECONDS, TimeUnit.SECONDS)
            .awaitUninterruptibly(DEADLINE_SECONDS, TimeUnit.SECONDS);
    assertThat(ended).as("event loops ended").isTrue();
    assertThat(senderMemory.bytesInUse()).as("bytes that the sender holds").isZero();
    assertThat(replicaMemory.bytesInUse()).as("bytes that the replicas hold").isZero();
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(THREADS))
        .forEach(FanOutGroup::awaitEnd);
  }

  /** An event loop is done a moment before its thread is. */
  private static void awaitEnd(Thread thread) {
    try {
      thread.join(TimeUnit.SECONDS.toMillis(DEADLINE_SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while threads end", e);
    }
    assertThat(thread.isAlive()).as(thread.getName()).isFalse();
  }
}
