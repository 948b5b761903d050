// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.StateMachineEntryProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a follower does with an entry that the leader sends: no group can be made to damage one. */
class ChunkStateMachineTest {

  @TempDir private Path folder;

  private static LogEntryProto entry(TestChunk chunk, ByteString payload) throws IOException {
    ByteString header =
        ChunkRequest.decode(ChunkRequest.encode(chunk.info(), ByteString.EMPTY)).header();
    StateMachineEntryProto data =
        StateMachineEntryProto.newBuilder().setStateMachineData(payload).build();
    return LogEntryProto.newBuilder()
        .setTerm(1)
        .setIndex(1)
        .setStateMachineLogEntry(
            StateMachineLogEntryProto.newBuilder().setLogData(header).setStateMachineEntry(data))
        .build();
  }

  @Test
  void aFollowerWritesNothingThatWasDamagedBetweenTheLeaderAndIt() throws Exception {
    TestChunk chunk = TestChunk.make(6).get(5);
    ChunkStore store = new ChunkStore(folder);
    ChunkStateMachine follower = new ChunkStateMachine(store, Runnable::run);
    byte[] damaged = chunk.payload().toByteArray();
    damaged[57_123] ^= 1;

    assertThatThrownBy(() -> follower.write(entry(chunk, ChunkClient.rope(damaged)), null).join())
        .hasMessageContaining("window 57, bytes 57000 to 57999");
    assertThat(Files.exists(store.file(chunk.info()))).isFalse();

    follower.write(entry(chunk, chunk.payload()), null).join();
    assertThat(Files.size(store.file(chunk.info())))
        .isEqualTo(chunk.info().offset() + chunk.info().length());
  }
}
