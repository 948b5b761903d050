// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.format.aeron.BadFrame;
import io.chunksum.format.aeron.FrameOutcome;
import io.chunksum.format.aeron.FrameVerifier;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Chunks;
import io.chunksum.tests.FreedMemory;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import io.chunksum.tests.WatchedBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches of frames, whole and damaged, in all kinds of memory. */
class FrameVerifierTest {

  private static final int TERM = 64 * 1024;

  /** Lengths of the payloads; the one of -1 is a padding frame of 96 bytes. */
  private static final int[] PAYLOADS = {0, 1, 31, 32, 33, 100, -1, 1408, 5000};

  private final FrameVerifier verifier = new FrameVerifier(ChecksumType.CRC32C);
  private final List<Integer> starts = new ArrayList<>();
  private final byte[] batch = batch();

  private byte[] batch() {
    FrameWriter writer = new FrameWriter(TERM, -5, TERM, 3 * TERM);
    for (int length : PAYLOADS) {
      starts.add(writer.size());
      if (length < 0) {
        writer.padding(96);
      } else {
        writer.data(TestBytes.random(length, length));
      }
    }
    return writer.written();
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void goodFramesOfAnyKindOfMemoryAreGood(BufferKind kind) {
    ByteBuffer buffer = kind.of(batch);
    ByteBuffer before = buffer.duplicate();
    assertThat(verifier.verify(buffer)).isEqualTo(buffer.limit());
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.GOOD);
    assertThat(verifier.dataFrames()).isEqualTo(PAYLOADS.length - 1);
    assertThat(buffer).isEqualTo(before);
    assertThat(buffer.position()).isEqualTo(before.position());
    assertThat(buffer.limit()).isEqualTo(before.limit());
    long covered = batch.length - 32L * PAYLOADS.length - 64;
    assertThat(verifier.bytesCopied().total())
        .isEqualTo(kind == BufferKind.READ_ONLY_HEAP ? covered : 0);
    assertThatIllegalStateException().isThrownBy(verifier::badFrame);
  }

  @Test
  void aBatchIsNotMovedEvenForAMoment() throws Exception {
    WatchedBuffer.assertStays(
        batch,
        buffer -> {
          // A new one: it keeps what it made of the last buffer.
          FrameVerifier fresh = new FrameVerifier(ChecksumType.CRC32C);
          return fresh.verify(buffer) == buffer.limit();
        });
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void framesMayLieInPiecesOfAnyLength(BufferKind kind) {
    for (int pieceBytes = 1; pieceBytes < 80; pieceBytes++) {
      ChunkBuffer chunk = Chunks.of(kind, batch, pieceBytes);
      assertThat(verifier.verify(chunk)).as("%d", pieceBytes).isEqualTo(batch.length);
      assertThat(verifier.outcome()).isEqualTo(FrameOutcome.GOOD);
      assertThat(verifier.dataFrames()).isEqualTo(PAYLOADS.length - 1);
    }
  }

  @Test
  void aFlippedBitInAnyByteAfterAHeaderIsFoundInItsFrame() {
    for (int frame = 0; frame < PAYLOADS.length; frame++) {
      int start = starts.get(frame);
      int end = frame + 1 < PAYLOADS.length ? starts.get(frame + 1) : batch.length;
      for (int at = start + 32; at < end; at++) {
        batch[at] ^= (byte) (1 << at % 8);
        int goodEnd = verifier.verify(ByteBuffer.wrap(batch));
        boolean padding = PAYLOADS[frame] < 0;
        assertThat(goodEnd).as("byte %d", at).isEqualTo(padding ? batch.length : start);
        assertThat(verifier.outcome())
            .as("byte %d", at)
            .isEqualTo(padding ? FrameOutcome.GOOD : FrameOutcome.MISMATCH);
        batch[at] ^= (byte) (1 << at % 8);
      }
    }
  }

  /** As that of no bytes is. */
  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void aRecordedChecksumOfZeroIsNoneOfOtherBytes(BufferKind kind) {
    int start = starts.get(3);
    ByteBuffer.wrap(batch).putInt(start + 12, 0);
    ByteBuffer buffer = kind.of(batch);
    assertThat(verifier.verify(buffer)).isEqualTo(buffer.position() + start);
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.MISMATCH);
  }

  /** The length of a term is not known, so the term may end at any power of two. */
  @Test
  void aTermEndsOnlyAtAPowerOfTwo() {
    for (int last : new int[] {TERM - 32, TERM, TERM + 32, 2 * TERM - 32, 2 * TERM, 3 * TERM}) {
      FrameWriter term =
          new FrameWriter(last, 5, 4 * TERM, 0).padding(last - 64).data(new byte[32]);
      byte[] next = new FrameWriter(64, 6, 4 * TERM, 0).data(new byte[32]).written();
      ByteBuffer both = ByteBuffer.allocate(last + 64).put(term.written()).put(next).flip();
      boolean whole = last == TERM || last == 2 * TERM;
      assertThat(verifier.verify(both)).as("%d", last).isEqualTo(whole ? last + 64 : last);
      assertThat(verifier.outcome()).isEqualTo(whole ? FrameOutcome.GOOD : FrameOutcome.MALFORMED);
    }
  }

  @Test
  void aBadFrameSaysAllOfItselfAndTheOthersFollow() {
    ByteBuffer direct = BufferKind.DIRECT_POSITION.of(batch);
    int base = direct.position();
    for (int frame : new int[] {2, 5, 8}) {
      int at = base + starts.get(frame) + 40;
      direct.put(at, (byte) ~direct.get(at));
    }
    List<Long> found = new ArrayList<>();
    int at = verifier.verify(direct);
    long good = verifier.dataFrames();
    while (verifier.outcome() == FrameOutcome.MISMATCH) {
      BadFrame bad = verifier.badFrame();
      assertThat(bad.offset()).isEqualTo(at);
      found.add(bad.offset() - base);
      at = verifier.verify(direct, (int) bad.end());
      good += verifier.dataFrames();
    }
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.GOOD);
    assertThat(at).isEqualTo(direct.limit());
    assertThat(found)
        .containsExactly((long) starts.get(2), (long) starts.get(5), (long) starts.get(8));
    assertThat(good).isEqualTo(PAYLOADS.length - 1 - 3);
  }

  @Test
  void aMismatchReportsHeaderAndChecksums() {
    int start = starts.get(5);
    ByteBuffer buffer = ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
    int right = buffer.getInt(start + 12);
    buffer.putInt(start + 12, right ^ 0x10);
    verifier.verify(buffer);
    BadFrame bad = verifier.badFrame();
    assertThat(bad)
        .isEqualTo(
            new BadFrame(
                5, FrameOutcome.MISMATCH, start, 132, 132, -2, start, right ^ 0x10, right));
    assertThat(bad.end()).isEqualTo(starts.get(6).longValue());
    assertThat(bad)
        .hasToString(
            "frame at %d (frame length 132, term -2, term offset %d): recorded %08x, computed %08x"
                .formatted(start, start, right ^ 0x10, right));
  }

  @Test
  void aFrameThatIsCutAnywhereIsIncompleteAndTheRestOfTheBatchGood() {
    int last = starts.get(PAYLOADS.length - 1);
    for (int length = last + 1; length < batch.length; length += 7) {
      assertThat(verifier.verify(ByteBuffer.wrap(batch, 0, length))).isEqualTo(last);
      assertThat(verifier.outcome()).as("%d", length).isEqualTo(FrameOutcome.INCOMPLETE);
      assertThatIllegalStateException().isThrownBy(verifier::badFrame);
    }
    // What was taken of it is forgotten.
    assertThat(verifier.verify(ByteBuffer.wrap(batch))).isEqualTo(batch.length);
    assertThat(verifier.verify(ByteBuffer.wrap(batch, 0, last))).isEqualTo(last);
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.GOOD);
    assertThat(verifier.verify(ByteBuffer.allocate(0))).isZero();
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.GOOD);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 31, -1, Integer.MIN_VALUE, 65_505, Integer.MAX_VALUE})
  void aLengthThatNoFrameHasIsMalformed(int frameLength) {
    int start = starts.get(3);
    ByteBuffer buffer = ByteBuffer.wrap(batch).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(start, frameLength);
    assertThat(verifier.verify(buffer)).isEqualTo(start);
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.MALFORMED);
    BadFrame bad = verifier.badFrame();
    assertThat(bad.frameLength()).isEqualTo(frameLength);
    assertThat(bad.offset()).isEqualTo(start);
    assertThat(bad.end()).isEqualTo(batch.length);
    assertThat(bad.index()).isEqualTo(3);
    assertThat(bad)
        .hasToString(
            "no frame at %d, %d bytes (read as one: frame length %d, term -2,"
                    .formatted(start, batch.length - start, frameLength)
                + " term offset "
                + start
                + ")");
  }

  /** Offset in the header, and what is added to the byte. */
  @ParameterizedTest
  @CsvSource({"4,1", "6,1", "7,1", "8,1", "8,32", "11,64", "11,128", "16,1", "20,1", "23,128"})
  void aHeaderThatCannotFollowIsMalformed(int offset, int added) {
    for (int frame : new int[] {3, 6}) {
      int at = starts.get(frame) + offset;
      byte right = batch[at];
      // A padding frame of type 1 would be one with data.
      batch[at] += (byte) (frame == 6 && offset == 6 ? 2 : added);
      assertThat(verifier.verify(ByteBuffer.wrap(batch))).isEqualTo(starts.get(frame));
      assertThat(verifier.outcome()).isEqualTo(FrameOutcome.MALFORMED);
      batch[at] = right;
    }
  }

  /** Of the first frame, only what holds for all frames is known. */
  @ParameterizedTest
  @ValueSource(ints = {8, 31, -32, (1 << 30) - 32, Integer.MIN_VALUE, 1 << 30})
  void thePlaceOfTheFirstFrameHasToBeOneInATerm(int termOffset) {
    byte[] frame = new FrameWriter(TERM, 0, TERM, 0).data(new byte[32]).written();
    ByteBuffer header = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(8, termOffset);
    assertThat(verifier.verify(header)).isZero();
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.MALFORMED);
    header.putInt(8, (1 << 30) - 64);
    assertThat(verifier.verify(header)).isEqualTo(64);
  }

  @Test
  void whatWasTakenOfAFrameInPiecesIsForgotten() {
    ChunkBuffer whole =
        ChunkBuffer.wrap(Parts.ofLength(batch, 50).stream().map(ByteBuffer::wrap).toList());
    int last = starts.get(PAYLOADS.length - 1);
    for (int length : new int[] {last + 5, last + 32, last + 100}) {
      assertThat(verifier.verify(whole.slice(0, length))).isEqualTo(last);
      assertThat(verifier.outcome()).isEqualTo(FrameOutcome.INCOMPLETE);
      assertThat(verifier.verify(whole)).isEqualTo(batch.length);
      assertThat(verifier.outcome()).isEqualTo(FrameOutcome.GOOD);
    }
  }

  @Test
  void termsFollowOneAnother() {
    FrameWriter writer = new FrameWriter(2 * TERM, 9, TERM, 0).data(new byte[33]);
    writer.padding(TERM - writer.size());
    int boundary = writer.size();
    byte[] twoTerms = writer.data(new byte[100]).written();
    assertThat(verifier.verify(ByteBuffer.wrap(twoTerms))).isEqualTo(twoTerms.length);
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.GOOD);
    // The term after the next does not follow, and none begins where the last is not full.
    twoTerms[boundary + 20]++;
    assertThat(verifier.verify(ByteBuffer.wrap(twoTerms))).isEqualTo(boundary);
    FrameWriter early =
        new FrameWriter(TERM, 9, 4096, 0).data(new byte[4096 - 32]).data(new byte[1]);
    assertThat(verifier.verify(ByteBuffer.wrap(early.written()))).isEqualTo(4096);
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.MALFORMED);
  }

  @Test
  void theLongestFramesAreKnown() {
    FrameWriter longest = new FrameWriter(1 << 18, 0, 1 << 20, 0).data(new byte[65_504 - 32]);
    byte[] whole = longest.written();
    assertThat(verifier.verify(ByteBuffer.wrap(whole))).isEqualTo(65_504);
    // A padding frame may be as long as a term, of which the batch has the beginning.
    byte[] padding = new FrameWriter(64, 0, 1 << 30, 0).padding(32).written();
    ByteBuffer.wrap(padding).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 1 << 30);
    assertThat(verifier.verify(ByteBuffer.wrap(padding))).isZero();
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.INCOMPLETE);
    assertThat(verifier.resumeAt()).isEqualTo(1 << 30);
  }

  @Test
  void aBatchOfOnlyPaddingIsResumedAfterIt() {
    assertThat(verifier.resumeAt()).isZero();
    int paddingAt = starts.get(6);
    int last = starts.get(PAYLOADS.length - 1);
    for (int from : new int[] {0, starts.get(5), paddingAt, last}) {
      for (int length = from; length <= batch.length; length++) {
        int end = verifier.verify(ByteBuffer.wrap(batch, 0, length), from);
        boolean onlyPadding = from == paddingAt && end == from && length >= from + 32;
        assertThat(verifier.resumeAt())
            .as("%d to %d", from, length)
            .isEqualTo(onlyPadding ? paddingAt + 96 : end);
      }
    }
    batch[last + 40]++;
    assertThat(verifier.verify(ByteBuffer.wrap(batch), starts.get(3))).isEqualTo(last);
    assertThat(verifier.resumeAt()).isEqualTo(last);
    batch[last] = 31;
    batch[last + 1] = 0;
    verifier.verify(ByteBuffer.wrap(batch));
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.MALFORMED);
    assertThat(verifier.resumeAt()).isEqualTo(last);
  }

  @Test
  void theSameBufferMayHoldAnotherBatchAndAnotherBufferTheSame() {
    ByteBuffer reused = ByteBuffer.allocate(TERM);
    reused.put(batch).flip();
    assertThat(verifier.verify(reused)).isEqualTo(batch.length);
    byte[] other = new FrameWriter(TERM, 0, TERM, 0).data(new byte[77]).written();
    reused.clear().position(32).put(other).flip().position(32);
    assertThat(verifier.verify(reused)).isEqualTo(32 + other.length);
    assertThat(verifier.verify(reused.clear().put(batch).flip())).isEqualTo(batch.length);
    ByteBuffer growing = ByteBuffer.wrap(batch).limit(32);
    assertThat(verifier.verify(growing)).isEqualTo(32);
    assertThat(verifier.verify(growing.limit(batch.length))).isEqualTo(batch.length);
    assertThat(verifier.verify(ByteBuffer.wrap(batch))).isEqualTo(batch.length);
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.GOOD);
  }

  /** The CRC32C of JDK 22 to 24 does not read it. */
  @Test
  @EnabledForJreRange(min = JRE.JAVA_22)
  void memoryThatThreadsShareIsReadToo() throws Exception {
    FreedMemory memory = FreedMemory.allocateShared(batch.length);
    memory.buffer().put(batch).flip();
    assertThat(verifier.verify(memory.buffer())).isEqualTo(batch.length);
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.GOOD);
    assertThat(verifier.verify(ChunkBuffer.wrap(memory.buffer()))).isEqualTo(batch.length);
    assertThat(verifier.dataFrames()).isEqualTo(PAYLOADS.length - 1);
    memory.free();
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_22)
  void aBatchThatFailsMidwayIsIncomplete() throws Exception {
    FreedMemory memory = FreedMemory.allocate(batch.length);
    ChunkBuffer gone = ChunkBuffer.wrap(memory.buffer());
    ChunkBuffer partlyGone = ChunkBuffer.wrap(List.of(ByteBuffer.wrap(batch), memory.buffer()));
    memory.free();
    for (ChunkBuffer chunk : List.of(gone, partlyGone)) {
      assertThat(verifier.verify(ByteBuffer.wrap(batch))).isEqualTo(batch.length);
      assertThatIllegalStateException().isThrownBy(() -> verifier.verify(chunk));
      assertThat(verifier.outcome()).isEqualTo(FrameOutcome.INCOMPLETE);
      assertThat(verifier.resumeAt()).isEqualTo(chunk.length() - batch.length);
      assertThatIllegalStateException()
          .isThrownBy(verifier::badFrame)
          .withMessageContaining("no bad frame");
    }
    assertThat(verifier.verify(ByteBuffer.wrap(batch))).isEqualTo(batch.length);
    assertThat(verifier.outcome()).isEqualTo(FrameOutcome.GOOD);
  }

  @Test
  void argumentsAreChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> new FrameVerifier(ChecksumType.MD5));
    assertThatIllegalArgumentException().isThrownBy(() -> new FrameVerifier(ChecksumType.NONE));
    ByteBuffer limited = ByteBuffer.wrap(batch, 0, 64);
    assertThatThrownBy(() -> verifier.verify(limited, 65))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> verifier.verify(limited, -1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> verifier.verify(ChunkBuffer.wrap(batch), batch.length + 1L))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** ADLER32 of nothing is 1, CRCs of nothing are 0. */
  @Test
  void aFrameWithoutDataHasTheChecksumOfNothing() {
    FrameWriter frames = new FrameWriter(1 << 16, 7, 1 << 16, 0).data(new byte[0]);
    byte[] batch = frames.data(new byte[0]).written();
    assertThat(verifier.verify(ByteBuffer.wrap(batch))).isEqualTo(64);
    FrameVerifier adler = new FrameVerifier(ChecksumType.ADLER32);
    assertThat(adler.verify(ByteBuffer.wrap(batch))).isZero();
    assertThat(adler.outcome()).isEqualTo(FrameOutcome.MISMATCH);
    batch[12] = 1;
    assertThat(adler.verify(ByteBuffer.wrap(batch))).isEqualTo(32);
    batch[32 + 12] = 1;
    assertThat(adler.verify(ByteBuffer.wrap(batch))).isEqualTo(64);
    assertThat(adler.verify(ByteBuffer.wrap(batch).asReadOnlyBuffer())).isEqualTo(64);
  }
}
