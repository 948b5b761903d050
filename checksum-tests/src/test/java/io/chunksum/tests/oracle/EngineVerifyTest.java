// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.BatchVerifier;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.Verdict;
import io.chunksum.verify.VerifyResult;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whichever engine computes digests, verifying finds the same, one by one and in batches. */
@Tag("vectors")
class EngineVerifyTest {

  private static final int CHUNKS = 100;
  private static final List<BufferKind> KINDS = List.of(BufferKind.values());

  @AfterEach
  void restore() {
    DigestEngine.restore();
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void aFlippedBitIsFoundInItsWindowAndNowhereElse(DigestEngine engine) {
    engine.use();
    RandomChunk.forEach(
        CHUNKS,
        (chunk, random) -> {
          if (chunk.length() == 0) {
            return;
          }
          int window = chunk.bytesPerChecksum();
          byte[] content = chunk.content();
          ChecksumData sums = stored(engine, window, content);
          ChunkVerifier verifier = ChunkChecksum.of(engine.type(), window).newVerifier();
          assertThat(verifier.verify(chunk.chunk(), sums).verdict()).isEqualTo(Verdict.MATCH);

          int bit = random.nextInt(8 * chunk.length());
          content[bit / 8] ^= (byte) (1 << bit % 8);
          BufferKind kind = KINDS.get(random.nextInt(KINDS.size()));
          VerifyResult result = verifier.verify(ChunkBuffer.wrap(kind.of(content)), sums);
          assertThat(result.mismatchCount()).isEqualTo(1);
          Mismatch mismatch = result.mismatches().get(0);
          int bad = bit / 8 / window;
          assertThat(mismatch.window()).isEqualTo(bad);
          assertThat(mismatch.offset()).isEqualTo((long) bad * window);
          assertThat(mismatch.expected()).isEqualTo(sums.checksum(bad));
          assertThat(mismatch.actual()).isEqualTo(stored(engine, window, content).checksum(bad));
        });
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void whatIsCutOffOrSurplusIsFound(DigestEngine engine) {
    engine.use();
    RandomChunk.forEach(
        CHUNKS,
        (chunk, random) -> {
          int window = chunk.bytesPerChecksum();
          byte[] content = chunk.content();
          ChunkInfo record =
              new ChunkInfo("chunk", 0, content.length, stored(engine, window, content));
          ChunkVerifier verifier = ChunkChecksum.of(engine.type(), window).newVerifier();

          int surplus = 1 + random.nextInt(2_000);
          byte[] longer = Arrays.copyOf(content, content.length + surplus);
          VerifyResult tooMuch = verifier.verify(ChunkBuffer.wrap(longer), record);
          assertThat(tooMuch.mismatchCount()).isEqualTo(1);
          assertThat(tooMuch.mismatches().get(0).offset()).isEqualTo(content.length);
          assertThat(tooMuch.mismatches().get(0).length()).isEqualTo(surplus);

          if (content.length > 0) {
            int left = random.nextInt(content.length);
            byte[] shorter = Arrays.copyOf(content, left);
            VerifyResult tooLittle = verifier.verify(ChunkBuffer.wrap(shorter), record);
            assertThat(tooLittle.mismatchCount()).isEqualTo(chunk.windows() - left / window);
            assertThat(tooLittle.mismatches().get(0).window()).isEqualTo(left / window);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void aBatchGivesWhatAVerifierGivesOneByOne(DigestEngine engine) {
    RandomChunk.forEach(
        CHUNKS,
        (chunk, random) -> {
          int window = chunk.bytesPerChecksum();
          List<byte[]> contents = new ArrayList<>();
          chunk.slices(random, contents, new ArrayList<>());
          List<ChunkBuffer> found = new ArrayList<>();
          List<ChecksumData> sums = new ArrayList<>();
          List<ChunkInfo> records = new ArrayList<>();
          for (byte[] content : contents) {
            found.add(damaged(content, random));
            ChecksumData right = stored(engine, window, content);
            sums.add(random.nextInt(3) == 0 ? unfit(right, random) : right);
            records.add(new ChunkInfo("chunk", 0, content.length, right));
          }

          DigestEngine.restore();
          ChunkVerifier one = ChunkChecksum.of(engine.type(), window).newVerifier();
          List<String> expected = new ArrayList<>();
          List<String> expectedOfRecords = new ArrayList<>();
          for (int i = 0; i < found.size(); i++) {
            expected.add(describe(one.verify(found.get(i), sums.get(i))));
            expectedOfRecords.add(describe(one.verify(found.get(i), records.get(i))));
          }

          engine.use();
          BatchVerifier batch = ChunkChecksum.of(engine.type(), window).newBatchVerifier();
          assertThat(batch.verify(found, sums))
              .extracting(EngineVerifyTest::describe)
              .isEqualTo(expected);
          assertThat(batch.verifyRecorded(found, records))
              .extracting(EngineVerifyTest::describe)
              .isEqualTo(expectedOfRecords);
          ChunkVerifier other = ChunkChecksum.of(engine.type(), window).newVerifier();
          for (int i = 0; i < found.size(); i++) {
            assertThat(describe(other.verify(found.get(i), sums.get(i))))
                .isEqualTo(expected.get(i));
          }
        });
  }

  private static ChunkBuffer damaged(byte[] content, Random random) {
    byte[] bytes = content.clone();
    switch (random.nextInt(6)) {
      case 0 -> bytes = Arrays.copyOf(content, random.nextInt(content.length + 1));
      case 1 -> bytes = Arrays.copyOf(content, content.length + 1 + random.nextInt(100));
      case 2, 3 -> {
        for (int i = 0; i < bytes.length; i += 1 + random.nextInt(bytes.length)) {
          bytes[i] ^= 4;
        }
      }
      default -> {}
    }
    BufferKind kind = KINDS.get(random.nextInt(KINDS.size()));
    int cut = random.nextInt(bytes.length + 1);
    return ChunkBuffer.builder()
        .add(bytes, 0, cut)
        .add(kind.of(Arrays.copyOfRange(bytes, cut, bytes.length)))
        .build();
  }

  /** Checksums of another type or window size, too few or too many. */
  private static ChecksumData unfit(ChecksumData right, Random random) {
    byte[] packed = right.toByteArray();
    int window = right.bytesPerChecksum();
    int entry = right.type().checksumLength();
    return switch (random.nextInt(5)) {
      case 0 -> ChecksumData.none(window);
      case 1 -> ChecksumData.of(ChecksumType.CRC32C, window, packed);
      case 2 -> ChecksumData.of(right.type(), window + 1, packed);
      case 3 -> {
        byte[] fewer = Arrays.copyOf(packed, random.nextInt(right.count() + 1) * entry);
        yield ChecksumData.of(right.type(), window, fewer);
      }
      default -> {
        byte[] more = Arrays.copyOf(packed, packed.length + (1 + random.nextInt(3)) * entry);
        yield ChecksumData.of(right.type(), window, more);
      }
    };
  }

  private static ChecksumData stored(DigestEngine engine, int window, byte[] content) {
    return ChecksumData.of(engine.type(), window, engine.expected(content, window));
  }

  private static String describe(VerifyResult result) {
    return result + " " + result.windows() + " " + result.mismatches();
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void aBatchReportsWhatIsWrongInTheOrderOfItsChunks(DigestEngine engine) {
    engine.use();
    byte[] content = TestBytes.random(40_03, 1_050);
    ChecksumData right = stored(engine, 100, content);
    byte[] bad = content.clone();
    bad[1_049] ^= 1;
    byte[] few = Arrays.copyOf(right.toByteArray(), 9 * engine.type().checksumLength());
    byte[] many = Arrays.copyOf(right.toByteArray(), 12 * engine.type().checksumLength());
    ChunkBuffer chunk = ChunkBuffer.wrap(ByteBuffer.wrap(content));
    BatchVerifier verifier = ChunkChecksum.of(engine.type(), 100).newBatchVerifier();
    List<VerifyResult> results =
        verifier.verify(
            List.of(
                chunk,
                ChunkBuffer.wrap(bad),
                chunk,
                chunk,
                chunk,
                chunk,
                ChunkBuffer.wrap(new byte[0]),
                chunk),
            List.of(
                right,
                right,
                ChecksumData.of(ChecksumType.CRC32, 100, new byte[11 * 4]),
                ChecksumData.of(engine.type(), 101, right.toByteArray()),
                ChecksumData.of(engine.type(), 100, few),
                ChecksumData.of(engine.type(), 100, many),
                ChecksumData.of(engine.type(), 100, new byte[0]),
                right));
    assertThat(results)
        .extracting(VerifyResult::verdict)
        .containsExactly(
            Verdict.MATCH,
            Verdict.MISMATCH,
            Verdict.WRONG_TYPE,
            Verdict.WRONG_BYTES_PER_CHECKSUM,
            Verdict.MISMATCH,
            Verdict.MISMATCH,
            Verdict.MATCH,
            Verdict.MATCH);
    assertThat(results.get(0).windows()).isEqualTo(11);
    assertThat(windowsOf(results.get(1))).containsExactly(10L);
    // From there on, there are no checksums.
    assertThat(windowsOf(results.get(4))).containsExactly(9L);
    assertThat(results.get(4).mismatches().get(0).length()).isEqualTo(150);
    // Window 10 is not the last, so it should be full.
    assertThat(windowsOf(results.get(5))).containsExactly(10L, 11L);
    assertThat(results.get(5).mismatches().get(1).actual()).isNull();
  }

  private static List<Long> windowsOf(VerifyResult result) {
    return result.mismatches().stream().map(Mismatch::window).toList();
  }

  @Test
  void aBatchMayBeEmptyAndItsListsMustBeEquallyLong() {
    BatchVerifier verifier = ChunkChecksum.of(ChecksumType.MD5, 10).newBatchVerifier();
    assertThat(verifier.verify(List.of(), List.of())).isEmpty();
    assertThat(verifier.verifyRecorded(List.of(), List.of())).isEmpty();
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[10]);
    ChecksumData sums = ChunkChecksum.of(ChecksumType.MD5, 10).compute(chunk);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> verifier.verify(List.of(chunk, chunk), List.of(sums)))
        .withMessage("chunks: 2, but checksums of 1");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> verifier.verifyRecorded(List.of(), List.of(new ChunkInfo("a", 0, 10, sums))));
    assertThat(verifier.verify(List.of(chunk), List.of(sums)).get(0).ok()).isTrue();
  }

  @Test
  void aBatchOfTypeNoneReadsNothing() {
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[10]);
    BatchVerifier verifier = ChunkChecksum.of(ChecksumType.NONE, 0).newBatchVerifier();
    List<VerifyResult> results =
        verifier.verify(
            List.of(chunk, chunk),
            List.of(ChecksumData.none(0), ChunkChecksum.of(ChecksumType.MD5, 5).compute(chunk)));
    assertThat(results)
        .extracting(VerifyResult::verdict)
        .containsExactly(Verdict.NOT_CHECKED, Verdict.NOT_CHECKED);
    assertThat(verifier.bytesCopied().total()).isZero();
  }

  @Test
  void aBatchOfCrcsReportsTheSame() {
    byte[] content = TestBytes.random(40_04, 1_000);
    byte[] bad = content.clone();
    bad[999] ^= 1;
    ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, 128);
    ChecksumData sums = crc32c.compute(ChunkBuffer.wrap(content));
    List<VerifyResult> results =
        crc32c
            .newBatchVerifier()
            .verify(List.of(ChunkBuffer.wrap(content), ChunkBuffer.wrap(bad)), List.of(sums, sums));
    assertThat(results).extracting(VerifyResult::mismatchCount).containsExactly(0L, 1L);
    assertThat(windowsOf(results.get(1))).containsExactly(7L);
  }
}
