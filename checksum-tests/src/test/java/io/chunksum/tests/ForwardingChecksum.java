// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import java.nio.ByteBuffer;

/** Forwards to another checksum, except for the loops over windows, so that every call is seen. */
public abstract class ForwardingChecksum implements StreamingChecksum {

  private final StreamingChecksum checksum;

  /** Forwards to {@code checksum}. */
  protected ForwardingChecksum(StreamingChecksum checksum) {
    this.checksum = checksum;
  }

  @Override
  public ChecksumType type() {
    return checksum.type();
  }

  @Override
  public void reset() {
    checksum.reset();
  }

  @Override
  public void update(byte[] source, int offset, int length) {
    checksum.update(source, offset, length);
  }

  @Override
  public boolean updateInPlace(ByteBuffer view) {
    return checksum.updateInPlace(view);
  }

  @Override
  public boolean peek(byte[] target, int offset) {
    return checksum.peek(target, offset);
  }

  @Override
  public void finish(byte[] target, int offset) {
    checksum.finish(target, offset);
  }
}
