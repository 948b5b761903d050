// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.BigEndian;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Computes CRCs of longer windows from those of shorter ones, without the data.
 *
 * <pre>
 * from  |-------|-------|-------|-------|-------|-------|---|
 * to    |-------------------------------|-------------------|
 * </pre>
 *
 * <p>Each resulting window may span any number of the original windows; the last of either may be
 * short. All of them together give the CRC of the whole, the composite CRC.
 *
 * <p>Mutable, for one thread at a time: after a hundred windows of one size in succession it makes
 * two operators for that size, and keeps them until it meets another. Otherwise it allocates
 * nothing but results.
 */
public final class CrcComposer {

  /** Number of windows in a run: joining costs three combinations per four runs. */
  private static final int RUN = 16;

  /** Making the operators takes about as long as they save over this many windows. */
  private static final int MANY_ALIKE = 100;

  private final ChecksumAlgorithm algorithm;
  private final ChecksumType type;
  private final CrcCombiner combiner;
  private final byte[] entry;

  /** The window size seen last, and how many such windows were appended since. */
  private int sizeSeen;

  private long seen;

  /** The operators for that size; null until enough windows of it were seen. */
  private @Nullable Operators operators;

  /** Operators that append one full window, and a full run of them. */
  private record Operators(CrcCombiner.FixedLength append, CrcCombiner.FixedLength joinRuns) {}

  /**
   * Creates an object for one CRC.
   *
   * @param algorithm which CRC
   * @throws IllegalArgumentException if checksums of the algorithm cannot be combined
   */
  public CrcComposer(ChecksumAlgorithm algorithm) {
    this.algorithm = algorithm;
    this.type = algorithm.type();
    this.combiner = CrcCombiner.of(algorithm);
    this.entry = new byte[type.checksumLength()];
  }

  /**
   * Returns the CRCs of longer windows.
   *
   * @param sums the CRCs of the windows of a chunk
   * @param length number of bytes of the chunk
   * @param bytesPerChecksum number of bytes in each longer window, a multiple of that of {@code
   *     sums}
   * @return the same chunk's CRCs over the longer windows
   * @throws IllegalArgumentException if the CRCs are of another type or of another number of
   *     windows, one has more bits than such a CRC, or {@code bytesPerChecksum} is not such a
   *     multiple
   */
  public ChecksumData rewindow(ChecksumData sums, long length, int bytesPerChecksum) {
    check(sums, length, bytesPerChecksum);
    byte[] packed = new byte[packedLength(length, bytesPerChecksum)];
    write(sums, length, bytesPerChecksum, ByteBuffer.wrap(packed));
    return ChecksumData.of(type, bytesPerChecksum, packed);
  }

  /**
   * Writes the CRCs of longer windows into the caller's buffer, from its position on. Its position
   * and limit are not moved.
   *
   * @param sums the CRCs of the windows of a chunk
   * @param length number of bytes of the chunk
   * @param bytesPerChecksum number of bytes in each longer window, a multiple of that of {@code
   *     sums}
   * @param out receives the packed CRCs
   * @return number of bytes written
   * @throws IllegalArgumentException if the CRCs are of another type or of another number of
   *     windows, one has more bits than such a CRC, {@code bytesPerChecksum} is not such a
   *     multiple, or {@code out} is read-only or has too few bytes remaining; nothing is written
   */
  public int rewindow(ChecksumData sums, long length, int bytesPerChecksum, ByteBuffer out) {
    check(sums, length, bytesPerChecksum);
    int written = packedLength(length, bytesPerChecksum);
    PackedLengths.checkRoom(out, written);
    write(sums, length, bytesPerChecksum, out);
    return written;
  }

  private void write(ChecksumData sums, long length, int bytesPerChecksum, ByteBuffer out) {
    long each = bytesPerChecksum / sums.bytesPerChecksum();
    int at = out.position();
    for (long first = 0; first < sums.count(); first += each) {
      int end = (int) Math.min(first + each, sums.count());
      BigEndian.putUnsigned(entry, 0, entry.length, compose(sums, length, (int) first, end));
      out.put(at, entry);
      at += entry.length;
    }
  }

  /** Number of bytes of the CRCs of windows that are no shorter than those given, so it fits. */
  private int packedLength(long length, int bytesPerChecksum) {
    return (int) WindowLayout.windowCount(length, bytesPerChecksum) * entry.length;
  }

  /**
   * Returns the CRC of a whole chunk.
   *
   * @param sums the CRCs of its windows
   * @param length number of bytes of the chunk
   * @return its CRC, as an unsigned number
   * @throws IllegalArgumentException if the CRCs are of another type or of another number of
   *     windows, or one has more bits than such a CRC
   */
  public long compose(ChecksumData sums, long length) {
    check(sums, length, sums.bytesPerChecksum());
    return compose(sums, length, 0, sums.count());
  }

  /**
   * Returns the CRC of a whole chunk together with its length, to be appended to that of another.
   *
   * @param sums the CRCs of its windows
   * @param length number of bytes of the chunk
   * @return its CRC
   * @throws IllegalArgumentException if the CRCs are of another type or of another number of
   *     windows, or one has more bits than such a CRC
   */
  public CrcValue crcValue(ChecksumData sums, long length) {
    return CrcValue.of(algorithm, compose(sums, length), length);
  }

  /** The CRC of consecutive windows. */
  private long compose(ChecksumData sums, long length, int first, int end) {
    if (first == end) {
      return combiner.crcOfNothing();
    }
    int windowBytes = sums.bytesPerChecksum();
    // Only the last window of a chunk can be short.
    long lastLength = Math.min(windowBytes, length - (end - 1L) * windowBytes);
    int full = lastLength == windowBytes ? end : end - 1;
    long crc = full - first > 1 ? composeFull(sums, first, full) : sums.value(first);
    return full == end || full == first ? crc : combiner.combine(crc, sums.value(full), lastLength);
  }

  /** The CRC of full windows. */
  private long composeFull(ChecksumData sums, int first, int end) {
    int windowBytes = sums.bytesPerChecksum();
    Operators made = operators(windowBytes, end - first);
    if (made != null) {
      return composeInRuns(sums, first, end, made);
    }
    long crc = sums.value(first);
    for (int i = first + 1; i < end; i++) {
      crc = combiner.combine(crc, sums.value(i), windowBytes);
    }
    return crc;
  }

  /** The operators for some more windows of a size; null if too few of it were seen. */
  private @Nullable Operators operators(int windowBytes, int count) {
    if (windowBytes != sizeSeen) {
      sizeSeen = windowBytes;
      seen = 0;
      operators = null;
    }
    seen += count;
    if (operators == null && seen > MANY_ALIKE) {
      operators =
          new Operators(
              combiner.forLength(windowBytes), combiner.forLength((long) RUN * windowBytes));
    }
    return operators;
  }

  /**
   * The CRC of full windows. Each combination needs the one before, so four runs advance together
   * as long as there are enough windows, and are then joined.
   *
   * <pre>
   * windows  |-------a-------|-------b-------|-------c-------|-------d-------|-------a---
   * </pre>
   */
  private long composeInRuns(ChecksumData sums, int first, int end, Operators made) {
    CrcCombiner.FixedLength append = made.append;
    CrcCombiner.FixedLength join = made.joinRuns;
    long crc = combiner.crcOfNothing();
    int at = first;
    for (; end - at >= 4 * RUN; at += 4 * RUN) {
      long a = crc;
      long b = combiner.crcOfNothing();
      long c = b;
      long d = b;
      for (int i = at; i < at + RUN; i++) {
        a = append.combine(a, sums.value(i));
        b = append.combine(b, sums.value(i + RUN));
        c = append.combine(c, sums.value(i + 2 * RUN));
        d = append.combine(d, sums.value(i + 3 * RUN));
      }
      crc = join.combine(join.combine(join.combine(a, b), c), d);
    }
    for (; at < end; at++) {
      crc = append.combine(crc, sums.value(at));
    }
    return crc;
  }

  private void check(ChecksumData sums, long length, int bytesPerChecksum) {
    sums.checkType(type);
    int from = sums.bytesPerChecksum();
    if (bytesPerChecksum < from || bytesPerChecksum % from != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "windows of %d bytes are not a multiple of those of %d",
              bytesPerChecksum,
              from));
    }
    sums.checkCovers(length);
    checkBits(sums);
  }

  /** Bits that the CRC does not have would be lost on the way, and with them what is wrong. */
  private void checkBits(ChecksumData sums) {
    CrcModel model = combiner.model();
    if (model.width() == Byte.SIZE * entry.length) {
      return;
    }
    for (int i = 0; i < sums.count(); i++) {
      if (!model.fits(sums.value(i))) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "0x%x, of window %d, has more than the %d bits of %s",
                sums.value(i),
                i,
                model.width(),
                type));
      }
    }
  }
}
