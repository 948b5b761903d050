// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.file.ByteReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verifies one segment file. For one thread, and one use. */
final class SegmentPass {

  /**
   * No longer than a buffer of the reader, so that it arrives in one part; longer than any frame
   * with data.
   */
  private static final int MAX_BATCH_BYTES = 1024 * 1024;

  /** Where few frames lie between bad stretches, most of a long batch would be read in vain. */
  private static final int FIRST_BATCH_BYTES = 4096;

  private final FrameWalk walk;
  private final ByteReader reader;
  private final FileChannel file;

  /** Bytes in the file, which may have more or less than a segment. */
  private final long size;

  /** The file's name, for Flight Recorder. */
  private final String name;

  private final SegmentExtent extent;

  /** The offset from which there can be no more frames. */
  private final long limit;

  private final StepScanner scanner;
  private final FrameSearch search;
  private final List<BadFrame> badFrames = new ArrayList<>();
  private long badCount;
  private long badBytes;

  /** A frame whose checksum differs, if that may be because its length covers other frames. */
  private @Nullable BadFrame suspect;

  private long dataFrames;
  private long firstFrame = SegmentExtent.UNKNOWN;
  private long lastFrameEnd;

  /** Offset in the file after the frames of the batch that were good or mismatched. */
  private long walkedTo;

  /** Whether the walk of the batch ended where no frame follows, or at a suspect. */
  private boolean stopped;

  SegmentPass(
      FrameWalk walk,
      ByteReader reader,
      FileChannel file,
      long size,
      String name,
      SegmentExtent extent) {
    this.walk = walk;
    this.reader = reader;
    this.file = file;
    this.size = size;
    this.name = name;
    this.extent = extent;
    this.limit = Math.min(size, extent.knowsEnd() ? extent.end() : extent.length());
    this.scanner = new StepScanner(file);
    this.search = new FrameSearch(walk, reader, file, extent, scanner, limit);
  }

  SegmentResult run() throws IOException {
    IOException failure = null;
    try {
      walkAll();
    } catch (Exception e) { // Also one that nobody declares, of a file or an algorithm.
      if (badCount == 0 || !hasFrames()) {
        throw e;
      }
      failure = e instanceof IOException ofFile ? ofFile : new IOException(e);
    }
    if (badCount > 0 && FrameEvents.wanted()) {
      FrameEvents.record(walk.type(), name, dataFrames, badCount, badBytes, badFrames.get(0));
    }
    return new SegmentResult(
        size, extent.length(), firstFrame, lastFrameEnd, dataFrames, badCount, badFrames, failure);
  }

  private void walkAll() throws IOException {
    long at = extent.knowsStart() ? extent.start() : scanner.nextNonZero(0, limit);
    while (at < limit) {
      extent.movePlace(walk.place(), at);
      long stop = walkFrames(at);
      at = suspect == null ? skipStretch(stop) : skipSuspect(suspect, stop);
    }
    if (!hasFrames()) {
      long nonZero = scanner.nextNonZero(0, size);
      if (!extent.isEmpty() || nonZero < size) {
        throw new MalformedChecksumDataException(extent.describeLack(), nonZero);
      }
      addFrames(extent.start(), extent.end());
    }
    addNonZero(limit, Math.min(size, extent.length())); // Anything after the end of the recording.
    addMalformed(extent.length(), size);
  }

  /**
   * Returns where to resume: at a frame with data within the suspect, which ends it, or after it.
   */
  private long skipSuspect(BadFrame bad, long stop) throws IOException {
    suspect = null;
    long next = search.nextWithin(bad);
    shortenLast(bad, next);
    return next < limit ? next : skipStretch(stop);
  }

  /** Returns where to resume after a place at which there is no frame. */
  private long skipStretch(long from) throws IOException {
    long next = search.next(from, limit, header -> true);
    addStretch(from, next);
    return next;
  }

  /** Walks over frames as far as there are any, or to a suspect; returns the offset after them. */
  private long walkFrames(long from) throws IOException {
    walkedTo = from;
    int batchBytes = FIRST_BATCH_BYTES;
    while (walkedTo < limit) {
      long batch = walkedTo;
      long wanted = Math.min(batchBytes, limit - batch);
      batchBytes = Math.min(2 * batchBytes, MAX_BATCH_BYTES); // In the end, any frame fits.
      if (!walkNext(batch, wanted) || stopped) {
        break;
      }
      if (walk.outcome() == FrameOutcome.INCOMPLETE && !continueWithLastFrame()) {
        break;
      }
    }
    return walkedTo;
  }

  /**
   * Reads a batch and walks over its frames; returns false if the file has fewer bytes. Beyond the
   * place where the walk stopped, a failure to read does not matter yet, unless it closed the file.
   */
  private boolean walkNext(long batch, long wanted) throws IOException {
    stopped = false;
    try {
      return reader.read(file, batch, wanted, bytes -> walkBatch(bytes, batch)) == wanted;
    } catch (Exception e) {
      if (!stopped || !file.isOpen()) {
        throw e;
      }
      return true;
    }
  }

  private void walkBatch(ChunkBuffer bytes, long offset) {
    long at = 0;
    do {
      at = walk.takeFrames(bytes, at, bytes.length());
      dataFrames += walk.dataFrames();
      if (walk.outcome() == FrameOutcome.MISMATCH) {
        BadFrame bad = walk.mismatch(dataFrames, offset + at);
        add(bad);
        dataFrames++;
        suspect = search.mayCoverFrames(bytes, at, bad.end() - offset, offset) ? bad : null;
        at = bad.end() - offset;
      }
      if (at > 0) {
        addFrames(offset, offset + at);
      }
    } while (walk.outcome() == FrameOutcome.MISMATCH && suspect == null);
    walkedTo = offset + at;
    stopped = suspect != null || walk.outcome() == FrameOutcome.MALFORMED;
  }

  /**
   * Prepares for a frame that continues after the batch; returns whether the segment has all of it.
   */
  private boolean continueWithLastFrame() {
    if (!walk.endedInBody()) {
      return false; // Only the end of the segment cuts a header: batches end where one can begin.
    }
    FrameHeader header = walk.header();
    long end = walkedTo + header.alignedLength();
    if (end > limit) {
      return false;
    }
    if (!header.isData()) {
      walk.place().movePast(header);
      addFrames(walkedTo, end);
      walkedTo = end;
    }
    return true;
  }

  /** Returns whether a frame was found, good or mismatched. */
  private boolean hasFrames() {
    return firstFrame != SegmentExtent.UNKNOWN;
  }

  /** Records that there are frames, good or mismatched, from one place to another. */
  private void addFrames(long start, long end) {
    if (!hasFrames()) {
      firstFrame = start;
    }
    lastFrameEnd = end;
  }

  /**
   * Adds a stretch without frames. After the last frame, that is what the recording should have
   * there, in the file or not, or if that is not known, whatever is not zero.
   */
  private void addStretch(long from, long to) throws IOException {
    if (to < limit) {
      addMalformed(from, to);
    } else if (extent.knowsEnd()) {
      addMalformed(from, extent.end());
    } else {
      addNonZero(from, limit);
    }
  }

  private void addNonZero(long from, long to) throws IOException {
    addMalformed(scanner.nextNonZero(from, to), scanner.endOfNonZero(from, to));
  }

  private void addMalformed(long from, long to) throws IOException {
    if (from < to) {
      FrameHeader header = new FrameHeader();
      scanner.readHeader(from, header);
      add(BadFrame.malformed(dataFrames, header, from, to - from));
    }
  }

  /** Ends the last bad frame added, whether it was kept or not, where the next frame begins. */
  private void shortenLast(BadFrame whole, long nextFrame) {
    if (nextFrame < whole.end()) {
      BadFrame cut = whole.upTo(nextFrame);
      badBytes -= whole.length() - cut.length();
      if (badCount == badFrames.size()) {
        badFrames.set(badFrames.size() - 1, cut);
      }
    }
  }

  private void add(BadFrame bad) {
    badCount++;
    badBytes += bad.length();
    if (badFrames.size() < SegmentVerifier.MAX_KEPT) {
      badFrames.add(bad);
    }
  }
}
