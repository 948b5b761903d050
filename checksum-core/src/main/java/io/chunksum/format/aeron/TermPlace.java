// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

/**
 * What the next frame's header must say about stream, term and term offset, as far as that is
 * known: the checksum of a frame does not cover its header, but frames follow one another without a
 * gap. Mutable, for one thread at a time.
 */
final class TermPlace {

  private static final int UNKNOWN = -1;

  /** Bytes in a term, a power of two, or unknown. */
  private int termLength = UNKNOWN;

  /** The most bytes in a frame with data. */
  private int mtuLength = Integer.MAX_VALUE;

  private boolean knowsStream;
  private int streamId;

  /** Where the next frame begins in its term; if unknown, the term is unknown, too. */
  private int termOffset = UNKNOWN;

  private int termId;

  /** The term offset modulo the length of the shortest term, or unknown. */
  private int offsetInShortestTerm = UNKNOWN;

  /** Forgets everything. */
  void forget() {
    termLength = UNKNOWN;
    mtuLength = Integer.MAX_VALUE;
    knowsStream = false;
    termOffset = UNKNOWN;
    offsetInShortestTerm = UNKNOWN;
  }

  /** Moves to a position of a known recording, and takes what its descriptor says of frames. */
  void moveTo(RecordingDescriptor recording, long position) {
    termLength = recording.termLength();
    mtuLength = recording.mtuLength();
    knowsStream = true;
    streamId = recording.streamId();
    termOffset = (int) (position % termLength);
    termId = recording.initialTermId() + (int) (position / termLength);
  }

  /** Moves to an offset of a segment file, which begins with a term, of an unknown recording. */
  void moveTo(long fileOffset) {
    forget();
    offsetInShortestTerm = (int) (fileOffset % FrameHeader.MIN_TERM_LENGTH);
  }

  /** Returns whether a frame with this header may come next. */
  boolean admits(FrameHeader header) {
    if (knowsStream && header.streamId() != streamId) {
      return false;
    }
    if (header.isData() && header.frameLength() > mtuLength) {
      return false;
    }
    if (termLength != UNKNOWN && header.termOffset() > termLength - header.alignedLength()) {
      return false;
    }
    if (termOffset == UNKNOWN) {
      return offsetInShortestTerm == UNKNOWN
          || header.termOffset() % FrameHeader.MIN_TERM_LENGTH == offsetInShortestTerm;
    }
    boolean inTerm = header.termId() == termId && header.termOffset() == termOffset;
    boolean inNextTerm =
        termLength == UNKNOWN
            && termOffset >= FrameHeader.MIN_TERM_LENGTH
            && Integer.bitCount(termOffset) == 1
            && header.termId() == termId + 1
            && header.termOffset() == 0;
    return inTerm || inNextTerm;
  }

  /** Moves past a frame that was admitted. */
  void movePast(FrameHeader header) {
    knowsStream = true;
    streamId = header.streamId();
    termId = header.termId();
    termOffset = header.termOffset() + header.alignedLength();
    if (termOffset == termLength) {
      termOffset = 0;
      termId++;
    }
  }
}
