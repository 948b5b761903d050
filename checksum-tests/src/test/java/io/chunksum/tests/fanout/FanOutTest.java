// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fanout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.netty.NettyChunk;
import io.chunksum.tests.NettyLeaks;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.ReceivePolicy;
import io.chunksum.verify.Verdict;
import io.chunksum.verify.VerifyResult;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A sender computes the checksums of a chunk once and sends record and payload to three replicas
 * over sockets. Closing the group checks that no buffer and no thread is left.
 */
@Timeout(120)
class FanOutTest {

  private static final int WINDOW = ExpectedCounters.WINDOW;
  private static final int WINDOWS = 25;
  private static final byte[] CONTENT = TestBytes.random(20_15, WINDOWS * WINDOW - 100);

  private final NettyLeaks leaks = new NettyLeaks();

  @AfterEach
  void findNoLeak() throws InterruptedException {
    try (leaks) {
      assertThat(leaks.count()).isZero();
    }
  }

  private static ByteBuf payload(FanOutGroup group, byte[] content) {
    return group.senderMemory().directBuffer(content.length).writeBytes(content);
  }

  /** What a sender does once per chunk, however many replicas there are. */
  private static ChunkInfo info(String name, ChecksumType type, ByteBuf payload) {
    ChecksumData sums = ChunkChecksum.of(type, WINDOW).compute(NettyChunk.wrap(payload));
    return new ChunkInfo(name, 0, payload.readableBytes(), sums);
  }

  private static List<Verdict> verdicts(List<String> replies) {
    return replies.stream().map(reply -> Verdict.valueOf(reply.split(",", 2)[0])).toList();
  }

  private static Replica.Stored stored(FanOutGroup group, int replica, String name) {
    return Objects.requireNonNull(group.replicas().get(replica).stored(name), name);
  }

  /** What a read of the stored chunk finds. */
  private static VerifyResult read(Replica.Stored chunk) {
    return ChunkChecksum.like(chunk.info().checksums())
        .verify(ChunkBuffer.wrap(chunk.bytes()), chunk.info());
  }

  @Test
  void oneVectorAndOnePayloadServeAllReplicas() throws Exception {
    byte[] content = TestBytes.random(20_16, 1 << 20);
    try (FanOutGroup group = new FanOutGroup(replica -> ReceivePolicy.always())) {
      ByteBuf payload = payload(group, content);
      ByteBuf memory = SharedPayloadProbe.memory(payload);
      ChunkInfo info = info("chunk", ChecksumType.CRC32C, payload);
      long allocated = group.senderMemory().bytesAllocated();

      assertThat(verdicts(group.sender().send(info, payload))).containsOnly(Verdict.MATCH);

      // The head of the frame, and one read of a reply for each replica.
      assertThat(group.senderMemory().bytesAllocated() - allocated).isLessThan(32 * 1024);
      assertThat(payload.refCnt()).isZero();
      for (int i = 0; i < FanOutGroup.REPLICAS; i++) {
        assertThat(group.probes().get(i).sent())
            .hasSize(2)
            .element(1)
            .satisfies(sent -> {
              assertThat(sent.memory()).isSameAs(memory);
              assertThat(sent.index()).isZero();
              assertThat(sent.length()).isEqualTo(content.length);
            });
        assertThat(stored(group, i, "chunk").bytes()).isEqualTo(content);
        assertThat(stored(group, i, "chunk").info()).isEqualTo(info);
        assertThat(group.replicas().get(i).maxPieces()).isGreaterThan(16);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PolicyKind.class)
  void eachReplicaCountsWhatItVerifiedAndTrusted(PolicyKind kind) throws Exception {
    int[] lengths = {0, 1, WINDOW, WINDOW + 1, CONTENT.length, 3 * WINDOW, 70_001};
    List<ExpectedCounters> expected =
        List.of(
            new ExpectedCounters(kind, 0),
            new ExpectedCounters(kind, 1),
            new ExpectedCounters(kind, 2));
    try (FanOutGroup group = new FanOutGroup(kind::policy)) {
      for (int chunk = 0; chunk < 30; chunk++) {
        byte[] content = TestBytes.random(chunk, lengths[chunk % lengths.length]);
        ChecksumType type =
            List.of(ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.NONE).get(chunk % 3);
        ByteBuf payload = payload(group, content);
        ChunkInfo info = info("chunk_" + chunk, type, payload);
        List<Verdict> verdicts = verdicts(group.sender().send(info, payload));
        for (int i = 0; i < FanOutGroup.REPLICAS; i++) {
          assertThat(verdicts.get(i)).isEqualTo(expected.get(i).receive(type, content.length));
          assertThat(group.replicas().get(i).counters())
              .as("replica %d after chunk %d", i, chunk)
              .isEqualTo(expected.get(i).counters());
          assertThat(stored(group, i, info.name()).bytes()).isEqualTo(content);
          assertThat(read(stored(group, i, info.name())).ok()).isTrue();
        }
      }
    }
  }

  /**
   * One bit flips between computing and sending. A replica that verifies that window refuses the
   * chunk; one that trusts stores it, and finds the window when it is read.
   */
  @ParameterizedTest
  @EnumSource(PolicyKind.class)
  void aDamagedWindowIsRefusedWhereItIsVerifiedAndFoundLaterWhereItIsNot(PolicyKind kind)
      throws Exception {
    try (FanOutGroup group = new FanOutGroup(kind::policy)) {
      for (int window = 0; window < WINDOWS; window++) {
        String name = "chunk_" + window;
        ByteBuf payload = payload(group, CONTENT);
        ChunkInfo info = info(name, ChecksumType.CRC32C, payload);
        int index = window * WINDOW + 17;
        payload.setByte(index, payload.getByte(index) ^ 8);
        List<String> replies = group.sender().send(info, payload);
        for (int i = 0; i < FanOutGroup.REPLICAS; i++) {
          String reply = replies.get(i);
          if (ExpectedCounters.verifies(kind, i, window, window)) {
            assertThat(reply).isEqualTo("MISMATCH, bad windows [" + window + "]");
            assertThat(group.replicas().get(i).stored(name)).isNull();
          } else {
            assertThat(reply).isEqualTo("TRUSTED, bad windows []");
            VerifyResult found = read(stored(group, i, name));
            assertThat(found.mismatches())
                .extracting(Mismatch::window, Mismatch::offset)
                .containsExactly(tuple((long) window, (long) window * WINDOW));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PolicyKind.class)
  void noReplicaTrustsTheLength(PolicyKind kind) throws Exception {
    try (FanOutGroup group = new FanOutGroup(kind::policy)) {
      for (ChecksumType type : List.of(ChecksumType.CRC32C, ChecksumType.NONE)) {
        ByteBuf whole = payload(group, CONTENT);
        ChunkInfo info = info("chunk", type, whole);
        assertThat(verdicts(group.sender().send(info, whole.writerIndex(CONTENT.length - 1))))
            .containsOnly(Verdict.MISMATCH);
        ByteBuf longer = payload(group, CONTENT).writeByte(0);
        assertThat(verdicts(group.sender().send(info, longer))).containsOnly(Verdict.MISMATCH);
      }
      for (Replica replica : group.replicas()) {
        assertThat(replica.stored("chunk")).isNull();
      }
    }
  }
}
