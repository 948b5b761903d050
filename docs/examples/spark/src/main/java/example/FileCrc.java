// SPDX-License-Identifier: Apache-2.0

package example;

import io.chunksum.algorithm.CrcCombiner;
import java.io.Serializable;
import java.util.SplittableRandom;

/**
 * A sum of what splits of a file add to its CRC. Adding is associative and commutative.
 *
 * @param sum of their contributions to the CRC
 * @param bytes in all
 * @param places the marks of their ends less those of their beginnings: if they cover the file
 *     exactly once, those in between cancel out
 */
record FileCrc(long sum, long bytes, long places) implements Serializable {

  /** The identity, which is all there is of an empty file. */
  static final FileCrc NONE = new FileCrc(0, 0, 0);

  /** What one split adds. */
  static FileCrc of(long contribution, long offset, long length) {
    return new FileCrc(contribution, length, mark(offset + length) - mark(offset));
  }

  FileCrc plus(FileCrc other) {
    return new FileCrc(sum ^ other.sum, Math.addExact(bytes, other.bytes), places + other.places);
  }

  /** Refuses a sum in which a split is missing, or was counted twice, or both. */
  void checkCovers(String file, long length) {
    if (bytes != length) {
      throw new IllegalStateException(file + ": " + bytes + " bytes of " + length);
    }
    if (places != mark(length) - mark(0)) {
      throw new IllegalStateException(file + ": a split is missing, and another was counted twice");
    }
  }

  /** The CRC of the file, once all of its splits have been added. */
  long crc(CrcCombiner combiner) {
    return sum ^ combiner.crcOfNothing();
  }

  /** A number for a place in the file that seems random, so that only equal ones cancel out. */
  private static long mark(long offset) {
    return new SplittableRandom(offset).nextLong();
  }
}
