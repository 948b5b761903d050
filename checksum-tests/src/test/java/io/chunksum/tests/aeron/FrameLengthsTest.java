// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.chunksum.format.aeron.BadFrame;
import io.chunksum.format.aeron.FrameOutcome;
import io.chunksum.format.aeron.RecordingDescriptor;
import io.chunksum.format.aeron.SegmentResult;
import io.chunksum.tests.TestBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Frames whose length is not what it was, or cannot be one: what follows is verified all the same.
 */
class FrameLengthsTest extends SegmentTestBase {

  @Test
  void aLengthThatIsNoneCostsThatFrameOnly() throws IOException {
    for (int length : new int[] {0, -1, Integer.MIN_VALUE, 31, 65_505, Integer.MAX_VALUE}) {
      for (int frame : new int[] {1, 20}) {
        int start = starts.get(frame);
        byte[] right = Arrays.copyOfRange(content, start, start + 4);
        putInt(start, length);
        BadFrame bad = onlyBad();
        assertThat(bad.outcome()).isEqualTo(FrameOutcome.MALFORMED);
        assertThat(bad.offset()).isEqualTo(start);
        assertThat(bad.length()).isEqualTo((long) starts.get(frame + 1) - start);
        assertThat(bad.frameLength()).isEqualTo(length);
        System.arraycopy(right, 0, content, start, 4);
      }
    }
  }

  @Test
  void aLengthThatCoversOtherFramesCostsThatFrameOnly() throws IOException {
    for (int frame : new int[] {0, 1, 20}) {
      int start = starts.get(frame);
      int next = starts.get(frame + 1);
      int right = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getInt(start);
      for (int wrong : new int[] {starts.get(frame + 3) + 32 - start, TERM - start - 64}) {
        putInt(start, wrong);
        SegmentResult found = verify();
        assertThat(found.dataFrames()).isEqualTo(starts.size());
        assertThat(found.badFrames())
            .extracting(BadFrame::outcome, BadFrame::offset, BadFrame::length, BadFrame::end)
            .containsExactly(
                tuple(FrameOutcome.MISMATCH, (long) start, (long) next - start, (long) next));
        assertThat(found.badFrames().get(0).frameLength()).isEqualTo(wrong);
      }
      putInt(start, right);
    }
  }

  /** With frames of one length, a wrong length ends where a frame begins. */
  @Test
  void everyFlippedBitOfALengthCostsOneFrame() throws IOException {
    FrameWriter writer = new FrameWriter(SEGMENT, 7, TERM, BASE).skip(START);
    for (int i = 0; i < 100; i++) {
      add(writer, 128 - 32);
    }
    content = writer.all();
    int start = writer.size() - 60 * 128;
    RecordingDescriptor recording = recording(BASE + START, BASE + writer.size());
    for (int bit = 0; bit < Integer.SIZE; bit++) {
      content[start + bit / 8] ^= (byte) (1 << bit % 8);
      assertOneBad(start, verify());
      assertOneBad(start, verify(recording));
      content[start + bit / 8] ^= (byte) (1 << bit % 8);
    }
  }

  private static void assertOneBad(int start, SegmentResult found) {
    assertThat(found.badFrames().get(0).offset()).isEqualTo(start);
    // What a shorter length leaves behind is a stretch of its own.
    assertThat(found.badFrames().get(found.badFrames().size() - 1).end()).isEqualTo(start + 128);
    boolean counted = found.badFrames().get(0).outcome() == FrameOutcome.MISMATCH;
    assertThat(found.dataFrames()).isEqualTo(counted ? 100 : 99);
  }

  /** A header of padding has no checksum, and may be anything in a payload. */
  @Test
  void paddingInsideABadFrameIsNoFrame() throws IOException {
    FrameWriter writer = new FrameWriter(SEGMENT, 7, TERM, BASE);
    while (writer.size() < TERM - 512) {
      add(writer, 512 - 32);
    }
    int at = writer.size();
    byte[] payload = new byte[2048];
    ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).putInt(512 - 32, 1024);
    writer.data(payload);
    content = writer.all();
    content[at + 40] ^= 1;
    SegmentResult found = verify();
    assertThat(found.end()).isEqualTo(at + 2080);
    assertThat(found.badFrames())
        .extracting(BadFrame::offset, BadFrame::length)
        .containsExactly(tuple((long) at, 2080L));
  }

  /**
   * A frame whose payload, at a place where frames may begin, has what its reader may take for
   * another: the header of one that would be there, or a whole one from elsewhere.
   */
  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void whatLooksLikeAFrameInsideABadOneIsNone(boolean whole, boolean noLength) throws IOException {
    int start = starts.get(5);
    int next = starts.get(6);
    int length = next - start - 20;
    assertThat(length).isGreaterThan(32 + 64 + 20);
    FrameWriter inner = new FrameWriter(64, 7, TERM, BASE + start + (whole ? 0 : 32));
    byte[] frame = inner.data(new byte[32]).written();
    frame[12] ^= (byte) (whole ? 0 : 1);
    System.arraycopy(frame, 0, content, start + 32, frame.length);
    putInt(start, noLength ? 0 : length);
    BadFrame bad = onlyBad();
    assertThat(bad.outcome()).isEqualTo(noLength ? FrameOutcome.MALFORMED : FrameOutcome.MISMATCH);
    assertThat(bad.offset()).isEqualTo(start);
    assertThat(bad.length()).isEqualTo(noLength ? next - start : length);
    assertThat(bad.end()).isEqualTo(next);
  }

  /** It is searched for other frames, as it has what looks like the header of one. */
  @Test
  void whatAFileThatEndsWithABadFrameLacksIsOneMore() throws IOException {
    int start = starts.get(5);
    int next = starts.get(6);
    byte[] header = new FrameWriter(64, 7, TERM, BASE + start + 32).data(new byte[32]).written();
    header[12] ^= 1;
    System.arraycopy(header, 0, content, start + 32, 32);
    content = Arrays.copyOf(content, next);
    assertThat(verify(recording()).badFrames())
        .extracting(BadFrame::outcome, BadFrame::offset, BadFrame::end)
        .containsExactly(
            tuple(FrameOutcome.MISMATCH, (long) start, (long) next),
            tuple(FrameOutcome.MALFORMED, (long) next, (long) end));
  }

  @Test
  void theFrameAfterABadStretchMayBePadding() throws IOException {
    int last = (int) starts.stream().filter(start -> start < padding).count() - 1;
    putInt(starts.get(last), 0);
    BadFrame bad = onlyBad();
    assertThat(bad.offset()).isEqualTo(starts.get(last).longValue());
    assertThat(bad.end()).isEqualTo(padding);
  }

  @Test
  @Timeout(60)
  void aLengthThatCoversAllThatFollowsCostsThatFrameOnly() throws IOException {
    int start = starts.get(starts.size() - 5);
    putInt(start, end - start);
    SegmentResult found = verify();
    assertThat(found.dataFrames()).isEqualTo(starts.size());
    assertThat(found.badFrames())
        .extracting(BadFrame::offset, BadFrame::end)
        .containsExactly(tuple((long) start, (long) starts.get(starts.size() - 4)));
  }

  /** Two wrong lengths, the second inside what the first covers. */
  @Test
  void wrongLengthsInARowAreEachFoundAndTheSearchEnds() throws IOException {
    int first = starts.get(3);
    int second = starts.get(5);
    putInt(first, starts.get(8) + 32 - first);
    putInt(second, starts.get(8) + 32 - second);
    SegmentResult found = verify();
    assertThat(found.badFrames())
        .extracting(BadFrame::offset)
        .containsExactly((long) first, (long) second);
    assertThat(found.dataFrames()).isEqualTo(starts.size());
  }

  @Test
  void aFrameOfZerosIsFoundEvenTheLastOneIfItIsKnownToBeThere() throws IOException {
    int last = starts.size() - 1;
    Arrays.fill(content, starts.get(4), starts.get(6), (byte) 0);
    BadFrame bad = onlyBad();
    assertThat(bad.offset()).isEqualTo(starts.get(4).longValue());
    assertThat(bad.end()).isEqualTo(starts.get(6).longValue());
    writeASegment();
    Arrays.fill(content, starts.get(last), end, (byte) 0);
    assertThat(verify().ok()).isTrue();
    assertThat(verify().end()).isEqualTo(starts.get(last).longValue());
    BadFrame missing = verify(recording()).badFrames().get(0);
    assertThat(missing.offset()).isEqualTo(starts.get(last).longValue());
    assertThat(missing.end()).isEqualTo(end);
  }

  @Test
  void theLastFrameWithoutALengthIsWhatIsNotZero() throws IOException {
    int last = starts.get(starts.size() - 1);
    putInt(last, 0);
    BadFrame bad = onlyBad();
    assertThat(bad.offset()).isEqualTo(last);
    assertThat(bad.end()).isEqualTo(end);
  }

  /** A file that was cut where no frame can end. */
  @Test
  void noBadStretchReachesBeyondTheEndOfTheFile() throws IOException {
    content = Arrays.copyOf(content, end + 40);
    Arrays.fill(content, end, content.length, (byte) 0xFF);
    BadFrame bad = onlyBad();
    assertThat(bad.offset()).isEqualTo(end);
    assertThat(bad.length()).isEqualTo(40);
  }

  @Test
  void aFrameThatWouldCrossTheEndOfItsTermOrOfTheSegmentIsNone() throws IOException {
    int crossing = SEGMENT - 64;
    FrameWriter writer = new FrameWriter(SEGMENT, 7, TERM, BASE).skip(TERM);
    while (writer.size() < crossing - MTU) {
      writer.data(new byte[MTU - 32]);
    }
    writer.data(new byte[crossing - writer.size() - 32]);
    int at = writer.size();
    byte[] shortened = writer.data(TestBytes.random(1, 32)).all();
    ByteBuffer.wrap(shortened).order(ByteOrder.LITTLE_ENDIAN).putInt(at, 96);
    content = shortened;
    BadFrame bad = verify().badFrames().get(0);
    assertThat(bad.outcome()).isEqualTo(FrameOutcome.MALFORMED);
    assertThat(bad.offset()).isEqualTo(at);
    assertThat(verify(recording(BASE + TERM, BASE + SEGMENT)).badFrames()).containsExactly(bad);
  }

  @Test
  void aFrameEndsWithItsTermAtTheLatest() throws IOException {
    putInt(padding, TERM - padding + 32);
    BadFrame bad = verify(recording()).badFrames().get(0);
    assertThat(bad.outcome()).isEqualTo(FrameOutcome.MALFORMED);
    assertThat(bad.offset()).isEqualTo(padding);
    assertThat(bad.end()).isEqualTo(TERM);
    assertThat(verify().ok()).as("the next frame is not where it should be").isFalse();
  }

  @Test
  void framesLongerThanTheMtuAndOfOtherTermsOrStreamsAreNoneIfTheRecordingIsKnown()
      throws IOException {
    for (int field : new int[] {0, 8, 16, 20}) {
      int at = starts.get(0) + field;
      byte[] right = Arrays.copyOfRange(content, at, at + 4);
      putInt(at, field == 0 ? MTU + 1 : 64);
      BadFrame bad = verify(recording()).badFrames().get(0);
      assertThat(bad.outcome()).as("%d", field).isEqualTo(FrameOutcome.MALFORMED);
      assertThat(bad.offset()).isEqualTo(START);
      assertThat(bad.end()).isEqualTo(starts.get(1).longValue());
      System.arraycopy(right, 0, content, at, 4);
    }
  }
}
