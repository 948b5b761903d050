// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.StreamingChecksum;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * CRC32C that fails on an update which starts with the byte 0xEE, as if that were in memory that is
 * gone. Reads no buffer in place.
 */
public final class FailingCrc32c implements ChecksumAlgorithm {

  @Override
  public ChecksumType type() {
    return ChecksumType.CRC32C;
  }

  @Override
  public Optional<CrcCombiner> combiner() {
    return Optional.of(CrcCombiner.CRC32C);
  }

  @Override
  public StreamingChecksum newChecksum() {
    return new ForwardingChecksum(ChecksumAlgorithms.of(ChecksumType.CRC32C).newChecksum()) {
      @Override
      public void update(byte[] source, int offset, int length) {
        if (source[offset] == (byte) 0xEE) {
          throw new IllegalStateException("gone");
        }
        super.update(source, offset, length);
      }

      @Override
      public boolean updateInPlace(ByteBuffer view) {
        return false;
      }
    };
  }
}
