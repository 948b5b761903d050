// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.data.ChecksumData;
import java.io.IOException;
import java.util.Optional;

/** What there is to look at: the data, and the checksums stored for a run of its windows. */
final class Evidence {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final ChecksumAlgorithm algorithm;
  private final ChecksumData sums;
  private final long firstWindow;
  private final long length;
  private final DataReader reader;

  private final Surroundings surroundings;
  private final Optional<CrcArithmetic> crc;
  private final int sumBits;
  private final byte[] buffer = new byte[BUFFER_BYTES];

  Evidence(
      ChecksumAlgorithm algorithm,
      ChecksumData sums,
      long firstWindow,
      long length,
      DataReader reader,
      Surroundings surroundings) {
    if (firstWindow < 0 || length < 0) {
      throw new IllegalArgumentException(
          "firstWindow and length must not be negative: " + firstWindow + ", " + length);
    }
    this.algorithm = algorithm;
    this.sums = sums;
    this.firstWindow = firstWindow;
    this.length = length;
    this.reader = reader;
    this.surroundings = surroundings;
    this.crc = CrcArithmetic.find(algorithm);
    this.sumBits = sumBits(algorithm);
  }

  /** The same as part of a whole. */
  Evidence within(Surroundings whole) {
    return new Evidence(algorithm, sums, firstWindow, length, reader, whole);
  }

  /**
   * How many bits of a checksum say something: for a CRC as many as it has, which may not fill the
   * bytes; for Adler-32, whose sums differ little for data that differs little, only half.
   */
  private static int sumBits(ChecksumAlgorithm algorithm) {
    int bits = Byte.SIZE * algorithm.type().checksumLength();
    if (algorithm.type().equals(ChecksumType.ADLER32)) {
      return bits / 2;
    }
    return algorithm.combiner().map(crc -> crc.model().width()).orElse(bits);
  }

  /** How many bits of the checksum of so many bytes say something: no more than those have. */
  int sumBits(long bytes) {
    return (int) Math.min(sumBits, Byte.SIZE * bytes);
  }

  /** The algorithm of the stored checksums. */
  ChecksumAlgorithm algorithm() {
    return algorithm;
  }

  /** The arithmetic of the algorithm, if it is a CRC that has one. */
  Optional<CrcArithmetic> crc() {
    return crc;
  }

  /** Bytes of data present. */
  long length() {
    return length;
  }

  /** The rest of the whole that it is a part of. */
  Surroundings surroundings() {
    return surroundings;
  }

  /** Whether there is no more data than this. */
  boolean isWhole() {
    return surroundings.bytesBefore() == 0 && !goesOn();
  }

  /** Whether windows that have checksums come after it. */
  private boolean goesOn() {
    return surroundings.windowsAfter() > 0;
  }

  int bytesPerChecksum() {
    return sums.bytesPerChecksum();
  }

  /** The stored checksums, of which the first is that of {@link #firstWindow}. */
  ChecksumData sums() {
    return sums;
  }

  long firstWindow() {
    return firstWindow;
  }

  /** Copies a range of the data, clipped to what is present. */
  byte[] read(long from, long to) throws IOException {
    long start = Math.min(Math.max(0, from), length);
    byte[] bytes = new byte[(int) (Math.min(to, length) - start)];
    reader.read(start, bytes, 0, bytes.length);
    return bytes;
  }

  /** Computes the checksum of a range of the data, all of which must be present. */
  byte[] checksum(long offset, long count) throws IOException {
    return checksum(StreamingChecksum.of(algorithm), offset, count);
  }

  /** Likewise with a running checksum, which may be that of another algorithm. */
  byte[] checksum(StreamingChecksum checksum, long offset, long count) throws IOException {
    for (long done = 0; done < count; ) {
      int part = (int) Math.min(buffer.length, count - done);
      reader.read(offset + done, buffer, 0, part);
      checksum.update(buffer, 0, part);
      done += part;
    }
    return finished(checksum);
  }

  /** Computes the checksum of a part of an array. */
  static byte[] checksum(ChecksumAlgorithm algorithm, byte[] bytes, int offset, int length) {
    StreamingChecksum checksum = StreamingChecksum.of(algorithm);
    checksum.update(bytes, offset, length);
    return finished(checksum);
  }

  private static byte[] finished(StreamingChecksum checksum) {
    byte[] sum = new byte[checksum.type().checksumLength()];
    checksum.finish(sum, 0);
    return sum;
  }

  /** Whether all bytes of a range, all of which must be present, are zero. */
  boolean isZero(long offset, long count) throws IOException {
    for (long done = 0; done < count; ) {
      int part = (int) Math.min(buffer.length, count - done);
      reader.read(offset + done, buffer, 0, part);
      for (int i = 0; i < part; i++) {
        if (buffer[i] != 0) {
          return false;
        }
      }
      done += part;
    }
    return true;
  }

  /** Whether it is known that a window was full when its checksum was stored. */
  boolean isFull(long window) {
    // For the last one of all it is not known.
    return window >= firstWindow && window - firstWindow < sums.count() - (goesOn() ? 0 : 1);
  }

  /** Whether a window has a stored checksum, which the bytes in its place do not have. */
  boolean hasWrongSum(long window) throws IOException {
    return isStored(window) && !isInPlace(window);
  }

  private boolean isStored(long window) {
    return window >= firstWindow && window - firstWindow < sums.count();
  }

  /**
   * Whether the bytes present of a window have its stored checksum. Unlike {@link #hasSumAt} this
   * may be so for the last window, and for one that is cut short.
   */
  boolean isInPlace(long window) throws IOException {
    return isInPlace(window, bytesPerChecksum());
  }

  /** Likewise, if windows have the given size. */
  boolean isInPlace(long window, long size) throws IOException {
    long offset = window * size;
    return isStored(window)
        && offset < length
        && hasSum(window, offset, Math.min(size, length - offset));
  }

  /** Whether a window is known to be full, and there are bytes {@code by} bytes after its place. */
  boolean isPresent(long window, long by) {
    long offset = window * bytesPerChecksum() + by;
    return isFull(window) && offset >= 0 && offset + bytesPerChecksum() <= length;
  }

  /**
   * Whether a window has its stored checksum if its bytes are taken from {@code by} bytes after
   * their place; false if they are not {@linkplain #isPresent present}, so that a match says how
   * far a full window is from its place.
   */
  boolean hasSumAt(long window, long by) throws IOException {
    return isPresent(window, by)
        && hasSum(window, window * bytesPerChecksum() + by, bytesPerChecksum());
  }

  private boolean hasSum(long window, long offset, long count) throws IOException {
    return sums.matches((int) (window - firstWindow), checksum(offset, count), 0);
  }
}
