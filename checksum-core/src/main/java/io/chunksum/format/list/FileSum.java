// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.list;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Computes the checksum of a whole file of any length, part by part.
 *
 * <pre>{@code
 * FileSum sum = new FileSum(ChecksumType.SHA256);
 * new ByteReader().read(channel, 0, Long.MAX_VALUE, sum);
 * String line = sum.finish("data.bin").toLine();
 * }</pre>
 *
 * <p>Mutable, for one thread at a time. If adding bytes throws midway, say because they are in
 * memory that is gone, some of them are in the checksum, which is then lost: every later call
 * throws.
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

  private final ChecksumType type;
  private final StreamingChecksum checksum;
  private final PieceConsumer pieces = new Pieces();
  private long length;

  /** Whether adding bytes has begun and not ended; if another call sees this, it has thrown. */
  private boolean torn;

  private final class Pieces implements PieceConsumer {
    @Override
    public void accept(byte[] array, int offset, int count) {
      checksum.update(array, offset, count);
    }

    @Override
    public void accept(ByteBuffer view) {
      checksum.update(view);
    }
  }

  /**
   * Creates a sum with no bytes added.
   *
   * @param type what to compute: {@link #CKSUM}, or any type that has an algorithm
   * @throws IllegalArgumentException if there is no algorithm for the type, or it is NONE
   * @throws IllegalStateException if this JVM cannot run the algorithm
   */
  public FileSum(ChecksumType type) {
    if (type.isNone()) {
      throw new IllegalArgumentException("a list has no lines of type NONE");
    }
    this.type = type;
    this.checksum = (type.equals(CKSUM) ? CRC : ChecksumAlgorithms.of(type)).newChecksum();
  }

  /**
   * Adds the next bytes of the file.
   *
   * @param bytes the bytes; read during the call and not kept
   * @throws IllegalStateException if an earlier call failed midway
   */
  @Override
  public void accept(ChunkBuffer bytes) {
    checkWhole();
    long newLength = length + bytes.length();
    torn = true;
    bytes.forEachPiece(pieces);
    length = newLength;
    torn = false;
  }

  private void checkWhole() {
    if (torn) {
      throw new IllegalStateException("adding bytes has failed midway: the checksum is lost");
    }
  }

  /**
   * Returns the checksum of the bytes added, and starts over.
   *
   * @param name the name of the file
   * @return the file with its checksum and length
   * @throws IllegalStateException if adding bytes failed midway
   */
  public ListedFile finish(String name) {
    checkWhole();
    if (type.equals(CKSUM)) {
      for (long rest = length; rest != 0; rest >>>= Byte.SIZE) {
        checksum.update(new byte[] {(byte) rest}, 0, 1);
      }
    }
    byte[] result = new byte[type.checksumLength()];
    checksum.finish(result, 0);
    OptionalLong taken = OptionalLong.of(length);
    length = 0;
    return new ListedFile(name, type, HexFormat.of().formatHex(result), taken);
  }
}
