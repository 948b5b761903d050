// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.aeron;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** Writes frames as Aeron records them, with the CRCs of the JDK. */
final class FrameWriter {

  static final int STREAM_ID = 1001;
  static final int SESSION_ID = 77;

  private final ByteBuffer frames;
  private final int firstTermId;
  private final int termLength;

  /** Position in the stream of the first byte. */
  private final long base;

  FrameWriter(int capacity, int firstTermId, int termLength, long base) {
    this.frames = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    this.firstTermId = firstTermId;
    this.termLength = termLength;
    this.base = base;
  }

  /** Leaves bytes out. */
  FrameWriter skip(int bytes) {
    frames.position(frames.position() + bytes);
    return this;
  }

  /** Appends a frame with data, followed by bytes that align the next. */
  FrameWriter data(byte[] payload) {
    int start = header(32 + payload.length, 1);
    frames.put(payload);
    while (frames.position() % 32 != 0) {
      frames.put((byte) 0xEE);
    }
    Checksum crc = new CRC32C();
    crc.update(frames.array(), start + 32, frames.position() - start - 32);
    frames.putInt(start + 12, (int) crc.getValue());
    return this;
  }

  /** Appends a padding frame. */
  FrameWriter padding(int length) {
    header(length, 0);
    return skip((length + 31) / 32 * 32 - 32);
  }

  private int header(int length, int type) {
    int start = frames.position();
    long position = base + start;
    frames.putInt(length).put((byte) 0).put((byte) 0xC0).putShort((short) type);
    frames.putInt((int) (position % termLength)).putInt(SESSION_ID).putInt(STREAM_ID);
    frames.putInt(firstTermId + (int) (position / termLength)).putLong(0);
    return start;
  }

  int size() {
    return frames.position();
  }

  /** What was appended. */
  byte[] written() {
    byte[] bytes = new byte[frames.position()];
    frames.get(0, bytes);
    return bytes;
  }

  /** What was appended, and zeros up to the capacity. */
  byte[] all() {
    return frames.array().clone();
  }
}
