// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Chunks;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An engine comes into use, and goes, while calculators are at work. */
@Timeout(60)
class EngineSwitchTest {

  private static final int THREADS = 4;
  private static final int SWITCHES = 60;

  private final AtomicBoolean done = new AtomicBoolean();
  private final CountDownLatch working = new CountDownLatch(THREADS);

  @AfterEach
  void restore() {
    DigestEngine.restore();
  }

  /** Windows that are too short for pairs, and others. */
  @ParameterizedTest
  @ValueSource(ints = {70, 300})
  void everyChunkIsRightWhateverEngineComesIntoUseMeanwhile(int window) throws Exception {
    byte[] content = TestBytes.random(40_06, 300 * window + 5);
    ChunkBuffer chunk = Chunks.of(BufferKind.DIRECT_POSITION, content, 1_111);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Integer>> wrong = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        DigestEngine type =
            i % 2 == 0 ? DigestEngine.MD5_MESSAGE_DIGEST : DigestEngine.SHA256_MESSAGE_DIGEST;
        ChecksumData expected =
            ChecksumData.of(type.type(), window, type.expected(content, window));
        wrong.add(threads.submit(() -> wrongResults(chunk, expected)));
      }
      working.await();
      for (int i = 0; i < SWITCHES; i++) {
        for (DigestEngine engine : DigestEngine.values()) {
          engine.use();
          Thread.onSpinWait();
        }
        Thread.sleep(1);
      }
      done.set(true);
      for (Future<Integer> results : wrong) {
        assertThat(results.get()).isZero();
      }
    } finally {
      done.set(true);
      threads.shutdownNow();
    }
  }

  /** Computes and verifies until told to stop, with objects that live through all engines. */
  private int wrongResults(ChunkBuffer chunk, ChecksumData expected) {
    ChunkChecksum digest = ChunkChecksum.like(expected);
    ChecksumCalculator calculator = digest.newCalculator();
    ChunkVerifier verifier = digest.newVerifier();
    List<ChunkBuffer> chunks = List.of(chunk, chunk);
    List<ChecksumData> expectedOfChunks = List.of(expected, expected);
    IntSupplier wrongInARound =
        () ->
            (calculator.compute(chunk).equals(expected) ? 0 : 1)
                + (verifier.verify(chunk, expected).ok() ? 0 : 1)
                + (calculator.compute(chunks).equals(expectedOfChunks) ? 0 : 1);
    int wrong;
    try {
      wrong = wrongInARound.getAsInt();
    } finally {
      working.countDown(); // Even if it fails, so that nobody waits for it.
    }
    while (!done.get()) {
      wrong += wrongInARound.getAsInt();
    }
    return wrong;
  }
}
