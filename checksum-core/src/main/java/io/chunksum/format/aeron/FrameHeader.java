// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import io.chunksum.internal.LittleEndian;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The header of a frame, as Aeron's protocol defines it in the class {@code DataHeaderFlyweight}.
 * All numbers are little-endian.
 *
 * <pre>
 *  0 frame length    4 version   5 flags   6 type (2)
 *  8 term offset    12 session id, or the checksum in a recording
 * 16 stream id      20 term id  24 reserved (8)
 * </pre>
 *
 * <p>Mutable: one object is reused for header after header.
 */
final class FrameHeader {

  /** Bytes in a header; frames begin at multiples of it, too. */
  static final int LENGTH = 32;

  /** The longest a frame with data can be: it fits into a UDP datagram, and is aligned. */
  static final int MAX_DATA_FRAME_LENGTH = 65_504;

  /** Bytes in the shortest and in the longest term. */
  static final int MIN_TERM_LENGTH = 64 * 1024;

  static final int MAX_TERM_LENGTH = 1024 * 1024 * 1024;

  private static final int TERM_OFFSET_AT = 8;

  private static final int PADDING = 0;
  private static final int DATA = 1;

  private int frameLength;
  private int version;
  private int type;
  private int termOffset;
  private int checksum;
  private int streamId;
  private int termId;

  /** Returns whether bytes begin like a frame with data, as far as they go. */
  static boolean beginsFrame(byte[] start) {
    FrameHeader header = new FrameHeader();
    header.load(Arrays.copyOf(start, Math.max(start.length, LENGTH)), 0);
    return start.length > TERM_OFFSET_AT
        && header.isData()
        && header.version == 0
        && header.frameLength >= LENGTH
        && header.frameLength <= MAX_DATA_FRAME_LENGTH // A meta file of HDFS may have the rest.
        && header.termOffset % LENGTH == 0;
  }

  /** Reads the header that begins at an index of an array. */
  void load(byte[] array, int at) {
    set(
        LittleEndian.getLong(array, at),
        LittleEndian.getLong(array, at + 8),
        LittleEndian.getLong(array, at + 16));
  }

  /** Reads the header that begins at an index of a buffer. */
  void load(ByteBuffer view, int at) {
    set(
        LittleEndian.getLong(view, at),
        LittleEndian.getLong(view, at + 8),
        LittleEndian.getLong(view, at + 16));
  }

  /** Each value has two fields of 4 bytes, the first one in its lower half. */
  private void set(long at0, long at8, long at16) {
    frameLength = (int) at0;
    version = (int) (at0 >>> 32) & 0xFF;
    type = (int) (at0 >>> 48);
    termOffset = (int) at8;
    checksum = (int) (at8 >>> 32);
    streamId = (int) at16;
    termId = (int) (at16 >>> 32);
  }

  /** Returns the bytes of the frame with its header, without those that align the next one. */
  int frameLength() {
    return frameLength;
  }

  int termOffset() {
    return termOffset;
  }

  /** Returns the recorded checksum; for a padding frame, the session id. */
  int checksum() {
    return checksum;
  }

  int streamId() {
    return streamId;
  }

  int termId() {
    return termId;
  }

  boolean isData() {
    return type == DATA;
  }

  /** Returns the bytes from this frame to the next; valid only for a plausible header. */
  int alignedLength() {
    return aligned(frameLength());
  }

  static int aligned(int length) {
    return (length + (LENGTH - 1)) & -LENGTH;
  }

  /** Returns whether a frame may have such a header, wherever it is. */
  boolean isPlausible() {
    return frameLength >= LENGTH
        && frameLength <= (type == DATA ? MAX_DATA_FRAME_LENGTH : MAX_TERM_LENGTH)
        && version == 0
        && (type == DATA || type == PADDING)
        && termOffset >= 0
        && termOffset % LENGTH == 0
        && termOffset <= MAX_TERM_LENGTH - aligned(frameLength);
  }
}
