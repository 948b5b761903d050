// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes the records of the chunks of a block as a compact block, and decodes it. {@code
 * decode(encode(chunks))} equals {@code chunks} for any chunks; a block is smallest if they are
 * alike, follow each other, and are named as Apache Ozone names them.
 *
 * <p>To read without creating objects, use {@link CompactBlock}, also for blocks from somebody who
 * may mean harm: decoding may allocate up to 320 bytes for each byte of a block, and 256 KiB, in a
 * JVM with compressed references; the view a fraction of that.
 *
 * <p>All methods are safe to use from any thread.
 */
public final class CompactBlockCodec {

  /** Leaves room for what comes before the checksums. */
  private static final long MAX_CHECKSUM_BYTES = Integer.MAX_VALUE / 2;

  private CompactBlockCodec() {}

  /**
   * Encodes the records of the chunks of a block.
   *
   * @param chunks the records, in any order; copied first, so that a list that changes during the
   *     call does no harm
   * @return the block
   * @throws IllegalArgumentException if there are 2<sup>30</sup> bytes of checksums or more, or a
   *     text is not Unicode because half of a surrogate pair is missing
   * @throws ArithmeticException if names and metadata are so long that the block would be over
   *     2<sup>31</sup>−1 bytes
   */
  public static byte[] encode(List<ChunkInfo> chunks) {
    List<ChunkInfo> copy = List.copyOf(chunks);
    long size = copy.stream().mapToLong(CompactBlockCodec::checksumBytes).sum();
    if (size > MAX_CHECKSUM_BYTES) {
      throw new IllegalArgumentException(size + " bytes of checksums are too many for one block");
    }
    BlockWriter out = new BlockWriter();
    for (byte each : CompactBlock.MAGIC) {
      out.write(each);
    }
    NamePattern pattern = NamePattern.of(copy);
    pattern.write(out);
    RunGrouping.write(copy, out);
    ExtraWriter.write(copy, pattern, out);
    return whole(out.toArray(), copy, (int) size);
  }

  private static long checksumBytes(ChunkInfo chunk) {
    return chunk.checksums().packed().remaining();
  }

  /** Appends the checksums, each copied only once, and the CRC of the block. */
  private static byte[] whole(byte[] head, List<ChunkInfo> chunks, int checksumBytes) {
    int end = Math.addExact(head.length, checksumBytes);
    byte[] block = Arrays.copyOf(head, Math.addExact(end, CompactBlock.CRC_BYTES));
    ByteBuffer checksums = ByteBuffer.wrap(block, head.length, checksumBytes);
    for (ChunkInfo chunk : chunks) {
      checksums.put(chunk.checksums().packed());
    }
    StreamingChecksum crc = ChecksumAlgorithms.of(ChecksumType.CRC32C).newChecksum();
    crc.update(block, 0, end);
    crc.finish(block, end);
    return block;
  }

  /**
   * Decodes a block that fills an array.
   *
   * @param block the block, with nothing after it; not kept
   * @return the records of its chunks, in the order in which they were encoded
   * @throws MalformedChecksumDataException if it is malformed or was damaged
   */
  public static List<ChunkInfo> decode(byte[] block) throws MalformedChecksumDataException {
    return chunks(new CompactBlock().wrap(block));
  }

  /**
   * Decodes the block between a buffer's position and limit.
   *
   * @param block the block, with nothing after it; neither moved nor kept
   * @return the records of its chunks, in the order in which they were encoded
   * @throws MalformedChecksumDataException if it is malformed or was damaged
   */
  public static List<ChunkInfo> decode(ByteBuffer block) throws MalformedChecksumDataException {
    return chunks(new CompactBlock().wrap(block));
  }

  private static List<ChunkInfo> chunks(CompactBlock block) {
    List<ChunkInfo> chunks = new ArrayList<>(block.chunkCount());
    for (int i = 0; i < block.chunkCount(); i++) {
      chunks.add(block.chunk(i));
    }
    return chunks;
  }
}
