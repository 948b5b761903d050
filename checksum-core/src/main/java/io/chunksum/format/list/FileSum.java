// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.list;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.compute.WholeChecksum;
import java.util.HexFormat;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Computes the checksum of a whole file of any length, part by part.
 *
 * <pre>{@code
 * ByteReader reader = new ByteReader(); // for all files
 * FileSum sum = new FileSum(ChecksumType.SHA256);
 * reader.read(channel, 0, Long.MAX_VALUE, sum);
 * String line = sum.finish("data.bin").toLine();
 * }</pre>
 *
 * <p>Mutable, for one thread at a time. If adding bytes throws midway, the sum is lost, and every
 * later call throws: make a new one.
 */
public final class FileSum implements Consumer<ChunkBuffer> {

  /**
   * What POSIX {@code cksum} computes: a 32-bit CRC of the content followed by its length, the
   * lowest byte first, in as few bytes as it needs.
   */
  public static final ChecksumType CKSUM = ChecksumType.of("CRC-32/CKSUM", Integer.BYTES);

  private static final ChecksumAlgorithm CRC =
      new CrcAlgorithm(
          CKSUM.name(), new CrcModel(32, 0x04C11DB7, 0, false, 0xFFFFFFFFL, 0x765E7680));

  private final WholeChecksum checksum;

  /**
   * Creates a sum with no bytes added.
   *
   * @param type what to compute: {@link #CKSUM}, or any type that has an algorithm
   * @throws IllegalArgumentException if there is no algorithm for the type, or it is NONE
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     ChecksumAlgorithms#find}
   */
  public FileSum(ChecksumType type) {
    ListedFile.checkListed(type);
    this.checksum = new WholeChecksum(type.equals(CKSUM) ? CRC : ChecksumAlgorithms.of(type));
  }

  /**
   * Adds the next bytes of the file.
   *
   * @param bytes the bytes; read during the call and not kept
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws ArithmeticException if together they would be more than 2<sup>63</sup>−1 bytes; nothing
   *     is taken then
   */
  @Override
  public void accept(ChunkBuffer bytes) {
    checksum.update(bytes);
  }

  /**
   * Returns the checksum of the bytes added, and starts over.
   *
   * @param name the name of the file
   * @return the file with its checksum and length
   * @throws IllegalStateException if an earlier call has failed midway
   */
  public ListedFile finish(String name) {
    Objects.requireNonNull(name, "name");
    ChecksumType type = checksum.type();
    long length = checksum.length();
    if (type.equals(CKSUM)) {
      for (long rest = length; rest != 0; rest >>>= Byte.SIZE) {
        checksum.accept(new byte[] {(byte) rest}, 0, 1);
      }
    }
    String hex = HexFormat.of().formatHex(checksum.finish());
    return new ListedFile(name, type, hex, OptionalLong.of(length));
  }

  /**
   * Returns the number of bytes that had to be copied, as {@link WholeChecksum#bytesCopied()} does.
   *
   * @return bytes since construction, by kind of memory
   */
  public CopiedBytes bytesCopied() {
    return checksum.bytesCopied();
  }
}
