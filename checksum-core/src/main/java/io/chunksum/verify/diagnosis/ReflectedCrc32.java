// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcModel;
import java.util.Optional;

/**
 * The CRCs whose structure the searches make use of: those that are built as CRC-32 and CRC-32C
 * are.
 */
final class ReflectedCrc32 {

  private ReflectedCrc32() {}

  /** The combiner of such a CRC; empty for every other algorithm. */
  static Optional<CrcCombiner> of(ChecksumAlgorithm algorithm) {
    return algorithm.combiner().filter(crc -> isOne(crc.model()) && crc.crcOfNothing() == 0);
  }

  private static boolean isOne(CrcModel model) {
    return model.width() == Integer.SIZE && model.reflected();
  }

  /** The generator but for x^32, reflected: the highest bit is the coefficient of x^0. */
  static int polynomial(CrcCombiner crc) {
    return Integer.reverse((int) crc.model().polynomial());
  }
}
