// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumBatch;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Chunks;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.FailingAlgorithm;
import io.chunksum.tests.FreedMemory;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.BatchVerifier;
import io.chunksum.verify.BlockVerifier;
import io.chunksum.verify.ChunkReceiver;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.RangeResult;
import io.chunksum.verify.ReceivePolicy;
import io.chunksum.verify.VerifyResult;
import io.chunksum.window.ByteRange;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whichever window a consumer or an algorithm fails at, what follows is as if it had not. */
class ConsumerFaultTest {

  /** Long enough for SHA-256 to take two windows at a time. */
  private static final int WINDOW = 256;

  private static final int WINDOWS = 41;
  private static final byte[] CONTENT = TestBytes.random(40_08, (WINDOWS - 1) * WINDOW + 9);

  /** Windows of chunks of this length are those of the whole content. */
  private static final int CHUNK_BYTES = 10 * WINDOW;

  private static final int NEVER = Integer.MAX_VALUE;

  /** Collects checksums, and fails at one of them. */
  private static final class Collector {

    private final ByteArrayOutputStream sums = new ByteArrayOutputStream();
    private final int checksumLength;
    private int left;

    Collector(ChecksumType type) {
      this.checksumLength = type.checksumLength();
    }

    void begin(int windowsToFailure) {
      sums.reset();
      left = windowsToFailure;
    }

    void take(byte[] checksums, int offset) {
      if (left-- == 0) {
        throw new IllegalStateException("on purpose");
      }
      sums.write(checksums, offset, checksumLength);
    }
  }

  @AfterEach
  void restore() {
    DigestEngine.restore();
  }

  @Test
  void streamsOfCrcs() {
    streams(ChecksumType.CRC32C, crcs());
  }

  @ParameterizedTest
  @EnumSource
  void streamsOfDigests(DigestEngine engine) {
    engine.use();
    streams(engine.type(), engine.expected(CONTENT, WINDOW));
  }

  @Test
  void batchesOfCrcs() {
    batches(ChecksumType.CRC32C, crcs());
  }

  @ParameterizedTest
  @EnumSource
  void batchesOfDigests(DigestEngine engine) {
    engine.use();
    batches(engine.type(), engine.expected(CONTENT, WINDOW));
  }

  private static byte[] crcs() {
    ByteBuffer packed = ByteBuffer.allocate(WINDOWS * Integer.BYTES);
    for (byte[] window : Parts.ofLength(CONTENT, WINDOW)) {
      CRC32C crc = new CRC32C();
      crc.update(window);
      packed.putInt((int) crc.getValue());
    }
    return packed.array();
  }

  private static void streams(ChecksumType type, byte[] expected) {
    Collector collector = new Collector(type);
    ChecksumStream stream =
        new ChecksumStream(
            ChecksumAlgorithms.of(type),
            WINDOW,
            (window, length, checksum, offset) -> collector.take(checksum, offset));
    ByteBuffer view = BufferKind.DIRECT.of(CONTENT);
    ChunkBuffer chunk = Chunks.of(BufferKind.HEAP, CONTENT, 2_000);
    List<Consumer<ChecksumStream>> feeds =
        List.of(
            each -> each.accept(view.rewind()),
            each -> each.accept(CONTENT, 0, CONTENT.length),
            each -> each.update(chunk));
    for (int n = 0; n < WINDOWS; n++) {
      for (Consumer<ChecksumStream> feed : feeds) {
        collector.begin(n);
        assertThatThrownBy(
                () -> {
                  feed.accept(stream);
                  stream.finish();
                })
            .hasMessage("on purpose");
        assertThat(view.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
        view.clear();
        stream.reset();
        collector.begin(NEVER);
        feed.accept(stream);
        stream.finish();
        assertThat(collector.sums.toByteArray()).as("after window %d", n).isEqualTo(expected);
      }
    }
  }

  private static List<ChunkBuffer> chunks() {
    return Parts.ofLength(CONTENT, CHUNK_BYTES).stream().map(ChunkBuffer::wrap).toList();
  }

  private static void batches(ChecksumType type, byte[] expected) {
    Collector collector = new Collector(type);
    ChecksumBatch batch =
        new ChecksumBatch(
            ChecksumAlgorithms.of(type),
            WINDOW,
            (chunk, window, length, checksum, offset) -> collector.take(checksum, offset));
    List<ChunkBuffer> chunks = chunks();
    for (int n = 0; n < WINDOWS; n++) {
      collector.begin(n);
      assertThatThrownBy(() -> batch.run(chunks)).hasMessage("on purpose");
      collector.begin(NEVER);
      batch.run(chunks);
      assertThat(collector.sums.toByteArray()).as("after window %d", n).isEqualTo(expected);
    }
  }

  @Test
  void algorithms() {
    FailingAlgorithm algorithm = new FailingAlgorithm(ChecksumAlgorithms.of(ChecksumType.CRC32C));
    ChunkChecksum checksum = ChunkChecksum.of(algorithm, WINDOW);
    ChecksumCalculator calculator = checksum.newCalculator();
    ChunkVerifier verifier = checksum.newVerifier();
    BatchVerifier batchVerifier = checksum.newBatchVerifier();
    ChunkBuffer whole = ChunkBuffer.wrap(CONTENT);
    ChecksumData sums = ChecksumData.of(ChecksumType.CRC32C, WINDOW, crcs());
    List<ChunkBuffer> chunks = chunks();
    List<ChecksumData> expected =
        chunks.stream().map(ChunkChecksum.of(ChecksumType.CRC32C, WINDOW)::compute).toList();
    List<Runnable> calls =
        List.of(
            () -> assertThat(calculator.compute(whole)).isEqualTo(sums),
            () -> assertThat(calculator.compute(chunks)).isEqualTo(expected),
            () -> assertThat(verifier.verify(whole, sums).ok()).isTrue(),
            () ->
                assertThat(batchVerifier.verify(chunks, expected))
                    .hasSameSizeAs(chunks)
                    .allMatch(VerifyResult::ok));
    for (int n = 0; n < WINDOWS; n++) {
      for (Runnable call : calls) {
        algorithm.windowsToFailure.set(n);
        assertThatThrownBy(call::run).hasMessage("no more windows");
        algorithm.windowsToFailure.set(NEVER);
        call.run();
      }
    }
  }

  /** A bad window is found, and then the memory of the rest is gone. */
  @Test
  @EnabledForJreRange(min = JRE.JAVA_22)
  void receivers() throws Exception {
    FreedMemory memory = FreedMemory.allocate(CHUNK_BYTES);
    memory.free();
    byte[] damaged = TestBytes.random(40_09, CONTENT.length - CHUNK_BYTES);
    ChunkBuffer lost = ChunkBuffer.wrap(List.of(ByteBuffer.wrap(damaged), memory.buffer()));
    ChunkBuffer good = ChunkBuffer.wrap(CONTENT);
    byte[] flipped = CONTENT.clone();
    flipped[WINDOW] ^= 1;
    ChunkBuffer bad = ChunkBuffer.wrap(flipped);
    ChunkInfo info =
        new ChunkInfo(
            "chunk", 0, CONTENT.length, ChecksumData.of(ChecksumType.CRC32C, WINDOW, crcs()));
    for (ReceivePolicy policy : List.of(ReceivePolicy.always(), ReceivePolicy.sample(0.5, 7))) {
      ChunkReceiver receiver = new ChunkReceiver(policy, 0, 1);
      assertThatThrownBy(() -> receiver.receive(lost, info))
          .isInstanceOf(IllegalStateException.class);
      assertThat(receiver.receive(good, info).ok()).isTrue();
    }
    ChunkReceiver receiver = new ChunkReceiver(ReceivePolicy.always(), 0, 1);
    assertThatThrownBy(() -> receiver.receive(lost, info))
        .isInstanceOf(IllegalStateException.class);
    assertThat(receiver.receive(bad, info).mismatches())
        .extracting(Mismatch::window)
        .containsExactly(1L);
    assertThat(receiver.counts().received().bytes()).isEqualTo(CONTENT.length);
  }

  /** Also the CRC of the range is there again. */
  @Test
  @EnabledForJreRange(min = JRE.JAVA_22)
  void blocks() throws Exception {
    FreedMemory memory = FreedMemory.allocate(CONTENT.length);
    memory.free();
    ChunkBuffer lost = ChunkBuffer.wrap(memory.buffer());
    ByteRange all = new ByteRange(0, CONTENT.length);
    BlockVerifier verifier =
        new BlockVerifier(
            List.of(
                new ChunkInfo(
                    "chunk",
                    0,
                    CONTENT.length,
                    ChecksumData.of(ChecksumType.CRC32C, WINDOW, crcs()))));
    assertThatThrownBy(() -> verifier.verify(lost, 0, all))
        .isInstanceOf(IllegalStateException.class);
    RangeResult result = verifier.verify(ChunkBuffer.wrap(CONTENT), 0, all);
    assertThat(result.ok()).isTrue();
    CRC32C crc = new CRC32C();
    crc.update(CONTENT);
    assertThat(result.crcValue().map(CrcValue::crc)).hasValue(crc.getValue());
  }
}
