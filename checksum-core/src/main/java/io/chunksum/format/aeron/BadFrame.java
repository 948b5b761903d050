// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import java.util.Locale;

/**
 * A frame that is not what was recorded, or bytes that are not a frame at all. Immutable.
 *
 * <p>The header of a malformed frame is reported as it was found; the computed checksum is then 0.
 *
 * @param index number of frames with data before it, in the batch or the segment file
 * @param outcome {@link FrameOutcome#MISMATCH} if the checksum differs, {@link
 *     FrameOutcome#MALFORMED} if there is no frame that could follow the previous ones
 * @param offset where it begins, in bytes from the start of the chunk or the segment file; index in
 *     the buffer, if the batch is a buffer
 * @param length bytes of the frame with its header, as stated there, unless a good frame begins
 *     before that; then, and for malformed bytes, the bytes up to the next good frame, or to the
 *     end
 * @param frameLength the frame length in the header
 * @param termId the term in the header
 * @param termOffset the term offset in the header, in bytes
 * @param recorded the recorded checksum
 * @param computed the checksum of the frame as it is
 */
public record BadFrame(
    long index,
    FrameOutcome outcome,
    long offset,
    long length,
    int frameLength,
    int termId,
    int termOffset,
    int recorded,
    int computed) {

  static BadFrame mismatch(long index, FrameHeader header, long offset, int computed) {
    return of(index, FrameOutcome.MISMATCH, header, offset, header.frameLength(), computed);
  }

  static BadFrame malformed(long index, FrameHeader header, long offset, long length) {
    return of(index, FrameOutcome.MALFORMED, header, offset, length, 0);
  }

  /** Returns the same frame, cut off where the next frame begins. */
  BadFrame upTo(long nextFrame) {
    return new BadFrame(
        index,
        outcome,
        offset,
        nextFrame - offset,
        frameLength,
        termId,
        termOffset,
        recorded,
        computed);
  }

  private static BadFrame of(
      long index,
      FrameOutcome outcome,
      FrameHeader header,
      long offset,
      long length,
      int computed) {
    return new BadFrame(
        index,
        outcome,
        offset,
        length,
        header.frameLength(),
        header.termId(),
        header.termOffset(),
        header.checksum(),
        computed);
  }

  /**
   * Returns where to resume.
   *
   * @return offset after it, where the next frame begins; for malformed bytes in a batch, the end
   *     of the batch
   */
  public long end() {
    return outcome == FrameOutcome.MISMATCH
        ? offset + FrameHeader.aligned((int) length)
        : offset + length;
  }

  /**
   * Describes it in one line.
   *
   * @return place, header and checksums
   */
  @Override
  public String toString() {
    String header =
        String.format(
            Locale.ROOT,
            "frame length %d, term %d, term offset %d",
            frameLength,
            termId,
            termOffset);
    return outcome == FrameOutcome.MISMATCH
        ? String.format(
            Locale.ROOT,
            "frame at %d (%s): recorded %08x, computed %08x",
            offset,
            header,
            recorded,
            computed)
        : String.format(
            Locale.ROOT, "no frame at %d, %d bytes (read as one: %s)", offset, length, header);
  }
}
