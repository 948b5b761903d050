// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.proto.ChunkInfoCodec;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChecksumMismatchException;
import io.chunksum.verify.ReceiveCounts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.reflect.InvocationTargetException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs sender and replica of docs/write-fan-out.md. */
class WriteFanOutTest {

  private static final byte[] CONTENT = TestBytes.random(20_19, 100 * 1024);
  private static final ChunkChecksum CRC32C = ChunkChecksum.of(ChecksumType.CRC32C, 1024);

  @TempDir private static Path folder;
  private static Compiled compiled;

  @BeforeAll
  static void compileTheExamples() throws Exception {
    List<String> examples = Examples.in(Path.of("docs", "write-fan-out.md"));
    Map<String, String> sources =
        Map.of("FanOutSender", examples.get(0), "FanOutReplica", examples.get(1));
    compiled = Examples.compile(folder, sources);
  }

  @AfterAll
  static void closeTheLoader() throws Exception {
    compiled.close();
  }

  private static Object send(ByteBuf payload, List<? extends Channel> replicas) throws Exception {
    return compiled.call("FanOutSender", "send", "chunk", payload, CRC32C, replicas);
  }

  private static ChunkInfo info(Object sent) throws Exception {
    return (ChunkInfo) Compiled.callOn(sent, "info");
  }

  @SuppressWarnings("unchecked") // The example says so.
  private static List<ChannelFuture> writes(Object sent) throws Exception {
    return (List<ChannelFuture>) Compiled.callOn(sent, "writes");
  }

  @Test
  void theSenderSendsRecordAndPayloadToEachAndKeepsItsReference() throws Exception {
    ByteBuf payload = Unpooled.directBuffer().writeBytes(CONTENT);
    List<EmbeddedChannel> replicas =
        List.of(new EmbeddedChannel(), new EmbeddedChannel(), new EmbeddedChannel());
    Object sent = send(payload, replicas);
    ChunkInfo info = info(sent);
    assertThat(writes(sent)).hasSize(2 * replicas.size()).allMatch(ChannelFuture::isSuccess);
    assertThat(payload.refCnt()).isEqualTo(1 + replicas.size());
    for (EmbeddedChannel replica : replicas) {
      ByteBuf head = replica.readOutbound();
      byte[] message = new byte[head.readInt()];
      head.readBytes(message);
      assertThat(ChunkInfoCodec.OZONE.decode(message)).isEqualTo(info);
      ByteBuf body = replica.readOutbound();
      assertThat(body).isEqualTo(payload);
      assertThat(head.release() && !body.release()).isTrue();
      assertThat(replica.finish()).as("anything else was sent").isFalse();
    }
    assertThat(payload.release()).isTrue();
  }

  @Test
  void theSenderTellsWhichWritesFailedAndThePayloadIsFree() throws Exception {
    ByteBuf payload = Unpooled.directBuffer().writeBytes(CONTENT);
    EmbeddedChannel gone = new EmbeddedChannel();
    assertThat(gone.finish()).isFalse();
    EmbeddedChannel alive = new EmbeddedChannel();
    List<ChannelFuture> writes = writes(send(payload, List.of(gone, alive)));
    assertThat(writes).extracting(ChannelFuture::channel).containsExactly(gone, gone, alive, alive);
    assertThat(writes)
        .extracting(ChannelFuture::isSuccess)
        .containsExactly(false, false, true, true);
    assertThat(writes.get(1).cause()).isInstanceOf(ClosedChannelException.class);
    assertThat(alive.releaseOutbound()).isTrue();
    assertThat(payload.release()).isTrue();
  }

  @Test
  void theReplicaRefusesWhatItFindsAndCounts() throws Exception {
    Object replica = compiled.make("FanOutReplica", 0, 3);
    ByteBuf payload = Unpooled.directBuffer().writeBytes(CONTENT);
    ChunkInfo info = info(send(payload, List.of()));
    Compiled.callOn(replica, "receive", info, payload);
    payload.setZero(0, CONTENT.length);
    assertThatThrownBy(() -> Compiled.callOn(replica, "receive", info, payload))
        .isInstanceOf(InvocationTargetException.class)
        .hasCauseInstanceOf(ChecksumMismatchException.class);
    payload.release();
    ReceiveCounts counters = (ReceiveCounts) Compiled.callOn(replica, "counts");
    assertThat(counters.received()).isEqualTo(new ReceiveCounts.Amount(2L * CONTENT.length, 200));
    assertThat(counters.verified().plus(counters.trusted())).isEqualTo(counters.received());
    assertThat(counters.mismatched().windows()).isBetween(10L, 40L);
  }
}
