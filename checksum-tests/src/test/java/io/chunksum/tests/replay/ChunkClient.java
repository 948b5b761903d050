// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.replay;

import io.chunksum.ChunkChecksum;
import io.chunksum.data.ChunkInfo;
import io.chunksum.tests.Parts;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.retry.RetryPolicies;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.TimeDuration;

/** Writes chunks with their checksums to the group, and verifies what it reads against them. */
final class ChunkClient implements AutoCloseable {

  private static final int PIECE_BYTES = 10_000;
  private static final int RETRIES = 600;
  private static final TimeDuration PAUSE = TimeDuration.valueOf(100, TimeUnit.MILLISECONDS);

  private final RaftClient client;

  ChunkClient(RaftGroup group) {
    this.client =
        RaftClient.newBuilder()
            .setRaftGroup(group)
            .setProperties(new RaftProperties())
            .setRetryPolicy(RetryPolicies.retryUpToMaximumCountWithFixedSleep(RETRIES, PAUSE))
            .build();
  }

  /** The bytes of a chunk as a rope of many pieces, none of which ends where a window does. */
  static ByteString rope(byte[] content) {
    ByteString rope = ByteString.EMPTY;
    for (byte[] piece : Parts.ofLength(content, PIECE_BYTES)) {
      rope = rope.concat(UnsafeByteOperations.unsafeWrap(piece));
    }
    return rope;
  }

  /** The record of a chunk that is to be written. */
  static ChunkInfo describe(String name, long offset, ByteString payload, ChunkChecksum checksum)
      throws IOException {
    return new ChunkInfo(
        name, offset, payload.size(), checksum.compute(RatisByteStrings.wrap(payload)));
  }

  /** Writes a chunk; the future gives its index in the log once the group has acknowledged it. */
  CompletableFuture<Long> write(ChunkInfo chunk, ByteString payload) {
    return client
        .async()
        .send(Message.valueOf(ChunkRequest.encode(chunk, payload)))
        .thenApply(reply -> successful(reply).getLogIndex());
  }

  /** Reads a chunk from the leader. */
  ByteString read(ChunkInfo chunk) throws IOException {
    return verified(chunk, client.io().sendReadOnly(Message.valueOf(chunk.name())));
  }

  /** Reads a chunk from one replica. */
  ByteString read(ChunkInfo chunk, RaftPeerId replica) throws IOException {
    return verified(chunk, client.io().sendStaleRead(Message.valueOf(chunk.name()), 0, replica));
  }

  private static ByteString verified(ChunkInfo chunk, RaftClientReply reply) throws IOException {
    ByteString bytes = successful(reply).getMessage().getContent();
    new ChunkRequest(chunk, ByteString.EMPTY, bytes).verify();
    return bytes;
  }

  private static RaftClientReply successful(RaftClientReply reply) {
    if (!reply.isSuccess()) {
      throw new CompletionException(reply.getException());
    }
    return reply;
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
