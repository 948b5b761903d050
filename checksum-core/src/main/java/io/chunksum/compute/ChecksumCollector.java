// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.TakenBytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Computes the checksums of a chunk whose bytes arrive part by part: any number of {@link #update}
 * or {@link #accept(byte[], int, int) accept} calls, then {@link #finish()}.
 *
 * <pre>{@code
 * ChecksumCollector collector = ChunkChecksum.of(ChecksumType.CRC32C, 16 * 1024).newCollector();
 * collector.update(first);
 * collector.update(second);
 * ChecksumData sums = collector.finish();
 * }</pre>
 *
 * <p>How the bytes are divided among the calls makes no difference. They are read as a {@link
 * ChecksumStream} reads them, and not kept; nor is the length of the chunk needed beforehand.
 * Memory grows with the checksums of the chunk and serves the next chunk again. The checksums are
 * only there at the end: an {@link io.chunksum.append.ChecksumAppender} can also be asked midway.
 *
 * <p>Mutable, for one thread at a time. If a call throws after it has begun to read, say because
 * the bytes are in memory that is gone, some of them are in the checksums: these are then lost, and
 * every call but {@link #reset} and those that report lengths and counts throws.
 */
public final class ChecksumCollector implements PieceConsumer {

  private final ChecksumType type;
  private final int bytesPerChecksum;
  private final PackedLengths lengths;

  private final ChecksumStream stream;
  private final Packer packed = new Packer();

  /** Besides the stream's own: {@code finish} can fail after the stream has ended the chunk. */
  private final TakenBytes taken =
      new TakenBytes("a call has failed midway: the checksums are lost");

  /**
   * Creates a collector at the start of a chunk.
   *
   * @param algorithm what to compute
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public ChecksumCollector(ChecksumAlgorithm algorithm, int bytesPerChecksum) {
    this.type = algorithm.type();
    this.bytesPerChecksum = bytesPerChecksum;
    this.lengths = new PackedLengths(type, bytesPerChecksum);
    this.stream = new ChecksumStream(algorithm, bytesPerChecksum, packed);
  }

  /**
   * Takes the next bytes of the chunk.
   *
   * @param bytes the bytes; read during the call and not kept
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws IllegalArgumentException if the checksums would take more than 2<sup>31</sup>−9 bytes;
   *     nothing is taken then
   * @throws ArithmeticException if the chunk would exceed 2<sup>63</sup>−1 bytes; nothing is taken
   *     then
   */
  public void update(ChunkBuffer bytes) {
    update(bytes, 0, bytes.length());
  }

  /**
   * Takes a range of bytes as the next bytes of the chunk, such as what was last read into a buffer
   * that is wrapped once and used again and again.
   *
   * @param bytes holds the range; read during the call and not kept
   * @param offset offset of its first byte in {@code bytes}
   * @param length number of bytes
   * @throws IndexOutOfBoundsException if the range is not inside {@code bytes}; nothing is taken
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws IllegalArgumentException if the checksums would take more than 2<sup>31</sup>−9 bytes;
   *     nothing is taken then
   * @throws ArithmeticException if the chunk would exceed 2<sup>63</sup>−1 bytes; nothing is taken
   *     then
   */
  public void update(ChunkBuffer bytes, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, bytes.length());
    long newLength = begin(length);
    stream.update(bytes, offset, length);
    taken.set(newLength);
  }

  /**
   * Takes the next bytes of the chunk from an array.
   *
   * @param array the array, only read and not kept
   * @param offset index of the first byte
   * @param length number of bytes
   * @throws IndexOutOfBoundsException if the range is not inside the array; nothing is taken
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws IllegalArgumentException if the checksums would take more than 2<sup>31</sup>−9 bytes;
   *     nothing is taken then
   * @throws ArithmeticException if the chunk would exceed 2<sup>63</sup>−1 bytes; nothing is taken
   *     then
   */
  @Override
  public void accept(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    long newLength = begin(length);
    stream.accept(array, offset, length);
    taken.set(newLength);
  }

  /**
   * Takes the next bytes of the chunk from a buffer of any kind and byte order. Its position, limit
   * and order may change during the call, and are afterwards what they were, even if it throws.
   *
   * @param view the bytes from its position to its limit, only read and not kept
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws IllegalArgumentException if the checksums would take more than 2<sup>31</sup>−9 bytes;
   *     nothing is taken then
   * @throws ArithmeticException if the chunk would exceed 2<sup>63</sup>−1 bytes; nothing is taken
   *     then
   */
  @Override
  public void accept(ByteBuffer view) {
    long newLength = begin(view.remaining());
    stream.accept(view);
    taken.set(newLength);
  }

  /** Begins a call, and returns the number of bytes at its end. */
  private long begin(long length) {
    lengths.checkFits(Math.addExact(taken.count(), length));
    return taken.begin(length);
  }

  /**
   * Ends the chunk, and begins the next.
   *
   * @return one entry for each window; no entries if no bytes were taken, or for NONE
   * @throws IllegalStateException if an earlier call has failed midway
   */
  public ChecksumData finish() {
    taken.begin(0);
    stream.finish();
    ChecksumData sums = packed.sums();
    packed.reset();
    taken.set(0);
    return sums;
  }

  /** Forgets the chunk and begins the next, also after a call has failed midway. */
  public void reset() {
    stream.reset();
    packed.reset();
    taken.set(0);
  }

  /**
   * Returns how much of the chunk has been taken.
   *
   * @return number of bytes since the last {@code finish} or {@code reset}, without those of a call
   *     that failed
   */
  public long length() {
    return taken.count();
  }

  /**
   * Returns the number of payload bytes that had to be copied, as {@link
   * ChecksumStream#bytesCopied()} does.
   *
   * @return bytes since construction, by kind of memory
   */
  public CopiedBytes bytesCopied() {
    return stream.bytesCopied();
  }

  /** Its own array is the one that is packed, without a copy of all in between. */
  private final class Packer extends ByteArrayOutputStream implements ChecksumConsumer {

    ChecksumData sums() {
      return ChecksumData.of(type, bytesPerChecksum, buf, 0, count);
    }

    @Override
    public void accept(long window, int windowLength, byte[] checksum, int offset) {
      write(checksum, offset, type.checksumLength());
    }

    @Override
    public void acceptAll(
        long firstWindow, int windowLength, int windows, byte[] checksums, int checksumLength) {
      write(checksums, 0, windows * checksumLength);
    }
  }
}
