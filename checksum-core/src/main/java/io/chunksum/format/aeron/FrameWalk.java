// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.internal.BigEndian;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;

/**
 * Walks over frames that follow one another, wherever pieces end, and stops at the first bad one.
 * Mutable, for one thread at a time.
 *
 * <pre>
 * pieces   |----------------|-------------------------|-----------------|
 * frames   |H|-----------||H|--------||H|---||H|--------------||H|---|
 *          goodEnd is the offset after the last frame that was found good
 * </pre>
 *
 * <p>A frame that lies in one piece, as nearly all do, is taken as a whole. All others are taken
 * part by part: frames that straddle pieces, frames in memory that is neither an array nor direct
 * or that the algorithm cannot read in place, and bad frames. Either way is written twice, for
 * arrays and for views, so that each is as fast as it can be.
 */
final class FrameWalk implements PieceConsumer {

  private final ChecksumType type;

  /** Computes the checksum of a frame that is taken as a whole. */
  private final StreamingChecksum ofWhole;

  private final byte[] result = new byte[Integer.BYTES];

  /** Computes the checksum of a frame that is taken part by part. */
  private final WholeChecksum ofParts;

  private final FrameHeader header = new FrameHeader();
  private final TermPlace place = new TermPlace();

  /** The header of a frame that is taken part by part, as far as it has arrived. */
  private final byte[] headerBytes = new byte[FrameHeader.LENGTH];

  /** Bytes of that header so far; 0 between frames. */
  private int headerLength;

  /** Bytes that the frame still needs after its header. */
  private int bodyMissing;

  /** The checksum of the last frame with data that was taken part by part to its end. */
  private int computed;

  private long goodEnd;
  private long dataFrames;
  private FrameOutcome outcome = FrameOutcome.GOOD;

  FrameWalk(ChecksumAlgorithm algorithm) {
    this.type = algorithm.type();
    if (type.checksumLength() != Integer.BYTES) {
      throw new IllegalArgumentException(
          "a frame has room for a checksum of 4 bytes, not for " + type);
    }
    this.ofParts = new WholeChecksum(algorithm);
    this.ofWhole = StreamingChecksum.of(algorithm);
  }

  /** Returns the type of the recorded checksums. */
  ChecksumType type() {
    return type;
  }

  /** Returns what the next frame must be like to follow the previous ones. */
  TermPlace place() {
    return place;
  }

  /** Returns the offset after the last frame that was found good, also if the walk failed. */
  long goodEnd() {
    return goodEnd;
  }

  /** Walks over the frames of a range that begins with one; returns the end of the good ones. */
  long takeFrames(ChunkBuffer frames, long from, long to) {
    headerLength = 0;
    bodyMissing = 0;
    goodEnd = from;
    dataFrames = 0;
    outcome = FrameOutcome.GOOD;
    boolean whole = false;
    try {
      ofWhole.reset(); // Both have bytes of a frame in which an earlier walk failed.
      ofParts.reset();
      frames.forEachPiece(from, to - from, this);
      whole = headerLength == 0;
    } finally {
      if (!whole && outcome == FrameOutcome.GOOD) {
        outcome = FrameOutcome.INCOMPLETE; // Also if the memory of a piece is gone.
      }
    }
    return goodEnd;
  }

  @Override
  public void accept(byte[] array, int offset, int length) {
    int at = offset;
    int end = offset + length;
    while (at < end && outcome == FrameOutcome.GOOD) {
      if (headerLength == 0) {
        at = takeGood(array, at, end);
      }
      at += takePart(array, at, end);
    }
  }

  @Override
  public void accept(ByteBuffer view) {
    int at = view.position();
    int end = view.limit();
    while (at < end && outcome == FrameOutcome.GOOD) {
      if (headerLength == 0) {
        at = takeGood(view, at, end);
      }
      at += takePart(view, at, end);
    }
  }

  /** Takes good frames that end in the array before an index; returns the index after them. */
  private int takeGood(byte[] array, int from, int end) {
    int at = from;
    while (end - at >= FrameHeader.LENGTH) {
      header.load(array, at);
      if (!isNext() || header.alignedLength() > end - at) {
        return at;
      }
      int length = header.alignedLength();
      if (header.isData()) {
        ofWhole.update(array, at + FrameHeader.LENGTH, length - FrameHeader.LENGTH);
        if (finishWhole() != header.checksum()) {
          return at;
        }
      }
      advance();
      at += length;
    }
    return at;
  }

  /**
   * Does the same in a view of direct memory, if the algorithm can read that in place. All direct
   * buffers are mapped ones to the compiler, which can then inline what moves the view, even if it
   * has seen views of three classes.
   */
  private int takeGood(ByteBuffer view, int from, int end) {
    if (!(view instanceof MappedByteBuffer direct)) {
      return from;
    }
    int at = from;
    while (end - at >= FrameHeader.LENGTH) {
      header.load(direct, at);
      if (!isNext() || header.alignedLength() > end - at) {
        return at;
      }
      int length = header.alignedLength();
      if (header.isData()) {
        direct.order(ByteOrder.BIG_ENDIAN).limit(at + length).position(at + FrameHeader.LENGTH);
        boolean taken = ofWhole.updateInPlace(direct);
        direct.limit(end);
        if (!taken || finishWhole() != header.checksum()) {
          return at;
        }
      }
      advance();
      at += length;
    }
    return at;
  }

  private int finishWhole() {
    ofWhole.finish(result, 0);
    return BigEndian.getInt(result, 0);
  }

  /** Takes what an array has of a header or of the bytes after it, if any; returns their number. */
  private int takePart(byte[] array, int at, int end) {
    if (bodyMissing == 0) {
      int count = Math.min(FrameHeader.LENGTH - headerLength, end - at);
      System.arraycopy(array, at, headerBytes, headerLength, count);
      headerTaken(count);
      return count;
    }
    int count = Math.min(bodyMissing, end - at);
    if (header.isData()) {
      ofParts.accept(array, at, count);
    }
    bodyTaken(count);
    return count;
  }

  private int takePart(ByteBuffer view, int at, int end) {
    if (bodyMissing == 0) {
      int count = Math.min(FrameHeader.LENGTH - headerLength, end - at);
      view.get(at, headerBytes, headerLength, count);
      headerTaken(count);
      return count;
    }
    int count = Math.min(bodyMissing, end - at);
    if (header.isData()) {
      ofParts.accept(view.limit(at + count).position(at));
      view.limit(end);
    }
    bodyTaken(count);
    return count;
  }

  /** Returns whether the header is that of a frame that can come next. */
  private boolean isNext() {
    return header.isPlausible() && place.admits(header);
  }

  /** Moves past the frame, which is good. */
  private void advance() {
    place.movePast(header);
    goodEnd += header.alignedLength();
    if (header.isData()) {
      dataFrames++;
    }
  }

  private void headerTaken(int count) {
    headerLength += count;
    if (headerLength < FrameHeader.LENGTH) {
      return;
    }
    header.load(headerBytes, 0);
    if (!isNext()) {
      outcome = FrameOutcome.MALFORMED;
      return;
    }
    bodyMissing = header.alignedLength() - FrameHeader.LENGTH;
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
    if (header.isData()) {
      ofParts.finish(result, 0);
      computed = BigEndian.getInt(result, 0);
      if (computed != header.checksum()) {
        place.movePast(header);
        outcome = FrameOutcome.MISMATCH;
        return;
      }
    }
    advance();
    headerLength = 0;
  }

  FrameOutcome outcome() {
    return outcome;
  }

  /** Returns the number of frames with data that the last walk found good. */
  long dataFrames() {
    return dataFrames;
  }

  /** Returns the header of the frame at which the last walk stopped, if all of it was there. */
  FrameHeader header() {
    return header;
  }

  /** Returns whether the last walk ended within a frame whose whole header is known. */
  boolean endedInBody() {
    return outcome == FrameOutcome.INCOMPLETE && headerLength == FrameHeader.LENGTH;
  }

  /** Returns the frame at which the last walk stopped because its checksum differs. */
  BadFrame mismatch(long index, long offset) {
    return BadFrame.mismatch(index, header, offset, computed);
  }

  CopiedBytes bytesCopied() {
    return ofParts.bytesCopied();
  }
}
