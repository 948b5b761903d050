// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumType;

/**
 * What may have happened to a window whose data and stored checksum disagree.
 *
 * <p>Offsets are in bytes, counted like those of the {@link io.chunksum.verify.Mismatch}: from the
 * start of the chunk, or of whatever the {@link Diagnostician} was given as the whole. Bits count
 * from 0, the least significant.
 *
 * <p>All are immutable, and {@code toString} returns a phrase in English.
 */
public sealed interface Cause {

  /**
   * Returns the kind of the cause.
   *
   * @return the kind
   */
  CauseKind kind();

  /**
   * Returns the same cause counted from the start of what the chunk is part of, such as its file.
   *
   * @param windowsBefore number of windows before the chunk
   * @param bytesBefore number of bytes before the chunk
   * @return a cause whose window or offset, if it names one, is increased accordingly
   * @throws ArithmeticException if that exceeds 2<sup>63</sup>−1
   */
  default Cause offsetBy(long windowsBefore, long bytesBefore) {
    return this;
  }

  /**
   * One bit of the data is flipped: flipping it back gives the stored checksum.
   *
   * @param offset offset of the byte
   * @param bit the bit of that byte, 0 to 7
   */
  record BitFlip(long offset, int bit) implements Cause {

    @Override
    public CauseKind kind() {
      return CauseKind.BIT_FLIP;
    }

    @Override
    public Cause offsetBy(long windowsBefore, long bytesBefore) {
      return new BitFlip(Math.addExact(offset, bytesBefore), bit);
    }

    @Override
    public String toString() {
      return "bit " + bit + " of byte " + offset + " is flipped";
    }
  }

  /**
   * One bit of the stored checksum is flipped; the data is good.
   *
   * @param offset index of the byte in the checksum
   * @param bit the bit of that byte, 0 to 7
   */
  record ChecksumBitFlip(int offset, int bit) implements Cause {

    @Override
    public CauseKind kind() {
      return CauseKind.CHECKSUM_BIT_FLIP;
    }

    @Override
    public String toString() {
      return "bit " + bit + " of byte " + offset + " of the stored checksum is flipped";
    }
  }

  /**
   * A run of bytes is zero, and begins and ends where a sector of 512 bytes or the window does. A
   * checksum cannot tell what was there, so this rests on how rare such runs are in the data
   * nearby.
   *
   * @param offset offset of the first byte
   * @param length number of bytes
   */
  record ZeroFilled(long offset, long length) implements Cause {

    @Override
    public CauseKind kind() {
      return CauseKind.ZERO_FILLED;
    }

    @Override
    public Cause offsetBy(long windowsBefore, long bytesBefore) {
      return new ZeroFilled(Math.addExact(offset, bytesBefore), length);
    }

    @Override
    public String toString() {
      return length + " bytes starting at byte " + offset + " are zero";
    }
  }

  /**
   * The data has the checksum that is stored for another window.
   *
   * @param otherWindow index of that window; the nearest one if there are several
   */
  record OtherWindow(long otherWindow) implements Cause {

    @Override
    public CauseKind kind() {
      return CauseKind.OTHER_WINDOW;
    }

    @Override
    public Cause offsetBy(long windowsBefore, long bytesBefore) {
      return new OtherWindow(Math.addExact(otherWindow, windowsBefore));
    }

    @Override
    public String toString() {
      return "the data is that of window " + otherWindow;
    }
  }

  /**
   * The window's data is elsewhere: the bytes found {@code by} bytes from where they belong have
   * the stored checksum. For the window in which the bytes were inserted or lost, it is the next
   * window that shows this.
   *
   * @param by number of bytes, positive if the data is further on, because bytes were inserted,
   *     negative if it is further back, because bytes were lost
   */
  record Shifted(long by) implements Cause {

    @Override
    public CauseKind kind() {
      return CauseKind.SHIFTED;
    }

    @Override
    public String toString() {
      long bytes = Math.abs(by);
      return "the data is shifted: it starts "
          + (bytes == 1 ? "1 byte" : bytes + " bytes")
          + (by > 0 ? " too late" : " too early");
    }
  }

  /**
   * The data has the stored checksum under another algorithm.
   *
   * @param type the type of that algorithm
   */
  record WrongAlgorithm(ChecksumType type) implements Cause {

    @Override
    public CauseKind kind() {
      return CauseKind.WRONG_ALGORITHM;
    }

    @Override
    public String toString() {
      return "the stored checksum is a " + type;
    }
  }

  /** The data has the stored checksum if the bytes of the latter are reversed. */
  record WrongByteOrder() implements Cause {

    @Override
    public CauseKind kind() {
      return CauseKind.WRONG_BYTE_ORDER;
    }

    @Override
    public String toString() {
      return "the stored checksum has its bytes in reverse order";
    }
  }

  /**
   * The stored checksum is that of the window with the same index if windows have another size.
   *
   * @param bytesPerChecksum number of bytes in those windows
   */
  record WrongWindowSize(long bytesPerChecksum) implements Cause {

    @Override
    public CauseKind kind() {
      return CauseKind.WRONG_WINDOW_SIZE;
    }

    @Override
    public String toString() {
      return "the stored checksum is over a window of " + bytesPerChecksum + " bytes";
    }
  }

  /**
   * All wrong bits are within a short run, its first and last bit among them. The run continues in
   * the order in which the CRC takes the bits: for a reflected one, such as CRC32, CRC32C and
   * CRC64NVME, from the most significant bit of a byte to the least significant of the next; for
   * any other from the least significant bit to the most significant of the next.
   *
   * @param offset offset of the byte that holds the first bit of the run
   * @param bit the first bit, 0 to 7
   * @param length number of bits in the run, at least 2
   */
  record Burst(long offset, int bit, int length) implements Cause {

    @Override
    public CauseKind kind() {
      return CauseKind.BURST;
    }

    @Override
    public Cause offsetBy(long windowsBefore, long bytesBefore) {
      return new Burst(Math.addExact(offset, bytesBefore), bit, length);
    }

    @Override
    public String toString() {
      return "a burst: bits are wrong within "
          + length
          + " bits starting at bit "
          + bit
          + " of byte "
          + offset;
    }
  }

  /** None of the causes looked for fits. */
  record Unknown() implements Cause {

    @Override
    public CauseKind kind() {
      return CauseKind.UNKNOWN;
    }

    @Override
    public String toString() {
      return "unknown";
    }
  }
}
