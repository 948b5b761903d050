// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.crc;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.tests.ForwardingChecksum;
import java.util.Optional;

/** CRC-32/BZIP2, registered as a service. Its running checksums cannot report midway. */
public final class PlainCrc implements ChecksumAlgorithm {

  private static final ChecksumAlgorithm CRC =
      new CrcAlgorithm("CRC-32/BZIP2", CrcCatalogue.CRC_32_BZIP2.model());

  /** For the service loader. */
  public PlainCrc() {}

  @Override
  public ChecksumType type() {
    return CRC.type();
  }

  @Override
  public StreamingChecksum newChecksum() {
    return new ForwardingChecksum(CRC.newChecksum()) {
      @Override
      public boolean peek(byte[] target, int offset) {
        return false;
      }
    };
  }

  @Override
  public Optional<CrcCombiner> combiner() {
    return CRC.combiner();
  }
}
