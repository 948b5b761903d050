// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceSpan;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.window.ByteRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a result says of a damaged chunk beside its mismatches. */
class MismatchReportTest {

  private static final int WINDOW = 8;
  private static final int LENGTH = 10 * WINDOW + 5;
  private static final byte[] CONTENT = new byte[LENGTH];

  static {
    new Random(21).nextBytes(CONTENT);
  }

  private static final ChunkChecksum CRC32C = ChunkChecksum.of(ChecksumType.CRC32C, WINDOW);
  private static final ChecksumData SUMS = CRC32C.compute(ChunkBuffer.wrap(CONTENT));
  private static final ChunkInfo INFO = new ChunkInfo("chunk_1", 0, LENGTH, SUMS);

  private static byte[] damaged(int... at) {
    byte[] content = CONTENT.clone();
    for (int i : at) {
      content[i] ^= 0x10;
    }
    return content;
  }

  /** Pieces of 7 bytes, with empty ones between them. */
  private static ChunkBuffer inPieces(byte[] content) {
    List<ByteBuffer> pieces = new ArrayList<>();
    for (int at = 0; at < content.length; at += 7) {
      byte[] piece = Arrays.copyOfRange(content, at, Math.min(at + 7, content.length));
      pieces.add(at % 2 == 0 ? ByteBuffer.wrap(piece) : direct(piece));
      pieces.add(ByteBuffer.allocate(0));
    }
    return ChunkBuffer.wrap(pieces);
  }

  private static ByteBuffer direct(byte[] content) {
    return ByteBuffer.allocateDirect(content.length).put(content).flip();
  }

  private static PieceSpan span(int from, int to) {
    return new PieceSpan(from / 7, from % 7, (to - 1) / 7, (to - 1) % 7 + 1);
  }

  private static List<PieceSpan> pieces(VerifyResult result) {
    return result.mismatches().stream().map(Mismatch::pieces).map(Objects::requireNonNull).toList();
  }

  private static ByteRange range(long from, long to) {
    return new ByteRange(from, to - from);
  }

  @Test
  void aMismatchSaysInWhichPiecesItsBytesLie() {
    VerifyResult result = CRC32C.verify(inPieces(damaged(2, 33, LENGTH - 1)), SUMS);
    assertThat(pieces(result)).containsExactly(span(0, 8), span(32, 40), span(80, LENGTH));
    assertThat(pieces(result).get(0)).isEqualTo(new PieceSpan(0, 0, 1, 1));
    assertThat(pieces(result).get(0).straddles()).isTrue();
    assertThat(pieces(result).get(2).straddles()).isTrue();
    VerifyResult inOne = CRC32C.verify(ChunkBuffer.wrap(damaged(9)), INFO);
    assertThat(pieces(inOne)).containsExactly(new PieceSpan(0, 8, 0, 16));
    assertThat(pieces(inOne).get(0).straddles()).isFalse();
  }

  @Test
  void piecesOfARunAreThoseOfItsOwnBuffer() {
    ChunkBuffer run = inPieces(Arrays.copyOfRange(damaged(3 * WINDOW), 2 * WINDOW, 5 * WINDOW));
    for (VerifyResult result :
        List.of(
            CRC32C.verifyWindows(run, SUMS, 2, 3),
            CRC32C.newVerifier().verifyWindows(run, INFO, 2, 3))) {
      assertThat(result.mismatches().get(0).offset()).isEqualTo(3 * WINDOW);
      assertThat(pieces(result)).containsExactly(span(WINDOW, 2 * WINDOW));
    }
  }

  @Test
  void ofCutMissingAndSurplusBytesThosePiecesAreNamedThatAreThere() {
    VerifyResult cut = CRC32C.verify(inPieces(Arrays.copyOf(CONTENT, 70)), INFO);
    assertThat(cut.mismatches()).extracting(Mismatch::window).containsExactly(8L, 9L, 10L);
    assertThat(cut.mismatches().get(0).pieces()).isEqualTo(span(64, 70));
    assertThat(cut.mismatches().get(1).pieces()).isNull();
    assertThat(cut.mismatches().get(2).pieces()).isNull();
    VerifyResult surplus = CRC32C.verify(inPieces(Arrays.copyOf(CONTENT, LENGTH + 20)), INFO);
    assertThat(pieces(surplus)).containsExactly(span(LENGTH, LENGTH + 20));
  }

  @Test
  void piecesOfBytesThatCamePartByPartAreNotKnown() {
    ChunkVerifier verifier = CRC32C.newVerifier();
    verifier.begin(INFO, 0, SUMS.count());
    verifier.update(inPieces(damaged(2)));
    assertThat(verifier.finish().mismatches().get(0).pieces()).isNull();
  }

  @Test
  void batchesAndParallelVerifiersNamePiecesAndRanges() {
    VerifyResult one = CRC32C.verify(inPieces(damaged(2, 33)), INFO);
    ChunkBuffer bad = inPieces(damaged(2, 33));
    ChunkBuffer clean = inPieces(CONTENT);
    Map<String, VerifyResult> results =
        Map.of(
            "batch",
            CRC32C
                .newBatchVerifier()
                .verifyRecorded(List.of(clean, bad), List.of(INFO, INFO))
                .get(1),
            "parallel",
            CRC32C.newParallelVerifier(Runnable::run, 2).verify(bad, INFO),
            "receiver",
            new ChunkReceiver(ReceivePolicy.always(), 0, 1).receive(bad, INFO));
    results.forEach((by, result) -> {
      assertThat(pieces(result)).as(by).isEqualTo(pieces(one)).hasSize(2);
      assertThat(result.badRanges()).as(by).isEqualTo(one.badRanges().toList()).hasSize(2);
      assertThat(result.goodRanges()).as(by).isEqualTo(one.goodRanges().toList()).hasSize(2);
    });
  }

  @Test
  void aBlockNamesPiecesOfWhatWasReadAndRangesOfTheBlock() {
    ChunkInfo second = new ChunkInfo("chunk_2", 100, LENGTH, SUMS);
    BlockVerifier block = new BlockVerifier(List.of(INFO, second));
    byte[] content = new byte[100 + LENGTH];
    System.arraycopy(damaged(17), 0, content, 0, LENGTH);
    System.arraycopy(damaged(33), 0, content, 100, LENGTH);
    byte[] read = Arrays.copyOfRange(content, 16, content.length);
    RangeResult result = block.verify(inPieces(read), 16, new ByteRange(20, 130));
    assertThat(result.chunks()).hasSize(2);
    assertThat(pieces(result.chunks().get(0).result())).containsExactly(span(0, 8));
    assertThat(pieces(result.chunks().get(1).result())).containsExactly(span(116, 124));
    assertThat(result.badRanges()).containsExactly(range(16, 24), range(132, 140));
    assertThat(result.goodRanges())
        .containsExactly(range(24, LENGTH), range(100, 132), range(140, 100 + LENGTH));
  }

  @Test
  void cleanChunksAreGoodFromEndToEndAndWhatWasNotCheckedIsNeither() {
    assertThat(CRC32C.verify(ChunkBuffer.wrap(CONTENT), SUMS).goodRanges())
        .containsExactly(range(0, LENGTH));
    assertThat(CRC32C.verify(ChunkBuffer.wrap(CONTENT), SUMS).badRanges()).isEmpty();
    ChunkBuffer run = ChunkBuffer.wrap(CONTENT, 16, 24);
    assertThat(CRC32C.verifyWindows(run, SUMS, 2, 3).goodRanges()).containsExactly(range(16, 40));
    ChunkBuffer empty = ChunkBuffer.EMPTY;
    assertThat(CRC32C.verify(empty, CRC32C.compute(empty)).goodRanges()).isEmpty();
    ChunkChecksum other = ChunkChecksum.of(ChecksumType.CRC32, WINDOW);
    ChunkChecksum none = ChunkChecksum.of(ChecksumType.NONE, WINDOW);
    for (ChunkChecksum checksum : List.of(other, none)) {
      assertThat(checksum.verify(ChunkBuffer.wrap(CONTENT), SUMS).goodRanges()).isEmpty();
      assertThat(checksum.verify(ChunkBuffer.wrap(CONTENT), SUMS).badRanges()).isEmpty();
    }
  }

  /** Results of clean chunks are kept for the next, which may end elsewhere. */
  @Test
  void theGoodRangeIsThatOfTheChunkAtHand() {
    ChunkVerifier verifier = CRC32C.newVerifier();
    for (int length : new int[] {81, 85, 88, 81}) {
      ChunkBuffer chunk = ChunkBuffer.wrap(Arrays.copyOf(CONTENT, length));
      assertThat(verifier.verify(chunk, CRC32C.compute(chunk)).goodRanges())
          .containsExactly(range(0, length));
    }
    ChunkBuffer run = ChunkBuffer.wrap(CONTENT, 8, 16);
    assertThat(verifier.verifyWindows(run, SUMS, 1, 2).goodRanges()).containsExactly(range(8, 24));
  }

  @Test
  void rangesOfEveryCutAndSurplusAreExact() {
    for (int length = 0; length <= LENGTH + 9; length++) {
      ChunkBuffer chunk = ChunkBuffer.wrap(Arrays.copyOf(CONTENT, length));
      VerifyResult result = CRC32C.verify(chunk, INFO);
      int good = length < LENGTH ? length / WINDOW * WINDOW : LENGTH;
      List<ByteRange> bad = good < LENGTH ? List.of(range(good, LENGTH)) : List.of();
      assertThat(result.badRanges()).as("length %d", length).isEqualTo(bad);
      assertThat(result.goodRanges())
          .as("length %d", length)
          .isEqualTo(good == 0 ? List.of() : List.of(range(0, good)));
    }
  }

  /** Without a record, the last window ends where its bytes do, or is a full one if it has none. */
  @Test
  void rangesOfAnUnrecordedLengthEndWithTheBytes() {
    VerifyResult cut = CRC32C.verify(ChunkBuffer.wrap(Arrays.copyOf(CONTENT, 83)), SUMS);
    assertThat(cut.badRanges()).containsExactly(range(80, 83));
    VerifyResult gone = CRC32C.verify(ChunkBuffer.wrap(Arrays.copyOf(CONTENT, 75)), SUMS);
    assertThat(gone.badRanges()).containsExactly(range(72, 88));
    assertThat(gone.goodRanges()).containsExactly(range(0, 72));
    VerifyResult onBoundary = CRC32C.verify(ChunkBuffer.wrap(Arrays.copyOf(CONTENT, 80)), SUMS);
    assertThat(onBoundary.badRanges()).containsExactly(range(80, 88));
    assertThat(onBoundary.goodRanges()).containsExactly(range(0, 80));
    VerifyResult surplus = CRC32C.verify(ChunkBuffer.wrap(Arrays.copyOf(CONTENT, 90)), SUMS);
    assertThat(surplus.badRanges()).containsExactly(range(80, 88));
  }

  @Test
  void rangesAreExactBeyondTheMismatchesThatAreKept() {
    int windows = 20_000;
    for (long seed = 1; seed <= 4; seed++) {
      Random random = new Random(seed);
      byte[] content = new byte[windows];
      ChecksumData sums =
          ChunkChecksum.of(ChecksumType.CRC32, 1).compute(ChunkBuffer.wrap(content));
      BitSet bad = new BitSet();
      for (int at = 0; at < windows; at += 1 + random.nextInt(5)) {
        bad.set(at);
        content[at] = 1;
      }
      for (VerifyResult result :
          List.of(
              ChunkChecksum.of(ChecksumType.CRC32, 1).verify(ChunkBuffer.wrap(content), sums),
              ChunkChecksum.of(ChecksumType.CRC32, 1)
                  .newParallelVerifier(Runnable::run, 2)
                  .verify(ChunkBuffer.wrap(content), sums))) {
        assertThat(result.mismatches()).hasSize(VerifyResult.DEFAULT_KEPT);
        assertThat(result.mismatchCount()).isEqualTo(bad.cardinality());
        assertThat(marked(result.badRanges().toList())).as("seed %d", seed).isEqualTo(bad);
        BitSet good = (BitSet) bad.clone();
        good.flip(0, windows);
        assertThat(marked(result.goodRanges().toList())).as("seed %d", seed).isEqualTo(good);
      }
    }
  }

  /** Checks that no range touches the next. */
  private static BitSet marked(List<ByteRange> ranges) {
    BitSet marked = new BitSet();
    for (int i = 0; i < ranges.size(); i++) {
      assertThat(ranges.get(i).length()).isPositive();
      if (i > 0) {
        assertThat(ranges.get(i).offset()).isGreaterThan(ranges.get(i - 1).end());
      }
      marked.set((int) ranges.get(i).offset(), (int) ranges.get(i).end());
    }
    return marked;
  }

  @Test
  void ofASampleOnlyTheWindowsCheckedAreGoodOrBad() {
    ReceivePolicy policy = ReceivePolicy.sample(0.5, 3);
    int[] all = IntStream.range(0, LENGTH).filter(at -> at % (2 * WINDOW) == 0).toArray();
    VerifyResult result =
        new ChunkReceiver(policy, 0, 1).receive(ChunkBuffer.wrap(damaged(all)), INFO);
    BitSet bad = new BitSet();
    BitSet good = new BitSet();
    for (int window = 0; window < SUMS.count(); window++) {
      if (policy.verifies(policy.share(0, 1), 0, window)) {
        int end = Math.min((window + 1) * WINDOW, LENGTH);
        (window % 2 == 0 ? bad : good).set(window * WINDOW, end);
      }
    }
    assertThat(marked(result.badRanges().toList())).isEqualTo(bad);
    assertThat(marked(result.goodRanges().toList())).isEqualTo(good);
    assertThat(bad.cardinality() + good.cardinality()).isBetween(1, LENGTH - 1);
  }

  @Test
  void missingBytesWithoutChecksumsAreToBeFetchedToo() {
    ChunkInfo info = new ChunkInfo("c", 0, 20, ChecksumData.none(0));
    ChunkReceiver receiver = new ChunkReceiver(ReceivePolicy.always(), 0, 1);
    assertThat(receiver.receive(ChunkBuffer.wrap(CONTENT, 0, 17), info).badRanges())
        .containsExactly(range(17, 20));
    VerifyResult surplus = receiver.receive(inPieces(Arrays.copyOf(CONTENT, 24)), info);
    assertThat(surplus.badRanges()).isEmpty();
    assertThat(pieces(surplus)).containsExactly(span(20, 24));
  }

  @Test
  void asManyMismatchesAreKeptAsWanted() {
    VerifyOptions three = VerifyOptions.DEFAULT.keepingMismatches(3);
    ChunkBuffer bad = ChunkBuffer.wrap(new byte[LENGTH]);
    ChunkChecksum checksum = CRC32C.with(three);
    Map<String, VerifyResult> results =
        Map.of(
            "checksum",
            checksum.verify(bad, SUMS),
            "batch",
            checksum.newBatchVerifier().verify(List.of(bad), List.of(SUMS)).get(0),
            "parallel",
            checksum.newParallelVerifier(Runnable::run, 2).verify(bad, SUMS),
            "cache",
            new VerifierCache(three).get(SUMS).verify(bad, SUMS),
            "receiver",
            new ChunkReceiver(ReceivePolicy.always(), 0, 1, three).receive(bad, INFO),
            "read",
            new ReadVerifier(ReadPolicy.always(), three).verify("key", bad, INFO),
            "block",
            new BlockVerifier(List.of(INFO), three)
                .verify(bad, 0, new ByteRange(0, LENGTH))
                .chunks()
                .get(0)
                .result());
    results.forEach((by, result) -> {
      assertThat(result.mismatches())
          .as(by)
          .extracting(Mismatch::window)
          .containsExactly(0L, 1L, 2L);
      assertThat(result.mismatchCount()).as(by).isEqualTo(11);
      assertThat(result.badRanges()).as(by).containsExactly(range(0, LENGTH));
    });
    assertThat(VerifyOptions.DEFAULT.keepingMismatches(1).keptMismatches()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VerifyOptions.DEFAULT.keepingMismatches(0));
  }

  @Test
  void theExceptionCarriesTheReportThroughSerialization() throws Exception {
    VerifyResult result = CRC32C.verify(inPieces(damaged(2, 33)), INFO);
    IOException earlier = new IOException("disk");
    ChecksumMismatchException thrown = new ChecksumMismatchException(result, earlier);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(thrown);
    }
    ChecksumMismatchException read;
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      read = (ChecksumMismatchException) in.readObject();
    }
    assertThat(read).hasMessage(result.toString());
    assertThat(read.getSuppressed()[0]).hasMessage("disk");
    VerifyResult copy = read.result();
    assertThat(copy.verdict()).isEqualTo(Verdict.MISMATCH);
    assertThat(copy).hasToString(result.toString());
    assertThat(copy.mismatchCount()).isEqualTo(2);
    assertThat(copy.mismatches().toString()).isEqualTo(result.mismatches().toString());
    assertThat(pieces(copy)).isEqualTo(pieces(result));
    assertThat(copy.goodRanges()).isEqualTo(result.goodRanges().toList());
    assertThat(copy.badRanges()).isEqualTo(result.badRanges().toList());
  }

  @Test
  void theMismatchesOfAResultCannotBeChanged() {
    VerifyResult result = CRC32C.verify(ChunkBuffer.wrap(damaged(2)), INFO);
    assertThat(result.mismatches()).hasSize(1).isUnmodifiable();
  }

  @Test
  void anEarlierFailureIsNotLost() {
    IOException earlier = new IOException("disk");
    VerifyResult bad = CRC32C.verify(ChunkBuffer.wrap(damaged(2)), INFO);
    VerifyResult good = CRC32C.verify(ChunkBuffer.wrap(CONTENT), INFO);
    assertThatCode(() -> good.orThrow(null)).doesNotThrowAnyException();
    assertThatThrownBy(() -> good.orThrow(earlier)).isSameAs(earlier);
    assertThatThrownBy(() -> bad.orThrow(null))
        .isInstanceOf(ChecksumMismatchException.class)
        .hasNoSuppressedExceptions();
    assertThatThrownBy(() -> bad.orThrow(earlier))
        .isInstanceOf(ChecksumMismatchException.class)
        .hasSuppressedException(earlier);
  }
}
