// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.BigEndian;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a block, in place: in an array, or in a buffer whose position does not change.
 * Callers have checked that the bytes they ask for exist.
 */
final class BlockBytes {

  private static final int SCRATCH_BYTES = 4096;

  /** Null if the bytes are in memory without an array, or with an inaccessible one. */
  private byte @Nullable [] array;

  /** A view of our own. */
  private @Nullable ByteBuffer buffer;

  private byte @Nullable [] scratch;

  /** Index of the first byte in the array or buffer. */
  private int base;

  private int length;

  void set(byte[] source, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, source.length);
    array = source;
    buffer = null;
    base = offset;
    length = count;
  }

  void set(ByteBuffer source) {
    if (source.hasArray()) {
      set(source.array(), source.arrayOffset() + source.position(), source.remaining());
      return;
    }
    array = null;
    buffer = source.duplicate(); // The caller may move the limit of its own.
    base = source.position();
    length = source.remaining();
  }

  int length() {
    return length;
  }

  byte get(int at) {
    return array != null ? array[base + at] : buffer().get(base + at);
  }

  int getInt(int at) {
    return array != null
        ? BigEndian.getInt(array, base + at)
        : BigEndian.getInt(buffer(), base + at);
  }

  /** Copies bytes to the start of an array. */
  void copy(int at, byte[] target, int count) {
    if (array != null) {
      System.arraycopy(array, base + at, target, 0, count);
    } else {
      buffer().get(base + at, target, 0, count);
    }
  }

  boolean matches(int at, byte[] other, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, other.length);
    if (array != null) {
      int from = base + at;
      return Arrays.equals(array, from, from + count, other, offset, offset + count);
    }
    int i = 0;
    for (; i + Integer.BYTES <= count; i += Integer.BYTES) {
      if (getInt(at + i) != BigEndian.getInt(other, offset + i)) {
        return false;
      }
    }
    for (; i < count; i++) {
      if (get(at + i) != other[offset + i]) {
        return false;
      }
    }
    return true;
  }

  /** Copies the checksums in {@code count} bytes. */
  ChecksumData checksums(ChecksumType type, int bytesPerChecksum, int at, int count) {
    return array != null
        ? ChecksumData.of(type, bytesPerChecksum, array, base + at, count)
        : ChecksumData.of(type, bytesPerChecksum, buffer().slice(base + at, count));
  }

  /** Feeds the first bytes to a checksum. */
  void feed(StreamingChecksum checksum, int count) {
    if (array != null) {
      checksum.update(array, base, count);
      return;
    }
    ByteBuffer view = buffer();
    boolean inPlace = checksum.updateInPlace(view.limit(base + count));
    view.limit(base + length).position(base);
    for (int at = 0, step; !inPlace && at < count; at += step) {
      step = Math.min(count - at, scratch().length);
      copy(at, scratch(), step);
      checksum.update(scratch(), 0, step);
    }
  }

  /** Read-only heap memory has to be copied. */
  private byte[] scratch() {
    if (scratch == null) {
      scratch = new byte[SCRATCH_BYTES];
    }
    return scratch;
  }

  private ByteBuffer buffer() {
    return Objects.requireNonNull(buffer);
  }
}
