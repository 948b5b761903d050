// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import org.jspecify.annotations.Nullable;

/**
 * What a run of windows should be: its stored checksums, where it lies in its chunk, and how long
 * it and its windows were when they were stored. Window i is the i-th of the run, from 0. Nothing
 * is allocated except for a {@link Mismatch}.
 *
 * <p>Mutable, for one thread at a time; reused from run to run.
 */
final class ExpectedRun {

  private final ChecksumType type;
  private final int bytesPerChecksum;

  /** The checksums of the current chunk, null between chunks. */
  private @Nullable ChecksumData checksums;

  private @Nullable String chunkName;
  private int firstWindow;
  private int windowCount;

  /** Offset in the chunk of the run's first byte; the chunk may end there, with a short window. */
  private long start;

  /** Bytes that belong to the run; a last window of unknown length counts as full. */
  private long length;

  /** Whether the length of the last window is recorded, or follows from windows after it. */
  private boolean lengthKnown;

  /** Takes what the verifier computes, which may not be what is stored. */
  ExpectedRun(ChecksumType type, int bytesPerChecksum) {
    this.type = type;
    this.bytesPerChecksum = bytesPerChecksum;
  }

  /** Begins a run; the chunk has a record if its length is recorded. */
  void begin(ChecksumData stored, @Nullable ChunkInfo recorded, int first, int count) {
    if (recorded != null) {
      chunkName = recorded.name();
    } else if (chunkName != null) { // A write costs a collector barrier: there rarely is a name.
      chunkName = null;
    }
    checksums = stored;
    firstWindow = first;
    windowCount = count;
    boolean reachesEnd = first + count == stored.count();
    lengthKnown = recorded != null || !reachesEnd;
    long gridStart = (long) first * bytesPerChecksum;
    start = recorded == null ? gridStart : Math.min(gridStart, recorded.length());
    length =
        recorded != null && reachesEnd && count > 0
            ? recorded.length() - start
            : (long) count * bytesPerChecksum;
  }

  /** Lets go of the checksums; there is no run then. */
  void drop() {
    checksums = null;
  }

  /** The checksums of the whole chunk. */
  ChecksumData checksums() {
    if (checksums == null) {
      throw new IllegalStateException("no chunk was begun");
    }
    return checksums;
  }

  @Nullable String chunkName() {
    return chunkName;
  }

  int firstWindow() {
    return firstWindow;
  }

  int windowCount() {
    return windowCount;
  }

  /** Offset in the chunk at which the run begins. */
  long start() {
    return start;
  }

  /** Bytes that belong to the run; a last window of unknown length counts as full. */
  long length() {
    return length;
  }

  /** Bytes that window i had when its checksum was stored; {@code otherwise} if nobody knows. */
  long lengthOf(int i, long otherwise) {
    if (i < windowCount - 1) {
      return bytesPerChecksum;
    }
    return lengthKnown ? length - (long) i * bytesPerChecksum : otherwise;
  }

  boolean isComplete(int i, int windowLength) {
    return lengthOf(i, windowLength) == windowLength;
  }

  /** Offset in the chunk at which the run ends: as recorded, or else if it has that many bytes. */
  long endOffset(long bytes) {
    boolean lastIsThere = bytes > (long) (windowCount - 1) * bytesPerChecksum;
    long known = lengthKnown || !lastIsThere ? length : Math.min(bytes, length);
    return start + known;
  }

  /**
   * Window i, of length {@code otherwise} if nobody knows; {@code actual} is null if it is missing.
   */
  Mismatch mismatch(int i, long otherwise, byte @Nullable [] actual) {
    int window = firstWindow + i;
    long offset = (long) window * bytesPerChecksum;
    byte[] stored = new byte[type.checksumLength()];
    checksums().checksum(window).get(stored);
    return new Mismatch(window, offset, lengthOf(i, otherwise), stored, actual);
  }
}
