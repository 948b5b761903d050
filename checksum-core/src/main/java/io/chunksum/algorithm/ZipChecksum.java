// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import io.chunksum.internal.BigEndian;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.Checksum;

/** CRC32 or CRC32C from {@code java.util.zip}, whose update loops are compiler intrinsics. */
final class ZipChecksum implements StreamingChecksum {

  private final ChecksumType type;
  private final Checksum checksum;

  ZipChecksum(ChecksumType type, Checksum checksum) {
    this.type = type;
    this.checksum = checksum;
  }

  @Override
  public ChecksumType type() {
    return type;
  }

  @Override
  public void reset() {
    checksum.reset();
  }

  @Override
  public void update(byte[] source, int offset, int length) {
    checksum.update(source, offset, length);
  }

  /**
   * Direct memory is read in place. The JDK would copy all of a read-only heap buffer through a new
   * array of up to 4 KB on each call, so that kind is refused.
   */
  @Override
  public boolean updateInPlace(ByteBuffer view) {
    if (!view.isDirect()) {
      return false;
    }
    try {
      checksum.update(view);
      return true;
    } catch (UnsupportedOperationException e) {
      // JDK 22 to 24 refuse buffers over a shared memory segment, before they read a byte:
      // https://bugs.openjdk.org/browse/JDK-8357145
      return false;
    }
  }

  @Override
  public boolean peek(byte[] target, int offset) {
    BigEndian.putInt(target, offset, (int) checksum.getValue());
    return true;
  }

  @Override
  public void finish(byte[] target, int offset) {
    finish(checksum, target, offset);
  }

  @Override
  public void finishEach(
      byte[] source, int offset, int length, int count, byte[] target, int targetOffset) {
    Objects.checkFromIndexSize(offset, (long) length * count, source.length);
    Objects.checkFromIndexSize(targetOffset, (long) Integer.BYTES * count, target.length);
    // A local, so that the kind of checksum need not be looked up again for each run.
    Checksum checksum = this.checksum;
    for (int i = 0; i < count; i++) {
      checksum.update(source, offset + i * length, length);
      finish(checksum, target, targetOffset + i * Integer.BYTES);
    }
  }

  @Override
  public boolean finishEachInPlace(
      ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
    Objects.checkFromIndexSize(targetOffset, (long) Integer.BYTES * count, target.length);
    if (!view.isDirect()) {
      return false;
    }
    int end = view.limit();
    Checksum checksum = this.checksum;
    try {
      for (int i = 0; i < count; i++) {
        // Each update leaves the position at the limit, which is where the next run begins.
        checksum.update(view.limit(view.position() + length));
        finish(checksum, target, targetOffset + i * Integer.BYTES);
      }
      return true;
    } catch (UnsupportedOperationException e) {
      // The first update was refused, for the same reason as in updateInPlace.
      view.limit(end);
      return false;
    }
  }

  private static void finish(Checksum checksum, byte[] target, int offset) {
    BigEndian.putInt(target, offset, (int) checksum.getValue());
    checksum.reset();
  }
}
