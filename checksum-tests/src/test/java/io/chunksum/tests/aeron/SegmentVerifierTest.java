// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.format.aeron.BadFrame;
import io.chunksum.format.aeron.FrameOutcome;
import io.chunksum.format.aeron.RecordingDescriptor;
import io.chunksum.format.aeron.SegmentResult;
import io.chunksum.format.aeron.SegmentVerifier;
import io.chunksum.tests.TestBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Segment files that are whole, damaged, and cut. */
class SegmentVerifierTest extends SegmentTestBase {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);

  @Test
  void aWholeSegmentIsGoodWhateverIsKnown() throws IOException {
    SegmentResult good =
        new SegmentResult(SEGMENT, SEGMENT, START, end, starts.size(), 0, List.of(), null);
    assertThat(verify()).isEqualTo(good);
    assertThat(verify(recording())).isEqualTo(good);
    assertThat(verify(recording(0, -1)).badFrames())
        .as("frames should begin at 0")
        .extracting(BadFrame::offset, BadFrame::length)
        .containsExactly(tuple(0L, (long) START));
    assertThat(verify(recording(BASE + START, -1))).as("still recorded").isEqualTo(good);
    assertThat(verify(recording(BASE + SEGMENT, -1))).as("detached").isEqualTo(good);
    assertThat(good.ok()).isTrue();
  }

  @Test
  void aFlippedBitIsFoundInItsFrameAndTheNextFramesAreVerified() throws IOException {
    for (int frame : new int[] {0, 1, 20, starts.size() - 1}) {
      int at = starts.get(frame) + 32;
      content[at] ^= 4;
      BadFrame bad = onlyBad();
      assertThat(bad.outcome()).isEqualTo(FrameOutcome.MISMATCH);
      assertThat(bad.offset()).isEqualTo(starts.get(frame).longValue());
      assertThat(bad.index()).isEqualTo(frame);
      assertThat(bad.length()).isEqualTo(bad.frameLength()).isGreaterThanOrEqualTo(32);
      assertThat(verify().dataFrames()).isEqualTo(starts.size());
      content[at] ^= 4;
    }
  }

  @Test
  void bitsOfPaddingFramesAfterTheirHeaderDoNotCount() throws IOException {
    content[TERM - 1] ^= 1;
    assertThat(verify().ok()).isTrue();
    assertThat(verify(recording()).ok()).isTrue();
  }

  @Test
  void framesAfterTheStopPositionAreNotPartOfTheRecording() throws IOException {
    int stop = starts.get(10);
    SegmentResult result = verify(recording(BASE + START, BASE + stop));
    assertThat(result.dataFrames()).isEqualTo(10);
    assertThat(result.end()).isEqualTo(stop);
    assertThat(result.badCount()).isEqualTo(1);
    assertThat(result.badFrames().get(0).offset()).isEqualTo(stop);
    assertThat(result.badFrames().get(0).end()).isEqualTo(end);
    // A frame that extends beyond it is not, either.
    SegmentResult crossed = verify(recording(BASE + START, BASE + stop + 32));
    assertThat(crossed.dataFrames()).isEqualTo(10);
    assertThat(crossed.badFrames().get(0).offset()).isEqualTo(stop);
    assertThat(crossed.badFrames().get(0).end()).isEqualTo(stop + 32);
    // Nor is it found after a place without a frame.
    putInt(starts.get(9), 0);
    SegmentResult stretch = verify(recording(BASE + START, BASE + stop + 32));
    assertThat(stretch.badFrames())
        .extracting(BadFrame::offset, BadFrame::end)
        .containsExactly(
            tuple(starts.get(9).longValue(), stop + 32L), tuple(stop + 32L, (long) end));
  }

  @Test
  void aBitAfterTheEndIsFound() throws IOException {
    content[SEGMENT - 7] = 1;
    BadFrame bad = onlyBad();
    assertThat(bad.end()).isEqualTo(SEGMENT);
  }

  @Test
  void whateverFollowsTheSegmentIsOneBadStretch() throws IOException {
    byte[] whole = content;
    for (int surplus : new int[] {1, 64, SEGMENT}) {
      content = Arrays.copyOf(whole, SEGMENT + surplus);
      assertThat(verify().ok()).as("what is not known").isTrue();
      for (long stop : new long[] {BASE + end, -1}) {
        SegmentResult known = verify(recording(BASE + START, stop));
        assertThat(known.expectedLength()).isEqualTo(SEGMENT);
        assertThat(known.dataFrames()).isEqualTo(starts.size());
        assertThat(known.badCount()).isEqualTo(1);
        assertThat(known.badFrames().get(0).outcome()).isEqualTo(FrameOutcome.MALFORMED);
        assertThat(known.badFrames().get(0).offset()).isEqualTo(SEGMENT);
        assertThat(known.badFrames().get(0).length()).isEqualTo(surplus);
      }
    }
    // Frames of the next segment do not belong to this one.
    byte[] next = new FrameWriter(SEGMENT, 7, TERM, BASE + SEGMENT).data(new byte[9]).all();
    System.arraycopy(next, 0, content, SEGMENT, SEGMENT);
    SegmentResult known = verify(recording(BASE + START, -1));
    assertThat(known.dataFrames()).isEqualTo(starts.size());
    assertThat(known.badFrames())
        .extracting(BadFrame::offset, BadFrame::end)
        .containsExactly(tuple((long) SEGMENT, 2L * SEGMENT));
  }

  @Test
  void aFileThatIsCutIsReportedFromTheFrameOn() throws IOException {
    int start = starts.get(30);
    for (int length : new int[] {start, start + 1, start + 31, start + 32, start + 33}) {
      byte[] whole = content;
      content = Arrays.copyOf(content, length);
      SegmentResult known = verify(recording());
      assertThat(known.length()).isEqualTo(length);
      assertThat(known.expectedLength()).isEqualTo(SEGMENT);
      assertThat(known.dataFrames()).isEqualTo(30);
      assertThat(known.badCount()).isEqualTo(1);
      assertThat(known.badFrames().get(0).offset()).isEqualTo(start);
      assertThat(known.badFrames().get(0).end()).isEqualTo(end);
      SegmentResult unknown = verify();
      assertThat(unknown.badCount()).as("%d", length).isEqualTo(length == start ? 0 : 1);
      assertThat(unknown.end()).isEqualTo(start);
      content = whole;
    }
  }

  @Test
  void theBadFramesOfAResultCannotBeChanged() throws IOException {
    putInt(starts.get(4), 0);
    assertThat(verify().badFrames()).hasSize(1).isUnmodifiable();
  }

  /** Whatever other header was read before it. */
  @Test
  void whatTheFileDoesNotHaveOfAHeaderIsZero() throws IOException {
    putInt(starts.get(9), 0);
    assertCutHeaderIsZero(starts.get(30), 2);
  }

  /** The second of the bad frames is searched in what is left of the file, less than 64 KiB. */
  @Test
  void whatTheFileDoesNotHaveOfAHeaderIsZeroWhateverWasReadBefore() throws IOException {
    putInt(starts.get(0), 0);
    int second = starts.get(starts.size() - 3);
    putInt(second, 0);
    assertThat(second).isGreaterThan(START + 32 + (64 << 10));
    assertCutHeaderIsZero(starts.get(starts.size() - 1), 3);
  }

  private void assertCutHeaderIsZero(int start, int count) throws IOException {
    content = Arrays.copyOf(content, start + 8);
    assertThat(verify(recording()).badFrames())
        .extracting(BadFrame::offset, BadFrame::termOffset, BadFrame::termId, BadFrame::recorded)
        .hasSize(count)
        .endsWith(tuple((long) start, 0, 0, 0));
  }

  @Test
  void manyBadFramesAreCountedAndTheFirstKept() throws IOException {
    FrameWriter writer = new FrameWriter(SEGMENT, 7, SEGMENT, 0);
    int count = 0;
    for (; writer.size() < SEGMENT; count++) {
      writer.data(new byte[] {(byte) count});
    }
    content = writer.all();
    for (int at = 32; at < SEGMENT; at += 64) {
      content[at]++;
    }
    SegmentResult result = verify();
    assertThat(result.badCount()).isEqualTo(count).isGreaterThan(SegmentVerifier.MAX_KEPT);
    assertThat(result.badFrames()).hasSize(SegmentVerifier.MAX_KEPT);
    assertThat(result.badFrames().get(999).index()).isEqualTo(999);
  }

  /** Frames that straddle the ends of read buffers, and padding longer than one. */
  @Test
  void longSegmentsAreReadInParts() throws IOException {
    // What is known of one recording is not taken for another, whose frames are longer.
    assertThat(verify(recording()).ok()).isTrue();
    int length = 8 << 20;
    FrameWriter writer = new FrameWriter(length, 0, length, 0);
    int count = 0;
    for (; writer.size() < 3 << 20; count++) {
      writer.data(TestBytes.random(count, 4000));
    }
    writer.padding((2 << 20) + 96);
    int late = writer.size();
    writer.data(new byte[1000]);
    content = writer.all();
    assertThat(verify())
        .isEqualTo(
            new SegmentResult(length, length, 0, writer.size(), count + 1, 0, List.of(), null));
    content[late + 33] = 9;
    content[(1 << 20) + 1] ^= 9;
    assertThat(verify().badFrames())
        .extracting(BadFrame::index)
        .containsExactly((long) ((1 << 20) / 4032), (long) count);
  }

  /** What is read first, 4096 bytes, ends inside of the second frame. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLastFrameMayEndWithTheSegment(boolean padded) throws IOException {
    FrameWriter writer = new FrameWriter(TERM, 7, TERM, 0).data(new byte[4000]);
    content = (padded ? writer.padding(4032) : writer.data(new byte[4000])).written();
    assertThat(verify())
        .isEqualTo(new SegmentResult(8064, 8064, 0, 8064, padded ? 1 : 2, 0, List.of(), null));
  }

  @Test
  void theFirstSegmentBeginsAtPosition0() throws IOException {
    content = new FrameWriter(SEGMENT, 7, TERM, 0).data(new byte[100]).all();
    Files.write(file, content);
    assertThat(verifier.verify(file, 0, recording(0, 160)))
        .isEqualTo(new SegmentResult(SEGMENT, SEGMENT, 0, 160, 1, 0, List.of(), null));
  }

  @Test
  void whatHasNoFrameIsMalformed() throws IOException {
    for (byte[] bytes :
        List.of(
            new byte[0],
            new byte[5],
            TestBytes.random(1, 20),
            new byte[SEGMENT],
            TestBytes.random(1, 100_000))) {
      content = bytes;
      assertThatThrownBy(this::verify)
          .isInstanceOf(MalformedChecksumDataException.class)
          .hasMessageStartingWith("there is no frame of a recording");
      assertThatThrownBy(() -> verify(recording()))
          .isInstanceOf(MalformedChecksumDataException.class);
    }
  }

  /** An archive makes the next file once one is full, and the first one before there is a frame. */
  @Test
  void whereARecordingHasNoFramesItsSegmentMustBeZero() throws IOException {
    for (RecordingDescriptor none :
        List.of(recording(0, BASE), recording(BASE + START, BASE + START))) {
      content = new byte[SEGMENT];
      int at = (int) (none.stopPosition().orElseThrow() - BASE);
      assertThat(verify(none))
          .isEqualTo(new SegmentResult(SEGMENT, SEGMENT, at, at, 0, 0, List.of(), null));
      content = new byte[SEGMENT + 64];
      assertThat(verify(none).badFrames())
          .extracting(BadFrame::offset)
          .containsExactly(SEGMENT + 0L);
      assertThatThrownBy(() -> verify(recording(BASE + START, -1)))
          .isInstanceOf(MalformedChecksumDataException.class);
      content[SEGMENT - 1] = 1;
      assertThatThrownBy(() -> verify(none)).isInstanceOf(MalformedChecksumDataException.class);
    }
  }

  /** It is full of frames: that there are none would not be true. */
  @Test
  void aSegmentWhoseNameIsThatOfAnotherIsToldFromOneWithoutFrames() throws IOException {
    verify(); // Writes the file.
    assertThatThrownBy(() -> verifier.verify(file, BASE + SEGMENT, recording(BASE + START, -1)))
        .isInstanceOf(MalformedChecksumDataException.class)
        .hasMessageStartingWith(
            "there is no frame that recording 3 can have from position " + (BASE + SEGMENT));
  }

  /** Whatever is done to a file, verifying ends and finds what is wrong. */
  @Test
  void damageOfAnyKindIsFound() throws IOException {
    Random random = new Random(SEED);
    byte[] good = content.clone();
    for (int i = 0; i < 300; i++) {
      content = good.clone();
      int at = START + random.nextInt(end - START);
      int length = Math.min(1 + random.nextInt(3000), end - at);
      byte[] junk = new byte[length];
      if (random.nextBoolean()) {
        random.nextBytes(junk);
      }
      System.arraycopy(junk, 0, content, at, length);
      int changed = firstCovered(good);
      boolean counts = changed >= 0 && !isUncovered(changed, at + length);
      SegmentResult result = verify(recording());
      if (counts) {
        assertThat(result.ok()).as("seed %d, round %d, at %d", SEED, i, at).isFalse();
        assertThat(result.badFrames().get(0).offset()).isLessThanOrEqualTo(changed);
        assertThat(result.badFrames().get(0).end()).isGreaterThan(changed);
      }
    }
  }

  /** The first changed byte, leaving out those of the padding frame. */
  private int firstCovered(byte[] good) {
    int changed = Arrays.mismatch(good, content);
    if (changed >= padding && changed < TERM) {
      int after = Arrays.mismatch(good, TERM, SEGMENT, content, TERM, SEGMENT);
      return after < 0 ? after : TERM + after;
    }
    return changed;
  }

  /** Whether a whole range lies in one header, not all of which is checked. */
  private boolean isUncovered(int from, int to) {
    return starts.stream().anyMatch(start -> from >= start && to <= start + 32);
  }

  @Test
  void argumentsAreChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SegmentVerifier(ChecksumType.CRC64NVME));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> verifier.verify(file, 32, recording()))
        .withMessage("no segment of recording 3 begins at 32");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> verifier.verify(file, -SEGMENT, recording()));
  }
}
