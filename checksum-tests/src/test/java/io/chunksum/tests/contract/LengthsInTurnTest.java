// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChunkInfo;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkReceiver;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.ReadPolicy;
import io.chunksum.verify.ReadVerifier;
import io.chunksum.verify.ReceivePolicy;
import io.chunksum.verify.VerifyOptions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Full chunks and shorter last ones allocate nothing: what is kept for one must not be lost to
 * another.
 */
@Tag("allocation")
class LengthsInTurnTest {

  /** As many as are remembered. */
  private static final int LENGTHS = 8;

  /** Long enough for SHA-256 to take two windows at a time. */
  private static final int WINDOW = 256;

  @BeforeAll
  static void useMessageDigest() {
    DigestEngine.restore();
  }

  static Stream<Arguments> typesAndKinds() {
    List<BufferKind> kinds = List.of(BufferKind.HEAP, BufferKind.DIRECT, BufferKind.READ_ONLY_HEAP);
    return Stream.of(ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.MD5)
        .flatMap(type -> kinds.stream().map(kind -> Arguments.of(type, kind)));
  }

  /** Chunks of different lengths, and the record of each. */
  private record Turns(List<ChunkBuffer> chunks, List<ChunkInfo> infos) {

    static Turns of(ChecksumType type, BufferKind kind) {
      Turns turns = new Turns(new ArrayList<>(), new ArrayList<>());
      for (int i = 0; i < LENGTHS; i++) {
        byte[] content = TestBytes.random(20_15, WINDOW + 1 + 200 * i);
        ChunkBuffer chunk = ChunkBuffer.wrap(kind.of(content));
        turns.chunks.add(chunk);
        turns.infos.add(
            new ChunkInfo(
                "chunk", 0, content.length, ChunkChecksum.of(type, WINDOW).compute(chunk)));
      }
      return turns;
    }
  }

  private static void assertAllocatesNothing(String what, IntPredicate call) {
    int[] next = {0};
    AllocationTest.assertAllocatesNothingOnceWarm(what, 1, () -> call.test(next[0]++ % LENGTHS));
  }

  @ParameterizedTest
  @MethodSource("typesAndKinds")
  void verifiersAllocateNothing(ChecksumType type, BufferKind kind) {
    Turns turns = Turns.of(type, kind);
    ChunkVerifier verifier = ChunkChecksum.of(type, WINDOW).newVerifier();
    assertAllocatesNothing(
        "verifier", i -> verifier.verify(turns.chunks.get(i), turns.infos.get(i)).ok());
    for (ReadPolicy policy :
        List.of(ReadPolicy.always(), ReadPolicy.never(), ReadPolicy.sample(0.25, 7))) {
      ReadVerifier reader = new ReadVerifier(policy, VerifyOptions.DEFAULT);
      assertAllocatesNothing(
          policy.toString(),
          i -> reader.verify("key", turns.chunks.get(i), turns.infos.get(i)).ok());
    }
    for (ReceivePolicy policy :
        List.of(
            ReceivePolicy.always(), ReceivePolicy.sample(0.25, 7), ReceivePolicy.trustSender())) {
      ChunkReceiver receiver = new ChunkReceiver(policy, 0, 1);
      assertAllocatesNothing(
          policy.toString(), i -> receiver.receive(turns.chunks.get(i), turns.infos.get(i)).ok());
    }
  }

  @ParameterizedTest
  @MethodSource("typesAndKinds")
  void computingIntoABufferAllocatesNothing(ChecksumType type, BufferKind kind) {
    Turns turns = Turns.of(type, kind);
    List<List<ChunkBuffer>> lists = new ArrayList<>();
    for (int i = 0; i < LENGTHS; i++) {
      lists.add(List.of(turns.chunks.get(i), turns.chunks.get((i + 3) % LENGTHS)));
    }
    ChecksumCalculator calculator = ChunkChecksum.of(type, WINDOW).newCalculator();
    for (ByteBuffer packed : List.of(ByteBuffer.allocate(1024), ByteBuffer.allocateDirect(1024))) {
      assertAllocatesNothing(
          "into " + packed, i -> calculator.compute(turns.chunks.get(i), packed) > 0);
      assertAllocatesNothing("together", i -> calculator.compute(lists.get(i), packed) > 0);
    }
  }
}
