// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.file.ByteReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.function.Predicate;

/**
 * Searches a segment file for the next frame where none follows the one before. Changes the place
 * of the walk. For one thread, and one use.
 */
final class FrameSearch {

  /*
   * Recorded frames do not overlap, so those tried in vain have about as many bytes as were
   * searched. In a file made on purpose, which has the header of a long frame every 32 bytes, they
   * could have 2047 times as many. There, long frames are not tried while too many bytes have been
   * wasted.
   */
  private static final int MAX_WASTED_PER_BYTE = 16;
  private static final long MAX_WASTED_AT_START = 1024 * 1024;

  private final FrameWalk walk;
  private final ByteReader reader;
  private final FileChannel file;
  private final SegmentExtent extent;
  private final StepScanner scanner;

  /** The offset from which there can be no more frames. */
  private final long limit;

  private final FrameHeader header = new FrameHeader();
  private final byte[] headerBytes = new byte[FrameHeader.LENGTH];

  /** Bytes of the frames tried in vain. */
  private long wasted;

  /** The walk's own place must stay as it is while a batch is walked. */
  private final TermPlace innerPlace = new TermPlace();

  FrameSearch(
      FrameWalk walk,
      ByteReader reader,
      FileChannel file,
      SegmentExtent extent,
      StepScanner scanner,
      long limit) {
    this.walk = walk;
    this.reader = reader;
    this.file = file;
    this.extent = extent;
    this.scanner = scanner;
    this.limit = limit;
  }

  /** Returns where the first good frame with data within a bad one begins; its end if none. */
  long nextWithin(BadFrame bad) throws IOException {
    wasted += bad.length();
    return next(bad.offset(), bad.end(), FrameHeader::isData);
  }

  /** Returns where the first wanted good frame after {@code from} begins; {@code to} if none. */
  long next(long from, long to, Predicate<FrameHeader> wanted) throws IOException {
    long at = scanner.nextNonZero(from + FrameHeader.LENGTH, to);
    while (at < to) {
      scanner.readHeader(at, header);
      extent.movePlace(walk.place(), at);
      boolean admitted = header.isPlausible() && walk.place().admits(header) && wanted.test(header);
      if (admitted && isGood(at)) {
        return at;
      }
      at = scanner.nextNonZero(at + FrameHeader.LENGTH, to);
    }
    return to;
  }

  /** Returns whether the frame whose header has been read is complete and good. */
  private boolean isGood(long offset) throws IOException {
    long length = header.alignedLength();
    if (length > limit - offset) {
      return false;
    }
    if (!header.isData()) {
      return true;
    }
    if (!affords(length, offset)) {
      return false;
    }
    long read =
        reader.read(file, offset, length, bytes -> walk.takeFrames(bytes, 0, bytes.length()));
    // If the file has become shorter, the outcome may be that of an earlier walk.
    boolean good = read == length && walk.outcome() == FrameOutcome.GOOD;
    wasted += good ? 0 : length;
    return good;
  }

  /** Returns whether so many bytes from an offset on may be read in vain. */
  private boolean affords(long length, long offset) {
    return (wasted + length - MAX_WASTED_AT_START) / MAX_WASTED_PER_BYTE <= offset;
  }

  /**
   * Returns whether a frame is to be searched: whether anything after its start looks like the
   * header of another.
   *
   * @param bytes part of the file
   * @param from where the frame begins in them
   * @param to where it ends in them
   * @param offset where they begin in the file
   */
  boolean mayCoverFrames(ChunkBuffer bytes, long from, long to, long offset) {
    if (!affords(to - from, offset + from)) {
      return false;
    }
    for (long at = from + FrameHeader.LENGTH; at < to; at += FrameHeader.LENGTH) {
      bytes.read(at, headerBytes, 0, FrameHeader.LENGTH);
      header.load(headerBytes, 0);
      if (header.isPlausible() && header.isData()) {
        extent.movePlace(innerPlace, offset + at);
        if (innerPlace.admits(header)) {
          return true;
        }
      }
    }
    return false;
  }
}
