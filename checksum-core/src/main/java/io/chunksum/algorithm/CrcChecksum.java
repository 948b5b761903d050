// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import io.chunksum.internal.BigEndian;
import java.nio.ByteBuffer;
import java.util.zip.Checksum;

/** A 32-bit CRC of the JDK, whose update loops are compiler intrinsics. */
final class CrcChecksum implements StreamingChecksum {

  private final ChecksumType type;
  private final Checksum crc;

  CrcChecksum(ChecksumType type, Checksum crc) {
    this.type = type;
    this.crc = crc;
  }

  @Override
  public ChecksumType type() {
    return type;
  }

  @Override
  public void reset() {
    crc.reset();
  }

  @Override
  public void update(byte[] source, int offset, int length) {
    crc.update(source, offset, length);
  }

  /**
   * Direct memory is read where it lies. Of a read-only heap buffer the JDK would copy everything
   * through a new array of up to 4 KB at each call, so that kind is refused.
   */
  @Override
  public boolean updateInPlace(ByteBuffer view) {
    if (!view.isDirect()) {
      return false;
    }
    try {
      crc.update(view);
      return true;
    } catch (UnsupportedOperationException e) {
      // JDK 22 to 24 refuse buffers over a shared memory segment, before they read a byte:
      // https://bugs.openjdk.org/browse/JDK-8357145
      return false;
    }
  }

  @Override
  public boolean peek(byte[] target, int offset) {
    BigEndian.putInt(target, offset, (int) crc.getValue());
    return true;
  }

  @Override
  public void finish(byte[] target, int offset) {
    BigEndian.putInt(target, offset, (int) crc.getValue());
    crc.reset();
  }
}
