// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.observe.ChecksumCounters;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

class ChunkVerifierTest {

  static final int WINDOW = 8;
  static final int LENGTH = 3 * WINDOW + 5;
  static final byte[] CONTENT = new byte[LENGTH];

  static {
    new Random(11).nextBytes(CONTENT);
  }

  static final ChunkChecksum CRC32C = ChunkChecksum.of(ChecksumType.CRC32C, WINDOW);
  static final ChecksumData SUMS = CRC32C.compute(ChunkBuffer.wrap(CONTENT));
  static final ChunkInfo INFO = new ChunkInfo("chunk_1", 0, LENGTH, SUMS);

  private final ChunkVerifier verifier = CRC32C.newVerifier();

  static ChunkBuffer first(int length) {
    return ChunkBuffer.wrap(Arrays.copyOf(CONTENT, length));
  }

  static List<Long> windows(VerifyResult result) {
    return result.mismatches().stream().map(Mismatch::window).toList();
  }

  @Test
  void onlyBytesWithoutChecksumsAreSkipped() {
    ChecksumCounters counters = new ChecksumCounters();
    ChunkVerifier none =
        ChunkChecksum.of(ChecksumType.NONE, 0).countingInto(counters).newVerifier();
    assertThatThrownBy(() -> none.skip(1)).isInstanceOf(IllegalStateException.class);
    none.begin(new ChunkInfo("chunk", 0, 10, ChecksumData.none(0)), 0, 0);
    assertThatThrownBy(() -> none.skip(-1)).isInstanceOf(IllegalArgumentException.class);
    none.skip(0);
    none.skip(10);
    assertThatThrownBy(() -> none.skip(Long.MAX_VALUE)).isInstanceOf(ArithmeticException.class);
    assertThat(none.finish().verdict()).isEqualTo(Verdict.NOT_CHECKED);
    assertThat(counters.snapshot().unchecked().bytes()).isEqualTo(10);

    ChunkVerifier crc = new ChunkVerifier(ChecksumAlgorithms.of(ChecksumType.CRC32C), 16);
    ChecksumData sums = ChecksumData.of(ChecksumType.CRC32C, 16, new byte[4]);
    crc.begin(new ChunkInfo("chunk", 0, 10, sums), 0, 1);
    assertThatThrownBy(() -> crc.skip(10)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cleanDataMatches() {
    for (VerifyResult result :
        List.of(
            verifier.verify(first(LENGTH), SUMS),
            verifier.verify(first(LENGTH), INFO),
            CRC32C.verify(first(LENGTH), INFO))) {
      assertThat(result.verdict()).isEqualTo(Verdict.MATCH);
      assertThat(result.ok()).isTrue();
      assertThat(result.checked()).isTrue();
      assertThat(result.windows()).isEqualTo(4);
      assertThat(result.mismatchCount()).isZero();
      assertThat(result.mismatches()).isEmpty();
      assertThat(result).hasToString("all 4 windows match");
    }
  }

  @Test
  void everyFlippedBitIsReportedInItsWindowAndNoOther() {
    for (int bit = 0; bit < LENGTH * 8; bit++) {
      byte[] damaged = CONTENT.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      for (VerifyResult result :
          List.of(
              verifier.verify(ChunkBuffer.wrap(damaged), SUMS),
              verifier.verify(ChunkBuffer.wrap(damaged), INFO))) {
        long window = bit / 8 / WINDOW;
        assertThat(result.verdict()).isEqualTo(Verdict.MISMATCH);
        assertThat(result.mismatchCount()).isEqualTo(1);
        Mismatch mismatch = result.mismatches().get(0);
        assertThat(mismatch.window()).isEqualTo(window);
        assertThat(mismatch.offset()).isEqualTo(window * WINDOW);
        assertThat(mismatch.length()).isEqualTo(window < 3 ? WINDOW : 5);
        assertThat(mismatch.expected()).isEqualTo(SUMS.checksum((int) window));
        ChecksumData actual = CRC32C.compute(ChunkBuffer.wrap(damaged));
        assertThat(mismatch.actual()).isEqualTo(actual.checksum((int) window));
        assertThat(mismatch.expectedHex()).isEqualTo("%08x".formatted(SUMS.crc((int) window)));
        assertThat(mismatch.actualHex()).isEqualTo("%08x".formatted(actual.crc((int) window)));
      }
    }
  }

  @Test
  void everyCutIsReportedWithAndWithoutARecordedLength() {
    for (int length = 0; length < LENGTH; length++) {
      int whole = length / WINDOW;
      List<Long> bad = List.of(0L, 1L, 2L, 3L).subList(whole, 4);
      assertThat(windows(verifier.verify(first(length), SUMS)))
          .as("cut to %d", length)
          .isEqualTo(bad);
      VerifyResult result = verifier.verify(first(length), INFO);
      assertThat(windows(result)).as("cut to %d", length).isEqualTo(bad);
      for (Mismatch mismatch : result.mismatches()) {
        boolean gone = mismatch.offset() >= length;
        assertThat(mismatch.actual() == null).isEqualTo(gone);
        assertThat(mismatch.expected()).isNotNull();
        assertThat(mismatch.length()).isEqualTo(mismatch.window() < 3 ? WINDOW : 5);
      }
    }
  }

  /** If the first bad window has some of its bytes, only the end of the data gives a cut away. */
  @Test
  void theMessageSaysWhereTheDataEnds() {
    ParallelVerifier parallel = CRC32C.newParallelVerifier(Runnable::run, 2);
    ChunkReceiver receiver = new ChunkReceiver(ReceivePolicy.always(), 0, 1);
    for (int length = WINDOW; length < LENGTH; length++) {
      boolean cutsWindow = length % WINDOW != 0;
      String end =
          cutsWindow ? "; missing from byte " + length + " onward" : "but they are missing";
      ChunkBuffer run = first(length).slice(WINDOW, length - WINDOW);
      for (VerifyResult result :
          List.of(
              verifier.verify(first(length), INFO),
              verifier.verifyWindows(run, INFO, 1, 3),
              parallel.verify(first(length), INFO),
              receiver.receive(first(length), INFO))) {
        assertThat(result.toString()).contains(end);
        assertThat(result.toString().endsWith("onward")).isEqualTo(cutsWindow);
      }
      // The last window may be of any length, if that is not recorded.
      boolean known = cutsWindow && length < 3 * WINDOW;
      assertThat(verifier.verify(first(length), SUMS).toString().endsWith("onward"))
          .isEqualTo(known);
    }
    byte[] damaged = CONTENT.clone();
    damaged[0] ^= 1;
    assertThat(verifier.verify(ChunkBuffer.wrap(damaged), INFO).toString())
        .doesNotContain("onward");
    verifier.begin(INFO, 0, 4);
    verifier.update(ChunkBuffer.wrap(damaged, 0, WINDOW + 1));
    assertThat(verifier.breakOff().toString()).contains("mismatch").doesNotContain("onward");
  }

  /** With a checksum that is always the same, only the length can give a cut away. */
  @Test
  void aCutWindowWhoseChecksumAgreesIsStillReported() {
    ChunkChecksum constant = ChunkChecksum.of(ConstantAlgorithm.INSTANCE, WINDOW);
    ChecksumData sums = constant.compute(ChunkBuffer.wrap(CONTENT));
    ChunkInfo info = new ChunkInfo("chunk_1", 0, LENGTH, sums);
    assertThat(constant.verify(first(LENGTH), info).ok()).isTrue();
    assertThat(windows(constant.verify(first(LENGTH - 1), info))).containsExactly(3L);
    assertThat(windows(constant.verify(first(2 * WINDOW + 1), info))).containsExactly(2L, 3L);
    // Without a recorded length the last window may be of any length, the others may not.
    assertThat(constant.verify(first(LENGTH - 1), sums).ok()).isTrue();
    assertThat(windows(constant.verify(first(2 * WINDOW + 1), sums))).containsExactly(2L, 3L);
  }

  @Test
  void anAlgorithmIsNotAskedForAChecksumMidway() {
    ChunkVerifier constant = new ChunkVerifier(ConstantAlgorithm.INSTANCE, WINDOW);
    ChecksumData sums = ChunkChecksum.of(ConstantAlgorithm.INSTANCE, WINDOW).compute(first(LENGTH));
    assertThat(constant.verify(first(LENGTH), sums).verdict()).isEqualTo(Verdict.MATCH);
  }

  @Test
  void surplusBytesAreOneMismatchAndTheLastWindowIsIntact() {
    for (int surplus = 1; surplus <= 2 * WINDOW; surplus++) {
      VerifyResult result = verifier.verify(first(LENGTH + surplus), INFO);
      assertThat(result.mismatchCount()).isEqualTo(1);
      Mismatch mismatch = result.mismatches().get(0);
      assertThat(mismatch.window()).isEqualTo(4);
      assertThat(mismatch.offset()).isEqualTo(LENGTH);
      assertThat(mismatch.length()).isEqualTo(surplus);
      assertThat(mismatch.expected()).isNull();
      assertThat(mismatch.actual()).isNull();
      assertThat(mismatch.expectedHex()).isNull();
      assertThat(mismatch.actualHex()).isNull();
    }
  }

  @Test
  void surplusBytesAreReportedWithoutARecordedLengthToo() {
    // Up to the window's end they can only change its checksum; from there on they are surplus.
    assertThat(windows(verifier.verify(first(LENGTH + 1), SUMS))).containsExactly(3L);
    assertThat(windows(verifier.verify(first(LENGTH + 3), SUMS))).containsExactly(3L);
    assertThat(windows(verifier.verify(first(LENGTH + 4), SUMS))).containsExactly(3L, 4L);

    ChecksumData aligned = CRC32C.compute(first(2 * WINDOW));
    VerifyResult result = verifier.verify(first(2 * WINDOW + 3), aligned);
    assertThat(result.mismatchCount()).isEqualTo(1);
    assertThat(result.mismatches().get(0).offset()).isEqualTo(2 * WINDOW);
    assertThat(result.mismatches().get(0).length()).isEqualTo(3);
  }

  @Test
  void dataWithoutAnyChecksumIsSurplusForAParallelVerifierToo() {
    ChecksumData nothing = ChecksumData.of(ChecksumType.CRC32C, WINDOW, new byte[0]);
    VerifyResult one = verifier.verify(first(LENGTH), nothing);
    VerifyResult two = CRC32C.newParallelVerifier(Runnable::run, 2).verify(first(LENGTH), nothing);
    assertThat(one.mismatchCount()).isEqualTo(1);
    assertThat(two.mismatches()).isEqualTo(one.mismatches());
  }

  /** The executor takes all the ranges, and leaves none to the calling thread. */
  @Test
  void aParallelVerifierKeepsNothingOfTheCaller() {
    ChunkChecksum sha256 = ChunkChecksum.of(ChecksumType.SHA256, 16 * 1024);
    ParallelVerifier parallel = sha256.newParallelVerifier(Runnable::run, 2);
    List<WeakReference<Object>> used = new ArrayList<>();
    verify(sha256, (chunk, sums) -> parallel.verify(chunk, sums).ok(), used);
    assertGone(used);
    assertThat(parallel.bytesCopied().total()).isZero();
  }

  @Test
  void aBatchVerifierKeepsNothingOfTheCaller() {
    BatchVerifier batch = CRC32C.newBatchVerifier();
    List<WeakReference<Object>> used = new ArrayList<>();
    verify(CRC32C, (chunk, sums) -> batch.verify(List.of(chunk), List.of(sums)).get(0).ok(), used);
    assertGone(used);
    assertThat(batch.bytesCopied().total()).isZero();
  }

  @Test
  void aBatchVerifierDoesNotKeepBadResults() {
    BatchVerifier batch = CRC32C.newBatchVerifier();
    assertGone(List.of(badResult(batch)));
    assertThat(batch.bytesCopied().total()).isZero();
  }

  private static WeakReference<Object> badResult(BatchVerifier batch) {
    List<VerifyResult> results = batch.verify(List.of(first(LENGTH - 1)), List.of(SUMS));
    assertThat(results).noneMatch(VerifyResult::ok);
    return new WeakReference<>(results.get(0));
  }

  /** What may hold them is to be used afterwards, or may be gone itself. */
  static void assertGone(List<WeakReference<Object>> objects) {
    for (int i = 0; i < 100 && objects.stream().anyMatch(each -> each.get() != null); i++) {
      System.gc();
    }
    assertThat(objects).allSatisfy(each -> assertThat(each.get()).isNull());
  }

  private static void verify(
      ChunkChecksum checksum,
      BiPredicate<ChunkBuffer, ChecksumData> verifier,
      List<WeakReference<Object>> used) {
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[1 << 20]);
    ChecksumData sums = checksum.compute(chunk);
    assertThat(verifier.test(chunk, sums)).isTrue();
    used.add(new WeakReference<>(chunk));
    used.add(new WeakReference<>(sums));
  }

  @Test
  void emptyChunks() {
    ChecksumData none = CRC32C.compute(first(0));
    assertThat(none.count()).isZero();
    assertThat(verifier.verify(first(0), none).verdict()).isEqualTo(Verdict.MATCH);
    VerifyResult surplus = verifier.verify(first(1), none);
    assertThat(surplus.mismatches().get(0).window()).isZero();
    assertThat(surplus.mismatches().get(0).length()).isEqualTo(1);
    assertThat(verifier.verify(first(3), new ChunkInfo("c", 0, 0, none)).mismatchCount())
        .isEqualTo(1);
  }

  @Test
  void anotherTypeOrWindowSizeIsAVerdictOfItsOwn() {
    ChecksumData crc32 = ChunkChecksum.of(ChecksumType.CRC32, WINDOW).compute(first(LENGTH));
    VerifyResult wrongType = verifier.verify(first(LENGTH), crc32);
    assertThat(wrongType.verdict()).isEqualTo(Verdict.WRONG_TYPE);
    assertThat(wrongType.ok()).isFalse();
    assertThat(wrongType.checked()).isFalse();
    assertThat(wrongType).hasToString("the stored checksums are CRC32, not CRC32C");

    ChecksumData larger = ChunkChecksum.of(ChecksumType.CRC32C, 9).compute(first(LENGTH));
    VerifyResult wrongSize = verifier.verify(first(LENGTH), larger);
    assertThat(wrongSize.verdict()).isEqualTo(Verdict.WRONG_BYTES_PER_CHECKSUM);
    assertThat(wrongSize.ok()).isFalse();
    assertThat(wrongSize).hasToString("the stored checksums are over windows of 9 bytes, not 8");

    VerifyResult stripped = verifier.verify(first(LENGTH), ChecksumData.none(WINDOW));
    assertThat(stripped.verdict()).isEqualTo(Verdict.WRONG_TYPE);
    assertThat(ChunkChecksum.like(crc32).verify(first(LENGTH), crc32).ok()).isTrue();
  }

  /** Bytes that are read would be copied here. */
  @Test
  void whatCannotBeComparedIsNotRead() {
    ChunkVerifier md5 = ChunkChecksum.of(ChecksumType.MD5, WINDOW).newVerifier();
    ChunkBuffer direct = ChunkBuffer.wrap(ByteBuffer.allocateDirect(LENGTH).put(CONTENT).flip());
    ChecksumData larger = ChunkChecksum.of(ChecksumType.MD5, 9).compute(direct);
    assertThat(md5.verify(direct, SUMS).verdict()).isEqualTo(Verdict.WRONG_TYPE);
    assertThat(md5.verify(direct, larger).verdict()).isEqualTo(Verdict.WRONG_BYTES_PER_CHECKSUM);
    assertThat(md5.bytesCopied()).isEqualTo(CopiedBytes.NONE);
  }

  @Test
  void cleanRunsThatAreTheSameGiveOneResult() {
    VerifyResult result = verifier.verify(first(LENGTH), INFO);
    assertThat(verifier.verify(first(LENGTH), INFO)).isSameAs(result);
    assertThat(verifier.verifyWindows(first(WINDOW), INFO, 0, 1)).isNotSameAs(result);
  }

  @Test
  void noneChecksNothingAndSaysSo() {
    for (ChecksumData stored : List.of(ChecksumData.none(0), ChecksumData.none(WINDOW))) {
      VerifyResult result = ChunkChecksum.like(stored).verify(first(LENGTH), stored);
      assertThat(result.verdict()).isEqualTo(Verdict.NOT_CHECKED);
      assertThat(result.ok()).isTrue();
      assertThat(result.checked()).isFalse();
      assertThat(result.windows()).isZero();
    }
  }

  @Test
  void mismatchesAreCountedBeyondThoseKept() {
    ChunkChecksum perByte = ChunkChecksum.of(ChecksumType.CRC32, 1);
    ChecksumData sums = perByte.compute(ChunkBuffer.wrap(new byte[3000]));
    byte[] other = new byte[2500];
    Arrays.fill(other, (byte) 1);
    VerifyResult result = perByte.verify(ChunkBuffer.wrap(other), sums);
    assertThat(result.mismatchCount()).isEqualTo(3000);
    assertThat(result.mismatches()).hasSize(VerifyResult.DEFAULT_KEPT);
    assertThat(result.mismatches().get(999).window()).isEqualTo(999);
    assertThat(result.toString()).contains("the first of 3000 mismatches").hasSizeLessThan(200);
  }

  @Test
  void theThrowingFormCarriesTheResult() throws ChecksumMismatchException {
    verifier.verify(first(LENGTH), SUMS).orThrow();
    ChunkChecksum.like(ChecksumData.none(0)).verify(first(3), ChecksumData.none(0)).orThrow();
    VerifyResult bad = verifier.verify(first(WINDOW), SUMS);
    assertThatThrownBy(bad::orThrow)
        .isInstanceOfSatisfying(
            ChecksumMismatchException.class, e -> assertThat(e.result()).isSameAs(bad))
        .hasMessage(
            "CRC32C mismatch: window 1, bytes 8 to 15: expected %s, but they are missing (the first"
                + " of 3 mismatches)",
            String.format("%08x", SUMS.crc(1)));
  }

  @Test
  void checksumsOfAMismatchCannotBeChanged() {
    Mismatch mismatch =
        verifier.verify(ChunkBuffer.wrap(new byte[LENGTH]), SUMS).mismatches().get(0);
    assertThat(Objects.requireNonNull(mismatch.expected()).isReadOnly()).isTrue();
    assertThat(Objects.requireNonNull(mismatch.actual()).isReadOnly()).isTrue();
  }
}
