// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.crc;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.StreamingChecksum;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * CRC-32/JAMCRC, registered as a service. It has 4 bytes, as CRC32 has, but the CRC of no bytes is
 * not 0, which is easy to forget.
 */
public final class JamCrc implements ChecksumAlgorithm {

  static final ChecksumAlgorithm CRC =
      new CrcAlgorithm("CRC-32/JAMCRC", CrcCatalogue.CRC_32_JAMCRC.model());

  /** Number of running checksums made. */
  static final AtomicInteger MADE = new AtomicInteger();

  /** For the service loader. */
  public JamCrc() {}

  @Override
  public ChecksumType type() {
    return CRC.type();
  }

  @Override
  public StreamingChecksum newChecksum() {
    MADE.incrementAndGet();
    return CRC.newChecksum();
  }

  @Override
  public Optional<CrcCombiner> combiner() {
    return CRC.combiner();
  }
}
