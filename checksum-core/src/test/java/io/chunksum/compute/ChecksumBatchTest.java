// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.buffer.ChunkBuffer;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches whose windows differ much in length, with each engine. */
class ChecksumBatchTest {

  private static final DigestLanes MD5 = DigestLanes.find(ChecksumType.MD5).orElseThrow();
  private static final int WINDOW = 1000;

  @AfterEach
  void useMessageDigest() {
    MD5.use(DigestLanes.Engine.MESSAGE_DIGEST);
  }

  @ParameterizedTest
  @EnumSource
  void aLongWindowAmongShortOnesKeepsItsPlace(DigestLanes.Engine engine) throws Exception {
    MD5.use(engine);
    int[] lengths = new int[300];
    for (int chunk = 0; chunk < lengths.length; chunk++) {
      // Mostly a byte or two; here and there a full window and a little more.
      lengths[chunk] = chunk % 70 == 5 ? WINDOW + 7 : chunk % 3;
    }
    assertEachWindowHasItsPlace(lengths);
  }

  /** A group of all lanes there are, and one window more, which is not the first of its chunk. */
  @ParameterizedTest
  @EnumSource
  void aWindowAfterTheLastGroupKeepsItsPlace(DigestLanes.Engine engine) throws Exception {
    MD5.use(engine);
    assertEachWindowHasItsPlace(255 * WINDOW, 2 * WINDOW);
  }

  /** Where 40 windows do, or as many bytes as 40 of the longest have. */
  @ParameterizedTest
  @CsvSource({"40, 1000, true", "40, 999, false", "39, 1000, false"})
  void aGroupGoesThroughLanesIfThatPaysOff(int windows, int lastLength, boolean inLanes)
      throws Exception {
    AtomicInteger used = new AtomicInteger();
    Supplier<LaneKernel> kernels =
        () ->
            new OtherKernel() {
              @Override
              public void compress(int blocks) {
                used.getAndIncrement();
                super.compress(blocks);
              }
            };
    MD5.pin(PlainLanes.choice(40, Double.POSITIVE_INFINITY, kernels));
    int[] lengths = new int[windows];
    Arrays.fill(lengths, WINDOW);
    lengths[windows - 1] = lastLength;
    assertEachWindowHasItsPlace(lengths);
    assertThat(used.get() > 0).isEqualTo(inLanes);
  }

  /** In the middle of a batch, whose second group takes windows one by one. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anotherChoiceMeanwhileChangesNothing(boolean lanes) throws Exception {
    MD5.use(DigestLanes.Engine.PLAIN_LANES);
    int[] lengths = new int[1000];
    Arrays.fill(lengths, WINDOW);
    Arrays.fill(lengths, 256, 511, 1);
    assertEachWindowHasItsPlace(
        () -> MD5.pin(lanes ? PlainLanes.choice(2, 1e9) : LaneChoice.messageDigest("test")),
        lengths);
  }

  /** It would lose the rest of its chunks. */
  @ParameterizedTest
  @EnumSource
  void aBatchIsNotRunByItsConsumer(DigestLanes.Engine engine) {
    MD5.use(engine);
    List<ChunkBuffer> chunks =
        List.of(ChunkBuffer.wrap(new byte[2 * WINDOW]), ChunkBuffer.wrap(new byte[1]));
    List<String> taken = new ArrayList<>();
    ChecksumBatch[] own = new ChecksumBatch[1];
    own[0] =
        new ChecksumBatch(
            ChecksumAlgorithms.of(ChecksumType.MD5),
            WINDOW,
            (chunk, window, length, checksum, offset) -> {
              taken.add(chunk + " " + window);
              assertThatIllegalStateException()
                  .isThrownBy(() -> own[0].run(chunks))
                  .withMessage("the batch was called again before it returned");
            });
    own[0].run(chunks);
    own[0].run(chunks);
    assertThat(taken).containsExactly("0 0", "0 1", "1 0", "0 0", "0 1", "1 0");
  }

  @Test
  void whatIsCopiedOfAllChunksIsCounted() {
    ChecksumBatch batch =
        new ChecksumBatch(
            ChecksumAlgorithms.of(ChecksumType.MD5),
            WINDOW,
            (chunk, window, length, checksum, offset) -> {});
    ChunkBuffer direct = ChunkBuffer.wrap(ByteBuffer.allocateDirect(WINDOW + 1));
    ChunkBuffer readOnly = ChunkBuffer.wrap(ByteBuffer.allocate(7).asReadOnlyBuffer());
    batch.run(List.of(direct, readOnly, direct, ChunkBuffer.wrap(new byte[WINDOW])));
    assertThat(batch.bytesCopied()).isEqualTo(new CopiedBytes(2L * (WINDOW + 1), 7));
    assertThat(batch.totalBytesCopied()).isEqualTo(2L * (WINDOW + 1) + 7);
  }

  @ParameterizedTest
  @EnumSource
  void noChunkIsKept(DigestLanes.Engine engine) {
    MD5.use(engine);
    ChecksumBatch batch =
        new ChecksumBatch(
            ChecksumAlgorithms.of(ChecksumType.MD5),
            WINDOW,
            (chunk, window, length, checksum, offset) -> {});
    WeakReference<ChunkBuffer> chunk = runWithOneChunk(batch);
    for (int i = 0; i < 100 && chunk.get() != null; i++) {
      System.gc();
    }
    assertThat(chunk.get()).isNull();
    batch.run(List.of());
  }

  private static WeakReference<ChunkBuffer> runWithOneChunk(ChecksumBatch batch) {
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[2 * WINDOW]);
    batch.run(List.of(chunk));
    return new WeakReference<>(chunk);
  }

  private static void assertEachWindowHasItsPlace(int... lengths) throws Exception {
    assertEachWindowHasItsPlace(() -> {}, lengths);
  }

  private static void assertEachWindowHasItsPlace(Runnable onFirst, int... lengths)
      throws Exception {
    Random random = new Random(2032);
    List<ChunkBuffer> chunks = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int chunk = 0; chunk < lengths.length; chunk++) {
      byte[] content = new byte[lengths[chunk]];
      random.nextBytes(content);
      chunks.add(ChunkBuffer.wrap(content));
      for (int at = 0; at < content.length; at += WINDOW) {
        byte[] window = Arrays.copyOfRange(content, at, Math.min(at + WINDOW, content.length));
        byte[] digest = MessageDigest.getInstance("MD5").digest(window);
        expected.add(chunk + " " + at / WINDOW + " " + window.length + " " + hex(digest, 0));
      }
    }
    List<String> actual = new ArrayList<>();
    ChecksumBatch batch =
        new ChecksumBatch(
            ChecksumAlgorithms.of(ChecksumType.MD5),
            WINDOW,
            (chunk, window, length, checksum, offset) -> {
              if (actual.isEmpty()) {
                onFirst.run();
              }
              actual.add(chunk + " " + window + " " + length + " " + hex(checksum, offset));
            });
    batch.run(chunks);
    assertThat(actual).isEqualTo(expected);
  }

  private static String hex(byte[] digest, int offset) {
    return HexFormat.of().formatHex(digest, offset, offset + ChecksumType.MD5.checksumLength());
  }
}
