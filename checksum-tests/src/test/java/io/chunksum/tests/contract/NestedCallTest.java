// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.ParallelCalculator;
import io.chunksum.compute.ParallelRanges;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.BatchVerifier;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.ParallelVerifier;
import io.chunksum.verify.VerifyResult;
import io.chunksum.verify.diagnosis.DataReader;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.verify.diagnosis.Diagnostician;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Code that is called midway, such as an executor or a list, calls the same object again. That is
 * refused, and does no harm to the call in progress; nor does it matter to the next if the refusal
 * has ended that.
 */
class NestedCallTest {

  private static final int WINDOW = 4096;
  private static final ChunkChecksum CRC32C = ChunkChecksum.of(ChecksumType.CRC32C, WINDOW);

  /** Enough for three threads. */
  private static final byte[] LARGE = TestBytes.random(42, 25 << 20);

  private static final ChunkBuffer SMALL = ChunkBuffer.wrap(TestBytes.random(43, 2 * WINDOW));
  private static final ChecksumData SMALL_SUMS = CRC32C.compute(SMALL);

  /** What the code of others does midway, whichever this is. */
  private Runnable meanwhile = () -> {};

  private int refused;

  /** Calls again where it is asked for help, and lets the caller go on. */
  private final Executor executor =
      task -> {
        meanwhile.run();
        task.run();
        meanwhile.run();
      };

  /** A call that is refused, which the code that makes it gets over. */
  private void refuse(Runnable call, String callee) {
    meanwhile =
        () -> {
          assertThatIllegalStateException()
              .isThrownBy(call::run)
              .withMessage(callee + " was called again before it returned");
          refused++;
        };
  }

  /** Whether calls were refused since the last time; from now on none is made. */
  private void assertRefused() {
    meanwhile = () -> {};
    assertThat(refused).isPositive();
    refused = 0;
  }

  @Test
  void aParallelVerifierFindsTheDamageThatItWasGiven() {
    ChecksumData sums = CRC32C.compute(ChunkBuffer.wrap(LARGE));
    byte[] content = LARGE.clone();
    content[5_000_000] ^= 1;
    ChunkBuffer damaged = ChunkBuffer.wrap(content);
    ParallelVerifier verifier = CRC32C.newParallelVerifier(executor, 3);
    VerifyResult found = verifier.verify(damaged, sums);
    assertThat(found.mismatches()).extracting(Mismatch::window).containsExactly(1220L);
    String expected = found.toString();

    refuse(() -> verifier.verify(SMALL, SMALL_SUMS), "the verifier");
    assertThat(verifier.verify(damaged, sums)).hasToString(expected);
    assertRefused();
    meanwhile = () -> verifier.verify(SMALL, SMALL_SUMS);
    assertThatThrownBy(() -> verifier.verify(damaged, sums)).hasMessageContaining("called again");
    meanwhile = () -> {};
    assertThat(verifier.verify(damaged, sums)).hasToString(expected);
    assertThat(verifier.verify(SMALL, SMALL_SUMS).ok()).isTrue();
  }

  @Test
  void aParallelCalculatorReturnsTheChecksumsOfItsChunk() {
    ChunkBuffer chunk = ChunkBuffer.wrap(LARGE);
    ChecksumData expected = CRC32C.compute(chunk);
    ParallelCalculator calculator = CRC32C.newParallelCalculator(executor, 3);
    refuse(() -> calculator.compute(SMALL), "the calculator");
    assertThat(calculator.compute(chunk)).isEqualTo(expected);
    assertRefused();
    meanwhile = () -> calculator.compute(SMALL);
    assertThatThrownBy(() -> calculator.compute(chunk)).hasMessageContaining("called again");
    meanwhile = () -> {};
    assertThat(calculator.compute(chunk)).isEqualTo(expected);
  }

  /** The workers would no longer each be one thread with objects of its own. */
  @Test
  void rangesAreNotDividedWhileOthersAre() {
    ParallelRanges ranges =
        new ParallelRanges(ChecksumAlgorithms.of(ChecksumType.CRC32C), WINDOW, executor, 3);
    long[] done = {0};
    refuse(() -> ranges.run(1, (worker, offset, length) -> done[0] = -1), "ParallelRanges");
    ranges.run(
        LARGE.length,
        (worker, offset, length) -> {
          meanwhile.run();
          done[0] += length;
        });
    assertThat(done).containsExactly(LARGE.length);
    assertRefused();
    ranges.run(1, (worker, offset, length) -> done[0] = -1);
    assertThat(done).containsExactly(-1);
  }

  /** Calls again before it returns an element. */
  private <T> List<T> calling(List<T> list) {
    return new AbstractList<>() {
      @Override
      public T get(int index) {
        meanwhile.run();
        return list.get(index);
      }

      @Override
      public int size() {
        return list.size();
      }
    };
  }

  private static List<ChunkBuffer> someChunks() {
    return Stream.of(10_000, 1, 3 * WINDOW, 9_000)
        .map(length -> ChunkBuffer.wrap(TestBytes.random(length, length)))
        .toList();
  }

  private static List<String> texts(List<VerifyResult> results) {
    return results.stream().map(VerifyResult::toString).toList();
  }

  @Test
  void aBatchVerifierFindsTheDamageThatItWasGiven() {
    List<ChunkBuffer> chunks = someChunks();
    List<ChunkInfo> records = new ArrayList<>();
    for (ChunkBuffer chunk : chunks) {
      records.add(new ChunkInfo("chunk", 0, chunk.length(), CRC32C.compute(chunk)));
    }
    records.set(2, new ChunkInfo("bad", 0, 3 * WINDOW, CRC32C.compute(wrongChunk())));
    List<ChecksumData> sums = records.stream().map(ChunkInfo::checksums).toList();
    BatchVerifier verifier = new BatchVerifier(ChecksumAlgorithms.of(ChecksumType.CRC32C), WINDOW);
    List<VerifyResult> found = verifier.verify(chunks, sums);
    assertThat(found)
        .extracting(VerifyResult::mismatchCount, VerifyResult::ok)
        .containsExactly(tuple(0L, true), tuple(0L, true), tuple(3L, false), tuple(0L, true));
    List<String> expected = texts(found);
    List<String> recorded = texts(verifier.verifyRecorded(chunks, records));
    assertThat(recorded.get(2)).contains("bad");

    for (int length = 0; length <= 2; length++) {
      List<ChunkBuffer> fewer = chunks.subList(0, length);
      List<ChecksumData> theirs = sums.subList(0, length);
      refuse(() -> verifier.verify(fewer, theirs), "the verifier");
      assertThat(texts(verifier.verify(calling(chunks), sums))).isEqualTo(expected);
      assertThat(texts(verifier.verify(chunks, calling(sums)))).isEqualTo(expected);
      assertThat(texts(verifier.verifyRecorded(chunks, calling(records)))).isEqualTo(recorded);
      assertRefused();
      meanwhile = () -> verifier.verify(fewer, theirs);
      assertThatThrownBy(() -> verifier.verify(calling(chunks), sums))
          .hasMessageContaining("called again");
      assertThat(texts(verifier.verify(chunks, sums))).isEqualTo(expected);
    }
  }

  private static ChunkBuffer wrongChunk() {
    return ChunkBuffer.wrap(new byte[3 * WINDOW]);
  }

  @Test
  void aCalculatorReturnsTheChecksumsOfItsChunks() {
    List<ChunkBuffer> chunks = someChunks();
    List<ChecksumData> expected = chunks.stream().map(CRC32C::compute).toList();
    ChecksumCalculator calculator = CRC32C.newCalculator();
    List<Runnable> nested =
        List.of(() -> calculator.compute(SMALL), () -> calculator.compute(List.of(SMALL)));
    for (Runnable call : nested) {
      List<ChunkBuffer> list = calling(chunks);
      // Before and after it computes, the list is only asked for lengths, and may call it.
      meanwhile =
          () -> {
            try {
              call.run();
            } catch (IllegalStateException e) {
              assertThat(e).hasMessage("the calculator was called again before it returned");
              refused++;
            }
          };
      assertThat(calculator.compute(list)).isEqualTo(expected);
      assertRefused();
      assertThat(calculator.compute(chunks)).isEqualTo(expected);
    }
  }

  @Test
  void aDiagnosticianFindsWhatHappenedToTheWindowThatItWasGiven() {
    byte[] content = TestBytes.random(44, 20 * WINDOW);
    ChecksumData crc32 =
        ChunkChecksum.of(ChecksumType.CRC32, WINDOW).compute(ChunkBuffer.wrap(content));
    ChecksumData stored = ChecksumData.of(ChecksumType.CRC32C, WINDOW, crc32.toByteArray());
    List<Mismatch> mismatches = CRC32C.verify(ChunkBuffer.wrap(content), stored).mismatches();
    DataReader reader =
        (offset, target, at, length) -> {
          System.arraycopy(content, (int) offset, target, at, length);
          Runnable call = meanwhile;
          meanwhile = () -> {}; // A nested diagnosis reads as well.
          try {
            call.run();
          } finally {
            meanwhile = call;
          }
        };
    Diagnostician diagnostician = new Diagnostician(stored, 0, content.length, reader);
    refuse(() -> diagnostician.diagnose(mismatches.get(19)), "the diagnostician");
    for (Mismatch mismatch : mismatches) {
      Diagnosis diagnosis = diagnostician.diagnose(mismatch);
      assertThat(diagnosis).hasToString("the stored checksum is a CRC32");
    }
    assertRefused();
    meanwhile = () -> diagnostician.diagnose(mismatches.get(19));
    assertThatThrownBy(() -> diagnostician.diagnose(mismatches.get(0)))
        .hasMessageContaining("called again");
    meanwhile = () -> {};
    assertThat(diagnostician.diagnose(mismatches.get(0)))
        .hasToString("the stored checksum is a CRC32");
  }
}
