// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.Digests;
import java.security.MessageDigest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Builds an {@link Md5Md5Crc}, for which block boundaries matter, and in an erasure-coded file of
 * HDFS those of block groups, too.
 *
 * <p>Mutable, for one thread at a time.
 */
public final class Md5Md5CrcBuilder extends FileChecksumBuilder {

  private enum FileKind {
    HDFS,
    HDFS_ERASURE_CODED,
    OZONE
  }

  /** Whether the first block gives the size of all, and all windows must have one size. */
  private final boolean hdfs;

  /** Whether the blocks are those of groups, whose MD5s take their place. */
  private final boolean grouped;

  private final MessageDigest ofBlock = Digests.of("MD5");

  /** MD5s of the blocks, of the file or of the current group. */
  private final Md5Array blocks = new Md5Array();

  private final Md5Array groups = new Md5Array();

  /** Null until the first chunk. */
  private @Nullable ChecksumType type;

  private int bytesPerCrc;

  private long crcsOfFirstBlock;

  /** Bytes of the file so far. */
  private long length;

  /** Bytes of the blocks that have been ended. */
  private long ended;

  private boolean inBlock;

  private Md5Md5CrcBuilder(FileKind kind) {
    this.hdfs = kind != FileKind.OZONE;
    this.grouped = kind == FileKind.HDFS_ERASURE_CODED;
  }

  /**
   * Creates a builder for a replicated file in HDFS, with no bytes added. All windows must have one
   * size, and the first of several blocks gives the number of windows in a block. For an
   * erasure-coded file it gives a wrong checksum: use {@link #hdfsErasureCoded}.
   *
   * @return a new builder
   * @throws IllegalStateException if no security provider of this JVM has MD5
   */
  public static Md5Md5CrcBuilder hdfs() {
    return new Md5Md5CrcBuilder(FileKind.HDFS);
  }

  /**
   * Creates a builder for an erasure-coded file in HDFS, with no bytes added. Such a file consists
   * of block groups, in each of which cells go to the internal blocks in turn. Add those with data,
   * not the parity, as the blocks of a group, in order, and end each group:
   *
   * <pre>{@code
   * for (List<List<ChunkInfo>> group : groups) {
   *   for (List<ChunkInfo> internalBlock : group) {
   *     internalBlock.forEach(builder::add);
   *     builder.endBlock();
   *   }
   *   builder.endGroup();
   * }
   * }</pre>
   *
   * <p>Internal blocks without bytes are left out, as in HDFS. All windows must have one size. The
   * first internal block gives the number of windows in a block if there are several groups. What
   * is computed is that of Hadoop's {@code StripedFileNonStripedChecksumComputer} and {@code
   * BlockGroupNonStripedChecksumComputer}.
   *
   * @return a new builder
   * @throws IllegalStateException if no security provider of this JVM has MD5
   */
  public static Md5Md5CrcBuilder hdfsErasureCoded() {
    return new Md5Md5CrcBuilder(FileKind.HDFS_ERASURE_CODED);
  }

  /**
   * Creates a builder for a file in Apache Ozone, with no bytes added. The number of CRCs in a
   * block is not stated, and the last block gives the window size.
   *
   * @return a new builder
   * @throws IllegalStateException if no security provider of this JVM has MD5
   */
  public static Md5Md5CrcBuilder ozone() {
    return new Md5Md5CrcBuilder(FileKind.OZONE);
  }

  /**
   * Ends the current block group, whose last block has been ended. One without bytes does not
   * count.
   *
   * @throws UnsupportedOperationException if the file is not erasure-coded
   * @throws IllegalStateException if the last block has not been ended, or the checksum has been
   *     built
   */
  public void endGroup() {
    if (!grouped) {
      throw new UnsupportedOperationException(
          "only an erasure-coded file of HDFS has block groups");
    }
    checkOpen();
    requireBlockEnded();
    if (blocks.count() > 0) {
      groups.add(blocks.digest());
    }
  }

  @Override
  void addChunk(ChecksumData sums, long chunkLength) {
    sums.checkType(type == null ? Md5Md5Crc.requireCrc32(sums.type()) : type);
    int bytesPerChecksum = sums.bytesPerChecksum();
    if (hdfs && type != null && bytesPerChecksum != bytesPerCrc) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "windows of %d and of %d bytes in one file",
              bytesPerCrc,
              bytesPerChecksum));
    }
    length = Math.addExact(length, chunkLength);
    type = sums.type();
    if (!inBlock) { // Ozone looks at the first chunk of a block.
      bytesPerCrc = bytesPerChecksum;
      inBlock = true;
    }
    if (blocks.count() == 0 && groups.count() == 0) {
      crcsOfFirstBlock += sums.count();
    }
    ofBlock.update(sums.packed());
  }

  @Override
  void closeBlock() {
    inBlock = false;
    if (!grouped || length > ended) {
      blocks.add(ofBlock.digest());
    }
    ended = length;
  }

  @Override
  FileChecksum finish() {
    requireBlockEnded();
    if (grouped && blocks.count() > 0) {
      throw new IllegalStateException("the last block group has not been ended");
    }
    if (type == null || length == 0) {
      return FileChecksum.ofEmptyFile();
    }
    Md5Array all = grouped ? groups : blocks;
    long crcPerBlock = hdfs && all.count() > 1 ? crcsOfFirstBlock : 0;
    return Md5Md5Crc.of(type, bytesPerCrc, crcPerBlock, all.digest());
  }

  private void requireBlockEnded() {
    if (inBlock) {
      throw new IllegalStateException("the last block has not been ended");
    }
  }

  /** The array that Hadoop collects MD5s in: it has room for two, then doubles. */
  private static final class Md5Array {

    private static final long MIN_PLACES = 2;

    private final MessageDigest digest = Digests.of("MD5");
    private long count;

    void add(byte[] md5) {
      digest.update(md5);
      count++;
    }

    long count() {
      return count;
    }

    /** Digests the whole array, as Hadoop does, unused places too, and empties it. */
    byte[] digest() {
      byte[] unused = new byte[digest.getDigestLength()];
      long places = Math.max(MIN_PLACES, Long.highestOneBit(count - 1) << 1);
      for (long place = count; place < places; place++) {
        digest.update(unused);
      }
      count = 0;
      return digest.digest();
    }
  }
}
