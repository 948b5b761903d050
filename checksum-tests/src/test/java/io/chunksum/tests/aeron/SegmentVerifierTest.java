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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Segment files that are whole, damaged, and cut. */
class SegmentVerifierTest {

  private static final int TERM = 64 * 1024;
  private static final int SEGMENT = 2 * TERM;

  /** Of the stream; the second segment, whose first frames were not recorded. */
  private static final long BASE = 2L * SEGMENT;

  private static final int START = 4096;
  private static final int MTU = 1408;

  @TempDir private Path folder;

  private final SegmentVerifier verifier = new SegmentVerifier(ChecksumType.CRC32C);
  private final List<Integer> starts = new ArrayList<>();
  private int padding;
  private int end;
  private byte[] content;
  private Path file;

  /** Frames of two terms: data up to near the end of the first, padding, and some data. */
  @BeforeEach
  void writeASegment() throws IOException {
    FrameWriter writer = new FrameWriter(SEGMENT, 7, TERM, BASE).skip(START);
    Random random = new Random(5);
    while (writer.size() < TERM - MTU) {
      add(writer, random.nextInt(MTU - 31));
    }
    padding = writer.size();
    writer.padding(TERM - padding);
    for (int i = 0; i < 10; i++) {
      add(writer, random.nextInt(MTU - 31));
    }
    end = writer.size();
    content = writer.all();
    file = folder.resolve("3-" + BASE + ".rec");
  }

  private void add(FrameWriter writer, int length) {
    starts.add(writer.size());
    writer.data(TestBytes.random(length, length));
  }

  private RecordingDescriptor recording(long start, long stop) {
    return new RecordingDescriptor(
        3,
        start,
        stop < 0 ? OptionalLong.empty() : OptionalLong.of(stop),
        7,
        SEGMENT,
        TERM,
        MTU,
        FrameWriter.STREAM_ID);
  }

  private RecordingDescriptor recording() {
    return recording(BASE + START, BASE + end);
  }

  private SegmentResult verify() throws IOException {
    Files.write(file, content);
    return verifier.verify(file);
  }

  private SegmentResult verify(RecordingDescriptor recording) throws IOException {
    Files.write(file, content);
    return verifier.verify(file, BASE, recording);
  }

  /** Whether the recording is known or not, the same is found; gives what is found if it is. */
  private BadFrame onlyBad() throws IOException {
    SegmentResult known = verify(recording());
    assertThat(verify().badFrames()).isEqualTo(known.badFrames());
    assertThat(known.badCount()).isEqualTo(1);
    assertThat(known.ok()).isFalse();
    return known.badFrames().get(0);
  }

  private void putInt(int at, int value) {
    ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
  }

  @Test
  void aWholeSegmentIsGoodWhateverIsKnown() throws IOException {
    SegmentResult good =
        new SegmentResult(SEGMENT, SEGMENT, START, end, starts.size(), 0, List.of());
    assertThat(verify()).isEqualTo(good);
    assertThat(verify(recording())).isEqualTo(good);
    assertThat(verify(recording(0, -1)).badFrames())
        .as("frames should begin at 0")
        .extracting(BadFrame::offset, BadFrame::length)
        .containsExactly(tuple(0L, (long) START));
    assertThat(verify(recording(BASE + START, -1))).as("it goes on").isEqualTo(good);
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
  void bitsOfPaddingFramesBehindTheirHeaderDoNotCount() throws IOException {
    content[TERM - 1] ^= 1;
    assertThat(verify().ok()).isTrue();
    assertThat(verify(recording()).ok()).isTrue();
  }

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
    for (int bit = 0; bit < Integer.SIZE; bit++) {
      content[start + bit / 8] ^= (byte) (1 << bit % 8);
      SegmentResult found = verify();
      assertThat(found.badFrames().get(0).offset()).as("bit %d", bit).isEqualTo(start);
      // What a shorter length leaves behind is a stretch of its own.
      assertThat(found.badFrames().get(found.badFrames().size() - 1).end()).isEqualTo(start + 128);
      boolean counted = found.badFrames().get(0).outcome() == FrameOutcome.MISMATCH;
      assertThat(found.dataFrames()).as("bit %d", bit).isEqualTo(counted ? 100 : 99);
      content[start + bit / 8] ^= (byte) (1 << bit % 8);
    }
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
  void noBadStretchReachesBehindTheEndOfTheFile() throws IOException {
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

  @Test
  void framesBehindTheStopPositionAreNotOfTheRecording() throws IOException {
    int stop = starts.get(10);
    SegmentResult result = verify(recording(BASE + START, BASE + stop));
    assertThat(result.dataFrames()).isEqualTo(10);
    assertThat(result.end()).isEqualTo(stop);
    assertThat(result.badCount()).isEqualTo(1);
    assertThat(result.badFrames().get(0).offset()).isEqualTo(stop);
    assertThat(result.badFrames().get(0).end()).isEqualTo(end);
    // A frame that goes on behind it is not, either.
    SegmentResult crossed = verify(recording(BASE + START, BASE + stop + 32));
    assertThat(crossed.dataFrames()).isEqualTo(10);
    assertThat(crossed.badFrames().get(0).offset()).isEqualTo(stop);
    assertThat(crossed.badFrames().get(0).end()).isEqualTo(stop + 32);
    // Nor is it found behind a place without a frame.
    putInt(starts.get(9), 0);
    SegmentResult stretch = verify(recording(BASE + START, BASE + stop + 32));
    assertThat(stretch.badFrames())
        .extracting(BadFrame::offset, BadFrame::end)
        .containsExactly(
            tuple(starts.get(9).longValue(), stop + 32L), tuple(stop + 32L, (long) end));
  }

  @Test
  void aBitBehindTheEndIsFound() throws IOException {
    content[SEGMENT - 7] = 1;
    BadFrame bad = onlyBad();
    assertThat(bad.end()).isEqualTo(SEGMENT);
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
    // What is known of one recording is not taken for another.
    assertThat(verify(recording()).ok()).isTrue();
    int length = 8 << 20;
    FrameWriter writer = new FrameWriter(length, 0, length, 0);
    int count = 0;
    for (; writer.size() < 3 << 20; count++) {
      writer.data(TestBytes.random(count, 1376));
    }
    writer.padding((2 << 20) + 96);
    int late = writer.size();
    writer.data(new byte[1000]);
    content = writer.all();
    assertThat(verify())
        .isEqualTo(new SegmentResult(length, length, 0, writer.size(), count + 1, 0, List.of()));
    content[late + 33] = 9;
    content[(1 << 20) + 1] ^= 9;
    assertThat(verify().badFrames())
        .extracting(BadFrame::index)
        .containsExactly((long) ((1 << 20) / 1408), (long) count);
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

  /** Whatever is done to a file: it ends, and what is wrong is found. */
  @Test
  void damageOfAnyKindIsFound() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
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
        assertThat(result.ok()).as("seed %d, round %d, at %d", seed, i, at).isFalse();
        assertThat(result.badFrames().get(0).offset()).isLessThanOrEqualTo(changed);
        assertThat(result.badFrames().get(0).end()).isGreaterThan(START);
      }
    }
  }

  /** The first byte that was changed, those of the padding frame left out. */
  private int firstCovered(byte[] good) {
    int changed = Arrays.mismatch(good, content);
    if (changed >= padding && changed < TERM) {
      int behind = Arrays.mismatch(good, TERM, SEGMENT, content, TERM, SEGMENT);
      return behind < 0 ? behind : TERM + behind;
    }
    return changed;
  }

  /** Whether all of a range lies in one header, of which not all is looked at. */
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
