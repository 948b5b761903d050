// SPDX-License-Identifier: Apache-2.0

package io.chunksum.append;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.compute.ChecksumConsumer;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.BigEndian;
import io.chunksum.internal.ByteArrays;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The checksums of the finished windows of a growing chunk, to which that of the open one can be
 * added for the moment. Of one window the first bytes may be unseen, while their CRC is known.
 *
 * <p>Mutable, for one thread at a time. What it hands out never changes later.
 */
final class GrowingSums implements ChecksumConsumer {

  /** Room for checksums that are still to come, in bytes. */
  private static final int SPARE_BYTES = 1024;

  private final ChecksumType type;
  private final int bytesPerChecksum;

  /** Number of bytes of the longest chunk whose checksums fit in one array. */
  private final long longest;

  /** Null if checksums of the type cannot be combined. */
  private final @Nullable CrcCombiner combiner;

  /** The entries of the finished windows, and room for more. */
  private byte[] packed = new byte[SPARE_BYTES];

  private int finishedWindows;

  /**
   * The CRC of the open window's first bytes, which were not seen; none if {@code unseenBytes} is
   * 0.
   */
  private long unseenCrc;

  private int unseenBytes;

  GrowingSums(ChecksumAlgorithm algorithm, int bytesPerChecksum) {
    this.type = algorithm.type();
    this.bytesPerChecksum = bytesPerChecksum;
    this.longest =
        type.isNone()
            ? Long.MAX_VALUE
            : (long) (ByteArrays.LONGEST / type.checksumLength()) * bytesPerChecksum;
    this.combiner = algorithm.combiner().orElse(null);
  }

  /** Begins an empty chunk. */
  void reset() {
    finishedWindows = 0;
    unseenBytes = 0;
  }

  /** Throws IllegalArgumentException if the checksums of so many bytes fit in no array. */
  void checkFits(long bytes) {
    if (bytes > longest) {
      throw new IllegalArgumentException(
          bytes + " bytes have too many windows for one array of " + type + " checksums");
    }
  }

  /** Takes the first checksums of a chunk, which are those of its full windows. */
  void takeStored(ChecksumData stored, int windows) {
    int used = windows * type.checksumLength();
    packed = new byte[(int) Math.min((long) used + SPARE_BYTES, ByteArrays.LONGEST)];
    stored.packed().get(packed, 0, used);
    finishedWindows = windows;
  }

  /** Begins a window with bytes that are not seen. */
  void beginUnseen(long crc, int bytes) {
    unseenCrc = crc;
    unseenBytes = bytes;
  }

  int finishedWindows() {
    return finishedWindows;
  }

  /**
   * Returns the checksums from a window on.
   *
   * @param stream has the bytes of the open window, if there is one
   * @throws IllegalStateException if the stream cannot tell that of the open window
   */
  ChecksumData from(int firstWindow, ChecksumStream stream) {
    int entry = type.checksumLength();
    int end = finishedWindows * entry;
    if (stream.openLength() > 0) {
      makeRoom(1);
      if (!stream.peek(packed, end)) {
        throw new IllegalStateException(type + " can no longer give a checksum midway");
      }
      addUnseen(end, stream.openLength());
      end += entry;
    }
    int start = firstWindow * entry;
    return ChecksumData.of(type, bytesPerChecksum, packed, start, end - start);
  }

  @Override
  public void accept(long window, int length, byte[] checksum, int offset) {
    makeRoom(1);
    int entry = type.checksumLength();
    System.arraycopy(checksum, offset, packed, finishedWindows * entry, entry);
    addUnseen(finishedWindows * entry, length);
    unseenBytes = 0;
    finishedWindows++;
  }

  /** All their bytes were seen: a window whose first ones were not arrives by itself. */
  @Override
  public void acceptAll(
      long firstWindow, int length, int count, byte[] checksums, int checksumLength) {
    makeRoom(count);
    System.arraycopy(
        checksums, 0, packed, finishedWindows * checksumLength, count * checksumLength);
    finishedWindows += count;
  }

  /** Puts the bytes that were not seen in front of the packed CRC of those that were. */
  private void addUnseen(int offset, int windowLength) {
    if (unseenBytes > 0 && combiner != null) {
      int entry = type.checksumLength();
      long seen = BigEndian.getUnsigned(packed, offset, entry);
      long whole = combiner.combine(unseenCrc, seen, windowLength - unseenBytes);
      BigEndian.putUnsigned(packed, offset, entry, whole);
    }
  }

  /** The checksums of the chunk fit in one array, or {@link #checkFits} would have thrown. */
  private void makeRoom(int windows) {
    int needed = (finishedWindows + windows) * type.checksumLength();
    if (needed > packed.length) {
      int doubled = (int) Math.min(2L * packed.length, ByteArrays.LONGEST);
      packed = Arrays.copyOf(packed, Math.max(needed, doubled));
    }
  }
}
