// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.chunksum.verify.Mismatch;
import io.chunksum.verify.Verdict;
import io.chunksum.verify.VerifyResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.ratis.protocol.exceptions.StateMachineException;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A group of Ratis keeps chunks as a datanode does, loses leaders and followers, and finds on
 * replay what happened to chunk files in the meantime.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ReplayTest {

  @TempDir private Path folder;

  private Leaks leaks;
  private ReplayGroup group;
  private ChunkClient client;

  /** Index in the log of the last chunk that was acknowledged. */
  private long lastIndex;

  @BeforeEach
  void start() throws IOException {
    leaks = new Leaks(folder);
    group = ReplayGroup.start(folder);
    client = group.newClient();
  }

  @AfterEach
  void stopAndFindNothingLeft() throws IOException, InterruptedException {
    try {
      client.close();
      group.close();
      leaks.assertNone();
    } finally {
      leaks.close();
    }
  }

  /** Writes chunks, many at a time, and waits until the group has acknowledged them. */
  private void write(List<TestChunk> chunks) {
    List<CompletableFuture<Long>> writes = new ArrayList<>();
    for (TestChunk chunk : chunks) {
      writes.add(client.write(chunk.info(), chunk.payload()));
    }
    for (CompletableFuture<Long> write : writes) {
      lastIndex = Math.max(lastIndex, write.join());
    }
  }

  private ByteString readAt(int replica, TestChunk chunk) throws IOException {
    return client.read(chunk.info(), group.replica(replica).peer().getId());
  }

  /** Waits until a replica has applied all that was acknowledged, and reads chunks from it. */
  private void assertServed(int replica, List<TestChunk> chunks) throws Exception {
    group.awaitApplied(replica, lastIndex);
    for (TestChunk chunk : chunks) {
      chunk.assertWholeIn(group.replica(replica).store());
      assertThat(readAt(replica, chunk)).isEqualTo(chunk.payload());
    }
  }

  private VerifyResult verdict(int replica, TestChunk chunk) {
    return group.replica(replica).store().replayed().get(chunk.info().name());
  }

  private void assertRefused(int replica, TestChunk chunk, String reason) {
    assertThat(verdict(replica, chunk).verdict()).isEqualTo(Verdict.MISMATCH);
    assertThatThrownBy(() -> readAt(replica, chunk))
        .isInstanceOf(StateMachineException.class)
        .hasMessageContaining("chunk " + chunk.info().name() + " is refused")
        .hasMessageContaining(reason);
  }

  /** Writes chunks, then stops a follower that has all of them, and gives its number. */
  private int stopAFollowerAfter(List<TestChunk> chunks) throws Exception {
    write(chunks);
    int follower = group.follower();
    group.awaitApplied(follower, lastIndex);
    group.stop(follower);
    return follower;
  }

  private void restart(int replica) throws Exception {
    group.start(replica);
    group.awaitApplied(replica, lastIndex);
  }

  private static List<TestChunk> without(List<TestChunk> chunks, List<TestChunk> some) {
    return chunks.stream().filter(chunk -> !some.contains(chunk)).toList();
  }

  @Test
  void everyReplicaHoldsEveryChunk() throws Exception {
    List<TestChunk> chunks = TestChunk.make(42);
    write(chunks);
    for (TestChunk chunk : chunks) {
      assertThat(client.read(chunk.info())).isEqualTo(chunk.payload());
    }
    for (int i = 0; i < group.size(); i++) {
      assertServed(i, chunks);
      assertThat(group.replica(i).store().replayed()).isEmpty();
    }
  }

  @Test
  void aPayloadDamagedOnItsWayIsRefusedBeforeItIsKept() throws Exception {
    List<TestChunk> chunks = TestChunk.make(21);
    TestChunk chunk = chunks.get(5);
    byte[] damaged = chunk.payload().toByteArray();
    damaged[57_123] ^= 0x10;
    assertThatThrownBy(() -> client.write(chunk.info(), ChunkClient.rope(damaged)).join())
        .hasRootCauseInstanceOf(StateMachineException.class)
        .hasMessageContaining("window 57, bytes 57000 to 57999");
    write(without(chunks, List.of(chunk)));
    for (int i = 0; i < group.size(); i++) {
      int replica = i;
      group.awaitApplied(replica, lastIndex);
      assertThatThrownBy(() -> readAt(replica, chunk)).hasMessageContaining("no chunk");
    }
  }

  @Test
  void nothingAcknowledgedIsLostWithTheLeader() throws Exception {
    int leader = group.leader();
    SteadyWriter writer = new SteadyWriter(client);
    writer.awaitAcknowledged(30);
    group.stop(leader);
    writer.awaitAcknowledged(writer.acknowledged().size() + 30);
    lastIndex = writer.finish();

    assertThat(group.leader()).isNotEqualTo(leader);
    for (int i = 0; i < group.size(); i++) {
      if (i != leader) {
        assertServed(i, writer.acknowledged());
      }
    }
    restart(leader);
    assertServed(leader, writer.acknowledged());
  }

  @Test
  void aReplicaThatWasDownValidatesWhatItHadAndCatchesUp() throws Exception {
    List<TestChunk> chunks = TestChunk.make(60);
    List<TestChunk> before = chunks.subList(0, 30);
    int follower = stopAFollowerAfter(before);
    write(chunks.subList(30, 60));
    restart(follower);

    assertThat(group.replica(follower).store().replayed().keySet())
        .containsExactlyInAnyOrderElementsOf(
            before.stream().map(chunk -> chunk.info().name()).toList());
    assertThat(before)
        .allSatisfy(chunk -> {
          assertThat(verdict(follower, chunk).verdict()).isEqualTo(Verdict.MATCH);
          assertThat(verdict(follower, chunk).windows())
              .isEqualTo(chunk.info().checksums().count());
        });
    assertServed(follower, chunks);
  }

  @Test
  void aFlippedBitIsNamedAndNeverServed() throws Exception {
    List<TestChunk> chunks = TestChunk.make(60);
    List<TestChunk> before = chunks.subList(0, 30);
    TestChunk victim = before.get(5);
    int follower = stopAFollowerAfter(before);
    flipABit(group.chunksOf(follower).file(victim.info()), victim.info().offset() + 57_123);
    write(chunks.subList(30, 60));
    restart(follower);

    assertThat(verdict(follower, victim).mismatches())
        .extracting(Mismatch::window, Mismatch::offset, Mismatch::length)
        .containsExactly(tuple(57L, 57_000L, 1000L));
    assertRefused(follower, victim, "window 57, bytes 57000 to 57999");
    assertServed(follower, without(chunks, List.of(victim)));
    int healthy = (follower + 1) % group.size();
    assertServed(healthy, chunks);

    group.replica(follower).store().mend(victim.info(), readAt(healthy, victim));
    assertServed(follower, chunks);
  }

  /** Both replicas that are up are damaged, so that it does not matter which of them leads. */
  @Test
  void aDamagedLeaderSendsNothingUntilItIsMended() throws Exception {
    List<TestChunk> chunks = TestChunk.make(30);
    int follower = stopAFollowerAfter(chunks.subList(0, 10));
    write(chunks.subList(10, 30));
    TestChunk victim = chunks.get(23);
    List<Replica> damaged = new ArrayList<>();
    for (int i = 1; i < group.size(); i++) {
      int replica = (follower + i) % group.size();
      group.awaitApplied(replica, lastIndex);
      damaged.add(group.replica(replica));
      flipABit(group.chunksOf(replica).file(victim.info()), victim.info().offset() + 2500);
    }
    group.start(follower);

    ReplayGroup.await("a refusal", () -> damaged.stream().anyMatch(Replica::hasLogFailures));
    assertThatThrownBy(() -> client.read(victim.info()))
        .hasMessageContaining("window 2, bytes 2000 to 2999");
    assertThatThrownBy(() -> readAt(follower, victim)).hasMessageContaining("no chunk");

    for (Replica replica : damaged) {
      replica.store().mend(victim.info(), victim.payload());
    }
    assertServed(follower, chunks);
  }

  private static void flipABit(Path path, long offset) throws IOException {
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      file.read(one, offset);
      one.put(0, (byte) (one.get(0) ^ 0x10));
      file.write(one.flip(), offset);
    }
  }

  @Test
  void whatATruncatedFileLostIsNamedAndNeverServed() throws Exception {
    List<TestChunk> chunks = TestChunk.make(30);
    List<TestChunk> before = chunks.subList(0, 21);
    TestChunk cut = before.get(19);
    TestChunk cutOnABoundary = before.get(18);
    List<TestChunk> gone = before.stream().filter(chunk -> chunk.isIn("block2")).toList();
    int follower = stopAFollowerAfter(before);
    truncate(follower, cut, 5 * 16_384 + 100);
    truncate(follower, cutOnABoundary, 15 * 4096);
    Files.delete(group.chunksOf(follower).file(gone.get(0).info()));
    restart(follower);

    assertThat(verdict(follower, cut).mismatches())
        .extracting(Mismatch::window, Mismatch::offset, Mismatch::length, m -> m.actual() == null)
        .containsExactly(tuple(5L, 81_920L, 16_384L, false), tuple(6L, 98_304L, 1699L, true));
    assertRefused(follower, cut, "window 5, bytes 81920 to 98303");
    assertThat(verdict(follower, cutOnABoundary).mismatches())
        .extracting(Mismatch::window, Mismatch::offset, Mismatch::length, Mismatch::actual)
        .containsExactly(tuple(15L, 61_440L, 4096L, null));
    assertRefused(follower, cutOnABoundary, "but they are missing");
    for (TestChunk chunk : gone) {
      assertThat(verdict(follower, chunk).mismatchCount())
          .isEqualTo(chunk.info().checksums().count());
      assertRefused(follower, chunk, "window 0, bytes 0 to ");
    }

    write(chunks.subList(21, 30));
    List<TestChunk> lost = Stream.concat(Stream.of(cut, cutOnABoundary), gone.stream()).toList();
    assertServed(follower, without(chunks, lost));
    assertServed((follower + 1) % group.size(), chunks);
    for (TestChunk chunk : lost) {
      assertThatThrownBy(() -> readAt(follower, chunk)).hasMessageContaining("is refused");
    }
  }

  private void truncate(int replica, TestChunk chunk, long keep) throws IOException {
    Path path = group.chunksOf(replica).file(chunk.info());
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.truncate(chunk.info().offset() + keep);
    }
  }
}
