// SPDX-License-Identifier: Apache-2.0

package example;

import io.chunksum.algorithm.CrcCombiner;
import java.io.Serializable;

/** A sum of what splits of a file add to its CRC. Adding is associative and commutative. */
record FileCrc(long sum, long bytes) implements Serializable {

  /** The identity, which is all there is of an empty file. */
  static final FileCrc NONE = new FileCrc(0, 0);

  FileCrc plus(FileCrc other) {
    return new FileCrc(sum ^ other.sum, Math.addExact(bytes, other.bytes));
  }

  /** The CRC of the file, once all of its splits have been added. */
  long crc(CrcCombiner combiner) {
    return sum ^ combiner.crcOfNothing();
  }
}
