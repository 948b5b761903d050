// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.file.ByteReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A file of slots of one size, each written as a whole: the length of its content, the content, and
 * a CRC32C of both. Integers are big-endian. Mutable, for one thread at a time.
 */
final class CheckedSlots {

  static final int SLOT_BYTES = 16 * 1024;

  private static final int FRAME_BYTES = 2 * Integer.BYTES;

  private final FileChannel channel;

  CheckedSlots(FileChannel channel) {
    this.channel = channel;
  }

  /** Writes what a slot is to contain. */
  interface Content {
    void write(DataOutputStream out) throws IOException;
  }

  /** Writes a slot; returns false, and writes nothing, if the content is too long for one. */
  boolean write(int slot, Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    content.write(new DataOutputStream(bytes));
    if (bytes.size() > SLOT_BYTES - FRAME_BYTES) {
      return false;
    }
    ByteBuffer framed = ByteBuffer.allocate(bytes.size() + FRAME_BYTES);
    framed.putInt(bytes.size()).put(bytes.toByteArray());
    framed.putInt(crc(framed.duplicate().flip())).flip();
    long start = (long) slot * SLOT_BYTES;
    while (framed.hasRemaining()) {
      channel.write(framed, start + framed.position());
    }
    return true;
  }

  /**
   * Returns whether the file is empty, or has nothing but zeros and no more than the first slot:
   * its length has reached the disk, and what was written to it has not.
   */
  boolean isBlank() throws IOException {
    if (channel.size() > SLOT_BYTES) {
      return false;
    }
    ByteBuffer first = ByteBuffer.allocate(SLOT_BYTES);
    ByteReader.fill(channel, 0, first);
    return first.clear().equals(ByteBuffer.allocate(SLOT_BYTES));
  }

  /** Reads a slot; returns null if none was written or it was damaged. */
  @Nullable DataInputStream read(int slot) throws IOException {
    ByteBuffer framed = ByteBuffer.allocate(SLOT_BYTES);
    ByteReader.fill(channel, (long) slot * SLOT_BYTES, framed);
    framed.flip();
    if (framed.remaining() < FRAME_BYTES) {
      return null;
    }
    int length = framed.getInt();
    if (length < 0 || length > framed.remaining() - Integer.BYTES) {
      return null;
    }
    byte[] content = new byte[length];
    framed.get(content);
    int end = framed.position();
    boolean whole = framed.getInt() == crc(framed.duplicate().position(0).limit(end));
    return whole ? new DataInputStream(new ByteArrayInputStream(content)) : null;
  }

  private static int crc(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
