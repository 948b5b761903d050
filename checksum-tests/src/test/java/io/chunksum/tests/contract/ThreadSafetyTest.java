// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkVerifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** ChunkBuffer, ChunkChecksum and ChecksumData are shared; each thread has its own calculator. */
@Timeout(60)
class ThreadSafetyTest {

  private static final int THREADS = 4;
  private static final int ROUNDS = 500;

  private static List<String> positions(List<ByteBuffer> buffers) {
    return buffers.stream().map(buffer -> buffer.position() + " to " + buffer.limit()).toList();
  }

  static Stream<Arguments> typesAndKinds() {
    List<BufferKind> kinds =
        List.of(BufferKind.HEAP, BufferKind.DIRECT_POSITION, BufferKind.READ_ONLY_HEAP);
    return Stream.of(ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.MD5)
        .flatMap(type -> kinds.stream().map(kind -> Arguments.of(type, kind)));
  }

  /** Pieces are just long enough for SHA-256 to take two windows at a time. */
  @ParameterizedTest
  @MethodSource("typesAndKinds")
  void threadsThatShareAChunkGetTheSameResultAndItsBuffersAreNeverMoved(
      ChecksumType type, BufferKind kind) throws Exception {
    byte[] content = TestBytes.random(20_09, 4 * 1_111);
    List<ByteBuffer> pieces = Parts.ofLength(content, 1_111).stream().map(kind::of).toList();
    List<String> before = positions(pieces);
    ChunkBuffer chunk = ChunkBuffer.wrap(pieces);
    ChunkChecksum checksum = ChunkChecksum.of(type, 512);
    ChecksumData expected = checksum.compute(ChunkBuffer.wrap(content));

    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      CyclicBarrier start = new CyclicBarrier(THREADS);
      List<Future<Integer>> wrong = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        wrong.add(
            threads.submit(() -> {
              start.await(); // First: one that failed before would leave the others waiting.
              ChecksumCalculator calculator = checksum.newCalculator();
              ChunkVerifier verifier = checksum.newVerifier();
              int differences = 0;
              for (int i = 0; i < ROUNDS; i++) {
                differences += calculator.compute(chunk).equals(expected) ? 0 : 1;
                differences += verifier.verify(chunk, expected).ok() ? 0 : 1;
                differences += positions(pieces).equals(before) ? 0 : 1;
              }
              return differences;
            }));
      }
      for (Future<Integer> differences : wrong) {
        assertThat(differences.get()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
