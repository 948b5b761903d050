// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import io.chunksum.internal.BigEndian;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.util.Objects;

/** A running CRC of any model. It reads arrays and direct memory in place. */
final class TableCrcChecksum implements StreamingChecksum {

  private final ChecksumType type;
  private final CrcModel model;
  private final CrcLoop loop;
  private final long initialState;
  private long state;

  TableCrcChecksum(ChecksumType type, CrcModel model, CrcLoop loop) {
    this.type = type;
    this.model = model;
    this.loop = loop;
    this.initialState = model.initialState();
    this.state = initialState;
  }

  @Override
  public ChecksumType type() {
    return type;
  }

  @Override
  public void reset() {
    state = initialState;
  }

  @Override
  public void update(byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    state = loop.update(state, source, offset, length);
  }

  @Override
  public boolean updateInPlace(ByteBuffer view) {
    if (!(view instanceof MappedByteBuffer direct)) {
      return false;
    }
    direct.order(ByteOrder.LITTLE_ENDIAN);
    state = loop.update(state, direct, direct.position(), direct.remaining());
    return true;
  }

  @Override
  public boolean peek(byte[] target, int offset) {
    BigEndian.putUnsigned(target, offset, type.checksumLength(), model.crc(state));
    return true;
  }

  @Override
  public void finish(byte[] target, int offset) {
    peek(target, offset);
    state = initialState;
  }

  @Override
  public boolean finishEachInPlace(
      ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
    int entry = type.checksumLength();
    Objects.checkFromIndexSize(targetOffset, (long) entry * count, target.length);
    if (!(view instanceof MappedByteBuffer direct)) {
      return false;
    }
    direct.order(ByteOrder.LITTLE_ENDIAN);
    int at = direct.position();
    for (int i = 0; i < count; i++) {
      state = loop.update(state, direct, at + i * length, length);
      finish(target, targetOffset + i * entry);
    }
    return true;
  }
}
