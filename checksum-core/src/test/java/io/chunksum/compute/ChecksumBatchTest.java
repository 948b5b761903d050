// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
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
