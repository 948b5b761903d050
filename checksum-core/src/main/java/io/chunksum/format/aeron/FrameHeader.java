// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import io.chunksum.internal.LittleEndian;

/**
 * The header of a frame, as the protocol of Aeron has it in the class {@code DataHeaderFlyweight}.
 * All numbers are little-endian.
 *
 * <pre>
 *  0 frame length    4 version   5 flags   6 type (2)
 *  8 term offset    12 session id, or the checksum in a recording
 * 16 stream id      20 term id  24 reserved (8)
 * </pre>
 */
final class FrameHeader {

  /** Bytes of a header; frames begin at multiples of it, too. */
  static final int LENGTH = 32;

  /** What a UDP datagram can carry at most, and thereby a frame with data. */
  static final int MAX_DATA_FRAME_LENGTH = 65_504;

  /** Bytes of the shortest and of the longest term. */
  static final int MIN_TERM_LENGTH = 64 * 1024;

  static final int MAX_TERM_LENGTH = 1024 * 1024 * 1024;

  private static final int PADDING = 0;
  private static final int DATA = 1;

  private final byte[] bytes = new byte[LENGTH];

  /** The memory of the header, to be filled by the caller. */
  byte[] bytes() {
    return bytes;
  }

  /** Bytes of the frame with its header, without those that align the next one. */
  int frameLength() {
    return LittleEndian.getInt(bytes, 0);
  }

  int termOffset() {
    return LittleEndian.getInt(bytes, 8);
  }

  /** The checksum that was recorded; of a padding frame, the session id. */
  int checksum() {
    return LittleEndian.getInt(bytes, 12);
  }

  int streamId() {
    return LittleEndian.getInt(bytes, 16);
  }

  int termId() {
    return LittleEndian.getInt(bytes, 20);
  }

  /** The type is the only field of two bytes; no frame has one above 255. */
  private int type() {
    return Byte.toUnsignedInt(bytes[6]) | Byte.toUnsignedInt(bytes[7]) << Byte.SIZE;
  }

  boolean isData() {
    return type() == DATA;
  }

  /** Bytes from this frame to the next; only to be asked of a plausible header. */
  int alignedLength() {
    return aligned(frameLength());
  }

  static int aligned(int length) {
    return (length + (LENGTH - 1)) & -LENGTH;
  }

  /** Whether a frame may have such a header, wherever it lies. */
  boolean isPlausible() {
    int length = frameLength();
    int max = isData() ? MAX_DATA_FRAME_LENGTH : MAX_TERM_LENGTH;
    int termOffset = termOffset();
    return length >= LENGTH
        && length <= max
        && bytes[4] == 0
        && (isData() || type() == PADDING)
        && termOffset >= 0
        && termOffset % LENGTH == 0
        && termOffset <= MAX_TERM_LENGTH - alignedLength();
  }
}
