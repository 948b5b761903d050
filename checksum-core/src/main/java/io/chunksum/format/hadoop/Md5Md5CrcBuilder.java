// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.Digests;
import java.security.MessageDigest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Builds an {@link Md5Md5Crc}, for which block boundaries matter.
 *
 * <p>Mutable, for one thread at a time.
 */
public final class Md5Md5CrcBuilder extends FileChecksumBuilder {

  /** Hadoop's array for the MD5s of blocks starts with room for two, then doubles. */
  private static final long MIN_PLACES = 2;

  /** Whether the first block gives the size of all, and all windows must have one size. */
  private final boolean hdfs;

  private final MessageDigest ofBlock = Digests.of("MD5");
  private final MessageDigest ofBlocks = Digests.of("MD5");

  /** Null until the first chunk. */
  private @Nullable ChecksumType type;

  private int bytesPerCrc;

  private long crcsOfFirstBlock;
  private long blocks;

  /** Bytes of the file so far. */
  private long length;

  private boolean inBlock;

  private Md5Md5CrcBuilder(boolean hdfs) {
    this.hdfs = hdfs;
  }

  /**
   * Creates a builder for a file in HDFS, with no bytes added. All windows must have one size, and
   * the first of several blocks gives the number of windows in a block.
   *
   * @return a new builder
   */
  public static Md5Md5CrcBuilder hdfs() {
    return new Md5Md5CrcBuilder(true);
  }

  /**
   * Creates a builder for a file in Apache Ozone, with no bytes added. The number of CRCs in a
   * block is not stated, and the last block gives the window size.
   *
   * @return a new builder
   */
  public static Md5Md5CrcBuilder ozone() {
    return new Md5Md5CrcBuilder(false);
  }

  @Override
  void checkType(ChecksumData sums) {
    sums.checkType(type == null ? Md5Md5Crc.requireCrc32(sums.type()) : type);
  }

  @Override
  void addChunk(ChecksumData sums, long chunkLength) {
    int window = sums.bytesPerChecksum();
    if (hdfs && type != null && window != bytesPerCrc) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "windows of %d and of %d bytes in one file", bytesPerCrc, window));
    }
    length = Math.addExact(length, chunkLength);
    type = sums.type();
    // Ozone looks at the first chunk of a block.
    bytesPerCrc = inBlock ? bytesPerCrc : window;
    inBlock = true;
    crcsOfFirstBlock += blocks == 0 ? sums.count() : 0;
    ofBlock.update(sums.packed());
  }

  @Override
  void closeBlock() {
    blocks++;
    inBlock = false;
    ofBlocks.update(ofBlock.digest());
  }

  @Override
  FileChecksum finish() {
    if (inBlock) {
      throw new IllegalStateException("the last block has not been ended");
    }
    if (type == null || length == 0) {
      return FileChecksum.ofEmptyFile();
    }
    // Hadoop digests the whole array that it collected the MD5s in, unused places too.
    byte[] unused = new byte[ofBlock.getDigestLength()];
    long places = Math.max(MIN_PLACES, Long.highestOneBit(blocks - 1) << 1);
    for (long place = blocks; place < places; place++) {
      ofBlocks.update(unused);
    }
    long crcPerBlock = hdfs && blocks > 1 ? crcsOfFirstBlock : 0;
    return Md5Md5Crc.of(type, bytesPerCrc, crcPerBlock, ofBlocks.digest());
  }
}
