// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.ByteArrays;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;

/**
 * How many bytes the packed checksums of chunks take; none for NONE. Immutable.
 *
 * @param type what is computed
 * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
 */
record PackedLengths(ChecksumType type, int bytesPerChecksum) {

  PackedLengths {
    ChecksumData.checkWindowSize(type, bytesPerChecksum);
  }

  /** Bytes of checksums for a chunk; throws IllegalArgumentException if they are too many. */
  int of(long bytes) {
    if (type.isNone()) {
      return 0;
    }
    long windows = WindowLayout.windowCount(bytes, bytesPerChecksum);
    if (windows > ByteArrays.LONGEST / type.checksumLength()) {
      throw new IllegalArgumentException(
          windows + " windows are too many for one array of " + type + " checksums");
    }
    return (int) windows * type.checksumLength();
  }

  /** Bytes of checksums for several chunks together; throws as for one. */
  int of(List<ChunkBuffer> chunks) {
    long length = 0;
    for (int i = 0; i < chunks.size(); i++) {
      length += of(chunks.get(i).length());
    }
    if (length > ByteArrays.LONGEST) {
      throw new IllegalArgumentException(length + " bytes of checksums are too many for one array");
    }
    return (int) length;
  }

  /** Throws IllegalArgumentException if the checksums of so many bytes fit in no array. */
  void checkFits(long bytes) {
    of(bytes);
  }

  /** Throws IllegalArgumentException if a buffer cannot take so many bytes of checksums. */
  static void checkRoom(ByteBuffer packed, int length) {
    if (packed.isReadOnly()) {
      throw new IllegalArgumentException("the buffer for the checksums is read-only");
    }
    if (packed.remaining() < length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the checksums take %d writable bytes, the buffer has %d",
              length,
              packed.remaining()));
    }
  }
}
