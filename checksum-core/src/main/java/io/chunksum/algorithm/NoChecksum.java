// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import java.nio.ByteBuffer;
import java.util.Objects;

/** The checksum of {@link ChecksumType#NONE}: no bytes, whatever it is fed. */
final class NoChecksum implements StreamingChecksum {

  @Override
  public ChecksumType type() {
    return ChecksumType.NONE;
  }

  @Override
  public void reset() {}

  @Override
  public void update(byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
  }

  @Override
  public boolean updateInPlace(ByteBuffer view) {
    return true;
  }

  @Override
  public boolean peek(byte[] target, int offset) {
    finish(target, offset);
    return true;
  }

  @Override
  public void finish(byte[] target, int offset) {
    Objects.checkFromIndexSize(offset, 0, target.length);
  }
}
