// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;

/** The weakest checksum there is: the same for all bytes, so that only lengths can mismatch. */
enum ConstantAlgorithm implements ChecksumAlgorithm {
  INSTANCE;

  private static final ChecksumType TYPE = ChecksumType.of("CONSTANT", 1);

  @Override
  public ChecksumType type() {
    return TYPE;
  }

  @Override
  public StreamingChecksum newChecksum() {
    return new StreamingChecksum() {
      @Override
      public ChecksumType type() {
        return TYPE;
      }

      @Override
      public void reset() {}

      @Override
      public void update(byte[] source, int offset, int length) {}

      // No verifier of windows has a use for this.
      @Override
      public boolean peek(byte[] target, int offset) {
        throw new UnsupportedOperationException("peek");
      }

      @Override
      public void finish(byte[] target, int offset) {
        target[offset] = 42;
      }
    };
  }
}
