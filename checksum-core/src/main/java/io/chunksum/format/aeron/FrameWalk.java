// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.internal.BigEndian;
import java.nio.ByteBuffer;

/**
 * Walks over frames that follow one another, wherever pieces end, and stops at the first bad one.
 * Mutable, for one thread at a time.
 *
 * <pre>
 * pieces   |----------------|-------------------------|-----------------|
 * frames   |H|-----------||H|--------||H|---||H|--------------||H|---|
 *          goodEnd stands behind the last frame that was found good
 * </pre>
 *
 * <p>A frame is one window of a stream whose windows are longer than any frame, closed where the
 * frame ends. So the stream does what has to be done about the kinds of memory.
 */
final class FrameWalk implements PieceConsumer {

  private final ChecksumStream stream;
  private final int checksumOfNothing;
  private final FrameHeader header = new FrameHeader();
  private final TermPlace place = new TermPlace();
  private int headerLength;
  private int bodyMissing;
  private int computed;
  private long goodEnd;
  private long dataFrames;
  private FrameOutcome outcome = FrameOutcome.GOOD;

  FrameWalk(ChecksumAlgorithm algorithm) {
    if (algorithm.type().checksumLength() != Integer.BYTES) {
      throw new IllegalArgumentException(
          "a frame has room for a checksum of 4 bytes, not for " + algorithm.type());
    }
    this.stream = new ChecksumStream(algorithm, Integer.MAX_VALUE, this::take);
    StreamingChecksum empty = algorithm.newChecksum();
    byte[] ofNothing = new byte[Integer.BYTES];
    empty.finish(ofNothing, 0);
    this.checksumOfNothing = BigEndian.getInt(ofNothing, 0);
  }

  private void take(long window, int length, byte[] checksum, int offset) {
    computed = BigEndian.getInt(checksum, offset);
  }

  /** What the next frame has to be like to follow those before. */
  TermPlace place() {
    return place;
  }

  /** Walks over the frames of a range, which begins with one; gives the end of the good ones. */
  long walk(ChunkBuffer frames, long from, long to) {
    stream.reset();
    headerLength = 0;
    bodyMissing = 0;
    goodEnd = from;
    dataFrames = 0;
    outcome = FrameOutcome.GOOD;
    frames.forEachPiece(from, to - from, this);
    if (headerLength > 0 && outcome == FrameOutcome.GOOD) {
      outcome = FrameOutcome.INCOMPLETE;
    }
    return goodEnd;
  }

  @Override
  public void accept(byte[] array, int offset, int length) {
    int at = offset;
    int end = offset + length;
    while (at < end && outcome == FrameOutcome.GOOD) {
      int count;
      if (bodyMissing > 0) {
        count = Math.min(bodyMissing, end - at);
        if (header.isData()) {
          stream.accept(array, at, count);
        }
        bodyTaken(count);
      } else {
        count = Math.min(FrameHeader.LENGTH - headerLength, end - at);
        System.arraycopy(array, at, header.bytes(), headerLength, count);
        headerTaken(count);
      }
      at += count;
    }
  }

  @Override
  public void accept(ByteBuffer view) {
    int at = view.position();
    int end = view.limit();
    while (at < end && outcome == FrameOutcome.GOOD) {
      int count;
      if (bodyMissing > 0) {
        count = Math.min(bodyMissing, end - at);
        if (header.isData()) {
          stream.accept(view.limit(at + count).position(at));
        }
        bodyTaken(count);
      } else {
        count = Math.min(FrameHeader.LENGTH - headerLength, end - at);
        // The stream has left the limit where the last body ended.
        view.limit(end).get(at, header.bytes(), headerLength, count);
        headerTaken(count);
      }
      at += count;
    }
  }

  private void headerTaken(int count) {
    headerLength += count;
    if (headerLength < FrameHeader.LENGTH) {
      return;
    }
    if (!header.isPlausible() || !place.admits(header)) {
      outcome = FrameOutcome.MALFORMED;
      return;
    }
    bodyMissing = header.alignedLength() - FrameHeader.LENGTH;
    computed = checksumOfNothing;
    if (bodyMissing == 0) {
      endFrame();
    }
  }

  private void bodyTaken(int count) {
    bodyMissing -= count;
    if (bodyMissing == 0) {
      endFrame();
    }
  }

  private void endFrame() {
    place.moveBehind(header);
    if (header.isData()) {
      stream.finish();
      if (computed != header.checksum()) {
        outcome = FrameOutcome.MISMATCH;
        return;
      }
      dataFrames++;
    }
    goodEnd += header.alignedLength();
    headerLength = 0;
  }

  FrameOutcome outcome() {
    return outcome;
  }

  /** Frames with data that the last walk found good. */
  long dataFrames() {
    return dataFrames;
  }

  /** The header of the frame at which the last walk stopped, unless it ended too early. */
  FrameHeader header() {
    return header;
  }

  /** Whether the last walk ended in a frame of whose header all is known. */
  boolean endedInBody() {
    return outcome == FrameOutcome.INCOMPLETE && headerLength == FrameHeader.LENGTH;
  }

  /** The frame at which the last walk stopped because its checksum is another. */
  BadFrame mismatch(long index, long offset) {
    return BadFrame.mismatch(index, header, offset, computed);
  }

  CopiedBytes bytesCopied() {
    return stream.bytesCopied();
  }
}
