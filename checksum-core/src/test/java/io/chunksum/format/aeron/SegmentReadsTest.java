// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.file.FailingFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much of a segment file is read, and in how many parts. */
class SegmentReadsTest {

  private static final int FRAME = FrameHeader.LENGTH;

  @TempDir private Path folder;

  private long reads;
  private long bytesRead;

  /** Counts what is read of a file. */
  private final class CountedFile extends FailingFile {

    CountedFile(FileChannel file) {
      super(file, Long.MAX_VALUE / 2);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      int count = super.read(target, position);
      reads++;
      bytesRead += Math.max(count, 0);
      return count;
    }
  }

  private SegmentResult verify(byte[] segment) throws IOException {
    Path file = Files.write(folder.resolve("0-0.rec"), segment);
    try (FileChannel counted = new CountedFile(FileChannel.open(file))) {
      return new SegmentVerifier(ChecksumType.CRC32C).verify(counted, "counted");
    }
  }

  /** Frames without data, whose CRC is 0. */
  private static byte[] segment(int frames) {
    byte[] content = new byte[frames * FRAME];
    ByteBuffer segment = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < content.length; at += FRAME) {
      segment.putInt(at, FRAME).putShort(at + 6, (short) 1).putInt(at + 8, at);
      segment.putInt(at + 16, 9).putInt(at + 20, 5);
    }
    return content;
  }

  @Test
  void aGoodSegmentIsReadOnceInLongParts() throws IOException {
    byte[] good = segment(1 << 17);
    assertThat(verify(good).dataFrames()).isEqualTo(1 << 17);
    assertThat(bytesRead).isBetween((long) good.length, good.length + (128L << 10));
    assertThat(reads).isLessThan(20);
  }

  @Test
  void whatFollowsABadStretchIsNotReadAgainForEach() throws IOException {
    int frames = 1 << 13;
    byte[] segment = segment(frames);
    for (int bad = 1; bad < frames; bad += 2) {
      Arrays.fill(segment, bad * FRAME, (bad + 1) * FRAME, (byte) 0x55);
    }
    SegmentResult found = verify(segment);
    assertThat(found.dataFrames()).isEqualTo(frames / 2);
    assertThat(found.badCount()).isEqualTo(frames / 2);
    assertThat(bytesRead / found.badCount()).isLessThan(8192);
  }

  /** After each header of a bad frame come zeros, or the same header, which cannot be there. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void badFramesThatHaveNothingLikeAFrameInsideAreNotSearched(boolean likeOneElsewhere)
      throws IOException {
    int frames = 1 << 15;
    byte[] segment = segment(2 * frames);
    ByteBuffer target = ByteBuffer.wrap(segment).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < segment.length; at += 2 * FRAME) {
      target.putInt(at, 2 * FRAME).putInt(at + 12, 1);
      byte[] payload =
          likeOneElsewhere ? Arrays.copyOfRange(segment, at, at + FRAME) : new byte[FRAME];
      target.put(at + FRAME, payload);
    }
    SegmentResult found = verify(segment);
    assertThat(found.badCount()).isEqualTo(frames);
    assertThat(bytesRead).isBetween((long) segment.length, segment.length + (128L << 10));
    assertThat(reads).isLessThan(20);
  }

  /** What was looked through is still in memory, but nothing of it can be read: one bad stretch. */
  @Test
  void framesThatAreCutOffMeanwhileAreNotFound() throws IOException {
    int firstBatch = 2 * FRAME + 4096; // The first after the bad frame.
    byte[] segment = segment(1 << 10);
    Arrays.fill(segment, FRAME, 2 * FRAME, (byte) 0x55);
    Path file = Files.write(folder.resolve("0-0.rec"), segment);
    try (FileChannel channel = FileChannel.open(file, READ, WRITE);
        FileChannel cut =
            new FailingFile(channel, Long.MAX_VALUE) {
              @Override
              public int read(ByteBuffer target, long position) throws IOException {
                if (position == firstBatch) {
                  channel.truncate(position);
                }
                return super.read(target, position);
              }
            }) {
      SegmentResult found = new SegmentVerifier(ChecksumType.CRC32C).verify(cut, "cut");
      assertThat(found.badFrames())
          .extracting(BadFrame::offset)
          .containsExactly(32L, (long) firstBatch);
      assertThat(found.end()).isEqualTo(firstBatch);
      assertThat(found.dataFrames()).isEqualTo(firstBatch / FRAME - 1);
    }
  }

  /** Makes a frame claim to be as long as can be, with a checksum that is wrong. */
  private static void claimTheMost(byte[] segment, int frame) {
    ByteBuffer.wrap(segment)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(frame * FRAME, FrameHeader.MAX_DATA_FRAME_LENGTH)
        .putInt(frame * FRAME + 12, 1);
  }

  /** Each of them would be checked, which takes 2047 times as long as the file does. */
  @Test
  void headersOfLongFramesOneAfterTheOtherAreNotAllTried() throws IOException {
    int frames = 1 << 15;
    byte[] segment = segment(frames);
    for (int bad = 1; bad < frames - 1; bad++) {
      claimTheMost(segment, bad);
    }
    SegmentResult found = verify(segment);
    assertThat(found.badCount()).isPositive();
    assertThat(found.end()).isEqualTo(segment.length);
    // Only the last frame is good, and so ends a bad one before the end that it states.
    assertThat(found.badFrames().subList(0, found.badFrames().size() - 1))
        .extracting(BadFrame::length)
        .containsOnly((long) FrameHeader.MAX_DATA_FRAME_LENGTH);
    assertThat(bytesRead).isBetween(10L * segment.length, 50L * segment.length);
  }

  @Test
  void headersOfLongFramesBetweenGoodOnesAreNotAllTried() throws IOException {
    int frames = 1 << 15;
    byte[] segment = segment(frames);
    for (int bad = 1; bad < frames; bad += 2) {
      claimTheMost(segment, bad);
    }
    SegmentResult found = verify(segment);
    assertThat(found.badCount()).isPositive();
    assertThat(bytesRead).isBetween(10L * segment.length, 100L * segment.length);
  }
}
