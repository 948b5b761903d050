// SPDX-License-Identifier: Apache-2.0

package example;

import io.chunksum.algorithm.CrcCombiner;
import java.io.Serializable;

/** The CRCs of the windows of a split, packed as ChecksumData packs them, and that of all of it. */
record SplitSums(Split split, byte[] windows, long crc) implements Serializable {

  /**
   * What the split adds to the CRC of its file, which depends on the number of bytes after it. The
   * CRC is linear, so what the splits add only needs to be added up, in any order and grouping: the
   * sum is an exclusive or.
   */
  FileCrc contribution(CrcCombiner combiner) {
    long nothing = combiner.crcOfNothing();
    long alone = combiner.combine(crc, nothing, split.bytesAfter());
    return FileCrc.of(alone ^ nothing, split.offset(), split.length());
  }
}
