// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.internal.BigEndian;
import io.chunksum.internal.CopyCounter;
import io.chunksum.internal.TakenBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * One checksum of any number of bytes, from none to 2<sup>63</sup>−1, without windows: any number
 * of {@link #update} or {@link #accept(byte[], int, int) accept} calls, then {@link #finish()}.
 *
 * <pre>{@code
 * WholeChecksum md5 = WholeChecksum.of(ChecksumType.MD5);
 * md5.update(chunk);
 * byte[] digest = md5.finish();
 * }</pre>
 *
 * <p>How the bytes are divided among the calls makes no difference. They are read in place; memory
 * that the algorithm cannot read in place goes through an array of 8 KiB, and {@link
 * #bytesCopied()} counts that. Allocates nothing after construction, except for that array, what it
 * returns, and little besides in {@link #finishCrcValue()}. (A {@link ChunkBuffer} does, on its
 * first walk over direct and read-only pieces.)
 *
 * <p>Mutable, for one thread at a time. If a call throws after it has begun to read, say because
 * the bytes are in memory that is gone, some of them are in the checksum: it is then lost, and
 * every call but {@link #reset} and those that report lengths and counts throws.
 */
public final class WholeChecksum implements PieceConsumer {

  private final ChecksumAlgorithm algorithm;
  private final StreamingChecksum checksum;
  private final CopyCounter copied = new CopyCounter();
  private final InPlaceFeed feed;
  private final TakenBytes taken = new TakenBytes("a call has failed midway: the checksum is lost");

  /**
   * Creates a checksum of no bytes.
   *
   * @param algorithm what to compute; with NONE, nothing is read and the checksum has no bytes
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     StreamingChecksum#of}
   */
  public WholeChecksum(ChecksumAlgorithm algorithm) {
    this.algorithm = algorithm;
    this.checksum = StreamingChecksum.of(algorithm);
    this.feed = new InPlaceFeed(checksum, copied);
  }

  /**
   * Creates a checksum of no bytes, of a type that is built in or registered as a service.
   *
   * @param type what to compute
   * @return a new object
   * @throws IllegalArgumentException if there is no algorithm for the type
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     StreamingChecksum#of}, or services are searched, as in {@link ChecksumAlgorithms#find}
   */
  public static WholeChecksum of(ChecksumType type) {
    return new WholeChecksum(ChecksumAlgorithms.of(type));
  }

  /**
   * Takes the next bytes.
   *
   * @param bytes the bytes; read during the call and not kept
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws ArithmeticException if together they would be more than 2<sup>63</sup>−1 bytes; nothing
   *     is taken then
   */
  public void update(ChunkBuffer bytes) {
    update(bytes, 0, bytes.length());
  }

  /**
   * Takes a range of bytes as the next bytes.
   *
   * @param bytes holds the range; read during the call and not kept
   * @param offset offset of its first byte in {@code bytes}
   * @param length number of bytes
   * @throws IndexOutOfBoundsException if the range is not inside {@code bytes}; nothing is taken
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws ArithmeticException if together they would be more than 2<sup>63</sup>−1 bytes; nothing
   *     is taken then
   */
  public void update(ChunkBuffer bytes, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, bytes.length());
    long newLength = taken.begin(length);
    bytes.forEachPiece(offset, length, feed);
    taken.set(newLength);
  }

  /**
   * Takes the next bytes from an array.
   *
   * @param array the array, only read and not kept
   * @param offset index of the first byte
   * @param length number of bytes, 0 allowed
   * @throws IndexOutOfBoundsException if the range is not inside the array; nothing is taken
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws ArithmeticException if together they would be more than 2<sup>63</sup>−1 bytes; nothing
   *     is taken then
   */
  @Override
  public void accept(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    long newLength = taken.begin(length);
    feed.accept(array, offset, length);
    taken.set(newLength);
  }

  /**
   * Takes the next bytes from a buffer of any kind and byte order. Its position, limit and order
   * may change during the call, and are afterwards what they were, even if it throws.
   *
   * @param view the bytes from its position to its limit, only read and not kept
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws ArithmeticException if together they would be more than 2<sup>63</sup>−1 bytes; nothing
   *     is taken then
   */
  @Override
  public void accept(ByteBuffer view) {
    if (view.hasArray()) {
      accept(view.array(), view.arrayOffset() + view.position(), view.remaining());
      return;
    }
    int start = view.position();
    int end = view.limit();
    ByteOrder order = view.order();
    long newLength = taken.begin(end - start);
    try {
      feed.accept(view);
    } finally {
      view.limit(end).position(start).order(order);
    }
    taken.set(newLength);
  }

  /**
   * Writes the checksum of the bytes taken, and starts over.
   *
   * @param target receives {@link ChecksumType#checksumLength()} bytes; a CRC in big-endian order
   * @param offset index of the first byte written
   * @throws IndexOutOfBoundsException if they do not fit; the bytes taken are kept
   * @throws IllegalStateException if an earlier call has failed midway
   */
  public void finish(byte[] target, int offset) {
    Objects.checkFromIndexSize(offset, type().checksumLength(), target.length);
    taken.begin(0);
    checksum.finish(target, offset);
    taken.set(0);
  }

  /**
   * Returns the checksum of the bytes taken, and starts over.
   *
   * @return a new array of {@link ChecksumType#checksumLength()} bytes; a CRC in big-endian order
   * @throws IllegalStateException if an earlier call has failed midway
   */
  public byte[] finish() {
    byte[] result = new byte[type().checksumLength()];
    finish(result, 0);
    return result;
  }

  /**
   * Returns the CRC of the bytes taken together with their number, and starts over.
   *
   * @return the CRC
   * @throws UnsupportedOperationException if checksums of the type have no {@link CrcValue},
   *     because the algorithm has no {@link ChecksumAlgorithm#combiner() combiner}; the bytes taken
   *     are kept
   * @throws IllegalStateException if an earlier call has failed midway
   */
  public CrcValue finishCrcValue() {
    if (algorithm.combiner().isEmpty()) {
      throw new UnsupportedOperationException(type() + " checksums have no CrcValue");
    }
    long bytes = length();
    byte[] crc = finish();
    return CrcValue.of(algorithm, BigEndian.getUnsigned(crc, 0, crc.length), bytes);
  }

  /** Starts over, also after a call has failed midway. */
  public void reset() {
    taken.beginAnew();
    checksum.reset();
    taken.set(0);
  }

  /**
   * Returns what is computed.
   *
   * @return the type of the checksum
   */
  public ChecksumType type() {
    return checksum.type();
  }

  /**
   * Returns the number of bytes taken.
   *
   * @return number of bytes since the last {@code finish} or {@code reset}, without those of a call
   *     that failed
   */
  public long length() {
    return taken.count();
  }

  /**
   * Returns the number of payload bytes that had to be copied because the algorithm could not read
   * them in place: direct buffers for digests, read-only heap buffers for CRCs and digests.
   *
   * @return bytes since construction, by kind of memory
   */
  public CopiedBytes bytesCopied() {
    return CopiedBytes.of(copied);
  }
}
