// SPDX-License-Identifier: Apache-2.0

package io.chunksum.append;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.internal.TakenBytes;
import io.chunksum.verify.ChecksumMismatchException;
import io.chunksum.verify.ChunkVerifier;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * The checksums of a growing chunk: each byte is read once, when it is appended, and the checksums
 * of the bytes so far are available at any moment, as hflush and hsync need them.
 *
 * <pre>
 * appended  |---------|---------|----
 * kept       checksum  checksum  running
 * </pre>
 *
 * <p>The running checksum of the open window is read without ending it. A digest is cloned for
 * that; if the provider cannot clone, the bytes of the open window are kept instead, and {@link
 * #bytesKept()} counts them. The CRC types can also resume from what was persisted, without the
 * bytes ({@link #restore(ChunkInfo)}).
 *
 * <p>Mutable, for one thread at a time. What it hands out never changes later. If an append throws
 * after it has begun to read, say because the bytes are in memory that is gone, some of them are in
 * the checksums: the checksums are then lost, and every call but {@link #reset} and those that
 * report lengths and counts throws.
 */
public final class ChecksumAppender implements PieceConsumer {
  // A long file: half of it says what each of its many methods takes, refuses and leaves behind.

  private final ChecksumType type;
  private final int bytesPerChecksum;

  private final ChecksumStream stream;
  private final TakenBytes taken =
      new TakenBytes("an append has failed midway: the checksums are lost");

  private final GrowingSums sums;
  private int flushedWindows;
  private long bytesKept;

  /**
   * Creates an appender for an empty chunk.
   *
   * @param algorithm what to compute
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public ChecksumAppender(ChecksumAlgorithm algorithm, int bytesPerChecksum) {
    this.type = algorithm.type();
    this.bytesPerChecksum = ChecksumData.checkWindowSize(type, bytesPerChecksum);
    this.sums = new GrowingSums(algorithm, bytesPerChecksum);
    this.stream =
        KeptWindowAlgorithm.newStream(
            algorithm, bytesPerChecksum, sums, count -> bytesKept += count);
  }

  /**
   * Resumes a chunk from what was persisted of it, reading none of its bytes: a damaged one is not
   * noticed, and what is appended does not hide the damage from a later verification. For CRCs
   * ({@link ChecksumAlgorithm#combiner()}) this is always possible: the CRC of an unfinished window
   * and that of the bytes to come are combined. For other types it is possible if the chunk ends
   * with a full window.
   *
   * @param algorithm what to compute, of the record's type
   * @param chunk the record: its length and checksums
   * @return an appender at the end of the chunk, all of it flushed
   * @throws IllegalArgumentException if the algorithm is of another type; or if the last window is
   *     unfinished, and the type is not a CRC or the stored checksum has more bits than the CRC:
   *     this needs {@link #restore(ChecksumAlgorithm, ChunkInfo, ChunkBuffer)}
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public static ChecksumAppender restore(ChecksumAlgorithm algorithm, ChunkInfo chunk) {
    ChecksumAppender appender = restoreFullWindows(algorithm, chunk);
    appender.skipOpenWindow(algorithm, chunk);
    return appender;
  }

  /**
   * Resumes a chunk from what was persisted of it and the bytes of its unfinished window, for any
   * type. Those bytes are verified, unless the type is NONE, which reads nothing.
   *
   * @param algorithm what to compute, of the record's type
   * @param chunk the record: its length and checksums
   * @param openWindow the bytes of the chunk after its last full window; read during the call and
   *     not kept; of any length if the type is NONE, whose chunks need no windows
   * @return an appender at the end of the chunk, all of it flushed
   * @throws IllegalArgumentException if the algorithm is of another type, or {@code openWindow}
   *     does not have the length of the unfinished window
   * @throws ChecksumMismatchException if the bytes do not have the recorded checksum
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public static ChecksumAppender restore(
      ChecksumAlgorithm algorithm, ChunkInfo chunk, ChunkBuffer openWindow)
      throws ChecksumMismatchException {
    ChecksumAppender appender = restoreFullWindows(algorithm, chunk);
    appender.readOpenWindow(algorithm, chunk, openWindow);
    return appender;
  }

  /**
   * Resumes a chunk from what was persisted of it, with the algorithm that is built in for its type
   * or registered as a service: as {@link #restore(ChecksumAlgorithm, ChunkInfo)} does.
   *
   * @param chunk the record: its length and checksums
   * @return an appender at the end of the chunk, all of it flushed
   * @throws IllegalArgumentException if there is no algorithm for the type, or for the reasons of
   *     the other method
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     ChecksumAlgorithms#find}
   */
  public static ChecksumAppender restore(ChunkInfo chunk) {
    return restore(ChecksumAlgorithms.of(chunk.checksums().type()), chunk);
  }

  /**
   * Does the same with the bytes of the unfinished window, for any type: as {@link
   * #restore(ChecksumAlgorithm, ChunkInfo, ChunkBuffer)} does.
   *
   * @param chunk the record: its length and checksums
   * @param openWindow the bytes of the chunk after its last full window; read during the call and
   *     not kept
   * @return an appender at the end of the chunk, all of it flushed
   * @throws IllegalArgumentException if there is no algorithm for the type, or {@code openWindow}
   *     does not have the length of the unfinished window
   * @throws ChecksumMismatchException if the bytes do not have the recorded checksum
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     ChecksumAlgorithms#find}
   */
  public static ChecksumAppender restore(ChunkInfo chunk, ChunkBuffer openWindow)
      throws ChecksumMismatchException {
    return restore(ChecksumAlgorithms.of(chunk.checksums().type()), chunk, openWindow);
  }

  /** An appender at the end of the last full window, or of the chunk if the type is NONE. */
  private static ChecksumAppender restoreFullWindows(ChecksumAlgorithm algorithm, ChunkInfo chunk) {
    ChecksumData stored = chunk.checksums();
    stored.checkType(algorithm.type());
    ChecksumAppender appender = new ChecksumAppender(algorithm, stored.bytesPerChecksum());
    appender.takeFullWindows(stored, chunk.length());
    return appender;
  }

  private void takeFullWindows(ChecksumData stored, long length) {
    if (type.isNone()) {
      taken.set(length);
      return;
    }
    flushedWindows = (int) (length / bytesPerChecksum);
    sums.takeStored(stored, flushedWindows);
    taken.set((long) flushedWindows * bytesPerChecksum);
  }

  /** Continues with the stored CRC of the unfinished window, whose bytes are not seen. */
  private void skipOpenWindow(ChecksumAlgorithm algorithm, ChunkInfo chunk) {
    int open = (int) (chunk.length() - length());
    if (open == 0) {
      return;
    }
    if (algorithm.combiner().isEmpty()) {
      throw new IllegalArgumentException(
          "the last window, of " + open + " bytes, must be read to continue with " + type);
    }
    long stored = chunk.checksums().value(flushedWindows);
    sums.beginUnseen(CrcValue.of(algorithm, stored, open).crc(), open);
    stream.resume(chunk.length());
    taken.set(chunk.length());
  }

  /** Verifies the bytes of the unfinished window, and continues with them. */
  private void readOpenWindow(ChecksumAlgorithm algorithm, ChunkInfo chunk, ChunkBuffer openWindow)
      throws ChecksumMismatchException {
    if (type.isNone()) {
      return;
    }
    long open = chunk.length() - length();
    if (openWindow.length() != open) {
      throw new IllegalArgumentException(
          "the unfinished window has " + open + " bytes, not " + openWindow.length());
    }
    if (open > 0) {
      new ChunkVerifier(algorithm, bytesPerChecksum)
          .verifyWindows(openWindow, chunk, flushedWindows, 1)
          .orThrow();
      append(openWindow);
    }
  }

  /**
   * Appends bytes.
   *
   * @param bytes the bytes; read during the call and not kept, but see {@link #bytesKept()}
   * @throws IllegalStateException if an earlier append has failed midway
   * @throws IllegalArgumentException if the checksums would take more than 2<sup>31</sup>−9 bytes;
   *     nothing is appended then
   * @throws ArithmeticException if the chunk would exceed 2<sup>63</sup>−1 bytes; nothing is
   *     appended then
   */
  public void append(ChunkBuffer bytes) {
    append(bytes, 0, bytes.length());
  }

  /**
   * Appends a range of bytes, such as what was last read into a buffer that is wrapped once and
   * used again and again.
   *
   * @param bytes holds the range; read during the call and not kept, but see {@link #bytesKept()}
   * @param offset offset of its first byte in {@code bytes}
   * @param length number of bytes
   * @throws IndexOutOfBoundsException if the range is not inside {@code bytes}; nothing is appended
   * @throws IllegalStateException if an earlier append has failed midway
   * @throws IllegalArgumentException if the checksums would take more than 2<sup>31</sup>−9 bytes;
   *     nothing is appended then
   * @throws ArithmeticException if the chunk would exceed 2<sup>63</sup>−1 bytes; nothing is
   *     appended then
   */
  public void append(ChunkBuffer bytes, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, bytes.length());
    long newLength = begin(length);
    stream.update(bytes, offset, length);
    taken.set(newLength);
  }

  /**
   * Appends bytes of an array.
   *
   * @param array the array, only read and not kept
   * @param offset index of the first byte
   * @param length number of bytes
   * @throws IndexOutOfBoundsException if the range is not inside the array
   * @throws IllegalStateException if an earlier append has failed midway
   * @throws IllegalArgumentException if the checksums would take more than 2<sup>31</sup>−9 bytes;
   *     nothing is appended then
   * @throws ArithmeticException if the chunk would exceed 2<sup>63</sup>−1 bytes; nothing is
   *     appended then
   */
  @Override
  public void accept(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    long newLength = begin(length);
    stream.accept(array, offset, length);
    taken.set(newLength);
  }

  /**
   * Appends the bytes of a buffer of any kind and byte order. Its position, limit and order may
   * change during the call, and are afterwards what they were, even if it throws.
   *
   * @param view the bytes from its position to its limit, only read and not kept
   * @throws IllegalStateException if an earlier append has failed midway
   * @throws IllegalArgumentException if the checksums would take more than 2<sup>31</sup>−9 bytes;
   *     nothing is appended then
   * @throws ArithmeticException if the chunk would exceed 2<sup>63</sup>−1 bytes; nothing is
   *     appended then
   */
  @Override
  public void accept(ByteBuffer view) {
    long newLength = begin(view.remaining());
    stream.accept(view);
    taken.set(newLength);
  }

  /** Begins an append, and returns the number of bytes at its end. */
  private long begin(long length) {
    sums.checkFits(Math.addExact(taken.count(), length));
    return taken.begin(length);
  }

  /**
   * Begins an empty chunk, discarding the current one. What was handed out of it stays valid. If
   * the algorithm fails to start over, that is thrown, and the checksums are lost.
   */
  public void reset() {
    taken.beginAnew();
    stream.reset();
    sums.reset();
    flushedWindows = 0;
    taken.set(0);
  }

  /**
   * Returns the length of the chunk.
   *
   * @return bytes appended, including those before a restore, but not those of an append that
   *     failed
   */
  public long length() {
    return taken.count();
  }

  /**
   * Returns the checksums of the whole chunk as it is now; more can be appended. Takes time
   * proportional to the number of windows, to copy their checksums; {@link #flush()} does not.
   *
   * @return one entry for each window, the open one included
   * @throws IllegalStateException if an append has failed midway
   */
  public ChecksumData snapshot() {
    return snapshot(0);
  }

  /**
   * Returns the checksums that are new or have changed since the last flush; more can be appended.
   * Takes time proportional to the bytes appended since then, however long the chunk is; if bytes
   * are kept, also to those of the open window.
   *
   * @return the checksums starting with the window that was open at the last flush, also if nothing
   *     was appended since; none if all windows were full then and nothing was
   * @throws IllegalStateException if an append has failed midway
   */
  public FlushedChecksums flush() {
    FlushedChecksums flushed =
        new FlushedChecksums(length(), flushedWindows, snapshot(flushedWindows));
    flushedWindows = sums.finishedWindows();
    return flushed;
  }

  private ChecksumData snapshot(int firstWindow) {
    taken.checkWhole();
    return sums.from(firstWindow, stream);
  }

  /**
   * Returns the number of payload bytes that had to be copied because the algorithm could not read
   * them in place.
   *
   * @return bytes since construction, by the kind of memory they were in
   */
  public CopiedBytes bytesCopied() {
    return stream.bytesCopied();
  }

  /**
   * Returns the number of payload bytes that had to be kept, until their window was full, because
   * the algorithm cannot report its result midway. At most {@code bytesPerChecksum} are kept at a
   * time.
   *
   * @return bytes since construction; 0 for the CRC types and for digests that can be cloned
   */
  public long bytesKept() {
    return bytesKept;
  }
}
