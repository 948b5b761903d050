// SPDX-License-Identifier: Apache-2.0

package io.chunksum.data;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.internal.BigEndian;
import io.chunksum.internal.ByteArrays;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * The checksums of the windows of one chunk, in window order, packed in one array.
 *
 * <pre>
 * window    0         1         2
 *           |---------|---------|---------|
 * packed    checksum  checksum  checksum      checksumLength bytes each
 * </pre>
 *
 * <p>An entry of a CRC type is the CRC in big-endian order, 4 bytes for CRC32 and CRC32C; an entry
 * of a digest type is the raw digest, as Apache Ozone stores them. The last entry may stand for a
 * shorter window; the length of the chunk is not recorded here. An empty chunk has no entries, nor
 * has {@link ChecksumType#NONE}.
 *
 * <p>Immutable and safe to share between threads.
 */
public final class ChecksumData {
  // A long file: most of it says what each of its methods takes, gives and refuses.

  static final int ENTRIES_IN_TEXT = 4;

  private final ChecksumType type;
  private final int bytesPerChecksum;
  private final byte[] packed;

  /** Stored, because a division would be a good part of the time it takes to read an entry. */
  private final int count;

  private ChecksumData(ChecksumType type, int bytesPerChecksum, byte[] packed) {
    checkWindowSize(type, bytesPerChecksum);
    int entry = type.checksumLength();
    if (entry == 0 ? packed.length != 0 : packed.length % entry != 0) {
      throw new IllegalArgumentException(
          packed.length + " bytes are not a whole number of " + type + " checksums");
    }
    this.type = type;
    this.bytesPerChecksum = bytesPerChecksum;
    this.packed = packed;
    this.count = entry == 0 ? 0 : packed.length / entry;
  }

  /**
   * Creates checksum data from packed entries.
   *
   * @param type type of the entries
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @param packed the entries one after the other, copied
   * @return the data
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range or the array does
   *     not hold a whole number of entries
   */
  public static ChecksumData of(ChecksumType type, int bytesPerChecksum, byte[] packed) {
    return of(type, bytesPerChecksum, packed, 0, packed.length);
  }

  /**
   * Creates checksum data from packed entries in a part of an array.
   *
   * @param type type of the entries
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @param source holds the entries one after the other, which are copied
   * @param offset index of the first byte of the first entry
   * @param length number of bytes of all entries
   * @return the data
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range or {@code length}
   *     is not a whole number of entries
   * @throws IndexOutOfBoundsException if the range is not inside the array
   */
  public static ChecksumData of(
      ChecksumType type, int bytesPerChecksum, byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    byte[] packed = Arrays.copyOfRange(source, offset, offset + length);
    return new ChecksumData(type, bytesPerChecksum, packed);
  }

  /**
   * Creates checksum data from packed entries in a buffer, such as a calculator has filled.
   *
   * @param type type of the entries
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @param source holds the entries one after the other from its position to its limit; they are
   *     copied, and neither is moved
   * @return the data
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range or the buffer does
   *     not hold a whole number of entries
   */
  public static ChecksumData of(ChecksumType type, int bytesPerChecksum, ByteBuffer source) {
    return new ChecksumData(type, bytesPerChecksum, ByteArrays.copyOf(source));
  }

  /**
   * Creates the data of a chunk that has no checksums.
   *
   * @param bytesPerChecksum the window size to record, 0 if there is none
   * @return data of type NONE without entries
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is negative
   */
  public static ChecksumData none(int bytesPerChecksum) {
    return new ChecksumData(ChecksumType.NONE, bytesPerChecksum, new byte[0]);
  }

  /**
   * Checks a window size: from 1 to 2<sup>31</sup>−1, and 0 for {@link ChecksumType#NONE} only.
   *
   * @param type the type it is used with
   * @param bytesPerChecksum number of bytes in a full window
   * @return {@code bytesPerChecksum}
   * @throws IllegalArgumentException if it is out of range
   */
  public static int checkWindowSize(ChecksumType type, int bytesPerChecksum) {
    int least = type.isNone() ? 0 : 1;
    if (bytesPerChecksum < least) {
      throw new IllegalArgumentException(
          "bytesPerChecksum of " + type + " must be at least " + least + ": " + bytesPerChecksum);
    }
    return bytesPerChecksum;
  }

  /**
   * Checks the type.
   *
   * @param expected the type that the entries must have
   * @throws IllegalArgumentException if they have another
   */
  public void checkType(ChecksumType expected) {
    if (!type.equals(expected)) {
      throw new IllegalArgumentException("checksums of type " + type + ", not " + expected);
    }
  }

  /**
   * Checks that there is one entry for each window of a chunk; for {@link ChecksumType#NONE} there
   * need be none.
   *
   * @param length number of bytes of the chunk
   * @throws IllegalArgumentException if there are more or fewer, or {@code length} is negative
   */
  public void checkCovers(long length) {
    if (length < 0) {
      throw new IllegalArgumentException("length must not be negative: " + length);
    }
    if (!covers(length)) {
      throw new IllegalArgumentException(notCovering("a chunk", length));
    }
  }

  /** Whether {@link #checkCovers} accepts a length, which is not negative. */
  boolean covers(long length) {
    return type.isNone() || windowCount(length) == count;
  }

  /** Says why a chunk is refused whose length is not covered. */
  String notCovering(String chunk, long length) {
    return String.format(
        Locale.ROOT,
        "%s of %d bytes in windows of %d needs %d checksums, and has %d",
        chunk,
        length,
        bytesPerChecksum,
        windowCount(length),
        count);
  }

  /** How many windows so many bytes have, if the windows have a size. */
  private long windowCount(long length) {
    return length == 0 ? 0 : (length - 1) / bytesPerChecksum + 1;
  }

  /**
   * Returns the type of algorithm that made the entries.
   *
   * @return the type
   */
  public ChecksumType type() {
    return type;
  }

  /**
   * Returns whether other data was made in the same way.
   *
   * @param other any checksum data
   * @return whether type and window size are the same
   */
  public boolean isLike(ChecksumData other) {
    return type.equals(other.type) && bytesPerChecksum == other.bytesPerChecksum;
  }

  /**
   * Returns the number of bytes in a full window.
   *
   * @return number of bytes, at least 1; may be 0 for {@link ChecksumType#NONE}
   */
  public int bytesPerChecksum() {
    return bytesPerChecksum;
  }

  /**
   * Returns the number of entries.
   *
   * @return the number of windows that have a checksum here
   */
  public int count() {
    return count;
  }

  /**
   * Returns one entry, without a copy.
   *
   * @param window index of the window, from 0
   * @return a new read-only view of its {@link ChecksumType#checksumLength()} bytes
   * @throws IndexOutOfBoundsException if there is no such entry
   */
  public ByteBuffer checksum(int window) {
    int length = type.checksumLength();
    return ByteBuffer.wrap(packed, start(window), length).slice().asReadOnlyBuffer();
  }

  /**
   * Returns one entry of a 32-bit CRC type as a number.
   *
   * @param window index of the window, from 0
   * @return the CRC
   * @throws IndexOutOfBoundsException if there is no such entry
   * @throws UnsupportedOperationException if the entries are not 4 bytes long
   */
  public int crc(int window) {
    if (type.checksumLength() != Integer.BYTES) {
      throw new UnsupportedOperationException(type + " checksums are not 4 bytes long");
    }
    return BigEndian.getInt(packed, start(window));
  }

  /**
   * Returns one entry of at most 8 bytes, such as a CRC of any width, as a number.
   *
   * @param window index of the window, from 0
   * @return the entry as an unsigned number, in all 64 bits if it has 8 bytes
   * @throws IndexOutOfBoundsException if there is no such entry
   * @throws UnsupportedOperationException if the entries are longer than that
   */
  public long value(int window) {
    int length = type.checksumLength();
    if (length > Long.BYTES) {
      throw new UnsupportedOperationException(type + " checksums are longer than 8 bytes");
    }
    return BigEndian.getUnsigned(packed, start(window), length);
  }

  /**
   * Compares one entry with a checksum computed elsewhere.
   *
   * @param window index of the window, from 0
   * @param checksum holds the other checksum
   * @param offset index of its first byte
   * @return whether all {@link ChecksumType#checksumLength()} bytes are the same
   * @throws IndexOutOfBoundsException if there is no such entry, or the array is too short
   */
  public boolean matches(int window, byte[] checksum, int offset) {
    return matches(window, 1, checksum, offset);
  }

  /**
   * Compares entries with checksums computed elsewhere.
   *
   * @param firstWindow index of the first window, from 0
   * @param windows number of windows
   * @param checksums holds the other checksums, one after the other
   * @param offset index of their first byte
   * @return whether all bytes of all of them are the same
   * @throws IndexOutOfBoundsException if there are no such entries, or the array is too short
   */
  public boolean matches(int firstWindow, int windows, byte[] checksums, int offset) {
    Objects.checkFromIndexSize(firstWindow, windows, count());
    int start = firstWindow * type.checksumLength();
    int length = windows * type.checksumLength();
    Objects.checkFromIndexSize(offset, length, checksums.length);
    return Arrays.equals(packed, start, start + length, checksums, offset, offset + length);
  }

  /**
   * Returns a copy of the entries of some windows.
   *
   * @param firstWindow index of the first window, from 0
   * @param windows number of windows
   * @return data of the same type and window size
   * @throws IndexOutOfBoundsException if there are no such entries
   */
  public ChecksumData range(int firstWindow, int windows) {
    Objects.checkFromIndexSize(firstWindow, windows, count);
    int entry = type.checksumLength();
    return of(type, bytesPerChecksum, packed, firstWindow * entry, windows * entry);
  }

  /**
   * Returns all entries, without a copy.
   *
   * @return a new read-only view of the packed entries
   */
  public ByteBuffer packed() {
    return ByteBuffer.wrap(packed).asReadOnlyBuffer();
  }

  /**
   * Returns a copy of all entries.
   *
   * @return a new array of the packed entries, as {@link #of(ChecksumType, int, byte[])} takes them
   */
  public byte[] toByteArray() {
    return packed.clone();
  }

  private int start(int window) {
    return Objects.checkIndex(window, count) * type.checksumLength();
  }

  /**
   * Compares type, window size and all entries.
   *
   * @param other anything
   * @return whether it is equal checksum data
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof ChecksumData that && isLike(that) && Arrays.equals(packed, that.packed);
  }

  /**
   * Returns a hash code consistent with {@link #equals}.
   *
   * @return a hash of type, window size and entries
   */
  @Override
  public int hashCode() {
    return 31 * (31 * type.hashCode() + bytesPerChecksum) + Arrays.hashCode(packed);
  }

  /**
   * Describes the data in one short line, however many entries there are.
   *
   * @return type, window size, count and the first entries in hex
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("ChecksumData[").append(type);
    text.append(", bytesPerChecksum=").append(bytesPerChecksum).append(", count=").append(count());
    int length = type.checksumLength();
    for (int i = 0; i < Math.min(count(), ENTRIES_IN_TEXT); i++) {
      text.append(i == 0 ? ": " : " ");
      text.append(HexFormat.of().formatHex(packed, i * length, (i + 1) * length));
    }
    return text.append(count() > ENTRIES_IN_TEXT ? " …]" : "]").toString();
  }
}
